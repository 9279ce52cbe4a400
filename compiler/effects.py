"""Effects: what running something may do, in one vocabulary for the syntax tree and for the rule graph.

An *effect* is a summary of a part of the rules: what it reads and changes, what it calls, whether it throws dice, asks
a player, or ends a procedure around it. What a part does itself is read off it (:mod:`bombsight.compiler.graph.facts`
for the graph, :mod:`bombsight.compiler.resolve.effects` for the tree); what it does with all that it calls follows from
the call graph, which is gone through once, from below (:func:`close_over_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from attrs import fields

from bombsight.compiler.incremental.memo import differing_keys
from bombsight.compiler.scc import strongly_connected_components
from bombsight.dsl.node_classes import unguarded

Callee = str
"""What is called, by its id: ``table:Sky``, ``procedure:watch``, ``define:lit``, ``reroll:luck``.

``modifiers:Sky`` is the sum of a table's modifiers alone, ``note:soaked`` a note of the table around.
"""

EMPTY: frozenset[str] = frozenset()


@unguarded
class Effect:
    """What something may do.

    Names of state are ids in the graph (``field:lamp``, ``list:fleet``, ``option:wick``, ``enum:Light``,
    ``results:Sky`` for all that a table can give, ``variable:n``), and bare words in the syntax tree.

    Attributes:
        reads: What it reads.
        writes: What may be another afterwards, whatever made it so.
        puts: Of these, what a rule puts a value into: no default that comes back, no element that leaves.
        removes: Lists (in the syntax tree records) whose elements may be removed.
        calls: What it calls.
        rolls_on: Of these, the tables that dice are thrown on.
        ends: Procedures around it that it may end.
        rolls: Whether it throws dice itself.
        asks: Whether it may ask a player.
        acts: Whether it does anything that the journal tells of, or that lasts.
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
        return merge_effects((self, other))


effect_fields = attrgetter(*(field.name for field in fields(Effect)))
"""The parts of an effect: sets first, then what is so or not."""

NO_EFFECT = Effect()
"""Nothing at all. What has no effect has this one."""


def merge_effects(effects: Iterable[Effect]) -> Effect:
    """The effect of several things one after the other."""
    distinct = {id(effect): effect for effect in effects if effect is not NO_EFFECT}
    if len(distinct) <= 1:
        return next(iter(distinct.values()), NO_EFFECT)
    *sets, rolls, asks, acts = zip(*map(effect_fields, distinct.values()), strict=True)
    reads, writes, puts, removes, calls, rolls_on, ends = map(union_sets, sets)
    return Effect(reads, writes, puts, removes, calls, rolls_on, ends, any(rolls), any(asks), any(acts))


def union_sets(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """The union of sets, most of which are empty or one and the same."""
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
    """The transitive closure of effects over calls: what each callee does with all that it calls.

    Args:
        own_effects: What each callee does itself.
        as_seen_by_caller: A callee's whole effect as whoever calls it sees it, who need not see all of it.
        known_effects: What comes of some of them, and so need not be worked out.
    """
    total = {**known_effects}
    seen: dict[Callee, Effect] = {}

    def seen_effect_of(callee: Callee) -> Effect:
        if callee not in seen:
            seen[callee] = as_seen_by_caller(callee, total[callee])
        return seen[callee]

    for component in strongly_connected_components(
        {callee: effect.calls for callee, effect in own_effects.items() if callee not in known_effects}
    ):
        waiting = True
        while waiting:  # once round but for those that call each other: there until nothing is added
            waiting = False
            for callee in component:
                calls = own_effects[callee].calls
                effect = merge_effects((own_effects[callee], *(seen_effect_of(to) for to in calls if to in total)))
                if effect != total.get(callee):
                    total[callee] = effect
                    seen.pop(callee, None)
                    waiting = len(component) > 1 or callee in calls
    return total


def unaffected_callees(old: Mapping[Callee, Effect], new: Mapping[Callee, Effect]) -> frozenset[Callee]:
    """What does by itself what it did, and comes to nothing that does not.

    Args:
        old: What each callee did itself.
        new: What each does now.
    """
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
