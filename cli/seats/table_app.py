"""The whole screen of a player whose table is elsewhere: messages arrive at any time, and no key waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from queue import Empty
from typing import assert_never

from rich.text import Text
from textual import work
from textual.worker import get_current_worker

from bombsight.boundary.documents import read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.cli.screen.game_flow import is_waiting
from bombsight.cli.screen.move_replies import Reply
from bombsight.cli.screen.pages import Page
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.seats.table_connection import Connection, TableMessage
from bombsight.cli.seats.table_display import TableDisplay
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.commands import Command, Rename, ShowNames, Why
from bombsight.service.present.documents import Refused
from bombsight.service.present.view import View
from bombsight.service.seats.network.notices import ConnectionLost, Notice
from bombsight.service.seats.player.table_queries import TableQueries
from bombsight.service.seats.protocol.host_messages import Awaited, Looked, Reasons, Revealed, ShareWanted, There, Turn
from bombsight.service.seats.protocol.name_messages import NamesShown
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Look, Thrown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest

POLL_INTERVAL = 0.2
"""Seconds between two looks for news that could not be shown, and for the end of the program."""

NO_SENSE = "what this table tells makes no sense"
"""What is said of messages that cannot be shown."""

GUESTS = "guests"
"""The word that shows the addresses and tokens of a host's guests."""


