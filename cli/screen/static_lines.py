"""Parts of the screen of which many lines are alike, and which are drawn with every layout: each line is drawn once."""

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
    """A container in which nothing is written.

    Its size is what the layout made it, which draws it: nothing is laid out or drawn once more because of it.
    """

    virtual_size = Reactive(Size(0, 0), repaint=False)

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen of it."""
        return render_blank(self, crop, super().render_lines)


class BaseScreen(Screen[None]):
    """The screen that pages lie above."""

    def _compositor_refresh(self) -> None:
        """Draw what has changed."""
        if not has_pending_repaint(self):
            super()._compositor_refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen of it."""
        return render_blank(self, crop, super().render_lines)


def has_pending_repaint(screen: Screen[Any]) -> bool:
    """Whether all of a screen is drawn in a moment, as it opens or as one comes back to it: no part of it is before."""
    return screen.is_current and screen._repaint_required


def render_blank(widget: Widget, crop: Region, render: Callable[[Region], list[Strip]]) -> list[Strip]:
    """What is seen of something in which nothing is written: between its borders one line, as often as there are lines.

    Args:
        widget: It.
        crop: What is seen of it.
        render: Draws what is seen of it line by line.
    """
    height, gutter = widget.region.height, widget.styles.gutter
    rows = [gutter.top if gutter.top <= y < height - gutter.bottom else y for y in crop.line_range]
    strips = {y: render(Region(crop.x, y, crop.width, 1))[0] for y in dict.fromkeys(rows)}
    return [strips[y] for y in rows]


def render_scrollbar(bar: ScrollBar, crop: Region) -> list[Strip]:
    """What is seen of a scroll bar: as it draws itself, but the cells of its column that are alike are drawn once."""
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
