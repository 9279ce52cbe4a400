"""Connection limits of a game server: a listening socket that bounds open connections and survives errors.

Each connection costs some of this process's few file descriptors. So connections are bounded in all, and, until a token
is shown on them, by address and by age: the oldest without a token is closed first.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, RLock, Timer
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from attrs import define, field

from bombsight.boundary.errors import reason_of
from bombsight.service.seats.network.notices import Notice

MAX_CONNECTIONS = 60
"""The maximum number of connections, closing ones included: each takes three open files; some systems allow 256."""

MAX_STRANGERS = 24
"""The maximum number of connections without a token."""

MAX_STRANGERS_PER_ADDRESS = 8
"""The maximum number of connections without a token from one IP address."""

MAX_CONNECTIONS_PER_SEAT = 4
"""The maximum number of connections with one seat's token: one holds the seat, the others are closing."""

MAX_VISITORS = 200
"""The maximum number of addresses of browsers that are remembered."""

RETRY_DELAY = 1.0
"""Seconds before connections are accepted again after an error."""

NOTICE_INTERVAL = 60.0
"""The minimum time between two notices to the host about strangers, in seconds."""


class ClientSocket(socket.socket):
    """A client's connection.

    Attributes:
        address: The IP address of the client.
        seat: The seat whose token was shown; empty until then.
        is_refused: Whether the client was refused a seat.
    """

    def __init__(self, descriptor: int, address: str, on_close: Callable[[ClientSocket], None]) -> None:
        """Make the socket of an accepted connection; ``on_close`` is called when it is closed."""
        super().__init__(fileno=descriptor)
        self.setblocking(True)  # some systems inherit non-blocking mode from the listening socket
        self.address = address
        self.seat = ""
        self.is_refused = False
        self._on_close = on_close
        self._timer: Timer | None = None

    def close(self) -> None:
        """Close the socket and remove it from the registry."""
        if self._timer is not None:
            self._timer.cancel()
        super().close()
        self._on_close(self)

    def end_after(self, seconds: float) -> None:
        """Disconnect the client after some seconds, even while something is sent that it does not take."""
        self._timer = Timer(seconds, self.disconnect)
        self._timer.daemon = True
        self._timer.start()

    def disconnect(self) -> None:
        """Shut the connection down, so that its reader sees the end of the stream and closes it."""
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)


@define(eq=False)
class ConnectionRegistry:
    """The open connections, and the limits on their number.

    Attributes:
        notify: The callback that shows a notice to the host.
    """

    notify: Callable[[Notice], None]
    _connections: WeakKeyDictionary[ClientSocket, None] = field(
        factory=WeakKeyDictionary
    )  # ordered; weak, so that a dropped connection closes
    _disconnected: WeakSet[ClientSocket] = field(factory=WeakSet)
    _visitors: set[str] = field(factory=set)  # the addresses of browsers that asked for the page
    _unreported_strangers: int = 0
    _last_report_time: float = float("-inf")
    _lock: RLock = field(factory=RLock)

    def add(self, descriptor: int, address: str) -> ClientSocket | None:
        """Register the connection of a client; close it and return None if there are too many."""
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
        """Assign a connection to the seat whose token the client has shown."""
        with self._lock:
            connection.seat = seat
            at_seat = [each for each in self._connections if each.seat == seat and each not in self._disconnected]
            if len(at_seat) > MAX_CONNECTIONS_PER_SEAT:
                self._disconnect(at_seat[0])

    def note_visitor(self, connection: ClientSocket) -> None:
        """Note that a client asks for the table's page: its browser's further connections are no strangers' knocks."""
        with self._lock:
            if len(self._visitors) >= MAX_VISITORS:
                self._visitors.clear()
            self._visitors.add(connection.address)

    def remove(self, connection: ClientSocket) -> None:
        """Remove a closed connection."""
        with self._lock:
            if connection in self._connections:
                del self._connections[connection]
                self._disconnected.discard(connection)
                is_visitor = connection.address in self._visitors and not connection.is_refused
                if not connection.seat and not is_visitor:
                    self._report_stranger(connection.address)

    def disconnect_strangers(self) -> None:
        """Disconnect every client that has shown no token."""
        with self._lock:
            for connection in [*self._connections]:
                if not connection.seat:
                    self._disconnect(connection)

    def _disconnect(self, connection: ClientSocket) -> None:
        """Disconnect a client and stop counting its connection."""
        self._disconnected.add(connection)
        connection.disconnect()

    def _report_stranger(self, address: str) -> None:
        """Notify the host of a client without a token, at most once per `NOTICE_INTERVAL`."""
        self._unreported_strangers += 1
        now = time.monotonic()
        if now - self._last_report_time < NOTICE_INTERVAL:
            return
        self._last_report_time = now
        who = "Somebody" if self._unreported_strangers == 1 else f"{self._unreported_strangers} times somebody"
        self.notify(Notice(f"{who} without a token has knocked, the last from {address}. Nobody comes in without one."))
        self._unreported_strangers = 0


class ListeningSocket(socket.socket):
    """The listening socket of a game server, which survives errors.

    Attributes:
        connections: The registry of open connections.
    """

    def __init__(self, descriptor: int, connections: ConnectionRegistry) -> None:
        """Take over the descriptor of a listening socket; ``connections`` counts those that it accepts."""
        super().__init__(fileno=descriptor)
        self.settimeout(RETRY_DELAY)  # so that accept() notices that the socket was closed
        self.connections = connections
        self._is_closed = Event()
        self._is_failing = False

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection, within the limits on open connections.

        Errors are waited out: ``websockets`` would stop accepting for good.

        Raises:
            OSError: The listening socket is closed.
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
        """Stop accepting connections."""
        self._is_closed.set()
        super().close()

    def _report_failure(self, error: OSError) -> None:
        """Notify the host, once, that no connections can be accepted."""
        if not self._is_failing:
            self._is_failing = True
            self.connections.notify(
                Notice(f"The door of the table does not open: {reason_of(error)}. It is tried again.")
            )

    def _report_recovery(self) -> None:
        """Notify the host that connections are accepted again."""
        if self._is_failing:
            self._is_failing = False
            self.connections.notify(Notice("The door of the table is open again."))
