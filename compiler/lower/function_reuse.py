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
from bombsight.compiler.lower.query_functions import AsidePiece
from bombsight.compiler.lower.sites import Sites
from bombsight.compiler.lower.unit import Key, Offered, Unit
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.sites import Site

OWNERS = ("table:", "procedure:", "define:", "reroll:")
"""How the owners are called whose functions may be taken over: those of examples are few lines each, and made anew."""

COSTS = {"Table": "table", "look": "table", "sum": "table", "Procedure": "procedure", "define": "define"}
"""The kinds of costs that are worked out once for all callers, and what they are costs of."""

BY_ITEM = frozenset({"tables", "defines", "procedures", "examples", "boards"})
"""What is looked at item by item, or not lowered here."""

TOLD = frozenset({"overlays", "edges", "rules_hash", "wording_hash", "derived", "chapters"})
"""What no function is made of, where it is not told how well anything is known."""

SHARED = attrgetter(*(each.name for each in attrs.fields(RuleGraph) if each.name not in BY_ITEM | TOLD))
"""The parts of a graph that any function may be made of."""


@frozen
class Made:
    """What was lowered of a graph for its examples.

    Attributes:
        functions: Those of its items, with what they may bring about.
        calls: What each of them calls.
        sites: All sites; functions name them by their places here.
        tuples: The names of constant tuples, each by its hint and values.
        asides: What is worked out beside a run, with the numbers of the entries.
        offers: The standing offers that were met with.
        costs: What calls and values cost that were met with.
        endings: The procedures of which it is counted whether their end was come to.
        around: What of all items together functions are made of (:func:`around`).
    """

    functions: Mapping[Key, Function]
    calls: Mapping[Key, tuple[Key, ...]]
    sites: tuple[Site, ...]
    tuples: Mapping[tuple[str, tuple[int, ...]], str]
    asides: Mapping[AsidePiece, int]
    offers: Mapping[str, Offered]
    costs: Mapping[tuple[str, str], int]
    endings: tuple[str, ...]
    around: tuple[object, ...]


@frozen
class Before:
    """What may be taken over.

    Attributes:
        made: What was lowered before.
        graph: The graph that it was made of.
        stays: Whether all that an item comes to says what it said, by the item's id.
    """

    made: Made
    graph: RuleGraph
    stays: Callable[[str], bool]


def made_of(unit: Unit, functions: Iterable[Function], whole: Container[Key]) -> Made:
    """What was lowered of all examples of a graph, to be kept.

    Args:
        unit: What it was lowered in, nothing left out.
        functions: All functions, with what they may bring about.
        whole: The functions that stand for what they are named after.
    """
    found = {function.name: function for function in functions}
    keys = {function.name: key for key, function in unit.functions.items()}
    kept = {
        key: found[function.name]
        for key, function in unit.functions.items()
        if key in whole and function.owner.startswith(OWNERS)
    }
    return Made(
        functions=kept,
        calls={key: tuple(keys[name] for name in function.callees) for key, function in kept.items()},
        sites=tuple(unit.sites.found),
        tuples=unit.tuples,
        asides=unit.asides,
        offers=unit.offers,
        costs={key: cost for key, cost in unit.costs.known.items() if key[0] in COSTS},
        endings=tuple(unit.layout.endings),
        around=around(unit),
    )


def take_over(unit: Unit, before: Before) -> None:
    """Have a unit in which nothing is lowered yet begin with what stays of what was made before."""
    made = before.made
    if unit.foundations.parts or SHARED(unit.graph) != SHARED(before.graph) or around(unit) != made.around:
        return
    known: dict[str, bool] = {}

    def stays(owner: str) -> bool:
        if owner not in known:
            known[owner] = before.stays(owner)
        return known[owner]

    taken = {key: function for key, function in made.functions.items() if stays(function.owner)}
    unit.take(taken, made.tuples)
    for key in taken:
        for callee in made.calls[key]:
            unit.function(*callee)  # the sum of a table's modifiers may stay where the table does not
    unit.sites = Sites([*made.sites], {site: at for at, site in enumerate(made.sites)})
    unit.asides.update(made.asides)
    unit.offers.update((name, offer) for name, offer in made.offers.items() if stays(f"reroll:{name}"))
    unit.costs.known.update((key, cost) for key, cost in made.costs.items() if stays(f"{COSTS[key[0]]}:{key[1]}"))


def around(unit: Unit) -> tuple[object, ...]:
    """What functions are made of that takes all items together, besides the parts of the graph that they share."""
    layout, costs = unit.layout, unit.costs
    return (
        unit.kept,
        unit.ended,
        costs.summed,
        costs.sizes.capacities,
        layout.depths,
        layout.endings,
        layout.options,
        layout.slots,
        {name: placed.base for name, placed in layout.fields.items()},
        {name: (pool.base, pool.count, pool.serial, pool.order) for name, pool in layout.pools.items()},
    )


def staying(effects: Effects, changed: frozenset[str]) -> Callable[[str], bool]:
    """What tells of an item whether all that it comes to says what it said.

    Args:
        effects: Of the rules as they are now.
        changed: All that is another in them, as effects call it.
    """
    ends = frozenset(name.removeprefix("procedure:") for name in changed)

    def stays(owner: str) -> bool:
        whole = effects.call(owner)
        if owner in changed or owner not in effects.callables:
            return False
        return all(map(changed.isdisjoint, (whole.calls, whole.reads, whole.writes))) and ends.isdisjoint(
            effects.callables[owner].ends
        )

    return stays
