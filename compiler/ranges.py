"""Ranges of whole numbers, such as lines or places in a text, of which many are asked whether a number is in one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from bombsight.dsl.node_classes import frozen


@frozen
class Ranges:
    """Ranges that may overlap, each from its first number to its last, in order.

    Attributes:
        firsts: Their first numbers.
        reach: For each of them, the last number of it and of all before it.
    """

    firsts: Sequence[int] = ()
    reach: Sequence[int] = ()

    @classmethod
    def of(cls, ranges: Iterable[tuple[int, int]]) -> Ranges:
        """Ranges in any order."""
        ordered = sorted(ranges)
        return cls([first for first, _ in ordered], [*accumulate((last for _, last in ordered), max)])

    def __contains__(self, number: int) -> bool:
        """Whether a number is in one of them."""
        at = bisect_right(self.firsts, number)
        return at > 0 and self.reach[at - 1] >= number
