"""Sums of independent groups of modifiers, each group added on its own.

Few modifiers of a roll share inputs. Those that do form a *group*; the values that a group can add form a set, whatever
the others add. So the total of thirty modifiers is exact although no diagram could hold all their states.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.values import NUMERIC_OPERATORS
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import IntType

MAX_GROUP_COST = 300_000
"""The maximum cost of the sum of one group."""

MAX_INTERVAL_PAIRS = 100_000
"""The maximum number of pairs of intervals in a Minkowski sum."""

MAX_CHECKED_VALUES = 1_000
"""The maximum number of values of a group with guesses that are tested one by one."""

ZERO = IntervalSet.from_range(0, 0)


@frozen
class SummandGroup:
    """Amounts that share inputs, with the facts on these.

    Attributes:
        amounts: The diagrams of the amounts.
        facts: The diagrams of the facts.
        is_shared: Whether other diagrams also depend on these inputs.
    """

    amounts: tuple[int, ...]
    facts: tuple[int, ...]
    is_shared: bool

    def facts_diagram(self, diagrams: DecisionDiagrams) -> int:
        """Build the diagram of the conjunction of the facts."""
        return diagrams.conjunction(*self.facts)

    def sum_diagram(self, diagrams: DecisionDiagrams) -> int:
        """Build the diagram of the sum of the amounts, in an order that keeps intermediate diagrams small."""
        total = diagrams.leaf_node(0)
        for amount in sorted(self.amounts, key=lambda node: -diagrams.level[node]):
            total = diagrams.apply(NUMERIC_OPERATORS["+"], total, amount)
        return total


@frozen(eq=False)
class GroupSum:
    """The possible sums of a group.

    Attributes:
        values: All possible sums.
        is_certain: Whether each of these can come up, whatever other groups add.
        is_exact: Whether the sum was evaluated; otherwise it is the range between its bounds.
        total: The diagram of the sum, to find a state with a given value.
        where: The conjunction of the facts.
    """

    values: IntervalSet
    is_certain: bool
    is_exact: bool
    total: int = NO
    where: int = YES


@frozen(eq=False)
class TotalSum:
    """The possible sums of several independent groups.

    Attributes:
        atom: The atom that stands for the total.
        partial: The possible sums of the groups before each of them, and at last of all.
    """

    atom: Atom
    parts: tuple[GroupSum, ...]
    partial: tuple[IntervalSet, ...]

    def find_state(self, diagrams: DecisionDiagrams, value: int) -> list[tuple[Atom, int]]:
        """Find a state (values of atoms) in which all groups add up to a value."""
        found: list[tuple[Atom, int]] = []
        for part, before in reversed(list(zip(self.parts, self.partial, strict=False))):
            own = (part.values & before.negate().shift(value)).nearest_to(0)
            found[:0] = diagrams.witness(diagrams.conjunction(part.where, diagrams.membership(part.total, [own]))) or []
            value -= own
        return found


def add_group_sums(key: Hashable, group_sums: Sequence[GroupSum]) -> TotalSum:
    """Combine the possible sums of independent groups into the possible totals, whose atom (variable) gets a key.

    Raises:
        TooManyError: The result has too many intervals.
    """
    partial = [ZERO]
    for part in group_sums:
        if len(partial[-1].intervals) * len(part.values.intervals) > MAX_INTERVAL_PAIRS:
            raise TooManyError
        partial.append(partial[-1].minkowski_sum(part.values))
    values = partial[-1]
    guess = not all(part.is_certain for part in group_sums)
    atom = Atom(("sum", key), "", IntType(values[0], values[-1]), values, guess)
    return TotalSum(atom, tuple(group_sums), tuple(partial))


def group_summands(
    diagrams: DecisionDiagrams, amounts: Sequence[int], facts: Sequence[int], shared: Iterable[int]
) -> tuple[list[SummandGroup], list[int]]:
    """Group amounts and facts by common inputs, and return the groups and the group index of each amount.

    Args:
        diagrams: The set of diagrams.
        amounts: The summands.
        facts: The conditions that hold.
        shared: Other diagrams that depend on the same inputs.
    """
    common = frozenset().union(*(diagrams.support(node) for node in shared))
    supports = [common, *map(diagrams.support, amounts), *map(diagrams.support, facts)]
    found: list[SummandGroup] = []
    places = [0] * len(amounts)
    for members in connected_components(supports):
        for member in members:
            if 0 < member <= len(amounts):
                places[member - 1] = len(found)
        own = tuple(amounts[at - 1] for at in members if 0 < at <= len(amounts))
        known = tuple(facts[at - 1 - len(amounts)] for at in members if at > len(amounts))
        found.append(SummandGroup(own, known, members[0] == 0))
    return found, places


def connected_components(sets: Sequence[Collection[Hashable]]) -> list[list[int]]:
    """Group the indices of sets that are connected by common members (union-find)."""
    leader = list(range(len(sets)))

    def find_root(index: int) -> int:
        """Find the representative of the component of an index, compressing the path."""
        while leader[index] != index:
            leader[index] = index = leader[leader[index]]
        return index

    first_with_member: dict[Hashable, int] = {}
    for at, members in enumerate(sets):
        for member in members:
            one, other = sorted((find_root(at), find_root(first_with_member.setdefault(member, at))))
            leader[other] = one
    components: dict[int, list[int]] = {}
    for at in range(len(sets)):
        components.setdefault(find_root(at), []).append(at)
    return list(components.values())


def sum_group(diagrams: DecisionDiagrams, group: SummandGroup) -> GroupSum:
    """Compute the possible sums of a group of amounts; if that is too large, the range between their bounds."""
    try:
        with diagrams.limit_cost(MAX_GROUP_COST):
            total, where = group.sum_diagram(diagrams), group.facts_diagram(diagrams)
            values = diagrams.values_of(total, where) or ZERO
            sure = not diagrams.depends_on_guess(total, where)
            if not sure or diagrams.depends_on_relation(total, where):
                sure = values.size <= MAX_CHECKED_VALUES and all(
                    diagrams.forall_guesses(diagrams.conjunction(where, diagrams.membership(total, [value]))) != NO
                    for value in values
                )
        return GroupSum(values, sure, True, total, where)
    except TooManyError:
        ends = [diagrams.values_of(amount) for amount in group.amounts]
        low, high = sum(values[0] for values in ends), sum(values[-1] for values in ends)
        return GroupSum(IntervalSet.from_range(low, high), False, False)
