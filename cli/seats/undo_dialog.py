"""The dialog of another player's request to take back his last answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from bombsight.cli.screen.modals import GameModal
from bombsight.cli.terminal.screen import sanitize, styled_text


class UndoDialog(GameModal[bool | None]):
    """A dialog that asks for consent to an undo; only `y` and `n` reply. It closes with None to reply later."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "settle(True)"),
        Binding("n", "settle(False)"),
        Binding("escape", "postpone"),
    ]

    def __init__(self, request: str, on_closed: Callable[[bool | None], None], *, can_wait: bool = True) -> None:
        """Make a dialog about a request, in a sentence; ``can_wait`` is whether the reply may come later."""
        super().__init__(on_closed)
        self.request, self.can_wait = request, can_wait

    def compose(self) -> ComposeResult:
        """Lay out the request and the keys."""
        with Vertical(id="sure"):
            yield Static(styled_text(sanitize(self.request), "bold"))
            later = "     Esc: look around first" if self.can_wait else ""
            yield Static(styled_text(f"y: agree     n: no{later}"))

    def action_settle(self, agrees: bool) -> None:
        """Key action: close the dialog with the reply."""
        self.close(agrees)

    def action_postpone(self) -> None:
        """Key action: close the dialog, to reply later."""
        if self.can_wait:
            self.close(None)
