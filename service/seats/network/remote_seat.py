"""The client connection to a table: it reconnects after a failure and resends the last answer."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from queue import SimpleQueue
from ssl import SSLCertVerificationError
from threading import Event, Lock, Thread

from attrs import define
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from bombsight.boundary.errors import InputError, clip, reason_of
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.guest.guest import GuestClient, HostCheatsError
from bombsight.service.seats.guest.seat_file import SeatFile, TableAddress, write_revealed
from bombsight.service.seats.network.address import Address
from bombsight.service.seats.network.notices import ConnectionLost, Notice
from bombsight.service.seats.network.table_server import (
    CLOSE_CODE_SEAT_TAKEN,
    CLOSE_TIMEOUT,
    PING_INTERVAL,
    make_silent_logger,
)
from bombsight.service.seats.protocol.codec import MAX_HOST_MESSAGE_BYTES, decode_host_message, encode_message
from bombsight.service.seats.protocol.host_messages import HostMessage, Revealed
from bombsight.service.seats.protocol.seat_messages import SeatMessage
from bombsight.service.seats.protocol.terms import Waits

FIRST_RETRY_DELAY, MAX_RETRY_DELAY = 0.25, 30.0
"""The first and the maximum delay before a reconnection, in seconds."""

FIRST_NOTICE_DELAY = 60.0
"""After how many seconds without an answer the player reads again since when there is none, and then at each doubling.
"""

UNCONNECTED_CLOSE_TIMEOUT = 0.2
"""How long closing waits for the connection's thread while there is no connection, in seconds."""

MAX_UNREAD_MESSAGES = 1_000
"""The maximum number of unread messages: others come and go while somebody thinks about a question."""


@define
class LostTime:
    """How long a table has not answered, and when its player reads of that.

    Attributes:
        since: The local time at which it was first missed; None while it answers.
        started: The same by the monotonic clock, in seconds.
        next_notice: After how many seconds the player reads of it again.
    """

    since: datetime | None = None
    started: float = 0.0
    next_notice: float = 0.0

    def note(self, retry_delay: float) -> ConnectionLost:
        """Note that the table does not answer, and return the notice of it."""
        if self.since is None:
            self.since, self.started = datetime.now(UTC).astimezone(), time.monotonic()
        lost_for = time.monotonic() - self.started
        is_news = lost_for >= self.next_notice
        if is_news:
            self.next_notice = max(FIRST_NOTICE_DELAY, 2 * lost_for)
        return ConnectionLost(self.since, lost_for, retry_delay, is_news)


class RemoteSeat:
    """A player's seat in a two-player game on another machine.

    Attributes:
        address: The address of the table, with the token.
        file: The seat's own file.
        received: The queue of received messages, of lost connections, and of the error that ends it.
    """

    def __init__(self, address: Address, file: SeatFile, asks: Level) -> None:
        """Start a thread that connects to the table; ``asks`` is the player's level of asking."""
        self.address = address
        self.file = file
        self.received: SimpleQueue[HostMessage | ConnectionLost | Notice | InputError] = SimpleQueue()
        self._guest = GuestClient(file, asks)
        self._connection: ClientConnection | None = None
        self._close_requested = Event()
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="line", daemon=True)
        self._thread.start()

    def say(self, message: SeatMessage) -> None:
        """Send a message to the table; an answer is sent again after a reconnection if it had not arrived."""
        with self._lock:
            message = self._guest.prepare_message(message)
            self._send_if_connected(message)

    def close(self) -> None:
        """Disconnect and close the seat's file."""
        self._close_requested.set()
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.close()
        self._thread.join(UNCONNECTED_CLOSE_TIMEOUT if connection is None else PING_INTERVAL)
        self.file.close()

    # --- the connection thread

    def _run(self) -> None:
        """Run the client's thread: hold the connection until it ends for good, then queue the error."""
        try:
            self._run_until_closed()
        except InputError as error:
            self.received.put(error)
        except Exception as error:  # any error: otherwise the reader would wait forever
            self.received.put(InputError(f"the line to the table cannot be held: {clip(repr(error))}"))

    def _run_until_closed(self) -> None:
        """Hold the connection, reconnecting, until the player closes the seat or the table refuses it.

        Raises:
            InputError: The connection ended for good.
        """
        delay = FIRST_RETRY_DELAY
        lost = LostTime()
        while not self._close_requested.is_set():
            try:
                with connect(
                    self.address.url,
                    proxy=None,  # a table is in the local network, or behind a tunnel
                    max_size=MAX_HOST_MESSAGE_BYTES,
                    ping_interval=PING_INTERVAL,
                    ping_timeout=PING_INTERVAL,
                    close_timeout=CLOSE_TIMEOUT,
                    logger=make_silent_logger(),
                ) as connection:
                    self._connection = connection
                    delay = FIRST_RETRY_DELAY
                    lost = LostTime()
                    for line in connection:
                        self._handle_message(decode_host_message(line), connection)
            except InvalidStatus as refused:
                if refused.response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise make_refusal_error(refused) from refused
            except SSLCertVerificationError as error:
                hint = "Whoever answers there may be somebody else."
                raise InputError(f"the table's certificate does not hold: {reason_of(error)}", "", hint) from error
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == CLOSE_CODE_SEAT_TAKEN:
                    hint = "A seat is for one: who came last has it."
                    raise InputError("somebody else has sat down at this seat", "", hint) from closed
                if closed.sent is not None and closed.sent.code == CloseCode.MESSAGE_TOO_BIG:
                    raise InputError("the table tells more at once than can be taken") from closed
            except (OSError, WebSocketException):
                pass  # the table may come back
            finally:
                self._connection = None
            if not self._close_requested.is_set():
                self.received.put(lost.note(delay))
                self._close_requested.wait(delay)
                delay = min(1.5 * delay, MAX_RETRY_DELAY)

    def _handle_message(self, message: HostMessage, connection: ClientConnection) -> None:
        """Record a message of the host, send the automatic reply, and queue the message for the person.

        Raises:
            InputError: It cannot be recorded, the queue is full, or the host contradicts himself or cheats.
        """
        if self.received.qsize() > MAX_UNREAD_MESSAGES:
            raise InputError("the table tells more than anybody can read")
        with self._lock:
            try:
                reply = self._guest.handle_message(message)
            except HostCheatsError as cheats:
                connection.send(encode_message(cheats.reply))
                raise
            if reply is not None:
                connection.send(encode_message(reply))
        if isinstance(message, Waits):  # the token is right, and the table is here
            self.file.store(TableAddress(place=self.address.place, token=self.address.token))
        if isinstance(message, Revealed):  # at once: the host leaves as soon as it is received, and sends no other
            write_revealed(message, self.file.path.with_suffix(".revealed"))
        self.received.put(message)

    def _send_if_connected(self, message: SeatMessage) -> None:
        """Send a message if the connection is up."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.send(encode_message(message))


def make_refusal_error(status: InvalidStatus) -> InputError:
    """Create the error for an HTTP status with which the table refused the connection."""
    if status.response.status_code == HTTPStatus.FORBIDDEN:
        return InputError("there is no seat for this token at the table", "", "Take it as the host shows it.")
    return InputError(f"no table answers there, but something else ({status.response.status_code})")
