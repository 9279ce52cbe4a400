"""The page that the server of a table gives to browsers: its files, its policy, who may connect from it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bombsight.boundary.errors import InputError
from bombsight.cli.seats.hosting import print_addresses
from bombsight.service.seats.guest.seat_file import PlayedInPage
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.network import table_page, table_server
from bombsight.service.seats.network.connections import MAX_STRANGERS_PER_ADDRESS
from bombsight.service.seats.network.notices import Notice
from bombsight.service.seats.network.table_page import PAGE_FILES, TablePage, load_page
from bombsight.service.seats.network.table_server import TableServer
from bombsight.service.seats.protocol.codec import decode_host_message
from bombsight.service.seats.protocol.terms import Waits
from bombsight.service.seats.verification.unknowns import list_unknowns
from tests.processes import PATIENCE
from tests.service.seats.table import RULES, new_table

TOKENS = {"smuggler": "s" * 24}
PAGE = TablePage({path: (f"content of {path}".encode(), kind) for path, (_, kind) in PAGE_FILES.items()})


@contextmanager
def opened(page: TablePage | None = PAGE) -> Iterator[Any]:
    """A door with a page."""
    with TemporaryDirectory() as folder:
        table = new_table(Path(folder), seat="none", autos=("keeper",))
        notices: SimpleQueue[Notice] = SimpleQueue()
        door = TableServer(table.hall, TOKENS, "127.0.0.1", 0, notices.put, page)
        try:
            yield SimpleNamespace(door=door, port=door.port, notices=notices, hall=table.hall)
        finally:
            door.close()
            table.hall.close()


def ask(port: int, head: str) -> tuple[str, bytes]:
    """Send a request, and read all until the line is closed: the head and the content of the response."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(head.encode("latin-1"))
        found = b""
        while part := line.recv(2**16):
            found += part
    answer, _, content = found.partition(b"\r\n\r\n")
    return answer.decode("latin-1"), content


