"""Lines on the screen: they stand as they are, and no more of them are drawn than are seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

Seen = Literal["end", "start", "same"]
"""What is seen of lines that are put in place of others: their end, their beginning, or as far down as before."""


class Lines(ScrollView, can_focus=False):
    """Lines that are as wide as they may be already.

    A text as Textual has it is rendered as a whole to learn how high it is, and again to be seen; these are not.

    Attributes:
        kept: The lines.
    """

    def __init__(self, id: str, *, may_be_wider: bool = False) -> None:
        """Begin with none; where they ``may_be_wider`` than their place, one can scroll aside."""
        super().__init__(id=id)
        self.may_be_wider = may_be_wider
        self.kept: Sequence[Text] = ()
        self._seen: Seen = "same"
        self._drawn: dict[int, Strip] = {}
        self._ground = Style()

    def put(self, lines: Sequence[Text], seen: Seen = "same") -> None:
        """Show these in place of all others; where they are the same, nothing is drawn anew."""
        if lines != self.kept:
            self.kept = lines
            self._drawn = {}
            widest = max((line.cell_len for line in lines), default=0) if self.may_be_wider else 0
            self.virtual_size = Size(widest, len(lines))
            self.refresh()
        self._seen = seen
        if seen == "end":
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)
        elif seen == "start":
            self.scroll_to(0, 0, animate=False)

    def on_resize(self) -> None:
        """Keep the end in sight where what stands below takes more room, or less."""
        if self._seen == "end":
            self.call_after_refresh(self.scroll_end, animate=False)

    def notify_style_update(self) -> None:
        """Draw all anew in other colours."""
        super().notify_style_update()
        self._drawn = {}

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen of these lines; their ground is worked out once for all of them."""
        self._ground = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """A line of what is seen."""
        left, top = self.scroll_offset
        at, width = y + top, self.size.width
        if at >= len(self.kept):
            return Strip.blank(width, self._ground)
        if at not in self._drawn:
            text = Text().append_text(self.kept[at])  # what has but one style forgets it where it is drawn by itself
            self._drawn[at] = Strip(text.render(self.app.console)).apply_style(self._ground)
        return self._drawn[at].crop_extend(left, left + width, self._ground)
