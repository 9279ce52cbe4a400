"""The line to a table elsewhere: held, and taken up again when it breaks. What was answered on it is not lost."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from queue import SimpleQueue
from threading import Event, Lock, Thread
from urllib.parse import urlsplit

from attrs import frozen
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from bombsight.boundary.errors import InputError, clip
from bombsight.service.seats.guest import Guest, HostCheatsError
from bombsight.service.seats.messages import Said, Told
from bombsight.service.seats.record import SeatFile
from bombsight.service.seats.serving import FAREWELL, PATIENCE, TAKEN, silent
from bombsight.service.seats.wire import encode, told
from bombsight.service.standing import Level

FIRST_DELAY, LONGEST_DELAY = 0.25, 3.0
"""Seconds before a line that broke is tried again: at first, and at most."""

LARGEST = 2**26
"""Bytes that the arbiter may send at once: the story of a campaign, from its beginning."""


@frozen
class Lost:
    """The line is broken; it is tried again."""


class JoinedTable:
    """A seat at a table elsewhere.

    Attributes:
        address: Of the table, with the token.
        file: The seat's own file.
        heard: What came, in order: what was told, that the line is lost, or why it is over for good.
    """

    def __init__(self, address: str, file: SeatFile, asks: Level) -> None:
        """Take a seat.

        Raises:
            InputError: The address is none.
        """
        self.address = checked(address)
        self.file = file
        self.heard: SimpleQueue[Told | Lost | InputError] = SimpleQueue()
        self._guest = Guest(file, asks)
        self._connection: ClientConnection | None = None
        self._closed = Event()
        self._lock = Lock()
        self._thread = Thread(target=self._hold, name="line", daemon=True)
        self._thread.start()

    def say(self, message: Said) -> None:
        """Say something; an answer is said again where the line breaks before it was taken."""
        with self._lock:
            message = self._guest.say(message)
            self._send(message)

    def close(self) -> None:
        """Leave the seat."""
        self._closed.set()
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.close()
        self._thread.join(PATIENCE)
        self.file.close()

    # --- what the thread does

    def _hold(self) -> None:
        """Hold the line until the seat is left, or nobody wants us there."""
        delay = FIRST_DELAY
        while not self._closed.is_set():
            try:
                with connect(
                    self.address,
                    proxy=None,  # a table is near, or at the end of a tunnel
                    max_size=LARGEST,
                    ping_interval=PATIENCE,
                    ping_timeout=PATIENCE,
                    close_timeout=FAREWELL,
                    logger=silent(),
                ) as connection:
                    self._connection = connection
                    delay = FIRST_DELAY
                    for line in connection:
                        self._take(told(line), connection)
            except InvalidStatus as refused:
                self.heard.put(turned_away(refused))
                return
            except InputError as error:
                self.heard.put(error)
                return
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == TAKEN:
                    hint = "A seat is for one: who came last has it."
                    self.heard.put(InputError("somebody else has sat down at this seat", "", hint))
                    return
            except (OSError, WebSocketException):
                pass  # the table may be there again in a while
            finally:
                self._connection = None
            if not self._closed.is_set():
                self.heard.put(Lost())
                self._closed.wait(delay)
                delay = min(1.5 * delay, LONGEST_DELAY)

    def _take(self, message: Told, connection: ClientConnection) -> None:
        """Take what is told: keep it, reply what nobody need be asked for, and pass it on.

        Raises:
            InputError: The host tells something else than before, or wants what no honest host does.
        """
        with self._lock:
            try:
                reply = self._guest.hear(message)
            except HostCheatsError as cheats:
                connection.send(encode(cheats.reply))
                raise
            if reply is not None:
                connection.send(encode(reply))
        self.heard.put(message)

    def _send(self, message: Said) -> None:
        """Say something, if the line holds."""
        connection = self._connection
        if connection is not None:
            with suppress(OSError, WebSocketException):
                connection.send(encode(message))


def checked(address: str) -> str:
    """The address of a table, in full.

    Raises:
        InputError: It is none.
    """
    whole = address if "://" in address else f"ws://{address}"
    try:
        parts = urlsplit(whole)
        has_port = parts.port is not None or whole == address
        is_whole = parts.scheme in ("ws", "wss") and parts.hostname and has_port and parts.path.strip("/")
    except ValueError:
        is_whole = False
    if not is_whole:
        hint = "It reads as `bombsight host` shows it: HOST:PORT/TOKEN."
        raise InputError(f"{clip(address)} is no address of a table", "", hint)
    return whole


def turned_away(refused: InvalidStatus) -> InputError:
    """Why nobody wants us there."""
    if refused.response.status_code == HTTPStatus.FORBIDDEN:
        hint = "The token is the part behind the last slash: take the address as the host shows it."
        return InputError("there is no seat for this address at the table", "", hint)
    return InputError(f"no table answers there, but something else ({refused.response.status_code})")
