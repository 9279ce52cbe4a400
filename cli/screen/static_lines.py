"""Containers and scroll bars with repeated lines: each distinct line is rendered once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.segment import Segment
from textual.containers import Container
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget


class BlankContainer(Container):
    """A container without text of its own, which is rendered as one repeated line.

    Its size is what the layout made it, and the layout draws it: it triggers no second layout or paint.
    """

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the visible lines: one blank line, repeated."""
        return render_blank(self, crop, super().render_lines)


class BaseScreen(Screen[None]):
    """The base screen, below all pages."""

    def _compositor_refresh(self) -> None:
        """Repaint changed widgets, unless the whole screen is about to be painted."""
        if not has_pending_repaint(self):
            super()._compositor_refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the visible lines: one blank line, repeated."""
        return render_blank(self, crop, super().render_lines)


def has_pending_repaint(screen: Screen[Any]) -> bool:
    """Whether a screen is about to be painted as a whole, because it opens or returns to the top."""
    return screen.is_current and screen._repaint_required


def render_blank(widget: Widget, crop: Region, render: Callable[[Region], list[Strip]]) -> list[Strip]:
    """Render a widget without text: one line between its borders, repeated."""
    height, gutter = widget.region.height, widget.styles.gutter
    rows = [gutter.top if gutter.top <= y < height - gutter.bottom else y for y in crop.line_range]
    strips = {y: render(Region(crop.x, y, crop.width, 1))[0] for y in dict.fromkeys(rows)}
    return [strips[y] for y in rows]


def render_scrollbar(bar: ScrollBar, crop: Region) -> list[Strip]:
    """Render a scroll bar; equal cells of its column are rendered once."""
    renderable, size = bar.render(), bar.region.size
    if not isinstance(renderable, ScrollBarRender) or size.width != 1:
        return ScrollBar.render_lines(bar, crop)
    ground, background, filters = bar.rich_style, bar.background_colors[1], bar.get_line_filters()
    options = bar.app.console_options.update_dimensions(1, size.height)
    drawn: dict[Segment, Strip] = {}
    strips: list[Strip] = []
    for cell in bar.app.console.render(renderable, options):
        if cell.text == "\n":
            continue
        if cell not in drawn:
            strip = Strip([cell], 1).apply_style(ground)
            for each in filters:
                strip = strip.apply_filter(each, background)
            drawn[cell] = strip
        strips.append(drawn[cell])
    return strips[crop.y : crop.bottom]
