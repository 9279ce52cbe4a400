"""Screens that lie above the game: each is laid out and drawn once as it opens, and so is what it lay above."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.await_remove import AwaitRemove
from textual.color import Color
from textual.events import Resize
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.strip import Strip

from bombsight.cli.screen.static_lines import has_pending_repaint, render_blank

T = TypeVar("T")


class GameModal(ModalScreen[T]):
    """A screen above the game, which covers it, or lets it be seen dimly where its background has an alpha."""

    HORIZONTAL_BREAKPOINTS = []  # noqa: RUF012 - declared so by the base class; it looks the same at any width

    def _compositor_refresh(self) -> None:
        """Draw what has changed."""
        if not has_pending_repaint(self):
            super()._compositor_refresh()

    def on_resize(self, event: Resize) -> None:
        """That it was laid out at this size already is told, too: then nothing is to be laid out once more."""
        if event.size == self.size:
            event.prevent_default()

    def remove(self) -> AwaitRemove:
        """Leave it; what lies behind is drawn as it comes in sight, and not again because of what is gone."""
        return self.app._prune(self)

    def render_lines(self, crop: Region) -> list[Strip]:
        """What is seen of the ground, or of the screen below."""
        if self.styles.background.a == 1:
            return render_blank(self, crop, super().render_lines)
        below, ground = self.app.screen_stack[self.app.screen_stack.index(self) - 1], self.rich_style
        strips = [
            Strip(
                [Segment(each.text, dim_style(each.style or ground, self.styles.background, ground)) for each in strip]
            )
            for strip in below._compositor.render_strips(self.size)[crop.y : crop.bottom]
        ]
        return [strip.crop(*crop.column_span) for strip in strips]


@lru_cache(maxsize=1024)
def dim_style(style: Style, veil: Color, ground: Style) -> Style:
    """A style as it is seen on a ground through a colour; nothing that is seen so can be clicked."""
    visible = style.clear_meta_and_links()
    inks = ((Color.from_rich_color(ink) + veil).rich_color if ink else None for ink in (visible.color, visible.bgcolor))
    return ground + visible + Style.from_color(*inks)
