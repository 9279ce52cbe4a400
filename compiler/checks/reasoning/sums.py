"""Independent parts of a sum: what shares nothing it depends on is added up on its own, however much there is of it.

The modifiers of a roll seldom hang together. Those that do are a *group*; what a group can add is a set of numbers,
whatever the others add, so that the total of thirty modifiers is exact although no diagram could hold all their states.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import Diagrams
from bombsight.compiler.checks.reasoning.values import NUMERIC
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import IntType

PATIENCE = 300_000
"""What the sum of one group may cost."""

MOST_SUMS = 100_000
"""So many intervals may be added up, each of one set with each of another."""

EACH = 1_000
"""Of so many values of a group that was guessed at, each is looked at by itself."""

NOTHING_ADDED = IntervalSet.between(0, 0)


@frozen
class Group:
    """Amounts that depend on common things, and facts on these.

    Attributes:
        amounts: The diagrams of the amounts.
        facts: What is known to hold.
        watched: Whether others than the amounts and facts depend on them, too.
    """

    amounts: tuple[int, ...]
    facts: tuple[int, ...]
    watched: bool

    def where(self, space: Diagrams) -> int:
        """Where all its facts hold."""
        return space.both(*self.facts)

    def total(self, space: Diagrams) -> int:
        """The sum of its amounts; those that depend on what is asked last come first, which keeps the steps small."""
        total = space.leaf(0)
        for amount in sorted(self.amounts, key=lambda node: -space.level[node]):
            total = space.apply(NUMERIC["+"], total, amount)
        return total


@frozen(eq=False)
class Summed:
    """What a group adds, apart from all that it depends on.

    Attributes:
        values: All that it can add, in their order.
        sure: Whether each of these can come up, whatever other groups add.
        exact: Whether it was worked out; else it is anything between its bounds.
        total: The diagram of the sum, for a state in which it has some value.
        where: Where the facts hold.
    """

    values: IntervalSet
    sure: bool
    exact: bool
    total: int = NO
    where: int = YES


@frozen(eq=False)
class Whole:
    """What several groups add together.

    Attributes:
        atom: All that it can be.
        parts: The groups.
        partial: What those before each of them can add together, and at last all of them.
    """

    atom: Atom
    parts: tuple[Summed, ...]
    partial: tuple[IntervalSet, ...]

    def state(self, space: Diagrams, value: int) -> list[tuple[Atom, int]]:
        """A state in which they add up to a value."""
        found: list[tuple[Atom, int]] = []
        for part, before in reversed(list(zip(self.parts, self.partial, strict=False))):
            own = (part.values & before.mirrored().shifted(value)).nearest(0)
            found[:0] = space.witness(space.both(part.where, space.among(part.total, [own]))) or []
            value -= own
        return found


def whole(key: Hashable, parts: Sequence[Summed]) -> Whole:
    """The sum of groups that have nothing in common.

    Raises:
        TooManyError: It can be too many things that lie apart.
    """
    partial = [NOTHING_ADDED]
    for part in parts:
        if len(partial[-1].intervals) * len(part.values.intervals) > MOST_SUMS:
            raise TooManyError
        partial.append(partial[-1].plus(part.values))
    values = partial[-1]
    guess = not all(part.sure for part in parts)
    atom = Atom(("sum", key), "", IntType(values[0], values[-1]), values, guess)
    return Whole(atom, tuple(parts), tuple(partial))


def groups(
    space: Diagrams, amounts: Sequence[int], facts: Sequence[int], watched: Iterable[int]
) -> tuple[list[Group], list[int]]:
    """Amounts and facts by what they have in common, and the place of each amount's group.

    Args:
        space: The diagrams.
        amounts: What is added up.
        facts: Conditions that hold.
        watched: Other diagrams that depend on the same things.
    """
    common = frozenset().union(*(space.support(node) for node in watched))
    supports = [common, *map(space.support, amounts), *map(space.support, facts)]
    found: list[Group] = []
    places = [0] * len(amounts)
    for members in connected(supports):
        for member in members:
            if 0 < member <= len(amounts):
                places[member - 1] = len(found)
        own = tuple(amounts[at - 1] for at in members if 0 < at <= len(amounts))
        known = tuple(facts[at - 1 - len(amounts)] for at in members if at > len(amounts))
        found.append(Group(own, known, members[0] == 0))
    return found, places


def connected(sets: Sequence[Collection[Hashable]]) -> list[list[int]]:
    """The places of sets, those together that share a member with each other, or with others of them."""
    leader = list(range(len(sets)))

    def find(at: int) -> int:
        while leader[at] != at:
            leader[at] = at = leader[leader[at]]
        return at

    holder: dict[Hashable, int] = {}
    for at, members in enumerate(sets):
        for member in members:
            one, other = sorted((find(at), find(holder.setdefault(member, at))))
            leader[other] = one
    found: dict[int, list[int]] = {}
    for at in range(len(sets)):
        found.setdefault(find(at), []).append(at)
    return list(found.values())


def summed(space: Diagrams, group: Group) -> Summed:
    """What a group adds, apart from all that it depends on."""
    try:
        with space.allowance(PATIENCE):
            total, where = group.total(space), group.where(space)
            values = space.values(total, where) or NOTHING_ADDED
            sure = not space.is_guessed(total, where)
            if not sure or space.is_related(total, where):
                sure = len(values) <= EACH and all(
                    space.sure(space.both(where, space.among(total, [value]))) != NO for value in values
                )
        return Summed(values, sure, True, total, where)
    except TooManyError:
        ends = [space.leaves(amount) for amount in group.amounts]
        low, high = sum(values[0] for values in ends), sum(values[-1] for values in ends)
        return Summed(IntervalSet.between(low, high), False, False)
