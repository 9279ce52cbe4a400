"""Lazily rendered lines, for texts of very many lines: only visible ones are rendered."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import overload

from rich.text import Text

CHUNK_SIZE = 50
"""How many items are rendered at a time."""


class LazyLines(Sequence[Text]):
    """A sequence of the lines that many items render to; it renders chunks of items when they come into sight.

    Before it is rendered, a chunk counts one line for each item. So the length and the numbers of later lines change on
    the way, but not what is in sight.

    Args:
        item_count: How many items there are.
        make_lines: Renders the items from the first number up to the second.
    """

    def __init__(self, item_count: int, make_lines: Callable[[int, int], Sequence[Text]]) -> None:
        """Make the lines, of which none is rendered yet."""
        self._bounds: list[int] = [*range(0, item_count, CHUNK_SIZE), item_count]
        self._make_lines = make_lines
        self._made_chunks: dict[int, Sequence[Text]] = {}
        self._starts: list[int] = self._bounds

    def __len__(self) -> int:
        """The number of lines; a chunk that is not rendered counts one for each item."""
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Text: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Text]: ...

    def __getitem__(self, index: int | slice) -> Text | Sequence[Text]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        stretch = self._chunk_of(at)
        return self._made_chunks[stretch][at - self._starts[stretch]] if stretch in self._made_chunks else Text()

    def materialize(self, first_line: int, line_count: int) -> int:
        """Render the chunks in a range of lines, with those in sight unmoved; return the range's new first line."""
        while (unmade := self._last_unrendered(first_line, line_count)) is not None:
            end = min(first_line + line_count, len(self))
            made_lines = (at for at in range(first_line, end) if self._chunk_of(at) in self._made_chunks)
            kept_line = next(made_lines, end if end == len(self) else first_line)
            previous_count = len(self)
            self._made_chunks[unmade] = self._make_lines(self._bounds[unmade], self._bounds[unmade + 1])
            if self._starts[unmade] < kept_line:
                first_line = max(0, first_line + self._renumber_lines() - previous_count)
            else:
                self._renumber_lines()
        return first_line

    def _last_unrendered(self, first_line: int, line_count: int) -> int | None:
        """The last chunk in a range of lines that is not rendered yet; None if all are."""
        if not len(self):
            return None
        visible = (
            self._chunk_of(min(first_line, len(self) - 1)),
            self._chunk_of(min(first_line + line_count, len(self)) - 1),
        )
        return next(
            (stretch for stretch in range(visible[1], visible[0] - 1, -1) if stretch not in self._made_chunks), None
        )

    def _chunk_of(self, line_number: int) -> int:
        """The index of the chunk that contains the line with a number."""
        return bisect_right(self._starts, line_number) - 1

    def _renumber_lines(self) -> int:
        """Recompute the first line number of each chunk, and return the number of lines."""
        sizes = (
            len(self._made_chunks[stretch]) if stretch in self._made_chunks else end - begin
            for stretch, (begin, end) in enumerate(zip(self._bounds, self._bounds[1:], strict=False))
        )
        self._starts = [*accumulate(sizes, initial=0)]
        return len(self)
