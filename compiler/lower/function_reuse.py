"""Functions taken over: what was lowered of one graph, used for another that says the same but for a few items.

A function is made of its own item, of all that this comes to, however far away (what is called and read there, what
that costs, does and may end), and of what the whole program shares: state, enums, options, standing offers. So it stays
where nothing of what it comes to is another, and none stays where anything is that is shared. What an item comes to is
known from effects (:mod:`bombsight.compiler.graph.effects`).
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
"""How the owners are called whose functions may be taken over: those of examples are few lines each, and made anew."""

COST_OWNERS = {"Table": "table", "look": "table", "sum": "table", "Procedure": "procedure", "define": "define"}
"""The kinds of costs that are worked out once for all callers, and what they are costs of."""

PER_ITEM_FIELDS = frozenset({"tables", "defines", "procedures", "examples", "boards"})
"""What is looked at item by item, or not lowered here."""

METADATA_FIELDS = frozenset({"overlays", "edges", "rules_hash", "wording_hash", "derived", "chapters"})
"""What no function is made of, where it is not told how well anything is known."""

shared_fields_of = attrgetter(
    *(each.name for each in attrs.fields(RuleGraph) if each.name not in PER_ITEM_FIELDS | METADATA_FIELDS)
)
"""The parts of a graph that any function may be made of."""


@frozen
class LoweredFunctions:
    """What was lowered of a graph for its examples.

    Attributes:
        functions: Those of its items, with what they may bring about.
        calls: What each of them calls.
        sites: All sites; functions name them by their places here.
        data_names: The names of constant tuples, each by its hint and values.
        asides: What is worked out beside a run, with the numbers of the entries.
        offers: The standing offers that were met with.
        memoized_costs: What calls and values cost that were met with.
        endings: The procedures of which it is counted whether their end was come to.
        shared_inputs: What of all items together functions are made of (:func:`around`).
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
    """What may be taken over.

    Attributes:
        lowered: What was lowered before.
        graph: The graph that it was made of.
        is_unchanged: Whether all that an item comes to says what it said, by the item's id.
    """

    lowered: LoweredFunctions
    graph: RuleGraph
    is_unchanged: Callable[[str], bool]


def snapshot_lowering(
    unit: ProgramBuilder, functions: Iterable[Function], whole_functions: Container[FunctionKey]
) -> LoweredFunctions:
    """What was lowered of all examples of a graph, to be kept.

    Args:
        unit: What it was lowered in, nothing left out.
        functions: All functions, with what they may bring about.
        whole_functions: The functions that stand for what they are named after.
    """
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
    """Have a unit in which nothing is lowered yet begin with what stays of what was made before."""
    made = reusable.lowered
    if (
        unit.foundations.parts
        or shared_fields_of(unit.graph) != shared_fields_of(reusable.graph)
        or shared_inputs_of(unit) != made.shared_inputs
    ):
        return
    unchanged_by_owner: dict[str, bool] = {}

    def is_unchanged(owner: str) -> bool:
        if owner not in unchanged_by_owner:
            unchanged_by_owner[owner] = reusable.is_unchanged(owner)
        return unchanged_by_owner[owner]

    reused = {key: function for key, function in made.functions.items() if is_unchanged(function.owner)}
    unit.reuse_functions(reused, made.data_names)
    for key in reused:
        for callee in made.calls[key]:
            unit.function_name(*callee)  # the sum of a table's modifiers may stay where the table does not
    unit.sites = SiteTable([*made.sites], {site: at for at, site in enumerate(made.sites)})
    unit.asides.update(made.asides)
    unit.offers.update((name, offer) for name, offer in made.offers.items() if is_unchanged(f"reroll:{name}"))
    unit.costs.memoized_costs.update(
        (key, cost) for key, cost in made.memoized_costs.items() if is_unchanged(f"{COST_OWNERS[key[0]]}:{key[1]}")
    )


def shared_inputs_of(unit: ProgramBuilder) -> tuple[object, ...]:
    """What functions are made of that takes all items together, besides the parts of the graph that they share."""
    layout, costs = unit.layout, unit.costs
    return (
        unit.tables_with_kept_rolls,
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
    """What tells of an item whether all that it comes to says what it said.

    Args:
        effects: Of the rules as they are now.
        changed: All that is another in them, as effects call it.
    """
    ends = frozenset(name.removeprefix("procedure:") for name in changed)

    def is_unchanged(owner: str) -> bool:
        whole = effects.call_effect(owner)
        if owner in changed or owner not in effects.own_effects:
            return False
        return all(map(changed.isdisjoint, (whole.calls, whole.reads, whole.writes))) and ends.isdisjoint(
            effects.own_effects[owner].ends
        )

    return is_unchanged
