"""Sets of integer ranges, such as lines or offsets, with a fast membership test."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from bombsight.dsl.node_classes import frozen


@frozen
class Ranges:
    """A set of inclusive ranges, which may overlap, in order.

    Attributes:
        firsts: The first number of each range.
        reach: For each range, the greatest last number of it and all before it.
    """

    firsts: Sequence[int] = ()
    reach: Sequence[int] = ()

    @classmethod
    def from_ranges(cls, ranges: Iterable[tuple[int, int]]) -> Ranges:
        """Make the set from inclusive ``(first, last)`` pairs in any order."""
        ordered = sorted(ranges)
        return cls([first for first, _ in ordered], [*accumulate((last for _, last in ordered), max)])

    def __contains__(self, number: int) -> bool:
        """Whether a number is in any range; takes a binary search."""
        at = bisect_right(self.firsts, number)
        return at > 0 and self.reach[at - 1] >= number
