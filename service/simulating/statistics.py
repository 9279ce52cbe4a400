"""What can be said of counts: rates, means and differences, each with the interval it lies in at 95 %.

Everything is worked out of whole numbers, and rounded once, at the end: so it is the same wherever it was counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from attrs import frozen

from bombsight.runtime.batch.estimates import Z, estimate_rate


@frozen(kw_only=True)
class Share:
    """A rate, and the Wilson interval that it lies in.

    Attributes:
        count: How many were so.
        of: How many there were.
        share: The one by the other, 0 to 1; 0 where there were none.
        low, high: The ends of its interval at 95 %.
    """

    count: int
    of: int
    share: float
    low: float
    high: float


@frozen(kw_only=True)
class Mean:
    """The mean of numbers, and the interval that it lies in.

    Attributes:
        of: How many numbers there were.
        mean: Their mean; 0 where there were none.
        error: Its standard error; None below two numbers, where nothing can be said of it.
        low, high: The ends of its interval at 95 %: 1.96 standard errors either way; None where there is none.
    """

    of: int
    mean: float
    error: float | None
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """How far its interval reaches either way."""
        return None if self.error is None else Z * self.error


def wilson_share(count: int, total: int) -> Share:
    """A rate with its interval (E. B. Wilson, 1927), which is good for few and for rare, too."""
    estimate = estimate_rate(count, total)
    if estimate is None:
        return Share(count=0, of=0, share=0.0, low=0.0, high=1.0)
    return Share(count=count, of=total, share=estimate.value, low=estimate.low, high=estimate.high)


def mean_of_counts(counts: Mapping[int, int]) -> Mean:
    """The mean of numbers of which it is known how often each came."""
    count_total = sum(counts.values())
    if not count_total:
        return Mean(of=0, mean=0.0, error=None, low=None, high=None)
    total = sum(number * count for number, count in counts.items())
    if count_total == 1:
        return Mean(of=1, mean=float(total), error=None, low=None, high=None)
    squares = sum(number * number * count for number, count in counts.items())
    middle = total / count_total
    error = sqrt(Fraction(count_total * squares - total * total, count_total * count_total * (count_total - 1)))
    return Mean(of=count_total, mean=middle, error=error, low=middle - Z * error, high=middle + Z * error)


def paired_share_difference(more: int, less: int, total: int) -> Mean:
    """How a rate differs between pairs, with its interval.

    That is of the adjusted kind (A. Agresti and Y. Min, 2005): half a pair is thought added to each of the four kinds
    of pairs. So it is right for few and for rare, too, and where no pair differs something still may.

    Args:
        more: In how many pairs the second is so, and the first is not.
        less: In how many the first is, and the second is not.
        total: How many pairs there are.
    """
    if not total:
        return Mean(of=0, mean=0.0, error=None, low=None, high=None)
    middle, adjusted = (more - less) / total, total + 2
    error = sqrt(Fraction(adjusted * (more + less + 1) - (more - less) ** 2, adjusted**3))
    return Mean(of=total, mean=middle, error=error, low=middle - Z * error, high=middle + Z * error)


def quantile(counts: Mapping[int, int], fraction: Fraction) -> int:
    """The lowest number that so large a part of all does not exceed; there must be some."""
    threshold = fraction * sum(counts.values())
    reached = 0
    for number in sorted(counts):
        reached += counts[number]
        if reached >= threshold:
            break
    return number


def is_significant(difference: Mean) -> bool:
    """Whether a difference is told from none: its interval does not hold 0."""
    return difference.low is not None and difference.high is not None and not difference.low <= 0 <= difference.high