def get(port: int, path: str = "/", host: str = "table.example:40123", more: str = "") -> tuple[str, bytes]:
    """Get a file of the page."""
    return ask(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n")


def test_the_files_of_the_page_come_with_their_types_and_a_policy():
    with opened() as at:
        for path, (_, kind) in PAGE_FILES.items():
            head, content = get(at.port, path)
            assert head.startswith("HTTP/1.1 200 ")
            assert content == f"content of {path}".encode()
            headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])
            assert headers["Content-Type"] == kind
            assert headers["Cache-Control"] == "no-store"
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert headers["Connection"] == "close"
            assert headers["Content-Security-Policy"] == (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                "connect-src ws://table.example:40123; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            )
        assert (
            "connect-src wss://table.example;"
            in get(at.port, host="table.example", more="X-Forwarded-Proto: https\r\n")[0]
        )
        assert at.notices.empty(), "a browser that gets the page is no stranger"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /other HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET /?a HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET /../app.js HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET //app.js HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET /%61pp.js HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        (f"GET /{TOKENS['smuggler']} HTTP/1.1\r\nHost: x\r\n\r\n", 404),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x; script-src *\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x y\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: *\r\n\r\n", 400),
        (f"GET / HTTP/1.1\r\nHost: {'x' * 300}\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405),
        ("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    ],
)
def test_a_hostile_request_gets_nothing(head: str, status: int):
    with opened() as at:
        answer, content = ask(at.port, head)
        assert not answer or answer.split(" ")[1] == str(status), "older libraries close the line"
        assert b"content of" not in content
        assert get(at.port)[1] == b"content of /"


@pytest.mark.parametrize(
    ("origin", "host", "is_admitted"),
    [
        (None, "x:1", True),
        ("http://x:1", "x:1", True),
        ("https://x", "x", True),
        ("http://[::1]:1", "[::1]:1", True),
        ("http://y:1", "x:1", False),
        ("http://x:2", "x:1", False),
        ("http://x:1/", "x:1", False),
        ("ws://x:1", "x:1", False),
        ("null", "x:1", False),
        ("http://x y", "x y", False),
    ],
)
def test_only_the_own_page_may_connect(origin: str | None, host: str, is_admitted: bool):
    with opened() as at:
        more = "" if origin is None else f"Origin: {origin}\r\n"
        request = (
            f"GET /{TOKENS['smuggler']} HTTP/1.1\r\nHost: {host}\r\n{more}Upgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", at.port), PATIENCE) as line:
            line.sendall(request.encode())
            assert line.recv(12) == (b"HTTP/1.1 101" if is_admitted else b"HTTP/1.1 403")


def test_without_a_page_nothing_is_served_and_no_page_admitted():
    with opened(None) as at:
        assert get(at.port)[0].split(" ")[1] == "403"
        host = f"127.0.0.1:{at.port}"
        with (
            pytest.raises(InvalidStatus),
            connect(f"ws://{host}/{TOKENS['smuggler']}", origin=Origin(f"http://{host}")),
        ):
            pass


def test_a_browser_with_six_lines_gets_in_and_a_slow_one_does_not_stay(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_server, "PAGE_TIMEOUT", 0.5)
    large = TablePage({"/": (b"x" * 50_000_000, "text/plain")})
    with opened(large) as at, ExitStack() as lines:
        for _ in range(6):
            lines.enter_context(socket.create_connection(("127.0.0.1", at.port), PATIENCE))
        slow = lines.enter_context(socket.create_connection(("127.0.0.1", at.port), PATIENCE))
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        with connect(f"ws://127.0.0.1:{at.port}/{TOKENS['smuggler']}") as line:
            assert isinstance(decode_host_message(line.recv(PATIENCE)), Waits)
        deadline = time.monotonic() + PATIENCE
        while any(each.address for each in [*at.door._connections._connections] if each._timer is not None):
            assert time.monotonic() < deadline, "who reads nothing is disconnected"
            time.sleep(0.05)


def test_requests_for_files_count_among_the_lines_of_strangers():
    with opened() as at, ExitStack() as lines:
        silent = [
            lines.enter_context(socket.create_connection(("127.0.0.1", at.port), PATIENCE))
            for _ in range(MAX_STRANGERS_PER_ADDRESS)
        ]
        assert get(at.port)[1] == b"content of /"
        assert silent[0].recv(1) == b"", "the longest-waiting is dropped for it"


def test_the_page_is_where_it_is_read():
    assert load_page().files.keys() == PAGE_FILES.keys()


def test_a_page_that_is_not_installed_is_an_error_for_people(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(table_page, "BUILT_FOLDER", tmp_path)
    with pytest.raises(InputError, match="the program of the page is not there"):
        load_page()


def test_a_resumed_table_has_its_page_again(tmp_path: Path):
    table = new_table(tmp_path, seat="none")
    assert not table.kept.has_page
    table.with_address("127.0.0.1", 40123, has_page=True)
    table.hall.close()
    resumed = resume_table(table.save, RULES)
    assert resumed.kept.has_page
    resumed.hall.close()


def test_verify_says_that_the_program_of_a_page_came_from_the_host():
    seated = SimpleNamespace(
        protocol=2, seed=None, spares=False, anchors={}, seat="x", dice="seeded", has_referee=False
    )
    with_page, without = (list_unknowns(own, seated, None) for own in ((PlayedInPage(),), ()))  # type: ignore[arg-type]  # enough of one
    assert [each for each in with_page if each not in without] == [with_page[3]]
    assert "its program came from the host" in with_page[3]


def test_the_host_is_shown_an_address_for_each_browser(tmp_path: Path):
    table = new_table(tmp_path, seat="none", has_referee=True).with_address("127.0.0.1", 40123, has_page=True)
    told = StringIO()
    print_addresses(table, Console(file=told, width=200))
    assert len(table.kept.admitted) == 3, "each player, and the referee"
    for token in table.kept.admitted.values():
        assert f"  or in a browser: http://127.0.0.1:40123/#{token}\n" in told.getvalue()
    table.hall.close()
