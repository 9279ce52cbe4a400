"""Sets of integers as intervals: the cost depends on the number of intervals, not on their width.

The key of a row may be `10..7999`, the range of a field 0..2,000,000,000: neither is ever enumerated.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias, overload

from bombsight.dsl.node_classes import unguarded
from bombsight.flat.types import INT_MAX, INT_MIN

Interval = tuple[int, int]
"""The first and the last number of a run without gaps."""

Numbers: TypeAlias = "IntervalSet | Sequence[int]"
"""The values that something may have, in ascending order: a set that may be wide, or a few that are listed."""


@unguarded
class IntervalSet:
    """A set of integers, read like an ascending sequence, but without ``len``.

    Its :attr:`size` may be greater than any length that Python allows on a machine of 32 bits.

    Attributes:
        intervals: Its maximal runs without gaps, in ascending order.
    """

    intervals: tuple[Interval, ...] = ()

    @classmethod
    def from_numbers(cls, numbers: Iterable[int]) -> IntervalSet:
        """Make the set that contains the given numbers, in any order."""
        return (
            numbers if isinstance(numbers, IntervalSet) else cls.from_intervals((number, number) for number in numbers)
        )

    @classmethod
    def from_range(cls, low: int, high: int) -> IntervalSet:
        """Make the set of all numbers from ``low`` to ``high``, both included; empty if ``low`` is greater."""
        return cls(((low, high),)) if low <= high else cls()

    @classmethod
    def from_intervals(cls, intervals: Iterable[Interval]) -> IntervalSet:
        """Make the union of intervals, which may overlap, be empty and be in any order."""
        found: list[Interval] = []
        for low, high in sorted(intervals):
            if low > high:
                continue
            if found and low <= found[-1][1] + 1:
                found[-1] = (found[-1][0], max(found[-1][1], high))
            else:
                found.append((low, high))
        return cls(tuple(found))

    # --- sequence protocol

    @property
    def size(self) -> int:
        """The number of integers in the set."""
        return sum(high - low + 1 for low, high in self.intervals)

    def __bool__(self) -> bool:
        """Whether the set has any member."""
        return bool(self.intervals)

    def __iter__(self) -> Iterator[int]:
        """Yield the members in ascending order."""
        for low, high in self.intervals:
            yield from range(low, high + 1)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        """Return the member at an index in ascending order, or the list of a slice's members; else raise."""
        if isinstance(index, slice):
            return [*self][index]
        left = index if index >= 0 else index + self.size
        for low, high in self.intervals:
            if 0 <= left <= high - low:
                return low + left
            left -= high - low + 1
        raise IndexError(index)

    def __contains__(self, number: object) -> bool:
        """Whether a number is a member of the set."""
        if not isinstance(number, int):
            return False
        at = bisect_left(self.intervals, number, key=itemgetter(1))
        return at < len(self.intervals) and self.intervals[at][0] <= number

    # --- set operations

    def __or__(self, other: IntervalSet) -> IntervalSet:
        """Return the union with another set."""
        return IntervalSet.from_intervals((*self.intervals, *other.intervals))

    def __and__(self, other: IntervalSet) -> IntervalSet:
        """Return the intersection with another set."""
        found: list[Interval] = []
        mine, others = list(self.intervals), list(other.intervals)
        one = two = 0
        while one < len(mine) and two < len(others):
            low, high = max(mine[one][0], others[two][0]), min(mine[one][1], others[two][1])
            if low <= high:
                found.append((low, high))
            if mine[one][1] < others[two][1]:
                one += 1
            else:
                two += 1
        return IntervalSet(tuple(found))

    def gaps(self) -> Iterator[Interval]:
        """Yield the intervals of missing numbers between the set's first and last number."""
        for (_, before), (after, _) in pairwise(self.intervals):
            yield before + 1, after - 1

    def nearest_to(self, number: int) -> int:
        """Return the member nearest to a number (the lower one if two are); the set must not be empty."""
        ends = (max(low, min(number, high)) for low, high in self.intervals)
        return min(ends, key=lambda end: abs(end - number))

    def filter_numbers(self, any_passes: Callable[[int, int], bool], exact_up_to: int = 100) -> IntervalSet:
        """Return the members for which a predicate holds; of a long run, all from its first to its last match.

        Args:
            any_passes: Whether some number from one to another passes.
            exact_up_to: The length of runs up to which each number is tested.
        """

        def none_passes(end: int, start: int) -> bool:
            """Whether no number from one to another passes; the greater comes first."""
            return not any_passes(start, end)

        found: list[Interval] = []
        for low, high in self.intervals:
            if high - low < exact_up_to:
                found += [(number, number) for number in range(low, high + 1) if any_passes(number, number)]
            elif any_passes(low, high):
                first = find_first(low, high, partial(any_passes, low))
                behind = find_first(first, high, partial(none_passes, high))
                found.append((first, behind - 1))
        return IntervalSet.from_intervals(found)

    # --- arithmetic

    def minkowski_sum(self, other: IntervalSet) -> IntervalSet:
        """Return the set of all sums of a member of this set and a member of ``other`` (Minkowski sum)."""
        return IntervalSet.from_intervals(
            (low + least, high + most) for low, high in self.intervals for least, most in other.intervals
        )

    def shift(self, offset: int) -> IntervalSet:
        """Return the set with an offset added to every member."""
        return IntervalSet(tuple((low + offset, high + offset) for low, high in self.intervals))

    def negate(self) -> IntervalSet:
        """Return the set of the negated members."""
        return IntervalSet(tuple((-high, -low) for low, high in reversed(self.intervals)))


NO_NUMBERS = IntervalSet()

ALL_NUMBERS = IntervalSet.from_range(INT_MIN, INT_MAX)
"""All representable integers, without the code of none."""


def count_numbers(numbers: Numbers) -> int:
    """Count numbers; there may be more than a sequence can have."""
    return numbers.size if isinstance(numbers, IntervalSet) else len(numbers)


def union(sets: Iterable[IntervalSet]) -> IntervalSet:
    """Return the union of sets."""
    return IntervalSet.from_intervals(interval for one in sets for interval in one.intervals)


def intersection(sets: Sequence[IntervalSet]) -> IntervalSet:
    """Return the intersection of sets, at least one."""
    return reduce(IntervalSet.__and__, sets)


def find_first(low: int, high: int, passes: Callable[[int], bool]) -> int:
    """Find the first number from ``low`` to ``high`` that passes a test, which all numbers after it pass, too.

    It is a binary search; :mod:`bisect` takes no sequence that is longer than a size of 32 bits can be.

    Returns:
        The number; the one after `high` if none passes.
    """
    while low <= high:
        middle = (low + high) // 2
        if passes(middle):
            high = middle - 1
        else:
            low = middle + 1
    return low


def insert_interval(runs: list[Interval], interval: Interval) -> int:
    """Add an interval to a list of ascending disjoint intervals in place, merging those that it touches.

    The cost is hardly more than a binary search, so a row may have thousands of keys.

    Returns:
        The number of integers in the interval that the runs contained before.
    """
    low, high = interval
    first = bisect_left(runs, low, key=itemgetter(1))
    end = bisect_right(runs, high, first, key=itemgetter(0))
    overlapping = runs[first:end]
    ends = (min(low, overlapping[0][0]), max(high, overlapping[-1][1])) if overlapping else interval
    runs[first:end] = [ends]
    return sum(min(high, last) - max(low, begin) + 1 for begin, last in overlapping)
