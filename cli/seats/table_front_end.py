"""The front end of a player at a table with other machines: receives messages, answers questions, waits."""

from __future__ import annotations

import time
from contextlib import suppress
from queue import Empty
from typing import assert_never

from attrs import define
from rich.console import Console

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import MAX_WIDTH, PlayerLeft
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.seats.seat_console import SeatConsole
from bombsight.cli.seats.seat_console_commands import QuestionWithdrawn, Resignation, UndoWanted
from bombsight.cli.seats.seat_head import draw_seat_head
from bombsight.cli.seats.shared_keyboard import draw_ending
from bombsight.cli.seats.table_connection import TableMessage
from bombsight.cli.seats.table_requests import REPLY_TIMEOUT, TableRequests
from bombsight.cli.seats.undo_words import UNDO_WAITS, describe_refusal, describe_undone
from bombsight.cli.terminal.screen import show_error, styled_text
from bombsight.cli.terminal.streams import has_line_waiting
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.documents import Refused
from bombsight.service.present.story import Detail
from bombsight.service.seats.network.notices import ConnectionLost, Notice, describe_lost_connection
from bombsight.service.seats.protocol.host_messages import Awaited, Looked, Reasons, Revealed, ShareWanted, There, Turn
from bombsight.service.seats.protocol.name_messages import NamesShown
from bombsight.service.seats.protocol.seat_messages import GiveUp
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest
from bombsight.service.seats.visibility.referee import REFEREE_SEAT

NOTICE_DELAY = 0.4
"""Seconds of waiting before a notice says for whom."""


