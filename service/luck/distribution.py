"""Distributions of small numbers, by their chances: dice, convolution, mean and variance.

The page computes the same in the same order (``web/src/play/luck/distribution.ts``), so all figures agree to the bit.
Only sums, products and quotients are used for that reason, and no powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import assert_never

from attrs import frozen

from bombsight.dsl.dice import Dice

NEGLIGIBLE = 1e-15
"""The chance below which numbers at the ends of a distribution are dropped."""


@frozen
class Distribution:
    """The chances of consecutive whole numbers.

    Attributes:
        low: The first number.
        chances: The chance of each number from ``low`` on, from 0 to 1; together they make 1, but for rounding.
    """

    low: int
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean."""
        total = 0.0
        for at, chance in enumerate(self.chances):
            total += (self.low + at) * chance
        return total

    @property
    def variance(self) -> float:
        """The variance."""
        mean, total = self.mean, 0.0
        for at, chance in enumerate(self.chances):
            away = self.low + at - mean
            total += away * away * chance
        return total

    def chance_below(self, number: int) -> float:
        """The chance of a smaller number."""
        return add_up(self.chances[: max(0, number - self.low)])

    def chance_above(self, number: int) -> float:
        """The chance of a greater number."""
        return add_up(self.chances[max(0, number + 1 - self.low) :])


CERTAIN_ZERO = Distribution(0, (1.0,))
"""The distribution of a number that is 0."""


def add_up(chances: Iterable[float]) -> float:
    """Add up chances in their order, which decides how the sum is rounded."""
    total = 0.0
    for chance in chances:
        total += chance
    return total


def distribution_of(chances: Mapping[int, float]) -> Distribution:
    """Make the distribution of numbers with these chances."""
    low, high = min(chances), max(chances)
    return Distribution(low, tuple(chances.get(number, 0.0) for number in range(low, high + 1)))


def convolve(first: Distribution, second: Distribution) -> Distribution:
    """Make the distribution of the sum of two independent numbers."""
    sums = [0.0] * (len(first.chances) + len(second.chances) - 1)
    for at, chance in enumerate(first.chances):
        if chance:
            for other_at, other in enumerate(second.chances):
                sums[at + other_at] += chance * other
    return drop_ends(first.low + second.low, sums)


def drop_ends(low: int, chances: Sequence[float]) -> Distribution:
    """Make a distribution without the negligible numbers at its ends."""
    begin, end = 0, len(chances)
    while begin < end - 1 and chances[begin] < NEGLIGIBLE:
        begin += 1
    while begin < end - 1 and chances[end - 1] < NEGLIGIBLE:
        end -= 1
    return Distribution(low + begin, tuple(chances[begin:end]))


def convolve_all(distributions: Iterable[Distribution]) -> Distribution:
    """Make the distribution of the sum of independent numbers; certainly 0 for none."""
    return reduce(convolve, distributions, CERTAIN_ZERO)


@cache
def chances_of_dice(dice: Dice) -> Mapping[int, float]:
    """Map each outcome of a throw of dice to its chance."""
    if dice.single:
        return {outcome: float(ways) / float(dice.throw_count) for outcome, ways in dice.outcome_ways().items()}
    match dice.keep:
        case "sum" | "fate":
            thrown = convolve_all(Distribution(dice.lowest_face, (1 / sides,) * sides) for sides in dice.die_sides)
            return {thrown.low + at: chance for at, chance in enumerate(thrown.chances)}
        case "digits":
            return dict.fromkeys(dice.results, 1 / len(dice.results))
        case "lowest" | "highest" if dice.others or dice.kept > 1:
            return {result: float(ways) / float(dice.throw_count) for result, ways in dice.ways().items()}
        case "lowest":
            return {face: chance_of_lowest(dice, face) for face in dice.results}
        case "highest":
            return {face: chance_of_lowest(dice, dice.sides + 1 - face) for face in dice.results}
        case _:
            assert_never(dice.keep)


def chance_of_lowest(dice: Dice, face: int) -> float:
    """The chance that the lowest of some equal dice shows a face."""
    at_least = above = 1.0
    for _ in range(dice.count):
        at_least *= (dice.sides + 1 - face) / dice.sides
        above *= (dice.sides - face) / dice.sides
    return at_least - above
