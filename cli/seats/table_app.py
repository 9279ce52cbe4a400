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
from bombsight.cli.seats.consent_app import ConsentApp
from bombsight.cli.seats.seat_lines import LINE_LOST
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.seats.table_front_end import Connection, TableMessage
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.commands import Command, Rename, ShowNames, Why
from bombsight.service.present.documents import Refused
from bombsight.service.present.view import View
from bombsight.service.seats.messages import (
    Answered,
    Awaited,
    GiveUp,
    Look,
    Looked,
    Reasons,
    Revealed,
    Seated,
    ShareWanted,
    There,
    Thrown,
    Turn,
    Waits,
)
from bombsight.service.seats.name_messages import NamesShown
from bombsight.service.seats.notices import ConnectionLost, Notice
from bombsight.service.seats.table_queries import TableQueries
from bombsight.service.seats.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest

GUESTS_HINT = "/ guests shows the addresses and tokens again, by which others sit down."
"""What stands above a host's story."""

POLL_INTERVAL = 0.2
"""Seconds between two looks for news that could not be shown, and for the end of the program."""

NO_SENSE = "what this table tells makes no sense"
"""What is said of messages that cannot be shown."""

GUESTS = "guests"
"""The word that shows the addresses and tokens of a host's guests."""


class TableApp(ConsentApp):
    """The full-screen application of a player whose table is elsewhere.

    Attributes:
        connection: The connection to the table.
        queries: The queries that are sent over it.
        is_returning: Whether the player has sat there before.
        is_guest: Whether somebody else hosts the table, and may send anything.
        guest_lines: The addresses and tokens of the guests; empty for a guest.
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
        super().__init__(seat_game, needs_recall=is_returning)
        self.connection = connection
        self.queries = queries
        self.is_returning = is_returning
        self.is_guest = is_guest
        self.guest_lines = guest_lines
        self._has_news = False
        self._draws_state = self._draws_stakes = False
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
                self._note_line(is_lost=True)
            case Notice():
                self.show_notice([*wrap_text(styled_text(message.text, "yellow"), 0, self.line_width)])
            case Waits():
                self.queries.forget_all()
                self._note_line(is_lost=False)
            case Seated():
                if game.seated is None:
                    game.seated = message
                    self.begin_story(self.seat_game, needs_recall=self.is_returning)
                self.forget_undo_request()
                self._note_line(is_lost=False)
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
                self._note_news()
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
        self._note_news()
        self.say_undone()

    def _take_reply(self, reply: Refused | Looked | Odds | Reasons | NamesShown) -> None:
        """Take the reply to a query, or the refusal of an answer."""
        game, message = self.seat_game.game, self.queries.take_reply(reply)
        match reply:
            case Looked():
                if isinstance(message, Look):
                    game.add_state(message.event_count, reply)
                    self._draw_later()
            case Reasons():
                game.add_reasons(reply)
                self._draws_stakes = True
                self._draw_later()
            case Refused():
                error = InputError(reply.message, "", reply.hint)
                if isinstance(message, Answered | Thrown):
                    self.seat_game.refuse_answer(error)
                    self._note_news()
                elif message is None or isinstance(message, GiveUp | UndoRequest | UndoReply):
                    self.show_refusal(f"{capitalize_first(error.message)}. {error.hint}".strip())
            case NamesShown():
                game.forget_states()
                self._draw_later()
            case Odds():
                pass  # the page that asked has it
            case _:
                assert_never(reply)

    def _note_line(self, *, is_lost: bool) -> None:
        """Note whether the line to the table is lost, and say so: in the pane, or above a question or a stop."""
        game = self.seat_game.game
        if game.is_lost == is_lost:
            self.draw_waiting()
            return
        game.is_lost = is_lost
        if is_lost:
            self.queries.forget_all()
        if self.view is not None and (self.held is not None or not is_waiting(self.view)):
            self.show_notice([styled_text(LINE_LOST, "yellow")] if is_lost else [])
        self.draw_waiting()

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

    # --- drawing

    def draw_waiting(self) -> None:
        """Draw for whom the game waits, if it asks nothing here, and no part of the story waits for a key."""
        if (self.view is not None and not is_waiting(self.view)) or self.held is not None:
            return
        lines = self.game.draw_waiting(self.line_width - 2) or ()
        self.question_pane.set_question(None, None, lines)
        if self.view is None:
            self.draw_game()

    def draw_panes(self) -> None:
        """Draw the panes of boards and fields, once the game has begun."""
        if self.seat_game.game.seated is not None:
            super().draw_panes()

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story; before the game has begun, the addresses of the guests."""
        if self.seat_game.game.seated is None:
            return [each for line in self.guest_lines for each in wrap_text(line, 0, width)]
        hint = [styled_text(GUESTS_HINT, "dim")] if self.guest_lines else []
        return [*super().draw_opening(width), *hint]

    def _draw_later(self) -> None:
        """Draw the state beside the story when no more messages wait: a stop asks for many at once."""
        if not self._draws_state:
            self._draws_state = True
            self.call_after_refresh(self._draw_state)

    def _draw_state(self) -> None:
        """Draw the state beside the story, and what was at stake in it, as far as they have arrived."""
        self._draws_state = False
        if self.view is None:
            return
        if self._draws_stakes and self.held is not None and self.look is None and not self.is_reading:
            self.add_stakes(self.held)
            self.fill_pane(self.held)
            self.draw_game()
        else:
            self.draw_head()
            self.draw_panes()
        self._draws_stakes = False

    # --- news

    def _note_news(self) -> None:
        """Note that something has happened, and show it at once if nothing covers the story."""
        self._has_news = True
        self.show_news()

    def show_news(self) -> None:
        """Show what has happened, unless a page is open, a part of the story is read, or a beat is looked back at."""
        is_covered = self.is_reading or self.look is not None or len(self.screen_stack) > 1
        if not self._has_news or is_covered or self.is_busy:
            return
        self._has_news = False
        was_asked = self._is_asked
        if not was_asked and not self.seat_game.is_renamed:
            self.show_notice([])
        self.advance()
        if not was_asked and self._is_asked:
            self.drop_keys_of_stop()  # a key that was meant for the story must not answer

    @property
    def _is_asked(self) -> bool:
        """Whether the player is shown a question, or dice that he is to throw."""
        return self.view is not None and (self.view.question is not None or self.view.throw is not None)

    def advance(self) -> None:
        """Show where the game stands: answers by the player's orders are sent, and the table replies by a message."""
        if self.seat_game.game.seated is not None:
            self.run_guarded(self.show_position)

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
