"""The whole lowering: a rule graph becomes a program in the flat form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.tallies import moment, tallies_of
from bombsight.compiler.lower.boards import boards
from bombsight.compiler.lower.budgets import budgets_of
from bombsight.compiler.lower.defaults import fill_defaults, following
from bombsight.compiler.lower.derived_values import entries as asides_of
from bombsight.compiler.lower.dispatch import KINDS
from bombsight.compiler.lower.examples import piece_entries, pieces
from bombsight.compiler.lower.function_reuse import Before, take_over
from bombsight.compiler.lower.metadata import option_in_force
from bombsight.compiler.lower.numbering import in_call_order, order, renumbered, sites_of
from bombsight.compiler.lower.places import counters, namings, options_in_slots, regions, slot_field, slot_list
from bombsight.compiler.lower.stubs import absent_procedure
from bombsight.compiler.lower.unit import Read, Unit, new_unit
from bombsight.compiler.lower.visibility import sights
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat.budgets import USUAL
from bombsight.flat.derived_values import beside
from bombsight.flat.effects import with_effects
from bombsight.flat.encoding import code_digest
from bombsight.flat.functions import Function
from bombsight.flat.program import AsideCode, Entry, EnumInfo, Program, Tally
from bombsight.flat.sites import FaultSite


@frozen
class Lowered:
    """A lowered program with what it was lowered in, so that single items can be lowered again.

    Attributes:
        program: The program.
        unit: The lowering context: all of it is there, and what is lowered again is lowered as it was.
        numbers: The number in the program of each site that it uses, by its number in the unit.
        made: The keys of the functions that stand for what they are named after.
    """

    program: Program
    unit: Unit
    numbers: Mapping[int, int]
    made: frozenset[tuple[str, str, str]]


def lower(
    graph: n.RuleGraph,
    *,
    playable: bool = True,
    known: Read | None = None,
    only: frozenset[str] | None = None,
    before: Before | None = None,
    open_options: bool = False,
    lasting: bool = True,
    allowance: Allowance | None = None,
) -> Program:
    """Lower a whole program.

    Args:
        graph: A graph without errors.
        playable: Whether it is to be played; else only what the graph's examples reach is lowered, and a mission begun
            is a fault unless one of them comes to it.
        known: What is known of the graph, or of one of the same game that does all that it does.
        only: The procedures and rolled tables (``procedure:watch``, ``table:Sky``) that play is expected to come to;
            None for any. Who comes to another ends with a fault at a site that :func:`is_absent` tells.
        before: What was lowered of nearly the same graph, of a program that was not lasting: what stays of it is taken
            over, and makes no difference but for the order of functions and sites.
        open_options: Whether the values of options stand in slots, so that one program is played with any of them; else
            they are constants of the code. The graph has no examples that set them, then.
        lasting: Whether the program is to be kept, or compared with others: its sites are numbered over the graph then,
            its functions stand in call order, and digests tell what it does. Else they stand as they were met with.
        allowance: What its rules may cost in play; None for as much as is usual.

    Raises:
        ValueError: The graph has what the checks before would have refused, such as a default that reads state.
    """
    how: dict[str, Any] = {"playable": playable, "open_options": open_options, "lasting": lasting}
    return lowered(graph, known=known, only=only, before=before, allowance=allowance, **how).program


def lowered(
    graph: n.RuleGraph,
    *,
    playable: bool = True,
    known: Read | None = None,
    only: frozenset[str] | None = None,
    before: Before | None = None,
    open_options: bool = False,
    lasting: bool = True,
    allowance: Allowance | None = None,
) -> Lowered:
    """Lower a whole program, and keep what it was lowered in.

    Args:
        graph: A graph without errors.
        playable: Whether it is to be played; see :func:`lower`.
        known: What is known of it; see :func:`lower`.
        only: What of it is made; see :func:`lower`.
        before: What may be taken over; see :func:`lower`.
        open_options: Whether options have slots; see :func:`lower`.
        lasting: Whether the program is to be kept; see :func:`lower`.
        allowance: What its rules may cost in play; see :func:`lower`.

    Raises:
        ValueError: The same as of :func:`lower`.
    """
    endings = before.made.endings if before is not None else ()
    budgets = budgets_of(allowance) if allowance is not None else USUAL
    unit = new_unit(graph, KINDS, known, only, endings=endings, open_options=open_options, budgets=budgets)
    if before is not None:
        take_over(unit, before)
    fill_defaults(unit, allowance or Allowance())
    followers = tuple(following(unit))
    too_deep = unit.sites.add(FaultSite(owner=f"game:{graph.game.id}", text="calls go too deep"))
    entries = list(node_entries(unit)) if playable else []
    drawn = tuple(boards(unit)) if playable else ()
    seen = dict(sights(unit)) if playable else {}
    unit.hides = bool(seen)
    unit.finish()
    without_examples = len(unit.sites.found)
    examples = pieces(unit)
    unit.pieces += examples.numbers
    entries += piece_entries(unit, examples)
    unit.finish()
    keys = frozenset(unit.functions)
    if not playable:
        entries += named_procedures(unit, too_deep)
    asides = tuple(asides_of(unit))
    arranged = in_order if lasting else as_met
    code = arranged(unit, entries, asides, too_deep, without_examples)
    program = Program(
        game=graph.game.id,
        title=graph.game.title,
        rules_hash=graph.rules_hash,
        wording_hash=graph.wording_hash,
        options=tuple(option_in_force(option) for option in graph.options),
        overlays=tuple(f"{overlay.kind} {overlay.name}" for overlay in graph.overlays),
        names=graph.game.names,
        players=graph.game.players,
        about=graph.game.about,
        mission=procedure_entry(entries, graph.game.mission),
        career=procedure_entry(entries, graph.game.career) if graph.game.career and playable else None,
        tallies=tuple(tallies(unit, entries)) if playable else (),
        examples=tuple(examples.infos),
        enums={enum.name: EnumInfo(values=enum.values, titles=enum.titles) for enum in graph.enums},
        slots=unit.layout.slots,
        budgets=unit.budgets,
        defaults=tuple(unit.defaults),
        fields=tuple(slot_field(placed, unit, seen.get(placed.field.id)) for placed in unit.layout.fields.values()),
        lists=tuple(slot_list(pool, seen.get(pool.list.id)) for pool in unit.layout.pools.values()),
        namings=tuple(namings(unit.layout.fields.values(), unit.layout)),
        regions=tuple(regions(unit)),
        counters=tuple(counters(unit)),
        open_options=tuple(options_in_slots(unit)),
        following=followers,
        entries=tuple(entries),
        data=code.data,
        functions=code.functions,
        sites=tuple(unit.sites.found[at] for at in code.numbers),
        asides=code.asides,
        boards=drawn,
        too_deep=code.numbers[too_deep],
    )
    return Lowered(with_digests(program) if lasting else program, unit, code.numbers, keys)


@frozen
class Arranged:
    """The code of a program.

    Attributes:
        functions: Those of runs.
        data: The constant tuples that they read.
        asides: What is told beside runs.
        numbers: The number in the program of each site that either uses, by its number in the unit.
    """

    functions: tuple[Function, ...]
    data: dict[str, tuple[int, ...]]
    asides: AsideCode
    numbers: Mapping[int, int]


def in_order(
    unit: Unit, entries: Sequence[Entry], asides: Sequence[Entry], too_deep: int, without_examples: int
) -> Arranged:
    """The functions of a unit in call order, and its sites in that of the graph.

    Args:
        unit: It, with all its functions.
        entries: Where runs begin.
        asides: Where what is told beside them begins.
        too_deep: The site of calls that go too deep.
        without_examples: How many sites there were before any example was looked at.
    """
    made = {function.name: function for function in unit.functions.values()}
    functions = with_effects(in_call_order(made, [entry.function for entry in entries]))
    aside = with_effects(in_call_order(made, [entry.function for entry in asides]))
    used = {too_deep}.union(*(sites_of(part) for function in functions for part in function.parts))
    beside_only = set[int]().union(*(sites_of(part) for function in aside for part in function.parts)) - used
    ordered = [at for at in order(unit.sites.found, without_examples, unit.graph) if at in used | beside_only]
    # Those that only people are told of come behind: a run's code is the same whatever is told beside it.
    ordered.sort(key=lambda at: (at >= without_examples, at in beside_only))
    numbers = {at: number for number, at in enumerate(ordered)}
    code, beside = (tuple(renumbered(each, numbers) for each in part) for part in (functions, aside))
    told = AsideCode(entries=tuple(asides), functions=beside, data=data_of(aside, unit))
    return Arranged(code, data_of(functions, unit), told, numbers)


def as_met(
    unit: Unit, entries: Sequence[Entry], asides: Sequence[Entry], too_deep: int, without_examples: int
) -> Arranged:
    """The same for a program that nobody keeps: all functions for either purpose, all sites as they were met with."""
    known = unit.taken.values()
    made = [function for key, function in unit.functions.items() if key not in unit.taken]
    functions = (*known, *with_effects(made[::-1], known))  # mostly behind what they call, which is sooner done
    told = AsideCode(entries=tuple(asides), functions=functions, data=unit.data)
    return Arranged(functions, unit.data, told, {at: at for at in range(len(unit.sites.found))})


def data_of(functions: Sequence[Function], unit: Unit) -> dict[str, tuple[int, ...]]:
    """The constant tuples that functions read."""
    read = {node.data for function in functions for node in function.nodes if isinstance(node, fx.Datum)}
    return {name: values for name, values in unit.data.items() if name in read}


def with_digests(program: Program) -> Program:
    """A program with what identifies its code, and the code beside it."""
    asides = evolve(program.asides, digest=code_digest(beside(program)))
    return evolve(program, asides=asides, digest=code_digest(program))


def procedure_entry(entries: Sequence[Entry], name: str) -> Entry:
    """The entry of a procedure."""
    return next(entry for entry in entries if (entry.kind, entry.name) == ("do", name))


def node_entries(unit: Unit) -> Iterator[Entry]:
    """Derived values, tables and procedures."""
    for define in unit.graph.defines:
        yield Entry(
            kind="define",
            name=define.name,
            function=unit.function("define", define.name),
            params=tuple((param.name, param.type) for param in define.params),
            result=define.type,
            results=1,
        )
    for table in unit.graph.tables:
        yield Entry(
            kind="look" if table.rolled is None else "roll",
            name=table.id,
            function=unit.function("act" if table.rolled is None else "roll", table.id),
            params=tuple((param.name, param.type) for param in table.params),
            result=table.result,
            results=unit.results(table.result),
        )
    for procedure in unit.graph.procedures:
        yield do_entry(unit, procedure)


def tallies(unit: Unit, entries: Sequence[Entry]) -> Iterator[Tally]:
    """What is counted of many runs, and when."""
    graph = unit.graph
    known = {(entry.kind, entry.name): entry for entry in entries}
    for node in tallies_of(graph):
        assert node.tally is not None
        yield Tally(
            name=node.name,
            title=node.tally.title,
            type=node.type,
            matters=node.tally.matters,
            required=node.tally.required,
            entry=known["define", node.name],
            of=(known["do", moment(node, graph, unit.effects).procedure].key,),
            origin=node.origin.at(node.span),
        )


def do_entry(unit: Unit, procedure: n.Procedure) -> Entry:
    """A procedure."""
    return Entry(
        kind="do",
        name=procedure.name,
        function=unit.function("do", procedure.name),
        params=tuple((param.name, param.type) for param in procedure.params),
        result=procedure.result,
        results=unit.results(procedure.result),
        stays=True,
    )


def named_procedures(unit: Unit, fault: int) -> Iterator[Entry]:
    """The procedures that a program names, called or not: the mission, and those that an ``end`` leaves.

    One that no example comes to is a fault.
    """
    for name in dict.fromkeys((unit.graph.game.mission, *unit.ended)):
        entry = do_entry(unit, unit.procedures[name])
        key = ("do", name, "")
        if key not in unit.functions:
            unit.functions[key] = absent_procedure(unit, name, entry.function, fault)
        yield entry
