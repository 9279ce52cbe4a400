"""What samples say: rates with Wilson's interval, means with their standard errors, differences of pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import mul

from attrs import frozen

from bombsight.flat.types import NONE

Z = 1.959963984540054
"""Standard errors to either side that hold what is sought 95 times in 100."""


@frozen
class Estimate:
    """An interval estimate: what a sample says of what it was drawn from.

    Attributes:
        value: A rate from 0 to 1, or a mean.
        low, high: What is sought lies between them 95 times in 100.
    """

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """How far it reaches to the longer side."""
        return max(self.value - self.low, self.high - self.value)


@frozen
class Moments:
    """How many integers there are, their sum, and the sum of their squares: exact, so equal on every machine."""

    count: int
    sum: int
    squares: int

    @property
    def mean(self) -> Estimate | None:
        """Their mean; None where there are none. A single one says nothing of how far others may lie."""
        if not self.count:
            return None
        value = self.sum / self.count
        reach = Z * self.standard_error
        return Estimate(value, value - reach, value + reach)

    @property
    def standard_error(self) -> float:
        """The standard error of their mean."""
        if self.count < 2:
            return 0.0
        return sqrt((self.count * self.squares - self.sum**2) / (self.count - 1)) / self.count

    @property
    def is_significant(self) -> bool:
        """Whether their mean lies two standard errors or more from 0: told in integers."""
        spread = self.count * self.squares - self.sum**2
        return self.sum != 0 and self.sum**2 * (self.count - 1) >= 4 * spread


def moments_of(values: Iterable[int]) -> Moments:
    """The moments of integers."""
    numbers = values if isinstance(values, list) else [*values]
    return Moments(len(numbers), sum(numbers), sum(map(mul, numbers, numbers)))


def estimate_rate(count: int, total: int) -> Estimate | None:
    """A rate with its interval (E. B. Wilson, 1927), which is good for few and for rare, too.

    None where there is nothing to count.

    Args:
        count: How often it was so.
        total: How often it could have been.
    """
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
    """Paired differences, these less those; pairs of which either is none are left out."""
    return moments_of([a - b for a, b in zip(values, other_values, strict=False) if a != NONE and b != NONE])
