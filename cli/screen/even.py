"""Parts of the screen of which many lines are alike, and which are drawn with every layout: each line is drawn once."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.containers import Container
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip


class Even(Container):
    """A container in which nothing is written, without a border above or below: all its lines are the same.

    Its size is what the layout made it, which draws it: nothing is laid out or drawn once more because of it.
    """

    virtual_size: ClassVar[Reactive[Size]] = Reactive(Size(0, 0), repaint=False)  # type: ignore[misc]

    def render_lines(self, crop: Region) -> list[Strip]:
        """One line, as often as there are lines."""
        return super().render_lines(Region(crop.x, crop.y, crop.width, 1)) * crop.height


def bar_lines(bar: ScrollBar, crop: Region) -> list[Strip]:
    """What is seen of a scroll bar: as it draws itself, but the cells of its column that are alike are drawn once."""
    shown, size = bar.render(), bar.region.size
    if not isinstance(shown, ScrollBarRender) or size.width != 1:
        return ScrollBar.render_lines(bar, crop)
    ground, background, filters = bar.rich_style, bar.background_colors[1], bar.get_line_filters()
    options = bar.app.console_options.update_dimensions(1, size.height)
    drawn: dict[Segment, Strip] = {}
    strips: list[Strip] = []
    for cell in bar.app.console.render(shown, options):
        if cell.text == "\n":
            continue
        if cell not in drawn:
            strip = Strip([cell], 1).apply_style(ground)
            for each in filters:
                strip = strip.apply_filter(each, background)
            drawn[cell] = strip
        strips.append(drawn[cell])
    return strips[crop.y : crop.bottom]
