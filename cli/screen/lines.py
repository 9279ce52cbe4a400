"""Many lines to scroll in: no more of them are drawn than are seen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip


class Lines(ScrollView, can_focus=False):
    """Lines that are as wide as they may be already; new ones join at the end, which is kept in sight.

    Attributes:
        kept: The lines.
    """

    def __init__(self, id: str) -> None:
        """Begin with none."""
        super().__init__(id=id)
        self.kept: list[Text] = []

    def put(self, lines: Sequence[Text], *, at_end: bool = True) -> None:
        """Show these in place of all others, their end first or their beginning."""
        self.kept = [*lines]
        self.grown(at_end=at_end)

    def add(self, lines: Sequence[Text], most: int) -> None:
        """Show these behind the others, of which so many are kept at most."""
        self.kept += lines
        del self.kept[:-most]
        self.grown(at_end=True)

    def grown(self, *, at_end: bool) -> None:
        """See that all lines can be scrolled to."""
        self.virtual_size = Size(0, len(self.kept))
        self.refresh()
        if at_end:
            self.call_after_refresh(self.scroll_end, animate=False)

    def render_line(self, y: int) -> Strip:
        """A line of what is seen."""
        at, width = y + self.scroll_offset.y, self.size.width
        if at >= len(self.kept):
            return Strip.blank(width, self.rich_style)
        drawn = Strip(self.kept[at].render(self.app.console))
        return drawn.apply_style(self.rich_style).adjust_cell_length(width, self.rich_style)