class TableApp(TableDisplay):
    """The full-screen application of a player whose table is elsewhere.

    Attributes:
        connection: The connection to the table.
        queries: The queries that are sent over it.
        is_returning: Whether the player has sat there before.
        is_guest: Whether somebody else hosts the table, and may send anything.
    """

    def __init__(
        self,
        connection: Connection,
        queries: TableQueries,
        seat_game: SeatScreenGame,
        *,
        is_returning: bool,
        is_guest: bool,
        guest_lines: Sequence[Text] = (),
    ) -> None:
        """Make the application; the arguments set the attributes of the same names."""
        super().__init__(seat_game, guest_lines, needs_recall=is_returning)
        self.connection = connection
        self.queries = queries
        self.is_returning = is_returning
        self.is_guest = is_guest
        if guest_lines:
            self.key_help = {
                **self.key_help,
                "At your table": ((GUESTS, "the addresses and tokens by which others sit down"),),
            }

    def start(self) -> None:
        """Listen to the table."""
        self.listen()
        self.set_interval(POLL_INTERVAL, self.show_news)
        self.draw_waiting()

    # --- messages

    @work(thread=True, exit_on_error=False, group="listen")
    def listen(self) -> None:
        """Pass the messages of the table on, in a worker thread."""
        worker = get_current_worker()
        while not worker.is_cancelled:
            with suppress(Empty):
                message = self.connection.received.get(timeout=POLL_INTERVAL)
                with suppress(RuntimeError):  # the application ends just now
                    self.call_from_thread(self.take_message, message)

    def take_message(self, message: TableMessage) -> None:
        """Take a message of the table; leave if it says that the table is over, or contradicts what was sent."""
        try:
            self._take_message(message)
        except InputError as error:
            self.leave_failed(error)

    def _take_message(self, message: TableMessage) -> None:
        """Take a message of the table, by its class.

        Raises:
            InputError: The table is over for good, or contradicts what it sent before.
        """
        game = self.seat_game.game
        match message:
            case InputError():
                raise message
            case ConnectionLost():
                self.note_line(is_lost=True)
            case Notice():
                self.show_notice([*wrap_text(styled_text(message.text, "yellow"), 0, self.line_width)])
            case Waits():
                self.queries.forget_all()
                self.note_line(is_lost=False)
            case Seated():
                if game.seated is None:
                    game.seated = message
                    self.begin_story(self.seat_game, needs_recall=self.is_returning)
                self.forget_undo_request()
                self.note_line(is_lost=False)
            case There():
                game.present_seats = message.seats
                self.draw_waiting()
            case Awaited():
                self.queries.forget_moves()
                game.awaited_seats = message.seats
                self.draw_waiting()
            case ShareWanted():
                pass  # the program reveals it without asking the player
            case Turn():
                self._take_turn(message)
            case Revealed():
                game.revealed = message
                self.note_news()
            case Refused() | Looked() | Odds() | Reasons() | NamesShown():
                self._take_reply(message)
            case UndoAsked() | UndoRefused() | Undone():
                self.take_undo_message(message)
            case _:
                assert_never(message)

    def _take_turn(self, turn: Turn) -> None:
        """Take a turn: what has happened, and the question.

        Raises:
            InputError: The game has not begun, or events are missing.
        """
        game = self.seat_game.game
        if game.seated is None:
            raise InputError("the table tells of a game before it has begun")
        self.queries.forget_moves()
        is_undone = game.turn is not None and turn.undone != game.turn.undone
        known_count = game.event_count
        kept_count = game.add_turn(turn)
        self.seat_game.note_kept(kept_count, is_renamed=not is_undone and game.event_count >= known_count)
        if is_undone:
            self.show_undone(kept_count)
        self.note_news()
        self.say_undone()

    def _take_reply(self, reply: Refused | Looked | Odds | Reasons | NamesShown) -> None:
        """Take the reply to a query, or the refusal of an answer."""
        game, message = self.seat_game.game, self.queries.take_reply(reply)
        match reply:
            case Looked():
                if isinstance(message, Look):
                    game.add_state(message.event_count, reply)
                    self.draw_later()
            case Reasons():
                game.add_reasons(reply)
                self.draws_stakes = True
                self.draw_later()
            case Refused():
                error = InputError(reply.message, "", reply.hint)
                if isinstance(message, Answered | Thrown):
                    self.seat_game.refuse_answer(error)
                    self.note_news()
                elif message is None or isinstance(message, GiveUp | UndoRequest | UndoReply):
                    self.show_refusal(f"{capitalize_first(error.message)}. {error.hint}".strip())
            case NamesShown():
                game.forget_states()
                self.draw_later()
            case Odds():
                pass  # the page that asked has it
            case _:
                assert_never(reply)

    def _handle_exception(self, error: Exception) -> None:
        """Leave with a message for people if what the table sent cannot be shown: anybody may have sent it."""
        if not self.is_guest:
            super()._handle_exception(error)
            return
        try:
            read_untrusted(partial(reraise, error), NO_SENSE, self.seat_game.name)
        except InputError as failure:
            self.leave_failed(failure)
        except Exception:  # any other: a fault of this program
            super()._handle_exception(error)

    # --- what is typed

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line; the host may ask for the addresses of his guests."""
        if not typed and self.view is not None and is_waiting(self.view):
            return
        if self.guest_lines and typed.removeprefix("/").lower() == GUESTS:
            lines = self.guest_lines
            self.push_screen(
                Page("Your guests", lambda width: [each for line in lines for each in wrap_text(line, 0, width)])
            )
            return
        super().handle_typed(typed)

    def run_command(self, typed: str, command: Command, view: View) -> None:
        """Execute a parsed command; what the table has to reply to first runs in a worker.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        if isinstance(command, Why | ShowNames | Rename) and not self.seat_game.refuses(command):
            self.await_reply(typed, command, view, self.reply_width)
        else:
            super().run_command(typed, command, view)

    @work(thread=True, exclusive=True, exit_on_error=False, group="reply")
    def await_reply(self, typed: str, command: Command, view: View, width: int) -> None:
        """Execute a command in a worker thread, for the table may take a while to reply."""
        reply = self.game.run(command, view, width)
        with suppress(RuntimeError):  # the application ends just now
            self.call_from_thread(self.show_late_reply, typed, reply)

    def show_late_reply(self, typed: str, reply: Reply) -> None:
        """Show the reply to a command, unless something else has been opened meanwhile."""
        if len(self.screen_stack) == 1:
            self.run_guarded(lambda: self.show_reply(typed, reply))


def reraise(error: Exception) -> None:
    """Raise an error again.

    Raises:
        Exception: The error.
    """
    raise error
