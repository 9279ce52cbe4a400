"""The line to a table elsewhere: held, and taken up again when it breaks. What was answered on it is not lost."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from queue import SimpleQueue
from ssl import SSLCertVerificationError
from threading import Event, Lock, Thread

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from bombsight.boundary.errors import InputError, clip, reason_of
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.address import Address
from bombsight.service.seats.codec import MAX_HOST_MESSAGE_BYTES, decode_host_message, encode_message
from bombsight.service.seats.guest import GuestClient, HostCheatsError
from bombsight.service.seats.messages import HostMessage, SeatMessage
from bombsight.service.seats.notices import ConnectionLost, Notice
from bombsight.service.seats.seat_file import SeatFile
from bombsight.service.seats.table_server import CLOSE_CODE_SEAT_TAKEN, CLOSE_TIMEOUT, PING_INTERVAL, make_silent_logger

FIRST_RETRY_DELAY, MAX_RETRY_DELAY = 0.25, 3.0
"""Seconds before a line that broke is tried again: at first, and at most."""

MAX_UNREAD_MESSAGES = 1_000
"""Messages that wait to be read: while somebody thinks about a question, others come and go."""


class RemoteSeat:
    """A seat at a table elsewhere.

    Attributes:
        address: Of the table, with the token.
        file: The seat's own file.
        heard: What came, in order: what was told, that the line is lost, or why it is over for good.
    """

    def __init__(self, address: Address, file: SeatFile, asks: Level) -> None:
        self.address = address
        self.file = file
        self.heard: SimpleQueue[HostMessage | ConnectionLost | Notice | InputError] = SimpleQueue()
        self._guest = GuestClient(file, asks)
        self._connection: ClientConnection | None = None
        self._close_requested = Event()
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="line", daemon=True)
        self._thread.start()

    def say(self, message: SeatMessage) -> None:
        """Say something; an answer is said again where the line breaks before it was taken."""
        with self._lock:
            message = self._guest.prepare_message(message)
            self._send_if_connected(message)

    def close(self) -> None:
        """Leave the seat."""
        self._close_requested.set()
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.close()
        self._thread.join(PING_INTERVAL)
        self.file.close()

    # --- what the thread does

    def _run(self) -> None:
        """Hold the line until it is over; whoever waits for what is heard hears why."""
        try:
            self._run_until_closed()
        except InputError as error:
            self.heard.put(error)
        except Exception as error:  # whatever it is: nobody else would ever say that nothing more is heard
            self.heard.put(InputError(f"the line to the table cannot be held: {clip(repr(error))}"))

    def _run_until_closed(self) -> None:
        """Hold the line until the seat is left, or nobody wants us there.

        Raises:
            InputError: It is over for good.
        """
        delay = FIRST_RETRY_DELAY
        while not self._close_requested.is_set():
            try:
                with connect(
                    self.address.url,
                    proxy=None,  # a table is near, or at the end of a tunnel
                    max_size=MAX_HOST_MESSAGE_BYTES,
                    ping_interval=PING_INTERVAL,
                    ping_timeout=PING_INTERVAL,
                    close_timeout=CLOSE_TIMEOUT,
                    logger=make_silent_logger(),
                ) as connection:
                    self._connection = connection
                    delay = FIRST_RETRY_DELAY
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
                pass  # the table may be there again in a while
            finally:
                self._connection = None
            if not self._close_requested.is_set():
                self.heard.put(ConnectionLost())
                self._close_requested.wait(delay)
                delay = min(1.5 * delay, MAX_RETRY_DELAY)

    def _handle_message(self, message: HostMessage, connection: ClientConnection) -> None:
        """Take what is told: keep it, reply what nobody need be asked for, and pass it on.

        Raises:
            InputError: It cannot be kept, far more is told than anybody reads, the host tells something else than
                before, or he wants what no honest host does.
        """
        if self.heard.qsize() > MAX_UNREAD_MESSAGES:
            raise InputError("the table tells more than anybody can read")
        with self._lock:
            try:
                reply = self._guest.handle_message(message)
            except HostCheatsError as cheats:
                connection.send(encode_message(cheats.reply))
                raise
            if reply is not None:
                connection.send(encode_message(reply))
        self.heard.put(message)

    def _send_if_connected(self, message: SeatMessage) -> None:
        """Say something, if the line holds."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.send(encode_message(message))


def make_refusal_error(status: InvalidStatus) -> InputError:
    """Why nobody wants us there."""
    if status.response.status_code == HTTPStatus.FORBIDDEN:
        return InputError("there is no seat for this token at the table", "", "Take it as the host shows it.")
    return InputError(f"no table answers there, but something else ({status.response.status_code})")