@define
class TableFrontEnd(TableRequests):
    """The front end of a player whose table is on another machine or in another thread.

    Attributes:
        out: The console.
        detail: The level of detail of the story.
        known_turns: The turns received at this seat before.
        is_returning: Whether the player has sat here before.
        last_answered: The number of the last question answered at this seat before; -1 for none.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
        revealed: The revelation of everything hidden; None while the game goes on.
        seat_console: The console of the seat; None before the table has sent the game.
    """

    out: Console
    detail: Detail = "rolls"
    known_turns: tuple[Turn, ...] = ()
    is_returning: bool = False
    last_answered: int = -1
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    revealed: Revealed | None = None
    seat_console: SeatConsole | None = None
    _turn: Turn | None = None
    _waits_for: str = ""
    _present_seats: tuple[str, ...] = ()
    _is_lost: bool = False
    _undone: int = 0
    _asked_by: str = ""

    def run(self) -> None:
        """Play to the end, or until the player leaves.

        Raises:
            InputError: The table is over for good.
        """
        try:
            while not self.is_over:
                self._handle_message(self._next_message())
        except PlayerLeft:
            return
        except InputEnded as end:
            self.interrupt = end.interrupt

    # --- messages

    def _next_message(self) -> TableMessage:
        """Wait for the next message; print a notice if that takes a while."""
        if self.postponed:
            return self.postponed.popleft()
        notice_time = time.monotonic() + NOTICE_DELAY
        while True:
            with suppress(Empty):
                return self.connection.received.get(timeout=NOTICE_DELAY)
            if self._waits_for and time.monotonic() >= notice_time:
                self.out.print(styled_text(self._waits_for, "dim"), soft_wrap=True)
                self._waits_for, notice_time = "", time.monotonic() + REPLY_TIMEOUT
            if self._turn is not None and has_line_waiting():
                self._run_command_while_waiting()

    def _run_command_while_waiting(self) -> None:
        """Execute the command that the player has typed while it is another's turn.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        typed = read_line(self.out).lower()
        if typed == "quit":
            raise PlayerLeft
        if typed == "undo":
            self.connection.say(UndoRequest())
        elif typed:
            hint = "It is not your turn. undo asks to take back your last answer, and Ctrl-C leaves."
            self.out.print(styled_text(hint, "yellow"), soft_wrap=True)

    def _handle_message(self, message: TableMessage) -> None:
        """Handle a message of the table by its class.

        Raises:
            InputError: The table is over for good.
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        match message:
            case InputError():
                raise message
            case ConnectionLost():
                if not self._is_lost or message.is_news:
                    self._is_lost = True
                    self._waits_for = describe_lost_connection(message)
            case Notice():
                self.out.print(styled_text(message.text, "yellow"), soft_wrap=True)
            case Waits():
                self._is_lost = False
                self._waits_for = "Waiting for the others to sit down."
            case Seated():
                self._take_seat(message)
            case There():
                self._present_seats = message.seats
                self._note_whose_turn()
            case Awaited():
                self._note_awaited_shares(message)
            case ShareWanted():
                pass  # the program reveals it without asking the player
            case Turn():
                self._play_turn(message)
            case Refused():
                show_error(InputError(message.message, "", message.hint))
                self.last_answered = -1
                if self._turn is not None:
                    self._play_turn(self._turn)
            case Revealed():
                self.revealed, self.is_over = message, True
                if self.seat_console is not None:
                    self.seat_console.show_texts(draw_ending(self.seat_console, message.given_up, message.void))
            case Looked() | Odds() | Reasons() | NamesShown():
                pass  # a reply after its timeout
            case UndoAsked() | UndoRefused() | Undone():
                self._handle_undo(message)
            case _:
                assert_never(message)

    def _handle_undo(self, message: UndoAsked | UndoRefused | Undone) -> None:
        """Ask the player for his consent to an undo, or print what became of a request.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        seat_console = self.seat_console
        if seat_console is None:
            return
        own, title_of = seat_console.seated.seat, seat_console.title_of
        match message:
            case UndoAsked(seat=seat):
                self._asked_by = seat
                if seat == own:
                    self._waits_for = UNDO_WAITS
                elif not self._is_over_already(message):
                    self._reply_to_undo(message)
            case UndoRefused():
                text = describe_refusal(self._asked_by, message, own, title_of)
                self.out.print(styled_text(text, "yellow"), soft_wrap=True)
                if self._turn is not None:
                    self._play_turn(self._turn)
            case Undone(seat=seat):
                self.out.print(styled_text(describe_undone(seat, own, title_of), "yellow"), soft_wrap=True)
            case _:
                assert_never(message)

    def _is_over_already(self, asked: UndoAsked) -> bool:
        """Whether a waiting message says that a request for an undo is over."""
        return any(isinstance(each, UndoRefused | Undone) and each.number == asked.number for each in self.postponed)

    def _reply_to_undo(self, asked: UndoAsked) -> bool:
        """Ask the player for his consent to an undo, and send it, or his refusal; return whether he agrees.

        Raises:
            InputEnded: The input has ended.
        """
        assert self.seat_console is not None
        agrees = self.seat_console.confirm_undo(asked.seat, asked.own_answers)
        self.connection.say(UndoReply(number=asked.number, agrees=agrees))
        return agrees

    def _check_requests(self) -> None:
        """Ask the player, who is at his question, for his consent to the undo that another asked for meanwhile.

        Raises:
            QuestionWithdrawn: He agrees.
            InputEnded: The input has ended.
        """
        with suppress(Empty):
            while True:
                self.postponed.append(self.connection.received.get_nowait())
        for message in [*self.postponed]:
            if isinstance(message, UndoAsked) and self.seat_console is not None:
                self.postponed.remove(message)
                self._asked_by = message.seat
                is_own = message.seat == self.seat_console.seated.seat
                if not is_own and not self._is_over_already(message) and self._reply_to_undo(message):
                    raise QuestionWithdrawn

    def _take_seat(self, seated: Seated) -> None:
        """Make the console of this player's seat, with the turns received before."""
        if self.seat_console is not None:
            return
        self.seat_console = SeatConsole(seated, self, self.out, self.detail, check_requests=self._check_requests)
        for turn in self.known_turns:
            self.seat_console.add_turn(turn)
            self._undone = turn.undone
        if not self.is_returning:
            self.seat_console.show_texts(draw_seat_head(seated, min(self.out.width, MAX_WIDTH)))

    def _play_turn(self, turn: Turn) -> None:
        """Print the events of a turn, and send the player's answer to its question.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        seat_console = self.seat_console
        if seat_console is None:
            raise InputError("the table tells of a game before it has begun")
        seat_console.add_turn(turn)
        if turn.undone != self._undone:
            self._undone, self.last_answered = turn.undone, -1
        if self._turn is None and self.is_returning:
            seat_console.show_recall(turn.start or len(seat_console.views))
        self._turn = turn
        if seat_console.seated.seat == REFEREE_SEAT:
            seat_console.look_on(turn)
            self._note_whose_turn()
        elif turn.throw is not None or (turn.question is not None and turn.number > self.last_answered):
            try:
                if turn.throw is not None:
                    self.connection.say(seat_console.ask_for_throw(turn))
                    return
                answer = seat_console.ask_for_answer(turn)
            except Resignation:
                self.connection.say(GiveUp())
                return
            except UndoWanted:
                self.connection.say(UndoRequest())
                return
            except QuestionWithdrawn:
                return
            self.last_answered = turn.number
            self.connection.say(answer)
        elif turn.question is None:
            seat_console.narrate(turn)
            self._note_whose_turn()

    def _note_awaited_shares(self, awaited: Awaited) -> None:
        """Set the notice shown while waiting: the players whose shares of the dice seed are missing."""
        if self.seat_console is not None:
            who = " and ".join(map(self.seat_console.title_of, awaited.seats))
            self._waits_for = f"The dice wait for {who}."

    def _note_whose_turn(self) -> None:
        """Set the notice shown while waiting: the player who is to decide."""
        turn, seat_console = self._turn, self.seat_console
        if seat_console is not None and turn is not None and turn.turn not in ("", seat_console.seated.seat):
            acts = "decides" if seat_console.seated.dice == "seeded" else "decides, or throws"
            does = acts if turn.turn in self._present_seats else "is to decide, and is not at the table just now"
            self._waits_for = f"{seat_console.title_of(turn.turn)} {does}."
