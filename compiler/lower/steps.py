"""So many steps: a number, and more for each element that some lists hold by then, or each number of some ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bombsight.compiler.graph import expressions as x
from bombsight.dsl.node_classes import field, frozen

MOST = 2**31 - 1
"""Steps fit 32 bits, as all numbers do: what costs more costs this."""

HALF = MOST // 2
"""The most that the numbers of one range cost: so that with what is fixed it fits."""

Counted = str | x.RangeDomain
"""What is counted when steps are taken: the elements of a list, by its name, or the numbers of a wide range."""


@frozen
class Steps:
    """A number of steps.

    Attributes:
        fixed: What it is at least.
        each: What each element of a list adds, or each number of a range.
    """

    fixed: int = 0
    each: Mapping[Counted, int] = field(factory=dict)

    def at(self, size: Callable[[Counted], int]) -> int:
        """The number, where lists and ranges have these sizes."""
        return min(self.fixed + sum(times(more, name, size(name)) for name, more in self.each.items()), MOST)

    def __add__(self, other: Steps | int) -> Steps:
        if isinstance(other, int):
            return Steps(min(self.fixed + other, MOST), self.each)
        each = {name: self.each.get(name, 0) + other.each.get(name, 0) for name in {**self.each, **other.each}}
        return Steps(min(self.fixed + other.fixed, MOST), each)

    def __rmul__(self, times: int) -> Steps:
        return Steps(min(self.fixed * times, MOST), {name: more * times for name, more in self.each.items()})

    def __radd__(self, other: int) -> Steps:
        return self + other


def times(more: int, counted: Counted, size: int) -> int:
    """What so many elements or numbers add; of a range as much as fits."""
    if isinstance(counted, str):
        return more * size
    dearest, numbers = of_range(more)
    return dearest * min(size, numbers)


def of_range(more: int) -> tuple[int, int]:
    """What each number of a range adds, and how many of them count: all together fit."""
    dearest = min(max(more, 1), HALF)
    return dearest, HALF // dearest
