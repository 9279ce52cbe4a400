"""Effects: summaries of the side effects of rules, in one vocabulary for the syntax tree and the rule graph.

An *effect* summarises a part of the rules: the state that it reads and writes, its calls, whether it throws dice, asks
a player, or ends a procedure around it. The own effect of a node is read off it (:mod:`bombsight.compiler.graph.facts`
for the graph, :mod:`bombsight.compiler.resolve.effects` for the tree). The effect with all callees follows from the
call graph, traversed once from the bottom up (:func:`close_over_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from attrs import fields

from bombsight.compiler.incremental.memo import differing_keys
from bombsight.compiler.scc import strongly_connected_components
from bombsight.dsl.node_classes import unguarded

Callee = str
"""Id of a callee: ``table:Sky``, ``procedure:watch``, ``define:lit``, ``reroll:luck``.

``modifiers:Sky`` is the sum of a table's modifiers alone, ``note:soaked`` a note of the table around.
"""

EMPTY: frozenset[str] = frozenset()


@unguarded
class Effect:
    """The side effects that a part of the rules may have.

    Names of state are ids in the graph (``field:lamp``, ``list:fleet``, ``option:wick``, ``enum:Light``,
    ``results:Sky`` for all results of a table, ``variable:n``), and bare words in the syntax tree.

    Attributes:
        reads: State that it reads.
        writes: State that it may change in any way.
        puts: The part of `writes` that an assignment sets, not a restored default or a removed element.
        removes: Lists (in the syntax tree records) whose elements may be removed.
        calls: The callees.
        rolls_on: The tables among the callees on which dice are thrown.
        ends: Enclosing procedures that it may end.
        rolls: Whether it throws dice itself.
        asks: Whether it may ask a player.
        acts: Whether it has an effect that is journalled or lasts.
    """

    reads: frozenset[str] = EMPTY
    writes: frozenset[str] = EMPTY
    puts: frozenset[str] = EMPTY
    removes: frozenset[str] = EMPTY
    calls: frozenset[Callee] = EMPTY
    rolls_on: frozenset[Callee] = EMPTY
    ends: frozenset[str] = EMPTY
    rolls: bool = False
    asks: bool = False
    acts: bool = False

    def __or__(self, other: Effect) -> Effect:
        """Return the union of two effects."""
        return merge_effects((self, other))


effect_fields = attrgetter(*(field.name for field in fields(Effect)))
"""Getter of an effect's fields as a tuple: the sets first, then the flags."""

NO_EFFECT = Effect()
"""The empty effect; nodes without effects share this object."""


def merge_effects(effects: Iterable[Effect]) -> Effect:
    """Return the union of effects."""
    distinct = {id(effect): effect for effect in effects if effect is not NO_EFFECT}
    if len(distinct) <= 1:
        return next(iter(distinct.values()), NO_EFFECT)
    *sets, rolls, asks, acts = zip(*map(effect_fields, distinct.values()), strict=True)
    reads, writes, puts, removes, calls, rolls_on, ends = map(union_sets, sets)
    return Effect(reads, writes, puts, removes, calls, rolls_on, ends, any(rolls), any(asks), any(acts))


def union_sets(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """Return the union of sets, most of which are empty or equal."""
    several = {*sets}
    several.discard(EMPTY)
    if len(several) <= 1:
        return several.pop() if several else EMPTY
    return EMPTY.union(*several)


def close_over_calls(
    own_effects: Mapping[Callee, Effect],
    as_seen_by_caller: Callable[[Callee, Effect], Effect] = lambda callee, effect: effect,
    known_effects: Mapping[Callee, Effect] = {},
) -> dict[Callee, Effect]:
    """Add to the own effect of each callee the effects of all that it calls, to a fixed point over the call graph.

    Args:
        own_effects: The effect of each callee without its calls.
        as_seen_by_caller: Converts a callee's whole effect to the one that its callers observe.
        known_effects: Closed effects that are known already.
    """
    total = {**known_effects}
    seen: dict[Callee, Effect] = {}

    def seen_effect_of(callee: Callee) -> Effect:
        """Return the effect of a callee as its callers observe it, memoized."""
        if callee not in seen:
            seen[callee] = as_seen_by_caller(callee, total[callee])
        return seen[callee]

    for component in strongly_connected_components(
        {callee: effect.calls for callee, effect in own_effects.items() if callee not in known_effects}
    ):
        waiting = True
        while waiting:  # one round, but for recursive calls a fixed point
            waiting = False
            for callee in component:
                calls = own_effects[callee].calls
                effect = merge_effects((own_effects[callee], *(seen_effect_of(to) for to in calls if to in total)))
                if effect != total.get(callee):
                    total[callee] = effect
                    seen.pop(callee, None)
                    waiting = len(component) > 1 or callee in calls
    return {callee: total[callee] for callee in own_effects}  # not in the order of sets, which differs between runs


def unaffected_callees(old: Mapping[Callee, Effect], new: Mapping[Callee, Effect]) -> frozenset[Callee]:
    """Find callees whose own effect is unchanged from ``old`` to ``new``, as is that of all that they reach."""
    waiting = [*differing_keys(old, new)]
    if not waiting:
        return frozenset(new)
    callers: dict[Callee, list[Callee]] = {}
    for callee, effect in new.items():
        for to in effect.calls:
            callers.setdefault(to, []).append(callee)
    affected = {*waiting}
    while waiting:
        more = [caller for caller in callers.get(waiting.pop(), ()) if caller not in affected]
        affected.update(more)
        waiting += more
    return frozenset(new.keys() - affected)
