"""A seat's own file: all that it was told and all that it said, a message a line, and its secret."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from attrs import define, field, frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import MAX_FILE_SIZE, PRIVATE_MODE, make_private, read_input_file
from bombsight.service.common.document import Document
from bombsight.service.common.files import write_private
from bombsight.service.play.answer_odds import Odds
from bombsight.service.seats.codec import decode_message, documents_by_name, encode_message
from bombsight.service.seats.commitments import check_share
from bombsight.service.seats.messages import (
    Answered,
    GiveUp,
    Hello,
    Looked,
    Revealed,
    Seated,
    Share,
    ShareWanted,
    Turn,
    Waits,
)

M = TypeVar("M", bound=Document)


@frozen(kw_only=True)
class Root(Document):
    """The secret beginning of a seat's chain of shares: nobody else may read it while the game goes on.

    Attributes:
        root: Hexadecimal digits by chance.
    """

    document = "root"

    root: str = field(validator=check_share)


StoredMessage = Root | Hello | Waits | Seated | Turn | Answered | Share | ShareWanted | Looked | Odds | GiveUp
"""What is kept, in the order in which it was told and said."""

STORED_ONCE = Root | Waits | Seated | Share | ShareWanted
"""What is kept once, however often it is told or said."""

APPEND_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""How a seat's file is opened: without waiting, should a pipe lie there."""


@define
class SeatFile:
    """A seat's file, open for more.

    Attributes:
        path: Where it lies.
        messages: What it holds.
    """

    path: Path
    messages: list[StoredMessage]
    _stream: BinaryIO

    @classmethod
    def open(cls, path: Path) -> SeatFile:
        """A file that is there, or a new one.

        Raises:
            InputError: It cannot be read or written, or holds something else.
        """
        messages = read_seat_file(path) if path.exists() else []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            stream = os.fdopen(os.open(path, APPEND_FLAGS, PRIVATE_MODE), "ab", buffering=0)
            stream.seek(0, os.SEEK_END)
            make_private(path)  # an earlier release let others read it
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error
        return cls(path, messages, stream)

    def store(self, message: StoredMessage) -> None:
        """Put a message behind the others; what a seat was told before it is back is not kept again.

        Raises:
            InputError: It cannot be written, or the file would be larger than any that is read.
        """
        if isinstance(message, STORED_ONCE) and message in self.messages:
            return
        if isinstance(message, Hello | Answered) and message == self.last_message(type(message)):
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
        """The last message of a kind; None where there is none."""
        return next((each for each in reversed(self.messages) if isinstance(each, kind)), None)

    def close(self) -> None:
        """Leave the file."""
        self._stream.close()


def read_seat_file(path: Path) -> list[StoredMessage]:
    """All that a seat's file holds; a last line that was cut short is left out.

    Raises:
        InputError: It cannot be read, or is none.
    """
    lines = read_input_file(str(path)).split(b"\n")
    messages: list[StoredMessage] = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            messages.append(decode_message(line, documents_by_name(StoredMessage)))
        except InputError as error:
            raise InputError(error.message, f"{path}:{number}", "This is no file of a seat.") from error
    return messages


def read_revealed(path: Path) -> Revealed:
    """What was revealed at the end of a game.

    Raises:
        InputError: It cannot be read, or is something else.
    """
    try:
        return cast(Revealed, decode_message(read_input_file(str(path)), {Revealed.document: Revealed}))
    except InputError as error:
        raise InputError(error.message, str(path), "This is no file of what was revealed.") from error


def write_revealed(revealed: Revealed, path: Path) -> None:
    """Write what was revealed at the end of a game.

    Raises:
        InputError: It cannot be written.
    """
    write_private(path, encode_message(revealed) + "\n")
