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

from bombsight.boundary.errors import reason_of
from bombsight.service.seats.notices import Notice

MAX_CONNECTIONS = 60
"""Lines at once, with those that are being closed: each takes three open files, and some systems give a process 256."""

MAX_STRANGERS = 24
"""Lines at once on which nobody has shown a token."""

MAX_STRANGERS_PER_ADDRESS = 8
"""Such lines at once from one address."""

MAX_CONNECTIONS_PER_SEAT = 4
"""Lines at once with the token of one seat: one holds it, the others are on their way out."""

RETRY_DELAY = 1.0
"""Seconds before lines are taken again after that has failed."""

NOTICE_INTERVAL = 60.0
"""Seconds between two words about strangers to the host."""


class ClientSocket(socket.socket):
    """A line that somebody has opened.

    Attributes:
        address: From which address.
        seat: Whose token was shown on it; empty as long as none was.
    """

    def __init__(self, descriptor: int, address: str, on_close: Callable[[ClientSocket], None]) -> None:
        super().__init__(fileno=descriptor)
        self.setblocking(True)  # some systems hand on that those who wait at the entrance do not
        self.address = address
        self.seat = ""
        self._on_close = on_close

    def close(self) -> None:
        """Close it, and make room for another."""
        super().close()
        self._on_close(self)

    def disconnect(self) -> None:
        """End it: whoever reads from it sees that it has ended, and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)


@define(eq=False)
class ConnectionRegistry:
    """The lines that are open, and the rules of how many there may be.

    Attributes:
        notify: Is told what the host should know.
    """

    notify: Callable[[Notice], None]
    _connections: WeakKeyDictionary[ClientSocket, None] = field(
        factory=WeakKeyDictionary
    )  # in order; who drops a line closes it
    _disconnected: WeakSet[ClientSocket] = field(factory=WeakSet)
    _unreported_strangers: int = 0
    _last_report_time: float = float("-inf")
    _lock: RLock = field(factory=RLock)

    def add(self, descriptor: int, address: str) -> ClientSocket | None:
        """A line that has been opened; None where there is no room for it.

        Args:
            descriptor: Of its socket.
            address: From which address.
        """
        with self._lock:
            if len(self._connections) >= MAX_CONNECTIONS:
                socket.close(descriptor)
                self._report_stranger(address)
                return None
            connection = ClientSocket(descriptor, address, self.remove)
            self._connections[connection] = None
            strangers = [each for each in self._connections if not each.seat and each not in self._disconnected]
            from_there = [each for each in strangers if each.address == address]
            if len(from_there) > MAX_STRANGERS_PER_ADDRESS:
                self._disconnect(from_there[0])
            elif len(strangers) > MAX_STRANGERS:
                self._disconnect(strangers[0])
            return connection

    def admit(self, connection: ClientSocket, seat: str) -> None:
        """Somebody on a line has shown the token of a seat."""
        with self._lock:
            connection.seat = seat
            at_seat = [each for each in self._connections if each.seat == seat and each not in self._disconnected]
            if len(at_seat) > MAX_CONNECTIONS_PER_SEAT:
                self._disconnect(at_seat[0])

    def remove(self, connection: ClientSocket) -> None:
        """A line is closed."""
        with self._lock:
            if connection in self._connections:
                del self._connections[connection]
                self._disconnected.discard(connection)
                if not connection.seat:
                    self._report_stranger(connection.address)

    def disconnect_strangers(self) -> None:
        """End every line on which nobody has shown a token."""
        with self._lock:
            for connection in [*self._connections]:
                if not connection.seat:
                    self._disconnect(connection)

    def _disconnect(self, connection: ClientSocket) -> None:
        self._disconnected.add(connection)
        connection.disconnect()

    def _report_stranger(self, address: str) -> None:
        """Tell the host of somebody who had no token: at once, and then no more than now and again."""
        self._unreported_strangers += 1
        now = time.monotonic()
        if now - self._last_report_time < NOTICE_INTERVAL:
            return
        self._last_report_time = now
        who = "Somebody" if self._unreported_strangers == 1 else f"{self._unreported_strangers} times somebody"
        self.notify(Notice(f"{who} without a token has knocked, the last from {address}. Nobody comes in without one."))
        self._unreported_strangers = 0


class ListeningSocket(socket.socket):
    """The socket at which people are waited for.

    Attributes:
        connections: The lines that are open.
    """

    def __init__(self, descriptor: int, connections: ConnectionRegistry) -> None:
        super().__init__(fileno=descriptor)
        self.settimeout(RETRY_DELAY)  # so that whoever waits sees that it is closed
        self.connections = connections
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
                client, address = super().accept()
            except TimeoutError:
                if self._is_closed.is_set():
                    raise
                continue
            except OSError as error:
                if self._is_closed.is_set():
                    raise
                self._report_failure(error)
                self._is_closed.wait(RETRY_DELAY)
                continue
            self._report_recovery()
            connection = self.connections.add(client.detach(), str(address[0]))
            if connection is not None:
                return connection, address

    def close(self) -> None:
        """Wait for nobody any more."""
        self._is_closed.set()
        super().close()

    def _report_failure(self, error: OSError) -> None:
        """Tell the host once that nobody can come in."""
        if not self._is_failing:
            self._is_failing = True
            self.connections.notify(
                Notice(f"The door of the table does not open: {reason_of(error)}. It is tried again.")
            )

    def _report_recovery(self) -> None:
        """Tell him that it is as it was."""
        if self._is_failing:
            self._is_failing = False
            self.connections.notify(Notice("The door of the table is open again."))
