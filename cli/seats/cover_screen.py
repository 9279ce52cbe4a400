"""The cover of a screen that is handed over: nothing of what another player saw is below it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from bombsight.cli.screen.modals import GameModal
from bombsight.cli.terminal.screen import sanitize, styled_text


class CoverScreen(GameModal[bool]):
    """A screen that asks to pass the device to another player; it closes with False to leave the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "uncover"),
        Binding("q", "leave"),
    ]

    def __init__(self, title: str, note: str = "") -> None:
        """Make the cover before the screen of a player, given his title; both players read the note."""
        super().__init__()
        self.player_title, self.note = title, note

    def compose(self) -> ComposeResult:
        """Lay out who is to have the device, and the keys."""
        with Vertical(id="cover"):
            yield Static(styled_text(f"Pass to {self.player_title}.", "bold"))
            if self.note:
                yield Static(styled_text(sanitize(self.note), "yellow"))
            yield Static(styled_text("Enter uncovers     q: leave", "dim"))

    def action_uncover(self) -> None:
        """Key action: show the screen of the player who has the device now."""
        self.close(True)

    def action_leave(self) -> None:
        """Key action: leave the game."""
        self.close(False)
