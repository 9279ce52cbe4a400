"""Integer feasibility of linear inequalities: Fourier-Motzkin elimination, then a search.

An unknown is eliminated by adding each inequality that bounds it from below to each that bounds it from above. The last
ones, without unknowns, hold or do not. Then the unknowns get values in reverse order of elimination, the least possible
ones first; others are tried where only fractions would fit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import gcd
from typing import TypeVar

from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.dsl.node_classes import unguarded

MAX_INEQUALITIES = 300
"""The maximum number of inequalities before giving up."""

MAX_TRIES = 500
"""The maximum number of values tried in the search."""

COMBINE_COST = 4
"""The cost of combining two inequalities, as branches of diagrams."""

Unknown = TypeVar("Unknown", bound=Hashable)


@unguarded
class Inequality:
    """A linear inequality: a sum of multiples of unknowns and a constant is at least 0.

    Attributes:
        terms: The unknowns, each with its coefficient, which is not 0.
    """

    terms: frozenset[tuple[Hashable, int]]
    constant: int


def make_inequality(terms: Mapping[Unknown, int], constant: int) -> Inequality:
    """Make an inequality in lowest terms; over integers the constant may be rounded down."""
    left = {unknown: times for unknown, times in terms.items() if times}
    divisor = gcd(*left.values()) or 1
    return Inequality(frozenset((unknown, times // divisor) for unknown, times in left.items()), constant // divisor)


def solve(inequalities: Iterable[Inequality], spend: Callable[[int], None]) -> dict[Hashable, int] | None:
    """Find integers for all unknowns that satisfy linear inequalities; None if there are none.

    Args:
        inequalities: The inequalities, which bound every unknown on both sides.
        spend: Charges the cost of each step, and may raise.

    Raises:
        TooManyError: The search is too large.
    """
    remaining = drop_weaker(inequalities)
    steps: list[tuple[Hashable, list[Inequality]]] = []
    while any(one.terms for one in remaining):
        unknown = choose_unknown(remaining)
        bounding = [one for one in remaining if any(name == unknown for name, _ in one.terms)]
        steps.append((unknown, bounding))
        spend(COMBINE_COST * len(bounding) ** 2 // 4)
        rest = [one for one in remaining if one not in bounding]
        remaining = drop_weaker([*rest, *eliminate(unknown, bounding)])
        if len(remaining) > MAX_INEQUALITIES:
            raise TooManyError
    if any(one.constant < 0 for one in remaining):
        return None
    return IntegerSearch(steps[::-1]).assign_from(0, {})


def drop_weaker(inequalities: Iterable[Inequality]) -> list[Inequality]:
    """Drop the inequalities that another one with the same terms implies."""
    constants: dict[frozenset[tuple[Hashable, int]], int] = {}
    for one in inequalities:
        constants[one.terms] = min(one.constant, constants.get(one.terms, one.constant))
    return [Inequality(terms, constant) for terms, constant in constants.items()]


def choose_unknown(inequalities: Sequence[Inequality]) -> Hashable:
    """Choose the unknown whose elimination leaves the fewest inequalities, the first one on a tie."""
    signs: dict[Hashable, list[int]] = {}
    for one in inequalities:
        for unknown, times in sorted(one.terms, key=repr):
            signs.setdefault(unknown, [0, 0])[times > 0] += 1
    return min(signs, key=lambda unknown: signs[unknown][0] * signs[unknown][1])


def eliminate(unknown: Hashable, inequalities: Sequence[Inequality]) -> list[Inequality]:
    """Eliminate an unknown: combine each inequality that bounds it below with each that bounds it above."""
    lower_bounds: list[tuple[int, dict[Hashable, int], int]] = []
    upper_bounds: list[tuple[int, dict[Hashable, int], int]] = []
    for one in inequalities:
        terms = dict(one.terms)
        times = terms.pop(unknown)
        (lower_bounds if times > 0 else upper_bounds).append((abs(times), terms, one.constant))
    found = []
    for many, terms, constant in lower_bounds:
        for times, others, more in upper_bounds:
            total = {name: own * times for name, own in terms.items()}
            for name, own in others.items():
                total[name] = total.get(name, 0) + own * many
            found.append(make_inequality(total, constant * times + more * many))
    return found


class IntegerSearch:
    """A backtracking search for integers within the bounds that inequalities leave.

    Args:
        steps: The unknowns, each with the inequalities that bound it given those before it.
    """

    def __init__(self, steps: Sequence[tuple[Hashable, Sequence[Inequality]]]) -> None:
        """Make the search from its steps: the unknowns in order, each with the inequalities that bound it."""
        self.steps = steps
        self.tries = 0

    def assign_from(self, index: int, assigned: dict[Hashable, int]) -> dict[Hashable, int] | None:
        """Find values for the unknowns from an index on, given those before it; None if there are none."""
        if index == len(self.steps):
            return assigned
        unknown, bounding = self.steps[index]
        low, high = bounds_of(unknown, bounding, assigned)
        for value in range(low, high + 1):
            self.tries += 1
            if self.tries > MAX_TRIES:
                raise TooManyError
            found = self.assign_from(index + 1, {**assigned, unknown: value})
            if found is not None:
                return found
        return None


def bounds_of(
    unknown: Hashable, inequalities: Sequence[Inequality], assigned: Mapping[Hashable, int]
) -> tuple[int, int]:
    """The least and greatest value that inequalities allow an unknown, given the values of all others."""
    lows, highs = [], []
    for one in inequalities:
        rest, times = one.constant, 0
        for name, own in one.terms:
            if name == unknown:
                times = own
            else:
                rest += own * assigned[name]
        if times > 0:
            lows.append(-(rest // times))
        else:
            highs.append(rest // -times)
    return max(lows), min(highs)
