"""Modal screens above the game, each laid out and drawn only once as it opens."""

from __future__ import annotations

from collections.abc import Callable
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
    """A screen above the game, which covers it, or dims it if the background has an alpha value."""

    HORIZONTAL_BREAKPOINTS = []  # noqa: RUF012 - declared so by the base class; it looks the same at any width

    def __init__(self, on_closed: Callable[[T], None] | None = None) -> None:
        """Make a modal screen; ``on_closed`` receives its result once it is closed, and may open another one."""
        super().__init__()
        self.on_closed = on_closed

    def close(self, result: T) -> None:
        """Close the screen, then pass on its result.

        A callback of Textual's own runs before the screen is taken off: a screen that it opened would be taken off.
        """
        self.dismiss(result)
        if self.on_closed is not None:
            self.on_closed(result)

    def _compositor_refresh(self) -> None:
        """Repaint changed widgets, unless the whole screen is about to be painted."""
        if not has_pending_repaint(self):
            super()._compositor_refresh()

    def on_resize(self, event: Resize) -> None:
        """Ignore a resize event for the size of the last layout, to avoid a second one."""
        if event.size == self._compositor.size:
            event.prevent_default()

    def remove(self) -> AwaitRemove:
        """Remove the screen, without a second repaint of the screen below."""
        return self.app._prune(self)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the background, or the screen below, dimmed."""
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
    """Dim a text style as behind a veil, a translucent colour, over the style of the ground; drop its links."""
    visible = style.clear_meta_and_links()
    inks = ((Color.from_rich_color(ink) + veil).rich_color if ink else None for ink in (visible.color, visible.bgcolor))
    return ground + visible + Style.from_color(*inks)
