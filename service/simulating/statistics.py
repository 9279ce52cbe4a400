"""Statistics of counts: proportions, means and paired differences, each with its 95 % confidence interval.

All are computed from integers and rounded once, at the end, so they do not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from attrs import frozen

from bombsight.runtime.batch.estimates import Z, estimate_rate


@frozen(kw_only=True)
class Share:
    """A proportion with its Wilson interval.

    Attributes:
        count: The number of hits.
        of: The total number.
        share: The proportion, 0 to 1; 0 if the total is 0.
        low, high: The ends of its 95 % interval.
    """

    count: int
    of: int
    share: float
    low: float
    high: float


@frozen(kw_only=True)
class Mean:
    """A mean with its confidence interval.

    Attributes:
        of: The number of values.
        mean: The mean; 0 if there are no values.
        error: The standard error; None for fewer than two values.
        low, high: The ends of the 95 % interval, 1.96 standard errors either way; None if there is none.
    """

    of: int
    mean: float
    error: float | None
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """The half-width of the interval."""
        return None if self.error is None else Z * self.error


def wilson_share(count: int, total: int) -> Share:
    """Compute a proportion with its Wilson score interval (E. B. Wilson, 1927), which suits rare events, too."""
    estimate = estimate_rate(count, total)
    if estimate is None:
        return Share(count=0, of=0, share=0.0, low=0.0, high=1.0)
    return Share(count=count, of=total, share=estimate.value, low=estimate.low, high=estimate.high)


def mean_of_counts(counts: Mapping[int, int]) -> Mean:
    """Compute the mean of values from the count of each."""
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
    """Compute the difference of a proportion between paired samples, with its interval.

    The interval is the adjusted one (A. Agresti and Y. Min, 2005), which adds half a pair to each of the four kinds of
    pairs. So it is good for few and rare events, too, and not empty if no pair differs.

    Args:
        more: The number of pairs in which only the second is a hit.
        less: The number of pairs in which only the first is a hit.
        total: The number of pairs.
    """
    if not total:
        return Mean(of=0, mean=0.0, error=None, low=None, high=None)
    middle, adjusted = (more - less) / total, total + 2
    error = sqrt(Fraction(adjusted * (more + less + 1) - (more - less) ** 2, adjusted**3))
    return Mean(of=total, mean=middle, error=error, low=middle - Z * error, high=middle + Z * error)


def quantile(counts: Mapping[int, int], fraction: Fraction) -> int:
    """The lowest value that at least this fraction of all values does not exceed; `counts` must not be empty."""
    threshold = fraction * sum(counts.values())
    reached = 0
    for number in sorted(counts):
        reached += counts[number]
        if reached >= threshold:
            break
    return number


def is_significant(difference: Mean) -> bool:
    """Whether the confidence interval of a difference excludes 0."""
    return difference.low is not None and difference.high is not None and not difference.low <= 0 <= difference.high
