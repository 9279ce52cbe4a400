"""Lines on the screen: they stand as they are, and no more of them are drawn than are seen."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal, Self

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widget import Widget

from bombsight.cli.screen.rows import Rows
from bombsight.cli.screen.static_lines import bar_lines

Seen = Literal["end", "start", "same"]
"""What is seen of lines that are put in place of others: their end, their beginning, or as far down as before."""

NOTHING = Text()
"""Stands below the last line."""


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
        self._is_laid_out = False
        self._drawn: dict[Hashable, Strip] = {}
        self._before: dict[Hashable, Strip] = {}
        self._look: Hashable = None
        self._side = Style()
        self._inks: dict[tuple[str | Style, ...], Style] = {}

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """Have the scroll bar drawn quickly, where there is one."""
        if is_shown:
            bar = self.vertical_scrollbar
            bar.render_lines = partial(bar_lines, bar)  # type: ignore[method-assign]  # Textual makes the bar itself
            bar.refresh = partial(self._refresh_bar, bar)  # type: ignore[method-assign]  # likewise

    def put(self, lines: Sequence[Text], seen: Seen = "same") -> None:
        """Show these in place of all others; where they are the same, nothing is drawn anew."""
        if lines != self.kept:
            self.kept = lines
            self._drawn, self._before = {}, self._drawn
            widest = max((line.cell_len for line in lines), default=0) if self.may_be_wider else 0
            self.virtual_size = Size(widest, len(lines))
            self.refresh()
        self._seen = seen
        if seen == "end":
            self.show_end()
        elif seen == "start":
            self.scroll_to(0, 0, animate=False)

    def show_end(self) -> None:
        """Scroll to the last line; lines that are made when they are looked at are made before, as they may be more."""
        if isinstance(self.kept, Rows):
            height, count = self.height_of_view, -1
            while count != len(self.kept):
                count = len(self.kept)
                self.kept.look(max(0, count - height), height)
            self.virtual_size = Size(self.virtual_size.width, count)
        # Also where the scroll bar is still to be laid out.
        self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True, force=True)

    @property
    def height_of_view(self) -> int:
        """How many lines are seen; before that is known, how many the screen has."""
        return self.size.height or self.app.size.height

    def validate_scroll_y(self, value: float) -> float:
        """Where one may scroll to; lines that are made when they are looked at are made before."""
        value = super().validate_scroll_y(value)
        if isinstance(self.kept, Rows):
            wanted, value = value, self.kept.look(round(value), self.height_of_view)
            self.virtual_size = Size(self.virtual_size.width, len(self.kept))
            if value != wanted:
                self.scroll_target_y = value
        return value

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Keep the end in sight where what stands below takes more room, or less.

        It is drawn by the layout in any case, and with it what that changes, so nothing is drawn twice.
        """
        is_resized, self._is_laid_out = size != self._size, True
        try:
            is_new = super()._size_updated(size, virtual_size, container_size, layout)
            if is_resized and self._seen == "end":
                self.show_end()
        finally:
            self._is_laid_out = False
        return is_new

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Have it drawn again, but where it is drawn in any case."""
        if layout or not self._is_laid_out:
            super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        return self

    def _arrange_scrollbars(self, region: Region) -> Iterable[tuple[Widget, Region]]:
        """The places of scroll bars; of what changes there they are told, and drawn, by the layout."""
        self._is_laid_out = True
        try:
            return [*super()._arrange_scrollbars(region)]
        finally:
            self._is_laid_out = False

    def _refresh_bar(
        self, bar: ScrollBar, *regions: Region, repaint: bool = True, layout: bool = False, **_: bool
    ) -> ScrollBar:
        """Have a scroll bar drawn again, but where it is drawn in any case; nothing is laid out because of it."""
        return bar if layout or self._is_laid_out else ScrollBar.refresh(bar, *regions, repaint=repaint)

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen of these lines; what was seen before their last change is not drawn again.

        A border above or below is drawn as ever; at their sides they have none.
        """
        width, height = self.region.size
        gutter, first = self.styles.gutter, self.scroll_offset.y - self.styles.gutter.top
        self._heed_look(width)
        strips = [
            self._line_across(first + y)
            if gutter.top <= y < height - gutter.bottom
            else super(Lines, self).render_lines(Region(0, y, width, 1))[0]
            for y in crop.line_range
        ]
        columns = crop.column_span
        return strips if columns == (0, width) else [strip.crop(*columns) for strip in strips]

    def _heed_look(self, width: int) -> None:
        """Draw all anew where anything has changed that all lines are drawn with."""
        look = width, self.styles.gutter, self.scroll_offset.x, self.rich_style, self.background_colors
        filters = tuple(self.get_line_filters())
        if (look, filters) != self._look:
            self._look = look, filters
            self._drawn, self._before, self._inks = {}, {}, {}
            base, own = self.background_colors
            self._side = self._filtered(Style.from_color(None, (base + own).rich_color))

    def _line_across(self, at: int) -> Strip:
        """A line from one side to the other, as the screen shows it."""
        line = self.kept[at] if at < len(self.kept) else NOTHING
        key = line.plain, line.style, tuple(line.spans)
        strip = self._drawn.get(key) or self._before.get(key)
        if strip is None:
            strip = self._draw(line)
        self._drawn[key] = strip
        return strip

    def _draw(self, line: Text) -> Strip:
        """Draw a line, with the blanks at its sides."""
        width, gutter, left = self.region.width, self.styles.gutter, self.scroll_offset.x
        told = Strip([Segment(text, self._ink(styles)) for text, styles in stretches(line)])
        told = told.crop_extend(left, left + width - gutter.width, self._ink(()))
        return Strip([Segment(" " * gutter.left, self._side), *told, Segment(" " * gutter.right, self._side)], width)

    def _ink(self, styles: tuple[str | Style, ...]) -> Style:
        """What something is drawn with that has these styles, the outermost first: there are few, and many lines."""
        ink = self._inks.get(styles)
        if ink is None:
            known = (self.app.console.get_style(style, default=Style.null()) for style in styles)
            ink = self._inks[styles] = self._filtered(sum(known, self.rich_style))
        return ink

    def _filtered(self, style: Style) -> Style:
        """A style as the screen shows it: without colours where none are wanted, and the like."""
        segments = [Segment(" ", style)]
        for each in self.get_line_filters():
            segments = each.apply(segments, self.background_colors[1])
        return segments[0].style or Style.null()


def stretches(line: Text) -> Iterator[tuple[str, tuple[str | Style, ...]]]:
    """What of a line has the same styles throughout, and these styles, the outermost first."""
    spans, size = line.spans, len(line)
    cuts = sorted({0, size, *(span.start for span in spans), *(span.end for span in spans)})
    for start, end in pairwise(cuts):
        if start < size:
            inside = (span.style for span in spans if span.start <= start and end <= span.end)
            yield line.plain[start:end], (line.style, *inside)
