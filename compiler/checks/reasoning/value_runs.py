"""How nodes that test wide-range numbers store branches: places number the values, runs are intervals of places.

The values of a wide number are numbered from 0 in ascending order, none first: these are *places*. A run is an interval
of places; runs are given by their *stops*, the place after each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import NONE

Stops = tuple[int, ...]


@frozen(eq=False)
class ValuePlaces:
    """The values of a wide number, numbered by places.

    Attributes:
        starts: The first place of each interval of values, and at last the number of values.
    """

    values: IntervalSet
    starts: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of values."""
        return self.starts[-1]

    @property
    def first(self) -> int:
        """The place of the least value other than ``none``: 0, or 1 if ``none`` is a value."""
        return int(self.values.intervals[0][0] == NONE)

    @property
    def numbers(self) -> IntervalSet:
        """The values other than ``none``."""
        return self.values_between(self.first, self.count)

    def value_at(self, place: int) -> int:
        """The value at a place, which is the value's index in ascending order."""
        at = bisect_right(self.starts, place) - 1
        return self.values.intervals[at][0] + place - self.starts[at]

    def first_place_from(self, value: int) -> int:
        """The index of the first value that is at least ``value``; the number of values if there is none."""
        for start, (low, high) in zip(self.starts, self.values.intervals, strict=False):
            if value <= high:
                return start + max(0, value - low)
        return self.count

    def values_between(self, start: int, stop: int) -> IntervalSet:
        """The values with the indices from ``start`` to before ``stop``."""
        return self.values & IntervalSet.from_range(self.value_at(start), self.value_at(stop - 1))


def number_values(values: IntervalSet) -> ValuePlaces:
    """Number the values of a set by places, in ascending order."""
    return ValuePlaces(values, tuple(accumulate((high - low + 1 for low, high in values.intervals), initial=0)))


def refine_branches(finer_stops: Sequence[int], own_stops: Sequence[int], branches: Sequence[int]) -> Iterator[int]:
    """Repeat a node's branches for finer runs: yield one branch for each of the ``finer_stops``."""
    at = 0
    for stop in finer_stops:
        if own_stops[at] < stop:
            at += 1
        yield branches[at]


def make_runs(intervals: Iterable[tuple[int, int]], place_count: int) -> tuple[list[int], list[int]]:
    """Make the stops and 0/1 branches of a node that is true in some ``(start, stop)`` intervals of value indices."""
    stops, branches = [], []
    at = 0
    for start, stop in intervals:
        if start < stop:
            if at < start:
                stops.append(start)
                branches.append(0)
            stops.append(stop)
            branches.append(1)
            at = stop
    if at < place_count:
        stops.append(place_count)
        branches.append(0)
    return stops, branches
