"""The front end of a player at a table with other machines: receives messages, answers questions, waits."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar, assert_never

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import MAX_WIDTH, PlayerLeft
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.seats.seat_console import QuestionWithdrawn, Resignation, SeatConsole, UndoWanted
from bombsight.cli.seats.shared_keyboard import draw_ending
from bombsight.cli.seats.undo_words import describe_refusal, describe_undone
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import show_error, styled_text
from bombsight.cli.terminal.streams import has_line_waiting
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.events.names import parse_own_name
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.present import sentences
from bombsight.service.present.documents import Refused
from bombsight.service.present.introduction import introduce_rules
from bombsight.service.present.story import Detail
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.messages import (
    Awaited,
    GiveUp,
    HostMessage,
    Look,
    Looked,
    Reasons,
    Revealed,
    Seated,
    SeatMessage,
    ShareWanted,
    There,
    Turn,
    Waits,
    Weigh,
    Why,
)
from bombsight.service.seats.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.notices import ConnectionLost, Notice, describe_lost_connection
from bombsight.service.seats.referee import REFEREE_SEAT, REFEREE_TITLE
from bombsight.service.seats.seating import WITH_SEED
from bombsight.service.seats.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest

NOTICE_DELAY = 0.4
"""Seconds of waiting before a notice says for whom."""

REPLY_TIMEOUT = 15.0
"""Seconds in which the table must answer a query."""

RULES_HASH_DIGITS = 12
"""How many digits of the rules' hash are shown."""

UNENCRYPTED_WARNING = (
    "The line between you is not encrypted: whoever sits on its way can read and change what is told and answered. "
    "Where that matters, go through a tunnel (ssh -L) or a server with TLS (wss://...)."
)
"""The warning at both ends of an unencrypted connection."""

REFEREE_WARNING = "A referee watches: he sees everything, what is hidden too, and can say nothing here."
"""What all players read at a table with a referee."""

A = TypeVar("A", Looked, Odds, Reasons, NamesShown)

TableMessage = HostMessage | ConnectionLost | Notice | InputError
"""A message from the table: of the host, a lost connection, a notice for the host, or a final error."""


class Connection(Protocol):
    """The interface of a connection to the arbiter (the mediator between seats), with a queue of messages."""

    @property
    def received(self) -> SimpleQueue[TableMessage]: ...  # noqa: D102 - see the class

    def say(self, message: SeatMessage) -> None:
        """Send a message to the arbiter (mediator)."""


@define
class TableFrontEnd:
    """The front end of a player whose table is on another machine or in another thread.

    Attributes:
        connection: The connection to the arbiter.
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

    connection: Connection
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
    _postponed: deque[TableMessage] = field(factory=deque)

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

    # --- queries

    def current_state(self) -> Looked:
        """Query the present state, without what is hidden from the player.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(Look(), Looked)

    def odds(self) -> Odds:
        """Query the estimated odds of the open question's answers.

        Raises:
            InputError: The odds are refused, or the table does not answer.
        """
        return self._request(Weigh(), Odds)

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """Query the results of a past throw that would have had other outcomes.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(Why(event=event), Reasons).others

    def named_things(self) -> Sequence[NamedThing]:
        """Query the people and things with names that the player may see.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(NamesWanted(), NamesShown).named

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name.

        Raises:
            InputError: The name is invalid, or the table does not answer.
        """
        self._request(Rename(of=thing.of, number=thing.number, name=parse_own_name(name)), NamesShown)

    def _request(self, message: SeatMessage, reply_type: type[A]) -> A:
        """Send a query and wait for its reply; other messages are queued meanwhile.

        Raises:
            InputError: The query is refused, or the table does not answer.
        """
        self.connection.say(message)
        deadline = time.monotonic() + REPLY_TIMEOUT
        while (remaining := deadline - time.monotonic()) > 0:
            try:
                reply = self.connection.received.get(timeout=remaining)
            except Empty:
                break
            match reply:
                case Refused():
                    raise InputError(reply.message, "", reply.hint)
                case ConnectionLost():
                    break
                case _ if isinstance(reply, reply_type):
                    return reply
                case _:  # the rest: handled later
                    pass
            self._postponed.append(reply)
        raise InputError("the table does not answer just now")

    # --- messages

    def _next_message(self) -> TableMessage:
        """Wait for the next message; print a notice if that takes a while."""
        if self._postponed:
            return self._postponed.popleft()
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
                    self._waits_for = sentences.UNDO_WAITS
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
        return any(isinstance(each, UndoRefused | Undone) and each.number == asked.number for each in self._postponed)

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
                self._postponed.append(self.connection.received.get_nowait())
        for message in [*self._postponed]:
            if isinstance(message, UndoAsked) and self.seat_console is not None:
                self._postponed.remove(message)
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


def dice_warning(seated: Seated) -> str | None:
    """The warning that the host can know the dice before they are thrown; None if he cannot."""
    if seated.protocol == WITH_SEED:
        return "This table was begun by an older version: its host can know the dice to come, and could choose them."
    if seated.dice == "own":
        return "Each throws dice of his own here, and types what they show: nobody can prove it to the others."
    if seated.seed is not None:
        return f"The dice are those of seed {seated.seed}, which the host named: he can know them before they fall."
    if seated.spares:
        return "Letters are spared by agreement: the host can know the dice before he answers."
    return None


def draw_seat_head(seated: Seated, width: int) -> Iterable[Text]:
    """Render the lines before a game at a seat: title, entry, rules in force, and the player."""
    is_referee = seated.seat == REFEREE_SEAT
    own_title = REFEREE_TITLE if is_referee else seated.seat
    title = next((seat.title for seat in seated.seats if seat.name == seated.seat), own_title)
    yield styled_text(seated.title, "bold")
    parts = ["campaign" if seated.entry == "career" else " ".join(("mission", *map(str, seated.args)))]
    in_force = seated.in_force or seated.overlays
    yield from wrap_text(
        styled_text("; ".join((*parts, *in_force, f"rules {seated.rules[:RULES_HASH_DIGITS]}")), "dim"), 0, width
    )
    if (warning := dice_warning(seated)) is not None:
        yield from wrap_text(styled_text(warning, "yellow"), 0, width)
    if seated.has_referee and not is_referee:
        yield from wrap_text(styled_text(REFEREE_WARNING, "yellow"), 0, width)
    yield from draw_lines(introduce_rules(seated.about), width)
    yield Text()
    if is_referee:
        yield styled_text(
            "You are the referee: you see everything, and say nothing. help lists what you can look at.", "dim"
        )
        return
    yield styled_text(f"You are {title}. At a question type a number or words; help lists what else.", "dim")
