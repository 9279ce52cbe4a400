"""Places and runs: how nodes that ask for wide numbers tell their branches apart.

The values of a wide number have places from 0 on, in ascending order, none first. A run is places one behind the other;
runs are told by their *stops*, the place behind each.
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
    """The values of a wide number by their places.

    Attributes:
        values: The values.
        starts: The places at which their intervals begin, and at last how many values there are.
    """

    values: IntervalSet
    starts: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many values there are."""
        return self.starts[-1]

    @property
    def first(self) -> int:
        """The place of the least value that is not none."""
        return int(self.values.intervals[0][0] == NONE)

    @property
    def numbers(self) -> IntervalSet:
        """The values that are not none."""
        return self.values_between(self.first, self.count)

    def value_at(self, place: int) -> int:
        """The value at a place."""
        at = bisect_right(self.starts, place) - 1
        return self.values.intervals[at][0] + place - self.starts[at]

    def first_place_from(self, value: int) -> int:
        """The place of the first value that is not below another; how many there are, where all are."""
        for start, (low, high) in zip(self.starts, self.values.intervals, strict=False):
            if value <= high:
                return start + max(0, value - low)
        return self.count

    def values_between(self, start: int, stop: int) -> IntervalSet:
        """The values at the places from one on to before another."""
        return self.values & IntervalSet.from_range(self.value_at(start), self.value_at(stop - 1))


def number_values(values: IntervalSet) -> ValuePlaces:
    """The places of some values."""
    return ValuePlaces(values, tuple(accumulate((high - low + 1 for low, high in values.intervals), initial=0)))


def refine_branches(stops: Sequence[int], own: Sequence[int], branches: Sequence[int]) -> Iterator[int]:
    """The branches of a node by finer runs.

    Args:
        stops: The stops of these; those of the node are among them.
        own: The stops of the node.
        branches: Its branches.
    """
    at = 0
    for stop in stops:
        if own[at] < stop:
            at += 1
        yield branches[at]


def make_runs(edges: Iterable[tuple[int, int]], count: int) -> tuple[list[int], list[int]]:
    """Stops and branches of a condition that holds at some places.

    Args:
        edges: Where it holds, as places from one on to before another, in ascending order; some may be empty.
        count: How many places there are.
    """
    stops, branches = [], []
    at = 0
    for start, stop in edges:
        if start < stop:
            if at < start:
                stops.append(start)
                branches.append(0)
            stops.append(stop)
            branches.append(1)
            at = stop
    if at < count:
        stops.append(count)
        branches.append(0)
    return stops, branches
