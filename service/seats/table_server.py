"""The door of a table: WebSockets by which people come to it. Who has no token stays outside."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from queue import SimpleQueue
from socket import AF_INET, SOCK_DGRAM, create_server, socket
from threading import Event, Thread

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from bombsight.boundary.errors import InputError, clip, reason_of
from bombsight.service.common.document import Document
from bombsight.service.present.documents import Refused
from bombsight.service.seats.codec import MAX_SEAT_MESSAGE_BYTES, decode_seat_message, encode_message
from bombsight.service.seats.connections import RETRY_DELAY, ClientSocket, ConnectionRegistry, ListeningSocket
from bombsight.service.seats.lobby import Goodbye, Lobby, SendMessage
from bombsight.service.seats.notices import Notice

CLOSE_CODE_SEAT_TAKEN = 4000
"""The code with which a line is closed when another has taken the seat."""

CLOSE_CODE_HOST_LEFT = 1001
"""The code with which it is closed when the host leaves."""

PING_INTERVAL = 15.0
"""Seconds between signs of life, and for one to be answered."""

HANDSHAKE_TIMEOUT = 5.0
"""Seconds in which whoever opens a line has to show his token."""

MAX_UNSENT_MESSAGES = 200
"""Messages that wait to be sent to somebody: who asks for more, and reads nothing, is let go."""

CLOSE_TIMEOUT = 2.0
"""Seconds in which the other side says that a line is closed for it, too."""


def make_silent_logger() -> logging.Logger:
    """A logger that nobody hears: what strangers send is nobody's matter."""
    logger = logging.getLogger("bombsight.table")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return logger


class TableServer:
    """The door of a table; open until it is closed.

    Attributes:
        lobby: The table.
        tokens: What lets somebody sit down, by seat.
    """

    def __init__(
        self, lobby: Lobby, tokens: Mapping[str, str], listen: str, port: int, notify: Callable[[Notice], None]
    ) -> None:
        """Open the door.

        Args:
            lobby: The table.
            tokens: What lets somebody sit down, by seat.
            listen: The address of this machine; empty for all that it has.
            port: 0 for one that is free.
            notify: Is told what the host should know: of strangers, and where nobody can come in.

        Raises:
            InputError: Nobody can be waited for there.
        """
        self.lobby = lobby
        self.tokens = tokens
        self.notify = notify
        self._writers: dict[SendMessage, Thread] = {}
        self._connections = ConnectionRegistry(notify)
        self._is_closed = Event()
        try:
            self._listener = ListeningSocket(create_server((listen, port)).detach(), self._connections)
        except (OSError, ValueError) as error:
            hint = "Name another: --port N. Who joins needs the new address then."
            raise InputError(f"nobody can be waited for at port {port}: {reason_of(error)}", "", hint) from error
        self.port: int = self._listener.getsockname()[1]
        self._servers = [self._make_server()]
        Thread(target=self._serve_forever, name="door", daemon=True).start()

    def close(self) -> None:
        """Let everybody go who was told all that waits for him, and nobody in any more."""
        self._is_closed.set()
        for send, writer in [*self._writers.items()]:
            send(Goodbye(is_taken=False))
            writer.join(PING_INTERVAL)
        self._listener.close()
        self._connections.disconnect_strangers()
        for server in self._servers:
            server.shutdown()

    def _make_server(self) -> Server:
        """What speaks with those who come to the entrance."""
        return serve(
            self._handle_connection,
            sock=self._listener,
            process_request=self._check_token,
            origins=[None],  # a page in a browser has one
            open_timeout=HANDSHAKE_TIMEOUT,
            max_size=MAX_SEAT_MESSAGE_BYTES,
            ping_interval=PING_INTERVAL,
            ping_timeout=PING_INTERVAL,
            close_timeout=CLOSE_TIMEOUT,
            logger=make_silent_logger(),
        )

    def _serve_forever(self) -> None:
        """Wait for people until the door is closed: should anything end that, begin again after a while."""
        while True:
            try:
                self._servers[-1].serve_forever()
                cause = "nobody was waited for any more"
            except Exception as error:  # such as no thread more: one that ends would shut the door for good
                cause = clip(repr(error))
            if self._is_closed.wait(RETRY_DELAY):
                return
            self.notify(Notice(f"The door of the table had closed ({cause}). It is open again."))
            self._servers.append(self._make_server())

    def _seat_of_path(self, path: str) -> str | None:
        """The seat that a path has the token for; None for a stranger's."""
        token = path.removeprefix("/").encode()
        matches = [seat for seat, own in self.tokens.items() if hmac.compare_digest(own.encode(), token)]
        return matches[0] if matches else None

    def _check_token(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse whoever has no token."""
        if self._seat_of_path(request.path) is None:
            return connection.respond(HTTPStatus.FORBIDDEN, "There is no seat for you at this table.\n")
        return None

    def _handle_connection(self, connection: ServerConnection) -> None:
        """Pass on what somebody says, and what he is told, as long as the line holds."""
        assert connection.request is not None
        seat = self._seat_of_path(connection.request.path)
        assert seat is not None
        client = connection.socket
        assert isinstance(client, ClientSocket)
        self._connections.admit(client, seat)
        outbox: SimpleQueue[Document | Goodbye] = SimpleQueue()
        send = outbox.put
        writer = Thread(target=send_messages, args=(connection, outbox), name=f"to {seat}", daemon=True)
        self._writers[send] = writer
        writer.start()
        self.lobby.connect(seat, send)
        try:
            with suppress(ConnectionClosed):
                for line in connection:
                    if outbox.qsize() > MAX_UNSENT_MESSAGES:
                        client.disconnect()
                        break
                    self._handle_line(seat, send, line)
        finally:
            self.lobby.disconnect(seat, send)
            send(Goodbye(is_taken=False))
            writer.join()
            self._writers.pop(send, None)

    def _handle_line(self, seat: str, send: SendMessage, line: str | bytes) -> None:
        """Pass on a line of somebody, who is told why where it is refused."""
        try:
            self.lobby.handle_message(seat, send, decode_seat_message(line))
        except InputError as error:
            send(Refused(message=error.message, hint=error.hint))
        except Exception as error:  # nobody else would ever say that an answer was lost
            self.notify(Notice(f"Something that the seat {seat} says cannot be taken: {clip(repr(error))}"))
            send(Refused(message="the table cannot take this", hint="Its host is told why."))


def send_messages(connection: ServerConnection, outbox: SimpleQueue[Document | Goodbye]) -> None:
    """Send what waits, until the line is to be closed or is gone."""
    with suppress(ConnectionClosed):
        while not isinstance(message := outbox.get(), Goodbye):
            connection.send(encode_message(message))
        connection.close(CLOSE_CODE_SEAT_TAKEN if message.is_taken else CLOSE_CODE_HOST_LEFT)


def local_address() -> str:
    """The address of this machine in its network, as far as it can be known without asking anybody."""
    with socket(AF_INET, SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
