"""Reuse of lowered functions from an earlier graph that differs in a few items.

A function depends on its own item, on everything that the item reaches (calls, reads, their costs, effects and ends),
and on what the whole program shares: state, enums, options, standing offers. It is reused if nothing that its item
reaches has changed; if anything shared has changed, no function is. Effects give what an item reaches
(:mod:`bombsight.compiler.graph.effects`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from operator import attrgetter

import attrs

from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.lower.program_builder import FunctionKey, LoweredOffer, ProgramBuilder
from bombsight.compiler.lower.query_functions import AsidePiece
from bombsight.compiler.lower.sites import SiteTable
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.sites import Site

REUSABLE_OWNERS = ("table:", "procedure:", "define:", "reroll:")
"""The id prefixes of items whose functions may be reused; functions of examples are short and made anew."""

COST_OWNERS = {"Table": "table", "look": "table", "sum": "table", "Procedure": "procedure", "define": "define"}
"""The memoized kinds of costs, with the kind of item that each belongs to."""

PER_ITEM_FIELDS = frozenset({"tables", "defines", "procedures", "examples", "boards", "lucks"})
"""Fields of a graph that are compared item by item, or not lowered here."""

METADATA_FIELDS = frozenset(
    {"overlays", "edges", "rules_hash", "wording_hash", "derived", "chapters", "explanations", "primers"}
)
"""Fields of a graph that no function depends on, as long as standings are not shown."""

shared_fields_of = attrgetter(
    *(each.name for each in attrs.fields(RuleGraph) if each.name not in PER_ITEM_FIELDS | METADATA_FIELDS)
)
"""Get the fields of a graph that any function may depend on."""


@frozen
class LoweredFunctions:
    """The functions lowered for a graph's examples, with the tables that they refer to.

    Attributes:
        functions: The functions of items, with their effects.
        calls: The callees of each.
        sites: All sites; functions refer to them by index.
        data_names: The names of constant tuples, each by its hint and values.
        asides: The asides, with the numbers of their entries.
        offers: The standing offers in use.
        memoized_costs: The memoized costs of calls and values.
        endings: The procedures whose ends are counted.
        shared_inputs: The inputs of functions that depend on all items (:func:`shared_inputs_of`).
    """

    functions: Mapping[FunctionKey, Function]
    calls: Mapping[FunctionKey, tuple[FunctionKey, ...]]
    sites: tuple[Site, ...]
    data_names: Mapping[tuple[str, tuple[int, ...]], str]
    asides: Mapping[AsidePiece, int]
    offers: Mapping[str, LoweredOffer]
    memoized_costs: Mapping[tuple[str, str], int]
    endings: tuple[str, ...]
    shared_inputs: tuple[object, ...]


@frozen
class ReusableLowering:
    """Earlier lowered functions, with a test of which of them may be reused.

    Attributes:
        lowered: The earlier functions.
        graph: The graph that they were lowered from.
        is_unchanged: Whether an item and all that it reaches are unchanged, by the item's id.
    """

    lowered: LoweredFunctions
    graph: RuleGraph
    is_unchanged: Callable[[str], bool]


def snapshot_lowering(
    unit: ProgramBuilder, functions: Iterable[Function], whole_functions: Container[FunctionKey]
) -> LoweredFunctions:
    """Collect the functions that a later lowering may reuse (keys: ``whole_functions``), with all they refer to."""
    by_name = {function.name: function for function in functions}
    keys = {function.name: key for key, function in unit.functions.items()}
    reusable = {
        key: by_name[function.name]
        for key, function in unit.functions.items()
        if key in whole_functions and function.owner.startswith(REUSABLE_OWNERS)
    }
    return LoweredFunctions(
        functions=reusable,
        calls={key: tuple(keys[name] for name in function.callees) for key, function in reusable.items()},
        sites=tuple(unit.sites.sites),
        data_names=unit.data_names_by_value,
        asides=unit.asides,
        offers=unit.offers,
        memoized_costs={key: cost for key, cost in unit.costs.memoized_costs.items() if key[0] in COST_OWNERS},
        endings=tuple(unit.layout.endings),
        shared_inputs=shared_inputs_of(unit),
    )


def reuse_unchanged(unit: ProgramBuilder, reusable: ReusableLowering) -> None:
    """Copy those reusable functions of an earlier lowering that are still valid into an empty lowering context."""
    made = reusable.lowered
    if (
        unit.foundations.parts
        or shared_fields_of(unit.graph) != shared_fields_of(reusable.graph)
        or shared_inputs_of(unit) != made.shared_inputs
    ):
        return
    unchanged_by_owner: dict[str, bool] = {}

    def is_unchanged(owner: str) -> bool:
        """Whether the item that owns a function, and all that it reaches, are unchanged; memoized."""
        if owner not in unchanged_by_owner:
            unchanged_by_owner[owner] = reusable.is_unchanged(owner)
        return unchanged_by_owner[owner]

    reused = {key: function for key, function in made.functions.items() if is_unchanged(function.owner)}
    unit.reuse_functions(reused, made.data_names)
    for key in reused:
        for callee in made.calls[key]:
            unit.function_name(*callee)  # a table's modifier sum may be reused where the table is not
    unit.sites = SiteTable([*made.sites], {site: at for at, site in enumerate(made.sites)})
    unit.asides.update(made.asides)
    unit.offers.update((name, offer) for name, offer in made.offers.items() if is_unchanged(f"reroll:{name}"))
    unit.costs.memoized_costs.update(
        (key, cost) for key, cost in made.memoized_costs.items() if is_unchanged(f"{COST_OWNERS[key[0]]}:{key[1]}")
    )


def shared_inputs_of(unit: ProgramBuilder) -> tuple[object, ...]:
    """The inputs of lowering that depend on all items together: if they differ, no earlier function is reused."""
    layout, costs = unit.layout, unit.costs
    return (
        unit.tables_with_kept_rolls,
        unit.tables_with_kept_faces,
        unit.end_targets,
        costs.multi_row_tables,
        costs.sizes.capacities,
        layout.depths,
        layout.endings,
        layout.options,
        layout.slot_count,
        {name: placed.base for name, placed in layout.fields.items()},
        {name: (pool.base, pool.count, pool.serial, pool.order) for name, pool in layout.pools.items()},
    )


def unchanged_test(effects: Effects, changed: frozenset[str]) -> Callable[[str], bool]:
    """Make the predicate whether an item and all that it uses are unchanged, given the keys of changed items."""
    ends = frozenset(name.removeprefix("procedure:") for name in changed)

    def is_unchanged(owner: str) -> bool:
        """Whether an item, with all that it reads, writes, calls or ends, is unchanged."""
        whole = effects.call_effect(owner)
        if owner in changed or owner not in effects.own_effects:
            return False
        return all(map(changed.isdisjoint, (whole.calls, whole.reads, whole.writes))) and ends.isdisjoint(
            effects.own_effects[owner].ends
        )

    return is_unchanged
