"""The guest's protocol client: it records messages in the seat's file and reveals dice shares automatically.

It has no connection of its own: the caller passes on received messages, and sends the returned ones.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.documents import Refused
from bombsight.service.seats.guest.guest_shares import (
    BrokenProtocolError,
    add_share,
    make_hello,
    open_first_share,
    open_wanted_share,
    store_terms,
)
from bombsight.service.seats.guest.seat_file import SeatFile, SeenState, consented_undos, last_answer
from bombsight.service.seats.protocol.host_messages import (
    Awaited,
    HostMessage,
    Looked,
    Reasons,
    Revealed,
    ShareWanted,
    There,
    Turn,
)
from bombsight.service.seats.protocol.name_messages import NamesShown
from bombsight.service.seats.protocol.seat_messages import (
    Answered,
    GiveUp,
    Look,
    SeatMessage,
    ShareRefused,
    Thrown,
    Weigh,
)
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused, UndoReply, UndoRequest


class HostCheatsError(InputError):
    """Raised when the host breaks the protocol in a way that no honest host does.

    Attributes:
        reply: The refusal to send to the host.
    """

    def __init__(self, error: InputError, reply: ShareRefused) -> None:
        """Make the exception from an input error, and the refusal to send to the host."""
        super().__init__(error.message_forms, error.place_forms, error.hint_forms)
        self.reply = reply


class GuestClient:
    """The protocol client of a guest.

    Attributes:
        file: The seat's own file.
        asks: How many questions the guest answers himself.
    """

    def __init__(self, file: SeatFile, asks: Level) -> None:
        """Restore a guest's client from the messages in his seat's file; ``asks`` is his level of asking."""
        self.file = file
        self.asks: Level = asks
        last = file.last_message(Turn)
        self._received_count = last.start + len(last.events) if last is not None else 0
        self._pending_answer = pending_answer(file)
        self._pending_throw = pending_throw(file)
        self._has_reconnected = False
        self._requested_classes: list[type] = []

    def prepare_message(self, message: SeatMessage) -> SeatMessage:
        """Prepare a message for sending: an answer gets its share of the dice seed, and is recorded first.

        Raises:
            InputError: The host has had this share for another answer.
        """
        if isinstance(message, Answered):
            message = self._pending_answer = add_share(self.file, message)
        elif isinstance(message, Thrown):
            self.file.store(message)
            self._pending_throw = message
        elif isinstance(message, GiveUp | UndoRequest | UndoReply):
            self.file.store(message)
        elif isinstance(message, Look | Weigh):
            self._requested_classes.append(Looked if isinstance(message, Look) else Odds)
        return message

    def handle_message(self, message: HostMessage) -> SeatMessage | None:
        """Handle a message of the host, and return the automatic reply; None for no reply.

        Raises:
            HostCheatsError: The client refuses to open a share.
            InputError: The message contradicts an earlier one.
        """
        match message:
            case Waits():
                self._has_reconnected = self._pending_answer is not None or self._pending_throw is not None
                last = self.file.last_message(Turn)
                hello = make_hello(self.file, message, self.asks)
                return evolve(hello, have=self._received_count, undone=0 if last is None else last.undone)
            case Seated():
                store_terms(self.file, message)
                return open_first_share(self.file) if self.file.last_message(Turn) is None else None
            case Turn():
                return self._handle_turn(message)
            case ShareWanted():
                if self._pending_answer is not None and 0 < self._pending_answer.move == message.move:
                    return self._pending_answer  # the host has his answer, and was killed before he had its share
                try:
                    return open_wanted_share(self.file, message)
                except BrokenProtocolError as error:
                    refusal = ShareRefused(move=message.move, message=error.message)
                    raise HostCheatsError(error, refusal) from error
            case Looked() | Odds():
                if type(message) in self._requested_classes:  # else unrequested, which could fill the disk
                    self._requested_classes.remove(type(message))
                    self.file.store(SeenState.of_message(message) if isinstance(message, Looked) else message)
            case Refused():
                self._pending_answer = self._pending_throw = None
            case UndoAsked() | Undone():
                self.file.store(message)
            case There() | Reasons() | Revealed() | Awaited() | UndoRefused() | NamesShown():
                pass  # not recorded
            case _:
                assert_never(message)
        return None

    def _handle_turn(self, turn: Turn) -> Answered | Thrown | None:
        """Record a turn, and return an answer or throw to resend that the host missed as the connection broke.

        Raises:
            InputError: The host has gone back to an earlier turn.
        """
        last = self.file.last_message(Turn)
        if last is not None:
            check_order(self.file, last, turn)
        self.file.store(turn)
        self._received_count = turn.start + len(turn.events)
        pending, is_back = self._pending_answer, self._has_reconnected
        self._has_reconnected = False
        if last is not None and turn.undone != last.undone:
            self._pending_answer = self._pending_throw = pending = None
        throw = self._pending_throw
        if throw is not None and (turn.throw is None or turn.event_count != throw.number):
            self._pending_throw = throw = None
        if throw is not None and is_back:
            return throw
        if pending is not None and turn.number > pending.number:
            self._pending_answer = None
        return pending if pending is not None and pending.number == turn.number and is_back else None


def check_order(file: SeatFile, last: Turn, turn: Turn) -> None:
    """Raise unless a turn can follow the last one: it goes back only behind an undo that this seat consented to.

    Raises:
        InputError: It cannot.
    """
    if turn.undone != last.undone and (turn.undone < last.undone or turn.undone not in consented_undos(file.messages)):
        raise BrokenProtocolError("the host has taken something back without this seat's consent")
    has_gone_back = turn.number < last.number and turn.undone == last.undone
    if has_gone_back or turn.moves < last.moves:
        raise BrokenProtocolError("the host has gone back to an earlier question")


def pending_throw(file: SeatFile) -> Thrown | None:
    """Return the recorded throw that is awaited, which may not have reached the host; None for no throw."""
    last = next((each for each in reversed(file.messages) if isinstance(each, Turn | Thrown)), None)
    return last if isinstance(last, Thrown) else None


def pending_answer(file: SeatFile) -> Answered | None:
    """Return the recorded answer to the open question, which may not have reached the host; None for no answer."""
    turn, answered = file.last_message(Turn), last_answer(file.messages)
    return answered if turn is not None and answered is not None and answered.number == turn.number else None
