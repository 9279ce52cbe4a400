"""A seat's own file: a line for each message received or sent, and the seat's secret."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from attrs import define, field, frozen, validators

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import MAX_FILE_SIZE, PRIVATE_MODE, make_private, read_input_file
from bombsight.boundary.names import make_name_validator
from bombsight.boundary.platform import APPEND_FLAGS
from bombsight.service.common.document import Document
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.play.answer_odds import Odds
from bombsight.service.seats.protocol.codec import decode_message, documents_by_name, encode_message
from bombsight.service.seats.protocol.commitments import check_share
from bombsight.service.seats.protocol.host_messages import Looked, Revealed, ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Hello, Share, Thrown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoReply, UndoRequest
from bombsight.service.seats.visibility.referee import REFEREE_SEAT

M = TypeVar("M", bound=Document)


@frozen(kw_only=True)
class Root(Document):
    """The secret root of a seat's hash chain of shares, private until the game is over.

    Attributes:
        root: Random hexadecimal digits.
    """

    document = "root"

    root: str = field(validator=check_share)


@frozen(kw_only=True)
class SeenState(Document):
    """The digest of a state that was shown to a seat: whole, the states at all stops of a story would fill the disk.

    Attributes:
        event_count: How many of the seat's events had happened.
        digest: The SHA-256 of the message's line, in hexadecimal.
    """

    document = "seen_state"

    event_count: int = field(validator=validators.ge(0))
    digest: str = field(validator=check_share)

    @classmethod
    def of_message(cls, message: Looked) -> SeenState:
        """Compute the digest of a state as it was sent."""
        return cls(event_count=message.event_count, digest=sha256(encode_message(message).encode()).hexdigest())


@frozen(kw_only=True)
class TableAddress(Document):
    """Where a seat's table is found, so that its player can go on: it stays on his machine.

    Attributes:
        place: The address of the table without the token; empty by mail.
        token: The token of the seat.
        letter: The path of the last file that came by mail; empty over a network.
    """

    document = "table_address"

    place: str = ""
    token: str = field(validator=make_name_validator("a token"), repr=False)
    letter: str = ""


@frozen(kw_only=True)
class PlayedInPage(Document):
    """The mark of a file that the page of a table wrote: its program came from the host, who could serve another."""

    document = "played_in_page"


StoredMessage = (
    TableAddress
    | PlayedInPage
    | Root
    | Hello
    | Waits
    | Seated
    | Turn
    | Answered
    | Share
    | ShareWanted
    | Looked
    | SeenState
    | Odds
    | GiveUp
    | UndoRequest
    | UndoAsked
    | UndoReply
    | Undone
    | Thrown
)
"""A message in a seat's file, in the order of sending and receiving. Older files hold states whole."""

STORED_ONCE = Root | Waits | Seated | Share | ShareWanted | PlayedInPage | UndoAsked | UndoReply | Undone
"""The messages that are stored once, however often they are sent."""


@define
class SeatFile:
    """A seat's own file of messages, open for appending.

    Attributes:
        path: The path of the file.
        messages: Its messages.
    """

    path: Path
    messages: list[StoredMessage]
    _stream: BinaryIO

    @classmethod
    def open(cls, path: Path) -> SeatFile:
        """Open a seat's file, or create a new one.

        Raises:
            InputError: It cannot be read or written, or is no seat's file.
        """
        messages = read_seat_file(path) if path.exists() else []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stream = os.fdopen(os.open(path, APPEND_FLAGS, PRIVATE_MODE), "ab", buffering=0)
            stream.seek(0, os.SEEK_END)
            make_private(path)  # an earlier release made it readable by others
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
        return cls(path, messages, stream)

    def store(self, message: StoredMessage) -> None:
        """Append a message to the file, unless it is already there and only resent after a reconnection.

        Raises:
            InputError: It cannot be written, or the file would exceed the size that is read.
        """
        if isinstance(message, STORED_ONCE) and message in self.messages:
            return
        if isinstance(message, TableAddress | Hello) and message == self.last_message(type(message)):
            return
        if isinstance(message, Answered) and message == last_answer(self.messages):
            return
        line = encode_message(message).encode() + b"\n"
        if self._stream.tell() + len(line) > MAX_FILE_SIZE:
            raise InputError(f"this file would have more than {MAX_FILE_SIZE:,} bytes", str(self.path))
        self.messages.append(message)
        try:
            self._stream.write(line)
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise InputError(f"cannot be written: {reason_of(error)}", str(self.path)) from error

    def last_message(self, kind: type[M]) -> M | None:
        """Return the last stored message of a class; None if there is none."""
        return next((each for each in reversed(self.messages) if isinstance(each, kind)), None)

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


def last_answer(messages: Sequence[StoredMessage]) -> Answered | None:
    """Return the last answer of a seat; None for no answer, or if something was taken back since."""
    answer: Answered | None = None
    undone = 0
    for each in messages:
        if isinstance(each, Answered):
            answer = each
        elif isinstance(each, Turn) and each.undone != undone:
            answer, undone = None, each.undone
    return answer


def consented_undos(messages: Sequence[StoredMessage]) -> frozenset[int]:
    """Return the numbers of the requests for an undo that the seat of a file made, or agreed to.

    A host cannot invent a request of this seat: each follows an :class:`UndoRequest` that it sent. A referee is not
    asked, and goes back with the others.
    """
    seat = next((each.seat for each in messages if isinstance(each, Seated)), "")
    has_requested = False
    numbers = set()
    for each in messages:
        match each:
            case UndoRequest():
                has_requested = True
            case UndoAsked(seat=asked_by, number=number) | Undone(seat=asked_by, number=number) if (
                asked_by == seat and has_requested
            ):
                has_requested = False
                numbers.add(number)
            case UndoReply(number=number, agrees=True):
                numbers.add(number)
            case Undone(number=number) if seat == REFEREE_SEAT:
                numbers.add(number)
            case _:  # the rest: says nothing of undos
                pass
    return frozenset(numbers)


def read_seat_file(path: Path) -> list[StoredMessage]:
    """Read all messages of a seat's file; a truncated last line is ignored.

    Raises:
        InputError: It cannot be read, or is no seat's file.
    """
    lines = read_input_file(str(path)).split(b"\n")
    messages: list[StoredMessage] = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            messages.append(decode_message(line, documents_by_name(StoredMessage)))
        except InputError as error:
            raise InputError(error.message_forms, f"{path}:{number}", "This is no file of a seat.") from error
    return messages


def read_revealed(path: Path) -> Revealed:
    """Read the revealed information of a finished game from its file.

    Raises:
        InputError: It cannot be read, or is something else.
    """
    try:
        return cast(Revealed, decode_message(read_input_file(str(path)), {Revealed.document: Revealed}))
    except InputError as error:
        raise InputError(error.message_forms, str(path), "This is no file of what was revealed.") from error


def write_revealed(revealed: Revealed, path: Path) -> None:
    """Write the revealed information of a finished game to a file.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_private_text(path, encode_message(revealed) + "\n")
