"""The WebSocket server of a table. A client without a token is refused; a browser may get the table's page."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from queue import SimpleQueue
from socket import AF_INET, SOCK_DGRAM, create_server, socket
from threading import Event, Thread

from attrs import define
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.sync.server import Server, ServerConnection, serve

from bombsight.boundary.errors import InputError, clip, reason_of
from bombsight.service.common.document import Document
from bombsight.service.present.documents import Refused
from bombsight.service.seats.hosting.lobby import Lobby
from bombsight.service.seats.hosting.seat_connection import Goodbye, SendMessage
from bombsight.service.seats.network.connections import RETRY_DELAY, ClientSocket, ConnectionRegistry, ListeningSocket
from bombsight.service.seats.network.notices import Notice
from bombsight.service.seats.network.table_page import TablePage, is_own_origin, is_page_request
from bombsight.service.seats.protocol.codec import MAX_SEAT_MESSAGE_BYTES, decode_seat_message, encode_message
from bombsight.service.seats.protocol.host_messages import Revealed

CLOSE_CODE_SEAT_TAKEN = 4000
"""The WebSocket close code for a connection whose seat somebody else has taken."""

CLOSE_CODE_HOST_LEFT = 1001
"""The WebSocket close code for a connection that ends because the host leaves."""

RECEIPT_INTERVAL = 0.2
"""Seconds between two looks whether a line is still open on which the end of the game was sent."""

PING_INTERVAL = 15.0
"""The ping interval and timeout, in seconds."""

HANDSHAKE_TIMEOUT = 5.0
"""The time that a client has to show its token, in seconds."""

PAGE_TIMEOUT = 60.0
"""The time in which a browser has to take a file of the page, in seconds."""

MAX_UNSENT_MESSAGES = 200
"""The maximum length of a client's send queue: one that requests more and reads nothing is disconnected."""

CLOSE_TIMEOUT = 2.0
"""The time that a client has to confirm the end of a connection, in seconds."""


def make_silent_logger() -> logging.Logger:
    """Create a logger that discards everything, so that strangers' traffic is not logged."""
    logger = logging.getLogger("bombsight.table")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return logger


