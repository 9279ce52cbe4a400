"""So many steps: a number, and more for each element that some lists hold by then."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bombsight.dsl.node_classes import field, frozen

MOST = 2**31 - 1
"""Steps fit 32 bits, as all numbers do: what costs more costs this."""


@frozen
class Steps:
    """A number of steps.

    Attributes:
        fixed: What it is at least.
        each: What each element of a list adds, by the list.
    """

    fixed: int = 0
    each: Mapping[str, int] = field(factory=dict)

    def at(self, size: Callable[[str], int]) -> int:
        """The number, where lists have these sizes."""
        return min(self.fixed + sum(more * size(name) for name, more in self.each.items()), MOST)

    def __add__(self, other: Steps | int) -> Steps:
        if isinstance(other, int):
            return Steps(min(self.fixed + other, MOST), self.each)
        each = {name: self.each.get(name, 0) + other.each.get(name, 0) for name in {**self.each, **other.each}}
        return Steps(min(self.fixed + other.fixed, MOST), each)

    def __rmul__(self, times: int) -> Steps:
        return Steps(min(self.fixed * times, MOST), {name: more * times for name, more in self.each.items()})

    def __radd__(self, other: int) -> Steps:
        return self + other
