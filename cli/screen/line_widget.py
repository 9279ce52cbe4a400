"""A widget of preformatted lines, which renders only those in sight."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Literal, Self

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widget import Widget

from bombsight.cli.screen.lazy_lines import LazyLines
from bombsight.cli.screen.static_lines import render_scrollbar

ScrollPosition = Literal["end", "start", "same"]
"""The scroll position for new lines: their end, their start, or the same line as before."""

EMPTY_LINE = Text()
"""The line below the last one."""


class LineWidget(ScrollView, can_focus=False):
    """A scrollable widget of lines that are already wrapped; it renders only those in sight.

    Textual's own text widgets render a text once for its height, and again for display; this one does not.
    """

    class LineClicked(Message):
        """The widget message that a line was clicked, at a column of it."""

        def __init__(self, widget: LineWidget, line: Text, column: int) -> None:
            """Make the message."""
            super().__init__()
            self.widget = widget
            self.line = line
            self.column = column

    class Resized(Message):
        """The widget message that the widget has another size."""

    def __init__(self, id: str, *, scrolls_sideways: bool = False) -> None:
        """Make an empty widget; with ``scrolls_sideways`` lines may be wider than it."""
        super().__init__(id=id)
        self.scrolls_sideways = scrolls_sideways
        self.shown_lines: Sequence[Text] = ()
        self.unread_count = 0
        self._scroll_position: ScrollPosition = "same"
        self._is_in_layout = False
        self._strips: dict[Hashable, Strip] = {}
        self._old_strips: dict[Hashable, Strip] = {}
        self._appearance: Hashable = None
        self._gutter_style = Style()
        self._resolved_styles: dict[tuple[str | Style, ...], Style] = {}

    def watch_show_vertical_scrollbar(self, is_shown: bool) -> None:
        """Give the scroll bar its fast renderer when it appears."""
        if is_shown:
            bar = self.vertical_scrollbar
            bar.render_lines = partial(render_scrollbar, bar)  # type: ignore[method-assign]  # Textual makes the bar itself
            bar.refresh = partial(self._refresh_bar, bar)  # type: ignore[method-assign]  # likewise

    def on_resize(self) -> None:
        """Report another size."""
        self.post_message(self.Resized())

    def on_click(self, event: Click) -> None:
        """Report which line was clicked."""
        number = self.scroll_offset.y + event.y - self.styles.gutter.top
        if 0 <= number < len(self.shown_lines):
            column = self.scroll_offset.x + event.x - self.styles.gutter.left
            self.post_message(self.LineClicked(self, self.shown_lines[number], column))

    def set_lines(self, lines: Sequence[Text], position: ScrollPosition = "same", unread_count: int = 0) -> None:
        """Replace all lines, and scroll to their start, their end, or nowhere; draw nothing if they are the same.

        Args:
            lines: The lines.
            position: Where to scroll.
            unread_count: How many lines at the end are new: scrolling to the end stops at the first of them.
        """
        self.unread_count = unread_count
        if lines != self.shown_lines:
            self.shown_lines = lines
            self._strips, self._old_strips = {}, self._strips
            widest = max((line.cell_len for line in lines), default=0) if self.scrolls_sideways else 0
            self.virtual_size = Size(widest, len(lines))
            self.refresh()
        self._scroll_position = position
        if position == "end":
            self.show_last_line()
        elif position == "start":
            self.scroll_to(0, 0, animate=False)

    def show_last_line(self) -> None:
        """Scroll to the last line, after rendering the lazy lines there, which can add lines."""
        if isinstance(self.shown_lines, LazyLines):
            height, count = self.visible_height, -1
            while count != len(self.shown_lines):
                count = len(self.shown_lines)
                self.shown_lines.materialize(max(0, count - height), height)
            self.virtual_size = Size(self.virtual_size.width, count)
        # Even before the scroll bar is laid out.
        last = max(0, len(self.shown_lines) - self.visible_height)
        top = max(0, min(last, len(self.shown_lines) - self.unread_count)) if self.unread_count else self.max_scroll_y
        self.scroll_to(y=top, animate=False, immediate=True, force=True)

    @property
    def unread_below(self) -> int:
        """The number of new lines that are out of sight below."""
        below = len(self.shown_lines) - (self.scroll_offset.y + self.visible_height)
        return max(0, below) if self.unread_count else 0

    def turn_unread_page(self) -> bool:
        """Scroll to the next page of new lines, if some are out of sight below; return whether there were any."""
        if not self.unread_below:
            return False
        self.unread_count = self.unread_below
        self.show_last_line()
        return True

    @property
    def visible_height(self) -> int:
        """The number of visible lines; before layout, the height of the screen."""
        return self.size.height or self.app.size.height

    def validate_scroll_y(self, value: float) -> float:
        """Clamp the scroll position, after rendering the lazy lines there."""
        value = super().validate_scroll_y(value)
        if isinstance(self.shown_lines, LazyLines):
            requested, value = value, self.shown_lines.materialize(round(value), self.visible_height)
            self.virtual_size = Size(self.virtual_size.width, len(self.shown_lines))
            if value != requested:
                self.scroll_target_y = value
        return value

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Keep the last line in sight when the widgets below take more or less room.

        The layout draws the widget in any case, and with it the effects of this, so nothing is drawn twice.
        """
        is_resized, self._is_in_layout = size != self._size, True
        try:
            is_new = super()._size_updated(size, virtual_size, container_size, layout)
            if is_resized and self._scroll_position == "end":
                self.show_last_line()
        finally:
            self._is_in_layout = False
        return is_new

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Request a repaint, unless the widget is about to be drawn anyway."""
        if layout or not self._is_in_layout:
            super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        return self

    def _arrange_scrollbars(self, region: Region) -> Iterable[tuple[Widget, Region]]:
        """Place the scroll bars; the layout tells them of changes and draws them."""
        self._is_in_layout = True
        try:
            return [*super()._arrange_scrollbars(region)]
        finally:
            self._is_in_layout = False

    def _refresh_bar(
        self, bar: ScrollBar, *regions: Region, repaint: bool = True, layout: bool = False, **_: bool
    ) -> ScrollBar:
        """Request a repaint of a scroll bar, unless it is about to be drawn anyway; never a new layout."""
        return bar if layout or self._is_in_layout else ScrollBar.refresh(bar, *regions, repaint=repaint)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the visible lines, from a cache unless they have changed.

        A border above or below is drawn as usual; there are none at the sides.
        """
        width, height = self.region.size
        gutter, first = self.styles.gutter, self.scroll_offset.y - self.styles.gutter.top
        self._reset_if_restyled(width)
        strips = [
            self._strip_at(first + y)
            if gutter.top <= y < height - gutter.bottom
            else super(LineWidget, self).render_lines(Region(0, y, width, 1))[0]
            for y in crop.line_range
        ]
        columns = crop.column_span
        return strips if columns == (0, width) else [strip.crop(*columns) for strip in strips]

    def _reset_if_restyled(self, width: int) -> None:
        """Clear the cache of strips if width, style or theme has changed."""
        appearance = width, self.styles.gutter, self.scroll_offset.x, self.rich_style, self.background_colors
        filters = tuple(self.get_line_filters())
        if (appearance, filters) != self._appearance:
            self._appearance = appearance, filters
            self._strips, self._old_strips, self._resolved_styles = {}, {}, {}
            base, own = self.background_colors
            self._gutter_style = self._filter_style(Style.from_color(None, (base + own).rich_color))

    def _strip_at(self, number: int) -> Strip:
        """The rendered strip of a line, over the whole width; cached."""
        line = self.shown_lines[number] if number < len(self.shown_lines) else EMPTY_LINE
        key = line.plain, line.style, tuple(line.spans)
        strip = self._strips.get(key) or self._old_strips.get(key)
        if strip is None:
            strip = self._make_strip(line)
        self._strips[key] = strip
        return strip

    def _make_strip(self, line: Text) -> Strip:
        """Render a line as a strip, with the padding at its sides."""
        width, gutter, left = self.region.width, self.styles.gutter, self.scroll_offset.x
        strip = Strip([Segment(text, self._resolve_style(styles)) for text, styles in split_style_runs(line)])
        strip = strip.crop_extend(left, left + width - gutter.width, self._resolve_style(()))
        return Strip(
            [Segment(" " * gutter.left, self._gutter_style), *strip, Segment(" " * gutter.right, self._gutter_style)],
            width,
        )

    def _resolve_style(self, styles: tuple[str | Style, ...]) -> Style:
        """Combine nested styles, the outermost first; cached, for there are few."""
        resolved = self._resolved_styles.get(styles)
        if resolved is None:
            parsed_styles = (self.app.console.get_style(style, default=Style.null()) for style in styles)
            resolved = self._resolved_styles[styles] = self._filter_style(sum(parsed_styles, self.rich_style))
        return resolved

    def _filter_style(self, style: Style) -> Style:
        """Apply the application's line filters to a style; for example, they drop colours that are unwanted."""
        segments = [Segment(" ", style)]
        for each in self.get_line_filters():
            segments = each.apply(segments, self.background_colors[1])
        return segments[0].style or Style.null()


def split_style_runs(line: Text) -> Iterator[tuple[str, tuple[str | Style, ...]]]:
    """Split a line into runs of equal style; yield each with its nested styles, the outermost first."""
    spans, size = line.spans, len(line)
    cuts = sorted({0, size, *(span.start for span in spans), *(span.end for span in spans)})
    for start, end in pairwise(cuts):
        if start < size:
            covering_styles = (span.style for span in spans if span.start <= start and end <= span.end)
            yield line.plain[start:end], (line.style, *covering_styles)
