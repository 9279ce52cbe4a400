"""Lines of which there are very many: those that are looked at are made, and no others."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import overload

from rich.text import Text

STRETCH = 50
"""So many things are made lines of at a time."""


class Rows(Sequence[Text]):
    """The lines of things that take one each, or more; those of a stretch of things are made when one looks there.

    A stretch counts as many lines as it has things before it is looked at. So how many there are changes on the way,
    and with it the number of each line below, but not what is in sight.

    Args:
        things: How many there are.
        make: Makes the lines of those from the first number up to the second.
    """

    def __init__(self, things: int, make: Callable[[int, int], Sequence[Text]]) -> None:
        self._bounds: list[int] = [*range(0, things, STRETCH), things]
        self._make = make
        self._made: dict[int, Sequence[Text]] = {}
        self._starts: list[int] = self._bounds

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Text: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Text]: ...

    def __getitem__(self, index: int | slice) -> Text | Sequence[Text]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        stretch = self._stretch(at)
        return self._made[stretch][at - self._starts[stretch]] if stretch in self._made else Text()

    def look(self, first: int, count: int) -> int:
        """Make so many lines from the first on; what of them is made already stays in sight, or else the end does.

        Returns:
            The number of the first by then.
        """
        while (unmade := self._unmade(first, count)) is not None:
            end = min(first + count, len(self))
            made = (at for at in range(first, end) if self._stretch(at) in self._made)
            stays = next(made, end if end == len(self) else first)
            before = len(self)
            self._made[unmade] = self._make(self._bounds[unmade], self._bounds[unmade + 1])
            if self._starts[unmade] < stays:
                first = max(0, first + self._counted() - before)
            else:
                self._counted()
        return first

    def _unmade(self, first: int, count: int) -> int | None:
        """The last stretch of which lines are in sight and were not made."""
        if not len(self):
            return None
        seen = self._stretch(min(first, len(self) - 1)), self._stretch(min(first + count, len(self)) - 1)
        return next((stretch for stretch in range(seen[1], seen[0] - 1, -1) if stretch not in self._made), None)

    def _stretch(self, at: int) -> int:
        """The stretch that a line belongs to."""
        return bisect_right(self._starts, at) - 1

    def _counted(self) -> int:
        """How many lines there are now."""
        sizes = (
            len(self._made[stretch]) if stretch in self._made else end - begin
            for stretch, (begin, end) in enumerate(zip(self._bounds, self._bounds[1:], strict=False))
        )
        self._starts = [*accumulate(sizes, initial=0)]
        return len(self)