class TableServer:
    """The running WebSocket server of a table.

    Attributes:
        lobby: The lobby of the table.
        tokens: The token of each guest's seat.
        page: The page for browsers; None if the table has none, and admits no pages at all.
    """

    def __init__(
        self,
        lobby: Lobby,
        tokens: Mapping[str, str],
        listen: str,
        port: int,
        notify: Callable[[Notice], None],
        page: TablePage | None = None,
    ) -> None:
        """Start the server.

        Args:
            lobby: The lobby of the table.
            tokens: The token of each guest's seat.
            listen: The local IP address; empty for all.
            port: The port; 0 for a free one.
            notify: The callback for notices to the host: about strangers, and when nobody can connect.
            page: The page for browsers; None for none.

        Raises:
            InputError: The server cannot listen there.
        """
        self.lobby = lobby
        self.tokens = tokens
        self.notify = notify
        self.page = page
        self._writers: dict[SendMessage, Thread] = {}
        self._connections = ConnectionRegistry(notify)
        self._is_closed = Event()
        try:
            self._listener = ListeningSocket(create_server((listen, port)).detach(), self._connections)
        except (OSError, ValueError) as error:
            hint = "Name another: --port N, or --listen ADDRESS. Who joins needs the new address then."
            raise InputError(f"nobody can be waited for at port {port}: {reason_of(error)}", "", hint) from error
        self.port: int = self._listener.getsockname()[1]
        self._servers = [self._make_server()]
        Thread(target=self._serve_forever, name="door", daemon=True).start()

    def close(self) -> None:
        """Stop accepting connections, send all queued messages, and close."""
        self._is_closed.set()
        for send, writer in [*self._writers.items()]:
            send(Goodbye(is_taken=False))
            writer.join(PING_INTERVAL)
        self._listener.close()
        self._connections.disconnect_strangers()
        for server in self._servers:
            server.shutdown()

    def _make_server(self) -> Server:
        """Create the WebSocket server on the listening socket."""
        return serve(
            self._handle_connection,
            sock=self._listener,
            process_request=self._check_request,
            # Web pages send an origin: all are excluded, or all but the table's own.
            origins=[None] if self.page is None else None,
            open_timeout=HANDSHAKE_TIMEOUT,
            max_size=MAX_SEAT_MESSAGE_BYTES,
            ping_interval=PING_INTERVAL,
            ping_timeout=PING_INTERVAL,
            close_timeout=CLOSE_TIMEOUT,
            logger=make_silent_logger(),
        )

    def _serve_forever(self) -> None:
        """Run the server's thread: serve until closed, restarting after an error."""
        while True:
            try:
                self._servers[-1].serve_forever()
                cause = "nobody was waited for any more"
            except Exception as error:  # such as too many threads: this thread must not end
                cause = clip(repr(error))
            if self._is_closed.wait(RETRY_DELAY):
                return
            self.notify(Notice(f"The door of the table had closed ({cause}). It is open again."))
            self._servers.append(self._make_server())

    def _seat_of_path(self, path: str) -> str | None:
        """Return the seat whose secret token a URL path holds; None for a path without a valid token."""
        token = path.removeprefix("/").encode()
        matches = [seat for seat, own in self.tokens.items() if hmac.compare_digest(own.encode(), token)]
        return matches[0] if matches else None

    def _check_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Return the HTTP response to a request that opens no line of a guest; None to admit the client.

        It is a file of the page, or the refusal of a request without a valid token.
        """
        client = connection.socket
        assert isinstance(client, ClientSocket)
        if self.page is not None and is_page_request(request):
            self._connections.note_visitor(client)
            client.end_after(PAGE_TIMEOUT)
            return self.page.respond(request)
        if self._seat_of_path(request.path) is None or not (self.page is None or is_own_origin(request)):
            client.is_refused = True
            return connection.respond(HTTPStatus.FORBIDDEN, "There is no seat for you at this table.\n")
        return None

    def _handle_connection(self, connection: ServerConnection) -> None:
        """Pass messages between a client and the lobby until the connection ends."""
        assert connection.request is not None
        seat = self._seat_of_path(connection.request.path)
        assert seat is not None
        client = connection.socket
        assert isinstance(client, ClientSocket)
        self._connections.admit(client, seat)
        outbox: SimpleQueue[Document | Goodbye] = SimpleQueue()
        send = outbox.put
        end = GameEnd(partial(self.lobby.note_end_received, seat))
        writer = Thread(target=send_messages, args=(connection, outbox, end), name=f"to {seat}", daemon=True)
        writer.start()
        self._writers[send] = writer
        self.lobby.connect(seat, send)
        try:
            with suppress(ConnectionClosed):
                for line in connection:
                    if outbox.qsize() > MAX_UNSENT_MESSAGES:
                        client.disconnect()
                        break
                    self._handle_line(seat, send, line)
                else:  # the client has closed the line in due form
                    end.note_closed()
        finally:
            self.lobby.disconnect(seat, send)
            send(Goodbye(is_taken=False))
            writer.join()
            self._writers.pop(send, None)

    def _handle_line(self, seat: str, send: SendMessage, line: str | bytes) -> None:
        """Pass a line from a client to the lobby; refuse an unreadable one with a reason."""
        try:
            self.lobby.handle_message(seat, send, decode_seat_message(line))
        except InputError as error:
            send(Refused(message=error.message, hint=error.hint))
        except Exception as error:  # otherwise nobody would report a lost answer
            self.notify(Notice(f"Something that the seat {seat} says cannot be taken: {clip(repr(error))}"))
            send(Refused(message="the table cannot take this", hint="Its host is told why."))


@define
class GameEnd:
    """The end of the game on one line: sent, and then received.

    What is sent to a client that has been killed is not received: its reply to a ping behind it shows that it is, or
    that it closes the line in due form.

    Attributes:
        note_received: Notes that the client has received it.
        is_sent: Whether it is sent.
    """

    note_received: Callable[[], None]
    is_sent: bool = False

    def await_receipt(self, connection: ServerConnection) -> None:
        """Wait until the client shows that it has received the end, or the connection ends.

        Raises:
            ConnectionClosed: The connection has ended.
        """
        pong = connection.ping()
        while connection.protocol.state is State.OPEN:
            if pong.wait(RECEIPT_INTERVAL):
                self.note_received()
                return

    def note_closed(self) -> None:
        """Note that the client has closed the line in due form."""
        if self.is_sent:
            self.note_received()


def send_messages(connection: ServerConnection, outbox: SimpleQueue[Document | Goodbye], end: GameEnd) -> None:
    """Send the messages of a queue until the connection ends, and see that the end of the game is received."""
    with suppress(ConnectionClosed):
        while not isinstance(message := outbox.get(), Goodbye):
            end.is_sent = end.is_sent or isinstance(message, Revealed)
            connection.send(encode_message(message))
            if isinstance(message, Revealed):
                end.await_receipt(connection)
        connection.close(CLOSE_CODE_SEAT_TAKEN if message.is_taken else CLOSE_CODE_HOST_LEFT)


def local_address() -> str:
    """Return the IP address of this machine in its network, as far as it is known without traffic."""
    with socket(AF_INET, SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends no packet
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
