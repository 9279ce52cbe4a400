"""Statistics of samples: rates with Wilson's interval, means with standard errors, paired differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import mul

from attrs import frozen

from bombsight.flat.types import NONE

Z = 1.959963984540054
"""Standard errors to either side of a 95 % interval."""


@frozen
class Estimate:
    """A statistic estimated from a sample, with its confidence interval.

    Attributes:
        value: A rate from 0 to 1, or a mean.
        low, high: The bounds of the 95 % interval.
    """

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """The distance from the estimated value to the farther bound of its interval."""
        return max(self.value - self.low, self.high - self.value)


@frozen
class Moments:
    """Count, sum and sum of squares of a sample of integers, which are exact and so equal on every machine."""

    count: int
    sum: int
    squares: int

    @property
    def mean(self) -> Estimate | None:
        """The sample mean with its confidence interval, infinite for one integer alone; None for an empty sample."""
        if not self.count:
            return None
        value = self.sum / self.count
        reach = Z * self.standard_error
        return Estimate(value, value - reach, value + reach)

    @property
    def standard_error(self) -> float:
        """The standard error of the sample mean; 0 for fewer than two integers."""
        if self.count < 2:
            return 0.0
        return sqrt((self.count * self.squares - self.sum**2) / (self.count - 1)) / self.count

    @property
    def is_significant(self) -> bool:
        """Whether the mean differs from 0 by at least two standard errors, computed in integers."""
        return self.is_beyond(4)

    def is_beyond(self, squared_errors: int) -> bool:
        """Whether the mean differs from 0 by at least the root of ``squared_errors`` standard errors, in integers."""
        spread = self.count * self.squares - self.sum**2
        return self.sum != 0 and self.sum**2 * (self.count - 1) >= squared_errors * spread


def moments_of(values: Iterable[int]) -> Moments:
    """Compute the moments (count, sum and sum of squares) of a sample of integers."""
    numbers = values if isinstance(values, list) else [*values]
    return Moments(len(numbers), sum(numbers), sum(map(mul, numbers, numbers)))


def estimate_rate(count: int, total: int) -> Estimate | None:
    """Estimate a rate of successes with Wilson's interval (1927), good for small counts, too; None without trials."""
    if not total:
        return None
    share = count / total
    spread = Z * Z / total
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return Estimate(
        share, max(0.0, middle - reach) if count else 0.0, min(1.0, middle + reach) if count < total else 1.0
    )


def paired_differences(values: Sequence[int], other_values: Sequence[int]) -> Moments:
    """Compute the moments (count, sum, squares) of paired values' differences, without pairs that have a none."""
    return moments_of([a - b for a, b in zip(values, other_values, strict=False) if a != NONE and b != NONE])
