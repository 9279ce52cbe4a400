"""The entrance of a table: a socket that takes as many lines as there is room for, and goes on whatever happens.

Strangers open lines and say nothing. Each costs some open files of this process, of which there are few: so lines are
bounded, in all, by address, and as long as nobody on them has shown a token. Who waits longest without one has to go.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, RLock
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from attrs import define, field

from bombsight.boundary.errors import reason
from bombsight.service.seats.notices import Notice

MOST_LINES = 60
"""Lines at once, with those that are being closed: each takes three open files, and some systems give a process 256."""

MOST_STRANGERS = 24
"""Lines at once on which nobody has shown a token."""

MOST_FROM_ONE = 8
"""Such lines at once from one address."""

MOST_AT_SEAT = 4
"""Lines at once with the token of one seat: one holds it, the others are on their way out."""

REST = 1.0
"""Seconds before lines are taken again after that has failed."""

BETWEEN = 60.0
"""Seconds between two words about strangers to the host."""


class Line(socket.socket):
    """A line that somebody has opened.

    Attributes:
        caller: From which address.
        seat: Whose token was shown on it; empty as long as none was.
    """

    def __init__(self, descriptor: int, caller: str, closed: Callable[[Line], None]) -> None:
        super().__init__(fileno=descriptor)
        self.setblocking(True)  # some systems hand on that those who wait at the entrance do not
        self.caller = caller
        self.seat = ""
        self._on_close = closed

    def close(self) -> None:
        """Close it, and make room for another."""
        super().close()
        self._on_close(self)

    def cut(self) -> None:
        """End it: whoever reads from it sees that it has ended, and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)


@define(eq=False)
class Lines:
    """The lines that are open, and the rules of how many there may be.

    Attributes:
        notify: Is told what the host should know.
    """

    notify: Callable[[Notice], None]
    _open: WeakKeyDictionary[Line, None] = field(factory=WeakKeyDictionary)  # in order; who drops a line closes it
    _cut: WeakSet[Line] = field(factory=WeakSet)
    _strangers: int = 0
    _said: float = float("-inf")
    _lock: RLock = field(factory=RLock)

    def add(self, descriptor: int, caller: str) -> Line | None:
        """A line that has been opened; None where there is no room for it.

        Args:
            descriptor: Of its socket.
            caller: From which address.
        """
        with self._lock:
            if len(self._open) >= MOST_LINES:
                socket.close(descriptor)
                self._note_stranger(caller)
                return None
            line = Line(descriptor, caller, self.remove)
            self._open[line] = None
            strangers = [each for each in self._open if not each.seat and each not in self._cut]
            from_there = [each for each in strangers if each.caller == caller]
            if len(from_there) > MOST_FROM_ONE:
                self._end(from_there[0])
            elif len(strangers) > MOST_STRANGERS:
                self._end(strangers[0])
            return line

    def admit(self, line: Line, seat: str) -> None:
        """Somebody on a line has shown the token of a seat."""
        with self._lock:
            line.seat = seat
            there = [each for each in self._open if each.seat == seat and each not in self._cut]
            if len(there) > MOST_AT_SEAT:
                self._end(there[0])

    def remove(self, line: Line) -> None:
        """A line is closed."""
        with self._lock:
            if line in self._open:
                del self._open[line]
                self._cut.discard(line)
                if not line.seat:
                    self._note_stranger(line.caller)

    def end_strangers(self) -> None:
        """End every line on which nobody has shown a token."""
        with self._lock:
            for line in [*self._open]:
                if not line.seat:
                    self._end(line)

    def _end(self, line: Line) -> None:
        self._cut.add(line)
        line.cut()

    def _note_stranger(self, caller: str) -> None:
        """Tell the host of somebody who had no token: at once, and then no more than now and again."""
        self._strangers += 1
        now = time.monotonic()
        if now - self._said < BETWEEN:
            return
        self._said = now
        who = "Somebody" if self._strangers == 1 else f"{self._strangers} times somebody"
        self.notify(Notice(f"{who} without a token has knocked, the last from {caller}. Nobody comes in without one."))
        self._strangers = 0


class Entrance(socket.socket):
    """The socket at which people are waited for.

    Attributes:
        lines: The lines that are open.
    """

    def __init__(self, descriptor: int, lines: Lines) -> None:
        super().__init__(fileno=descriptor)
        self.settimeout(REST)  # so that whoever waits sees that it is closed
        self.lines = lines
        self._is_closed = Event()
        self._is_failing = False

    def accept(self) -> tuple[socket.socket, Any]:
        """The next line for which there is room.

        Whatever goes wrong, the next is waited for: ``websockets`` would wait for nobody any more.

        Raises:
            OSError: The entrance is closed.
        """
        while True:
            try:
                found, address = super().accept()
            except TimeoutError:
                if self._is_closed.is_set():
                    raise
                continue
            except OSError as error:
                if self._is_closed.is_set():
                    raise
                self._note_failure(error)
                self._is_closed.wait(REST)
                continue
            self._note_success()
            line = self.lines.add(found.detach(), str(address[0]))
            if line is not None:
                return line, address

    def close(self) -> None:
        """Wait for nobody any more."""
        self._is_closed.set()
        super().close()

    def _note_failure(self, error: OSError) -> None:
        """Tell the host once that nobody can come in."""
        if not self._is_failing:
            self._is_failing = True
            self.lines.notify(Notice(f"The door of the table does not open: {reason(error)}. It is tried again."))

    def _note_success(self) -> None:
        """Tell him that it is as it was."""
        if self._is_failing:
            self._is_failing = False
            self.lines.notify(Notice("The door of the table is open again."))
