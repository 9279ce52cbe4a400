"""The entry points of lowering: translate a whole rule graph into a program in the flat form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.overlays import names_in_force
from bombsight.compiler.graph.tallies import counting_moment_of, forecasts_of, tallies_of
from bombsight.compiler.lower.boards import lower_boards, lower_headlines, pair_enums
from bombsight.compiler.lower.budgets import budgets_of
from bombsight.compiler.lower.defaults import fill_default_slots, option_dependent_defaults
from bombsight.compiler.lower.derived_values import aside_entries as asides_of
from bombsight.compiler.lower.dispatch import LOWERING_TABLE
from bombsight.compiler.lower.examples import collect_pieces, entries_of_pieces
from bombsight.compiler.lower.function_reuse import ReusableLowering, reuse_unchanged
from bombsight.compiler.lower.layout_encoding import (
    encode_field,
    encode_list,
    internal_counters,
    name_assignments,
    open_options_of,
    reset_regions,
)
from bombsight.compiler.lower.lucks import lower_judged_tables, lower_lucks
from bombsight.compiler.lower.metadata import describe_option
from bombsight.compiler.lower.numbering import renumber_sites, sites_in, sort_by_calls, sort_sites
from bombsight.compiler.lower.program_builder import GraphAnalyses, ProgramBuilder, new_program_builder
from bombsight.compiler.lower.stubs import build_procedure_stub
from bombsight.compiler.lower.visibility import lower_visibilities
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.budgets import DEFAULT_BUDGETS
from bombsight.flat.derived_values import aside_program
from bombsight.flat.effects import with_effects
from bombsight.flat.encoding import code_digest
from bombsight.flat.functions import Function
from bombsight.flat.program import AsideCode, Entry, EnumInfo, Program, Tally
from bombsight.flat.sites import FaultSite


@frozen
class LoweredProgram:
    """A lowered program with its lowering context, from which single items can be lowered again.

    Attributes:
        unit: The lowering context, complete, so that lowering an item again gives the same code.
        site_numbers: The number of each site in the program, by its number in the unit.
        whole_functions: The keys of the functions that stand for a whole item.
    """

    program: Program
    unit: ProgramBuilder
    site_numbers: Mapping[int, int]
    whole_functions: frozenset[tuple[str, str, str]]


def lower(
    graph: n.RuleGraph,
    *,
    playable: bool = True,
    analyses: GraphAnalyses | None = None,
    only_items: frozenset[str] | None = None,
    reusable: ReusableLowering | None = None,
    open_options: bool = False,
    canonical: bool = True,
    allowance: Allowance | None = None,
) -> Program:
    """Lower a rule graph to a program in the flat form (the intermediate representation of all backends).

    Args:
        graph: A graph without errors.
        playable: Whether the program will be played. Otherwise only code that the graph's examples reach is
            lowered, and to begin a mission is a fault unless an example does.
        analyses: Analyses of the graph, or of a graph of the same game whose effects include this one's.
        only_items: The procedures and rolled tables (``procedure:watch``, ``table:Sky``) that play is expected to
            call; None for any. A call of another ends in a fault at a site that :func:`is_stub_fault_site` recognizes.
        reusable: Functions lowered from a nearly equal graph, not canonical ones. Those that still hold are
            reused; only the order of functions and sites differs.
        open_options: Whether option values live in slots, so that one program runs with any of them; otherwise they
            are constants of the code. The graph must then have no examples that set options.
        canonical: Whether the program will be stored or compared with others: then sites are numbered in graph order,
            functions stand in call order, and digests identify the code. Otherwise all stand as found.
        allowance: What the rules may cost in play; None for the usual allowance.

    Raises:
        ValueError: The graph has a fault that the checks should have rejected, such as a default that reads state.
    """
    options: dict[str, Any] = {"playable": playable, "open_options": open_options, "canonical": canonical}
    return lower_with_context(
        graph, analyses=analyses, only_items=only_items, reusable=reusable, allowance=allowance, **options
    ).program


def lower_with_context(
    graph: n.RuleGraph,
    *,
    playable: bool = True,
    analyses: GraphAnalyses | None = None,
    only_items: frozenset[str] | None = None,
    reusable: ReusableLowering | None = None,
    open_options: bool = False,
    canonical: bool = True,
    allowance: Allowance | None = None,
) -> LoweredProgram:
    """Lower a rule graph to a program in the flat form, and return it with the context that lowers single items again.

    Args:
        graph: A graph without errors.
        playable: Whether it is to be played; see :func:`lower`.
        analyses: Analyses of the graph; see :func:`lower`.
        only_items: The items to make; see :func:`lower`.
        reusable: Functions that may be reused; see :func:`lower`.
        open_options: Whether options have slots; see :func:`lower`.
        canonical: Whether the program will be stored; see :func:`lower`.
        allowance: What the rules may cost in play; see :func:`lower`.

    Raises:
        ValueError: The same as of :func:`lower`.
    """
    endings = reusable.lowered.endings if reusable is not None else ()
    budgets = budgets_of(allowance) if allowance is not None else DEFAULT_BUDGETS
    unit = new_program_builder(
        graph, LOWERING_TABLE, analyses, only_items, endings=endings, open_options=open_options, budgets=budgets
    )
    if reusable is not None:
        reuse_unchanged(unit, reusable)
    fill_default_slots(unit, allowance or Allowance())
    followers = tuple(option_dependent_defaults(unit))
    too_deep = unit.sites.site_number(FaultSite(owner=f"game:{graph.game.id}", text="calls go too deep"))
    entries = list(item_entries(unit)) if playable else []
    stage = stage_entry(graph, entries) if playable else None
    entries += [stage] if stage is not None else []
    lowered_boards = tuple(lower_boards(unit)) if playable else ()
    lucks = lower_lucks(unit) if playable else ()
    judged_tables = lower_judged_tables(unit) if playable else ()
    headline = tuple(lower_headlines(unit)) if playable else ()
    visible_to = dict(lower_visibilities(unit)) if playable else {}
    unit.has_hidden_state = bool(visible_to)
    unit.make_pending_functions()
    without_examples = len(unit.sites.sites)
    examples = collect_pieces(unit)
    unit.example_pieces += examples.numbers
    entries += entries_of_pieces(unit, examples)
    unit.make_pending_functions()
    keys = frozenset(unit.functions)
    if not playable:
        entries += end_target_entries(unit, too_deep)
    asides = tuple(asides_of(unit))
    arrange = arrange_in_call_order if canonical else arrange_as_created
    code = arrange(unit, entries, asides, too_deep, without_examples)
    program = Program(
        game=graph.game.id,
        title=graph.game.title,
        rules_hash=graph.rules_hash,
        wording_hash=graph.wording_hash,
        options=tuple(describe_option(option) for option in graph.options),
        overlays=names_in_force(graph.overlays),
        names=graph.game.names,
        players=graph.game.players,
        about=graph.game.about,
        release=graph.game.release,
        mission=find_procedure_entry(entries, graph.game.mission),
        career=find_procedure_entry(entries, graph.game.career) if graph.game.career and playable else None,
        stage=stage,
        tallies=tuple(lower_tallies(unit, entries, stage)) if playable else (),
        forecasts=tuple(lower_forecasts(graph, entries, stage)) if stage is not None else (),
        examples=tuple(examples.infos),
        enums={
            **{enum.name: EnumInfo(values=enum.values, titles=enum.titles, shorts=enum.shorts) for enum in graph.enums},
            **dict(pair_enums(unit)),
        },
        slots=unit.layout.slot_count,
        budgets=unit.budgets,
        defaults=tuple(unit.defaults),
        fields=tuple(
            encode_field(placed, unit, visible_to.get(placed.field.id)) for placed in unit.layout.fields.values()
        ),
        lists=tuple(encode_list(pool, visible_to.get(pool.list.id)) for pool in unit.layout.pools.values()),
        namings=tuple(name_assignments(unit.layout.fields.values(), unit.layout)),
        regions=tuple(reset_regions(unit)),
        counters=tuple(internal_counters(unit)),
        open_options=tuple(open_options_of(unit)),
        following=followers,
        entries=tuple(entries),
        data=code.data,
        functions=code.functions,
        sites=tuple(unit.sites.sites[at] for at in code.site_numbers),
        asides=code.asides,
        boards=lowered_boards,
        lucks=lucks,
        judged_tables=judged_tables,
        headline=headline,
        too_deep=code.site_numbers[too_deep],
    )
    return LoweredProgram(add_digests(program) if canonical else program, unit, code.site_numbers, keys)


@frozen
class ArrangedCode:
    """The functions, data and site numbers of a program, in their final order.

    Attributes:
        functions: The functions that runs call.
        data: The constant tuples that they read.
        asides: The functions that compute values for display beside runs.
        site_numbers: The number in the program of each site that either group uses, by its number in the unit.
    """

    functions: tuple[Function, ...]
    data: dict[str, tuple[int, ...]]
    asides: AsideCode
    site_numbers: Mapping[int, int]


def arrange_in_call_order(
    unit: ProgramBuilder,
    entries: Sequence[Entry],
    asides: Sequence[Entry],
    depth_fault_site: int,
    without_examples: int,
) -> ArrangedCode:
    """Sort a program's functions topologically by calls, and number its sites (metadata of code places) in graph order.

    Args:
        unit: The lowering context with all its functions.
        entries: The entries of runs.
        asides: The entries of asides.
        depth_fault_site: The site of the fault of calls nested too deep.
        without_examples: The number of sites before any example was lowered.
    """
    by_name = {function.name: function for function in unit.functions.values()}
    functions = with_effects(sort_by_calls(by_name, [entry.function for entry in entries]))
    aside = with_effects(sort_by_calls(by_name, [entry.function for entry in asides]))
    used = {depth_fault_site}.union(*(sites_in(part) for function in functions for part in function.parts))
    beside_only = set[int]().union(*(sites_in(part) for function in aside for part in function.parts)) - used
    ordered = [at for at in sort_sites(unit.sites.sites, without_examples, unit.graph) if at in used | beside_only]
    # Sites of asides alone come last: a run's code is the same whatever asides there are.
    ordered.sort(key=lambda at: (at >= without_examples, at in beside_only))
    numbers = {at: number for number, at in enumerate(ordered)}
    code, beside = (tuple(renumber_sites(each, numbers) for each in part) for part in (functions, aside))
    aside_code = AsideCode(entries=tuple(asides), functions=beside, data=used_data(aside, unit))
    return ArrangedCode(code, used_data(functions, unit), aside_code, numbers)


def arrange_as_created(
    unit: ProgramBuilder,
    entries: Sequence[Entry],
    asides: Sequence[Entry],
    depth_fault_site: int,
    without_examples: int,
) -> ArrangedCode:
    """Arrange throw-away code: functions and sites (metadata) in order of creation. See `arrange_in_call_order`.

    The arguments are those of :func:`arrange_in_call_order`.
    """
    reused = unit.reused_functions.values()
    new_functions = [function for key, function in unit.functions.items() if key not in unit.reused_functions]
    functions = (
        *reused,
        *with_effects(new_functions[::-1], reused),
    )  # mostly callees first, which makes effects converge fast
    aside_code = AsideCode(entries=tuple(asides), functions=functions, data=unit.data)
    return ArrangedCode(functions, unit.data, aside_code, {at: at for at in range(len(unit.sites.sites))})


def used_data(functions: Sequence[Function], unit: ProgramBuilder) -> dict[str, tuple[int, ...]]:
    """Select the constant tuples that some functions read, by name."""
    read = {node.data for function in functions for node in function.nodes if isinstance(node, fx.Datum)}
    return {name: values for name, values in unit.data.items() if name in read}


def add_digests(program: Program) -> Program:
    """Return a program with digests that identify its code and its display-only functions."""
    asides = evolve(program.asides, digest=code_digest(aside_program(program)))
    return evolve(program, asides=asides, digest=code_digest(program))


def find_procedure_entry(entries: Sequence[Entry], name: str) -> Entry:
    """Find the entry (exported function) of a procedure by its name."""
    return next(entry for entry in entries if (entry.kind, entry.name) == ("do", name))


def item_entries(unit: ProgramBuilder) -> Iterator[Entry]:
    """Yield the entries (exported functions) of all defines, tables and procedures."""
    for define in unit.graph.defines:
        yield Entry(
            kind="define",
            name=define.name,
            function=unit.function_name("define", define.name),
            params=tuple((param.name, param.type) for param in define.params),
            result=define.type,
            results=1,
        )
    for table in unit.graph.tables:
        yield Entry(
            kind="look" if table.rolled is None else "roll",
            name=table.id,
            function=unit.function_name("act" if table.rolled is None else "roll", table.id),
            params=tuple((param.name, param.type) for param in table.params),
            result=table.result,
            results=unit.result_width(table.result),
        )
    for procedure in unit.graph.procedures:
        yield entry_of_procedure(unit, procedure)


def stage_entry(graph: n.RuleGraph, entries: Sequence[Entry]) -> Entry | None:
    """Make the entry of a mission as a part of the career, after which forecasts count; None if there are none."""
    if not graph.game.career or next(forecasts_of(graph), None) is None:
        return None
    return evolve(find_procedure_entry(entries, graph.game.mission), kind="stage")


def lower_tallies(unit: ProgramBuilder, entries: Sequence[Entry], stage: Entry | None) -> Iterator[Tally]:
    """Lower the tallies (statistics over many runs): the value that each counts, and when it counts.

    Those of the mission count after a stage of the career, too.
    """
    graph = unit.graph
    entries_by_key = {(entry.kind, entry.name): entry for entry in entries}
    for node in tallies_of(graph):
        assert node.tally is not None
        begun = entries_by_key["do", counting_moment_of(node, graph, unit.effects).procedure]
        yield Tally(
            name=node.name,
            title=node.tally.title,
            type=node.type,
            matters=node.tally.matters,
            required=node.tally.required,
            entry=entries_by_key["define", node.name],
            of=tuple(begin.key for begin in (begun, stage) if begin is not None and begin.name == begun.name),
            origin=node.origin.with_place(node.span),
        )


def lower_forecasts(graph: n.RuleGraph, entries: Sequence[Entry], stage: Entry) -> Iterator[Tally]:
    """Lower the forecasts (expected tallies of the career): each as its tally, counted after a stage, in its unit."""
    by_name = {entry.name: entry for entry in entries if entry.kind == "define"}
    tallies = {node.name: node.tally for node in tallies_of(graph)}
    for node in forecasts_of(graph):
        tally = tallies[node.forecast.tally] if node.forecast is not None else None
        assert node.forecast is not None
        assert tally is not None
        yield Tally(
            name=node.forecast.tally,
            title=tally.title,
            type=node.type,
            matters=tally.matters,
            unit=node.forecast.unit,
            entry=by_name[node.name],
            of=(stage.key,),
            origin=node.origin.with_place(node.span),
        )


def entry_of_procedure(unit: ProgramBuilder, procedure: n.Procedure) -> Entry:
    """Make the entry (exported function) of a procedure."""
    return Entry(
        kind="do",
        name=procedure.name,
        function=unit.function_name("do", procedure.name),
        params=tuple((param.name, param.type) for param in procedure.params),
        result=procedure.result,
        results=unit.result_width(procedure.result),
        stays=True,
    )


def end_target_entries(unit: ProgramBuilder, fault_site: int) -> Iterator[Entry]:
    """Yield entries for procedures that a program names without a call: the mission, and targets of ``end``.

    A procedure that no example reaches gets a stub that is a fault.
    """
    for name in dict.fromkeys((unit.graph.game.mission, *unit.end_targets)):
        entry = entry_of_procedure(unit, unit.procedures[name])
        key = ("do", name, "")
        if key not in unit.functions:
            unit.functions[key] = build_procedure_stub(unit, name, entry.function, fault_site)
        yield entry
