"""The whole screen of a player at a table, as far as undo by consent goes: requests, replies, going back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, assert_never

from rich.text import Text
from textual.binding import Binding, BindingType

from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.cli.seats.seat_app import SeatApp
from bombsight.cli.seats.undo_dialog import UndoDialog
from bombsight.cli.seats.undo_words import (
    REPLY_HINT,
    WITHDRAW_HINT,
    describe_refusal,
    describe_request,
    describe_undone,
)
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.seats.player.table_queries import TableQueries
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest

HINT_GAP = 3
"""The columns between an open request and the key for it."""


class ConsentApp(SeatApp):
    """The full-screen application of a player whose table is elsewhere, who asks for undos and agrees to them.

    Attributes:
        queries: What sends messages to the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("u", "undo_key")]

    queries: TableQueries
    _undone_text: str = ""

    # --- messages

    def take_undo_message(self, message: UndoAsked | UndoRefused | Undone) -> None:
        """Take a request for an undo, or what became of one."""
        game = self.seat_game.game
        if game.seated is None:
            return
        match message:
            case UndoAsked():
                self.queries.forget(UndoRequest)
                self.close_dialogs(UndoDialog)
                game.asked_undo = message
                self.show_notice([])
                if message.seat != game.seat and not game.is_referee:
                    self.open_undo_dialog(message)
            case UndoRefused():
                asked_by = self._forget_request()
                self.show_sentence(describe_refusal(asked_by, message, game.seat, game.title_of))
            case Undone(seat=seat):
                self._forget_request()
                self._undone_text = describe_undone(seat, game.seat, game.title_of)
            case _:
                assert_never(message)

    def forget_undo_request(self) -> None:
        """Forget the open request, since the line was lost: the table sends it again if it is still open."""
        if self.seat_game.game.asked_undo is not None:
            self._forget_request()
            self.show_notice([])

    def _forget_request(self) -> str:
        """Forget the open request, and close its dialog; return the seat that asked, empty for none."""
        game = self.seat_game.game
        asked, game.asked_undo = game.asked_undo, None
        self.close_dialogs(UndoDialog)
        return "" if asked is None else asked.seat

    def close_dialogs(self, *kinds: type[UndoDialog | ConfirmDialog]) -> None:
        """Close the dialogs of some classes that are on top, without their results."""
        while isinstance(self.screen, kinds):
            self.pop_screen()

    def show_undone(self, kept_count: int) -> None:
        """Go back with the table behind an undo, which left so many events as they were, and say so."""
        if kept_count < self.transcript.event_count:
            self.go_to_present()
        else:  # what was taken back was not shown here
            self.close_dialogs(UndoDialog, ConfirmDialog)

    def say_undone(self) -> None:
        """Say what was taken back, once."""
        text, self._undone_text = self._undone_text, ""
        if text:
            self.show_sentence(text)

    # --- the player

    def draw_request(self) -> Sequence[Text]:
        """Render the request that is open, and the key for it."""
        game = self.seat_game.game
        if game.asked_undo is None:
            return ()
        line = styled_text(sanitize(describe_request(game, game.asked_undo)), "yellow")
        if not game.is_referee:
            hint = WITHDRAW_HINT if game.asked_undo.seat == game.seat else REPLY_HINT
            fits = len(line) + len(hint) + HINT_GAP <= self.line_width
            line.append(" " * HINT_GAP if fits else "\n").append(hint, "dim")
        return [each for part in line.split("\n") for each in wrap_text(part, 0, self.line_width)]

    def action_undo_key(self) -> None:
        """Key action: withdraw the open request or reply to it; without one go back, or ask for an undo."""
        game = self.seat_game.game
        if game.asked_undo is None or game.is_referee:
            self.action_go_back()
        else:
            self.ask_for_undo()

    def ask_for_undo(self) -> None:
        """Ask to take back the player's last answer; withdraw his open request, or reply to that of another."""
        game = self.seat_game.game
        asked = game.asked_undo
        if asked is None or game.is_referee:
            super().ask_for_undo()
        elif asked.seat == game.seat:
            self.queries.send(UndoReply(number=asked.number, agrees=False))
        else:
            self.open_undo_dialog(asked)

    def request_undo(self) -> None:
        """Ask the table to take back the player's last answer."""
        self.queries.send(UndoRequest())

    def open_undo_dialog(self, asked: UndoAsked) -> None:
        """Ask the player for his consent; keys that were meant for something else do not reply."""

        def reply(agrees: bool | None) -> None:
            """Callback of the dialog: send the reply, unless it comes later."""
            if agrees is not None:
                self.queries.send(UndoReply(number=asked.number, agrees=agrees))

        self.drop_keys_of_surprise()
        self.push_screen(UndoDialog(describe_request(self.seat_game.game, asked), reply))
