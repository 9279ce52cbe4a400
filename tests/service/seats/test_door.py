"""The door of a table, and strangers before it."""

from __future__ import annotations

import errno
import socket
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import Server, serve
from websockets.typing import Origin

from bombsight.boundary.errors import InputError
from bombsight.service.present.documents import Refused
from bombsight.service.seats.guest.seat_file import SeatFile
from bombsight.service.seats.hosting.lobby import Lobby
from bombsight.service.seats.network import connections, remote_seat, table_server
from bombsight.service.seats.network.address import Address, parse_address
from bombsight.service.seats.network.notices import ConnectionLost, Notice
from bombsight.service.seats.network.remote_seat import RemoteSeat
from bombsight.service.seats.network.table_server import CLOSE_CODE_HOST_LEFT, TableServer
from bombsight.service.seats.protocol.codec import MAX_SEAT_MESSAGE_BYTES, decode_host_message, encode_message
from bombsight.service.seats.protocol.commitments import anchor_of, share_of
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Hello, Look, Share
from bombsight.service.seats.protocol.terms import Waits
from tests.narrowing import narrow, unwrap
from tests.processes import PATIENCE
from tests.service.seats.table import arbiter, new_table

TOKENS = {"keeper": "k" * 24, "smuggler": "s" * 24}
ROOT = "12" * 32
HANDSHAKE = (
    f"GET /{TOKENS['smuggler']} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
"""What a guest sends first."""


class Opened:
    """A door, and what its host was told."""

    def __init__(self, hall: Lobby) -> None:
        self.notices: SimpleQueue[Notice] = SimpleQueue()
        self.hall = hall
        self.door = TableServer(self.hall, TOKENS, "127.0.0.1", 0, self.notices.put)

    def address(self, token: str = TOKENS["smuggler"]) -> str:
        """Where somebody sits down."""
        return f"ws://127.0.0.1:{self.door.port}/{token}"

    def notice(self) -> str:
        """What the host is told next."""
        return self.notices.get(timeout=PATIENCE).text

    def stranger(self) -> socket.socket:
        """A line on which nobody says anything."""
        return socket.create_connection(("127.0.0.1", self.door.port), PATIENCE)

    def is_open(self) -> bool:
        """Whether somebody with a token can sit down."""
        with connect(self.address()) as line:
            return isinstance(decode_host_message(line.recv(PATIENCE)), Waits)


@contextmanager
def opened():
    """A door that is open."""
    with TemporaryDirectory() as folder:
        table = new_table(Path(folder), seat="none", autos=("keeper",))
        found = Opened(table.hall)
        try:
            yield found
        finally:
            found.door.close()
            table.hall.close()


def is_ended(line: socket.socket) -> bool:
    """Whether the other side has ended a line."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_whoever_has_no_token_stays_outside():
    with opened() as at:
        own = TOKENS["smuggler"]
        for token in ("", own[:-1], f"{own}s", own[0], f"s{'x' * 23}", f"/{own}", f"{own}/", "%73" * 24):
            with pytest.raises(InvalidStatus) as refused, connect(at.address(token)):
                pass
            assert refused.value.response.status_code in (400, 403)
        with pytest.raises(InvalidStatus), connect(at.address(), origin=Origin("http://x")):
            pass
        with at.stranger() as line:
            line.sendall(HANDSHAKE.replace(own, "\xff").encode("latin-1"))
            assert b" 101 " not in line.recv(2**12)
        assert "without a token has knocked, the last from 127.0.0.1" in at.notice()
        assert at.notices.empty()  # of the others he is told in a while
        assert at.hall.connected_seats == frozenset()
        assert at.is_open()


def test_what_is_too_long_ends_the_line():
    with opened() as at, connect(at.address()) as line:
        line.recv(PATIENCE)
        line.send(" " * MAX_SEAT_MESSAGE_BYTES)
        assert isinstance(decode_host_message(line.recv(PATIENCE)), Refused)
        line.send(" " * (MAX_SEAT_MESSAGE_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(PATIENCE)
        assert unwrap(closed.value.rcvd).code == 1009


def test_lines_of_strangers_are_bounded_and_the_door_stays_open():
    with opened() as at, ExitStack() as stack:
        strangers = [stack.enter_context(at.stranger()) for _ in range(380)]
        assert at.is_open()
        for line in strangers[: -connections.MAX_STRANGERS_PER_ADDRESS - 1]:
            assert is_ended(line)
        strangers[-1].setblocking(False)
        with pytest.raises(BlockingIOError):
            strangers[-1].recv(1)
        assert "has knocked" in at.notice()


def test_a_line_that_was_ended_makes_room_before_it_is_closed():
    lines, pairs = (
        connections.ConnectionRegistry(lambda _: None),
        [socket.socketpair() for _ in range(connections.MAX_STRANGERS_PER_ADDRESS + 3)],
    )
    opened = [unwrap(lines.add(inside.detach(), "there")) for inside, _ in pairs]
    ended = []
    for _, outside in pairs:
        outside.setblocking(False)
        try:
            ended.append(outside.recv(1) == b"")
        except BlockingIOError:
            ended.append(False)
    assert ended == [True] * 3 + [False] * connections.MAX_STRANGERS_PER_ADDRESS
    for line, (_, outside) in zip(opened, pairs, strict=True):
        line.close()
        outside.close()


def test_lines_are_bounded_from_all_addresses_together(monkeypatch):
    monkeypatch.setattr(connections, "MAX_STRANGERS_PER_ADDRESS", 1000)
    monkeypatch.setattr(connections, "MAX_STRANGERS", 5)
    with opened() as at, ExitStack() as stack:
        strangers = [stack.enter_context(at.stranger()) for _ in range(20)]
        assert at.is_open()
        for line in strangers[:14]:
            assert is_ended(line)
        monkeypatch.setattr(connections, "MAX_CONNECTIONS", 2)
        late = stack.enter_context(at.stranger())
        assert is_ended(late)


def test_of_the_lines_with_one_token_the_oldest_go(monkeypatch):
    monkeypatch.setattr(table_server, "CLOSE_TIMEOUT", 60)
    with opened() as at, ExitStack() as stack:
        lines = []
        for _ in range(connections.MAX_CONNECTIONS_PER_SEAT + 1):
            line = stack.enter_context(at.stranger())
            line.sendall(HANDSHAKE.encode())
            assert line.recv(1) == b"H"
            while b"waits" not in line.recv(2**12):
                pass
            lines.append(line)
        while lines[0].recv(2**12):
            pass  # what was told before, and that another has the seat
        lines[-1].setblocking(False)
        with pytest.raises(BlockingIOError):
            lines[-1].recv(1)


def test_a_line_on_which_no_token_is_shown_in_time_is_ended(monkeypatch):
    monkeypatch.setattr(table_server, "HANDSHAKE_TIMEOUT", 0.2)
    with opened() as at, at.stranger() as line, at.stranger() as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert is_ended(line)
        assert is_ended(slow)


def test_a_door_that_fails_is_tried_again_and_its_host_is_told(monkeypatch):
    monkeypatch.setattr(connections, "RETRY_DELAY", 0.01)
    failing = [OSError(errno.EMFILE, "Too many open files")] * 3
    real = socket.socket.accept

    def accept(own: socket.socket):
        if failing:
            raise failing.pop()
        return real(own)

    monkeypatch.setattr(socket.socket, "accept", accept)
    with opened() as at:
        assert at.is_open()
        assert at.notice() == "The door of the table does not open: Too many open files. It is tried again."
        assert at.notice() == "The door of the table is open again."
        assert at.notices.empty()


@pytest.mark.parametrize("ends", [True, False])
def test_a_door_at_which_nobody_waits_any_more_is_opened_again(monkeypatch, ends):
    monkeypatch.setattr(table_server, "RETRY_DELAY", 0.01)
    waits, failing = Server.serve_forever, [True]

    def serve_forever(own: Server) -> None:
        if not failing:
            waits(own)
        elif failing.pop() and not ends:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Server, "serve_forever", serve_forever)
    with opened() as at:
        assert "It is open again." in at.notice()
        assert at.is_open()
        for server in at.door._servers:
            if closed := getattr(server, "socket_closed", None):  # older websockets have none
                closed.set()  # as the true one says of itself


def test_what_no_hall_expects_is_told_to_both_and_the_line_holds(monkeypatch):
    with opened() as at, connect(at.address()) as line:
        line.recv(PATIENCE)
        with monkeypatch.context() as patch:
            patch.setattr(at.hall, "handle_message", lambda *said: 1 / 0)
            line.send(encode_message(Look()))
            assert narrow(Refused, decode_host_message(line.recv(PATIENCE))).message == "the table cannot take this"
        assert "seat smuggler says cannot be taken: ZeroDivisionError" in at.notice()
        line.send(encode_message(Look()))
        assert "has not begun" in narrow(Refused, decode_host_message(line.recv(PATIENCE))).message


def test_who_sits_there_is_told_that_the_table_closes_and_not_that_his_seat_is_taken():
    with opened() as at, connect(at.address()) as line:
        line.send(encode_message(Hello(anchor=anchor_of(ROOT))))
        line.recv(PATIENCE)
        at.door.close()
        for _ in line:
            pass  # whatever else is told
        assert line.close_code == CLOSE_CODE_HOST_LEFT


def test_an_address_has_so_many_characters():
    host = "a" * 994
    assert parse_address(f"{host}:12345").place == f"{host}:12345"
    with pytest.raises(InputError, match="no address"):
        parse_address(f"{host}a:12345")


def test_who_asks_for_more_than_he_reads_is_let_go():
    with opened() as at, connect(at.address(), max_queue=1) as line:
        line.send(encode_message(Hello(anchor=anchor_of(ROOT))))
        line.send(encode_message(Share(move=0, share=share_of(ROOT, 0))))
        with pytest.raises(ConnectionClosed):
            ask_without_end(line)
        assert at.is_open()


def ask_without_end(line) -> None:
    """Ask again and again, and read nothing."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        line.send(encode_message(Look()))


@contextmanager
def joined(tmp_path, *lines: str | bytes):
    """A seat at a table that tells these lines."""

    def tell(connection):
        for line in lines:
            connection.send(line)
        for _ in connection:
            pass

    with serve(tell, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        table = RemoteSeat(Address(f"127.0.0.1:{port}", "ab"), SeatFile.open(tmp_path / "own.seat"), "all")
        try:
            yield table
        finally:
            table.close()


def heard(table: RemoteSeat) -> InputError:
    """Why a line is over for good."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            found = table.received.get(timeout=PATIENCE)
        except Empty:
            break
        assert not isinstance(found, ConnectionLost)
        if isinstance(found, InputError):
            return found
    raise AssertionError("nothing is heard")


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        b"\xff\xfe",
        encode_message(Waits(seal="ab", protocol=2)).replace('"ab"', "[1]"),
        encode_message(Hello()),
        '{"document":"turn","version":2,"events":[{"event":"roll"}]}',
    ],
)
def test_a_guest_hears_why_where_what_he_is_told_is_no_message(tmp_path, line):
    with joined(tmp_path, encode_message(Waits(seal="ab", protocol=2)), line) as table:
        assert "no message that belongs here" in heard(table).message


def test_a_guest_hears_of_a_wrong_literal(tmp_path):
    with arbiter() as at:
        looked = encode_message(at.make_state_message("smuggler"))
    for right, wrong in (('"matters":""', '"matters":"evil"'), ('"is_list":false', '"is_list":"no"')):
        assert right in looked
        with joined(tmp_path, looked.replace(right, wrong)) as table:
            assert "no message that belongs here" in heard(table).message


def test_a_guest_hears_whatever_his_line_dies_of(tmp_path, monkeypatch):
    monkeypatch.setattr(remote_seat, "decode_host_message", lambda line: 1 / 0)
    with joined(tmp_path, encode_message(Waits(seal="ab", protocol=2))) as table:
        assert "cannot be held: ZeroDivisionError" in heard(table).message


def test_a_guest_is_not_told_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(remote_seat, "MAX_UNREAD_MESSAGES", 10)
    with arbiter() as at:
        line = encode_message(at.make_state_message("smuggler"))
    with joined(tmp_path, *[line] * 13) as table:
        time.sleep(0.5)
        assert "more than anybody can read" in heard(table).message
    monkeypatch.setattr(remote_seat, "MAX_HOST_MESSAGE_BYTES", 100)
    with joined(tmp_path, " " * 101) as table:
        assert "more at once than can be taken" in heard(table).message


def test_turns_are_taken_as_they_were_told(tmp_path):
    with arbiter() as at:
        turn = at.make_turn("smuggler")
    with joined(tmp_path, encode_message(Waits(seal="ab", protocol=2)), encode_message(turn)) as table:
        assert isinstance(table.received.get(timeout=PATIENCE), Waits)
        assert isinstance(table.received.get(timeout=PATIENCE), Turn)
