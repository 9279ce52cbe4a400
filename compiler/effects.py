"""Effects: what running something may do, in one vocabulary for the syntax tree and for the rule graph.

An *effect* is a summary of a part of the rules: what it reads and changes, what it calls, whether it throws dice, asks
a player, or ends a procedure around it. What a part does itself is read off it (:mod:`bombsight.compiler.graph.facts`
for the graph, :mod:`bombsight.compiler.resolve.effects` for the tree); what it does with all that it calls follows from
the call graph, which is gone through once, from below (:func:`closed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from attrs import fields

from bombsight.compiler.incremental.memo import differing
from bombsight.compiler.scc import knots
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
        return joined((self, other))


PARTS = attrgetter(*(field.name for field in fields(Effect)))
"""The parts of an effect: sets first, then what is so or not."""

NO_EFFECT = Effect()
"""Nothing at all. What has no effect has this one."""


def joined(effects: Iterable[Effect]) -> Effect:
    """The effect of several things one after the other."""
    apart = {id(effect): effect for effect in effects if effect is not NO_EFFECT}
    if len(apart) <= 1:
        return next(iter(apart.values()), NO_EFFECT)
    *sets, rolls, asks, acts = zip(*map(PARTS, apart.values()), strict=True)
    reads, writes, puts, removes, calls, rolls_on, ends = map(united, sets)
    return Effect(reads, writes, puts, removes, calls, rolls_on, ends, any(rolls), any(asks), any(acts))


def united(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """The union of sets, most of which are empty or one and the same."""
    several = {*sets}
    several.discard(EMPTY)
    if len(several) <= 1:
        return several.pop() if several else EMPTY
    return EMPTY.union(*several)


def closed(
    own: Mapping[Callee, Effect],
    outside: Callable[[Callee, Effect], Effect] = lambda callee, effect: effect,
    known: Mapping[Callee, Effect] = {},
) -> dict[Callee, Effect]:
    """The transitive closure of effects over calls: what each callee does with all that it calls.

    Args:
        own: What each callee does itself.
        outside: A callee's whole effect as whoever calls it sees it, who need not see all of it.
        known: What comes of some of them, and so need not be worked out.
    """
    whole = {**known}
    seen: dict[Callee, Effect] = {}

    def called(callee: Callee) -> Effect:
        if callee not in seen:
            seen[callee] = outside(callee, whole[callee])
        return seen[callee]

    for knot in knots({callee: effect.calls for callee, effect in own.items() if callee not in known}):
        waiting = True
        while waiting:  # once round but for those that call each other: there until nothing is added
            waiting = False
            for callee in knot:
                calls = own[callee].calls
                effect = joined((own[callee], *(called(to) for to in calls if to in whole)))
                if effect != whole.get(callee):
                    whole[callee] = effect
                    seen.pop(callee, None)
                    waiting = len(knot) > 1 or callee in calls
    return whole


def untouched(was: Mapping[Callee, Effect], now: Mapping[Callee, Effect]) -> frozenset[Callee]:
    """What does by itself what it did, and comes to nothing that does not.

    Args:
        was: What each callee did itself.
        now: What each does now.
    """
    waiting = [*differing(was, now)]
    if not waiting:
        return frozenset(now)
    callers: dict[Callee, list[Callee]] = {}
    for callee, effect in now.items():
        for to in effect.calls:
            callers.setdefault(to, []).append(callee)
    touched = {*waiting}
    while waiting:
        more = [caller for caller in callers.get(waiting.pop(), ()) if caller not in touched]
        touched.update(more)
        waiting += more
    return frozenset(now.keys() - touched)
