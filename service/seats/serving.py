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

from bombsight.boundary.errors import InputError, clip, reason
from bombsight.service.common.document import Document
from bombsight.service.present.documents import Refused
from bombsight.service.seats.codec import MOST_SAID, decode_said, encode_message
from bombsight.service.seats.entrance import REST, Entrance, Line, Lines
from bombsight.service.seats.lobby import Goodbye, Hall, Put
from bombsight.service.seats.notices import Notice

TAKEN = 4000
"""The code with which a line is closed when another has taken the seat."""

LEFT = 1001
"""The code with which it is closed when the host leaves."""

PATIENCE = 15.0
"""Seconds between signs of life, and for one to be answered."""

HANDSHAKE = 5.0
"""Seconds in which whoever opens a line has to show his token."""

MOST_WAITING = 200
"""Messages that wait to be sent to somebody: who asks for more, and reads nothing, is let go."""

FAREWELL = 2.0
"""Seconds in which the other side says that a line is closed for it, too."""


def silent() -> logging.Logger:
    """A logger that nobody hears: what strangers send is nobody's matter."""
    logger = logging.getLogger("bombsight.table")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return logger


class Door:
    """The door of a table; open until it is closed.

    Attributes:
        hall: The table.
        tokens: What lets somebody sit down, by seat.
    """

    def __init__(
        self, hall: Hall, tokens: Mapping[str, str], listen: str, port: int, notify: Callable[[Notice], None]
    ) -> None:
        """Open the door.

        Args:
            hall: The table.
            tokens: What lets somebody sit down, by seat.
            listen: The address of this machine; empty for all that it has.
            port: 0 for one that is free.
            notify: Is told what the host should know: of strangers, and where nobody can come in.

        Raises:
            InputError: Nobody can be waited for there.
        """
        self.hall = hall
        self.tokens = tokens
        self.notify = notify
        self._open: dict[Put, Thread] = {}
        self._lines = Lines(notify)
        self._is_closed = Event()
        try:
            self._entrance = Entrance(create_server((listen, port)).detach(), self._lines)
        except (OSError, ValueError) as error:
            hint = "Name another: --port N. Who joins needs the new address then."
            raise InputError(f"nobody can be waited for at port {port}: {reason(error)}", "", hint) from error
        self.port: int = self._entrance.getsockname()[1]
        self._servers = [self._serve()]
        Thread(target=self._wait_for_people, name="door", daemon=True).start()

    def close(self) -> None:
        """Let everybody go who was told all that waits for him, and nobody in any more."""
        self._is_closed.set()
        for put, writer in [*self._open.items()]:
            put(Goodbye(is_taken=False))
            writer.join(PATIENCE)
        self._entrance.close()
        self._lines.end_strangers()
        for server in self._servers:
            server.shutdown()

    def _serve(self) -> Server:
        """What speaks with those who come to the entrance."""
        return serve(
            self._sit,
            sock=self._entrance,
            process_request=self._admit,
            origins=[None],  # a page in a browser has one
            open_timeout=HANDSHAKE,
            max_size=MOST_SAID,
            ping_interval=PATIENCE,
            ping_timeout=PATIENCE,
            close_timeout=FAREWELL,
            logger=silent(),
        )

    def _wait_for_people(self) -> None:
        """Wait for people until the door is closed: should anything end that, begin again after a while."""
        while True:
            try:
                self._servers[-1].serve_forever()
                cause = "nobody was waited for any more"
            except Exception as error:  # such as no thread more: one that ends would shut the door for good
                cause = clip(repr(error))
            if self._is_closed.wait(REST):
                return
            self.notify(Notice(f"The door of the table had closed ({cause}). It is open again."))
            self._servers.append(self._serve())

    def _seat(self, path: str) -> str | None:
        """The seat that a path has the token for; None for a stranger's."""
        token = path.removeprefix("/").encode()
        found = [seat for seat, own in self.tokens.items() if hmac.compare_digest(own.encode(), token)]
        return found[0] if found else None

    def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse whoever has no token."""
        if self._seat(request.path) is None:
            return connection.respond(HTTPStatus.FORBIDDEN, "There is no seat for you at this table.\n")
        return None

    def _sit(self, connection: ServerConnection) -> None:
        """Pass on what somebody says, and what he is told, as long as the line holds."""
        assert connection.request is not None
        seat = self._seat(connection.request.path)
        assert seat is not None
        own = connection.socket
        assert isinstance(own, Line)
        self._lines.admit(own, seat)
        waiting: SimpleQueue[Document | Goodbye] = SimpleQueue()
        put = waiting.put
        writer = Thread(target=write, args=(connection, waiting), name=f"to {seat}", daemon=True)
        self._open[put] = writer
        writer.start()
        self.hall.come(seat, put)
        try:
            with suppress(ConnectionClosed):
                for line in connection:
                    if waiting.qsize() > MOST_WAITING:
                        own.cut()
                        break
                    self._hear(seat, put, line)
        finally:
            self.hall.go(seat, put)
            put(Goodbye(is_taken=False))
            writer.join()
            self._open.pop(put, None)

    def _hear(self, seat: str, put: Put, line: str | bytes) -> None:
        """Pass on a line of somebody, who is told why where it is refused."""
        try:
            self.hall.say(seat, put, decode_said(line))
        except InputError as error:
            put(Refused(message=error.message, hint=error.hint))
        except Exception as error:  # nobody else would ever say that an answer was lost
            self.notify(Notice(f"Something that the seat {seat} says cannot be taken: {clip(repr(error))}"))
            put(Refused(message="the table cannot take this", hint="Its host is told why."))


def write(connection: ServerConnection, waiting: SimpleQueue[Document | Goodbye]) -> None:
    """Send what waits, until the line is to be closed or is gone."""
    with suppress(ConnectionClosed):
        while not isinstance(message := waiting.get(), Goodbye):
            connection.send(encode_message(message))
        connection.close(TAKEN if message.is_taken else LEFT)


def own_address() -> str:
    """The address of this machine in its network, as far as it can be known without asking anybody."""
    with socket(AF_INET, SOCK_DGRAM) as asked:
        try:
            asked.connect(("10.255.255.255", 1))  # nothing is sent
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"
