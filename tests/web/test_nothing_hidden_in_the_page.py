"""The page of a table shows the same of two games that differ only in what is hidden from its seat.

A server plays a game of the vault with chosen dice, and sends its messages. What stands in the page then is compared
with what stands there of a game whose secret answers and throws are others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from unittest.mock import patch

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.documents import Refused
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.network import table_page
from bombsight.service.seats.network.table_server import CLOSE_CODE_SEAT_TAKEN
from bombsight.service.seats.protocol.codec import decode_seat_message, encode_message
from bombsight.service.seats.protocol.host_messages import There
from bombsight.service.seats.protocol.seat_messages import Look, Weigh, Why
from bombsight.service.seats.protocol.seating import TableTerms, make_seated_message
from bombsight.service.seats.protocol.terms import Waits
from tests.marking import slow_but
from tests.service.seats.test_nothing_hidden_shows import SECRET, VAULT, endless, move
from tests.web.beside_node import WEB, needs_node, run_node
from tests.web.test_browsers import in_browsers

pytestmark = [
    needs_node,
    pytest.mark.skipif(not (WEB / "node_modules" / "puppeteer-core").is_dir(), reason="needs npm ci --prefix web"),
    pytest.mark.xdist_group("browsers"),
]

END = "this seat was taken"
"""What the page says when the server has closed the line for good."""

MOST_TURNS = 10
"""The number of turns after which a game is left."""

QUIET = 0.4
"""Seconds in which the page asks nothing more, and is read."""


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's program, as it is now."""
    folder = tmp_path_factory.mktemp("built")
    run_node("scripts/build.mjs", folder)
    return folder


class ShownGame:
    """A game that goes on by itself whenever the page has asked all that it wants.

    Attributes:
        seat: The seat that looks.
    """

    def __init__(self, seat: str, known: Iterator[int], unknown: Iterator[int]) -> None:
        self.seat, self.known, self.unknown = seat, known, unknown

    def serve(self, line: ServerConnection) -> None:
        """Send what a host sends: the terms, turns, replies."""
        with start_game(VAULT, Rules(), GameSetup(seed=1, dice="manual")) as play:
            with patch.object(Play, "by_hand", False):
                arbiter = Arbiter(play, SECRET)
            line.send(encode_message(Waits(seal=SECRET.seal, protocol=2)))
            line.recv()
            header, program = play.session.header, play.session.program
            line.send(encode_message(make_seated_message(program, header, TableTerms(), SECRET.seal, self.seat)))
            line.send(encode_message(There(seats=(self.seat,))))
            shown, turns = -1, 0
            is_going_on = True
            while is_going_on and turns < MOST_TURNS:
                if play.view().throw is None:
                    turn = arbiter.make_turn(self.seat, max(shown, 0))
                    if turn.events or shown < 0:
                        line.send(encode_message(turn))
                        shown = turn.start + len(turn.events)
                        turns += 1
                        self.reply(line, arbiter)
                is_going_on = move(arbiter, self.seat, self.known, self.unknown)
            line.close(CLOSE_CODE_SEAT_TAKEN)

    def reply(self, line: ServerConnection, arbiter: Arbiter) -> None:
        """Reply to what the page asks, until it asks nothing for a moment."""
        while True:
            try:
                asked = decode_seat_message(line.recv(timeout=QUIET))
            except TimeoutError:
                return
            try:
                match asked:
                    case Look():
                        line.send(encode_message(arbiter.make_state_message(self.seat, asked.event_count)))
                    case Why():
                        line.send(encode_message(arbiter.make_reasons(self.seat, asked.event)))
                    case Weigh():
                        line.send(encode_message(arbiter.odds(self.seat)))
                    case _:  # the rest: the page answers nothing here
                        raise AssertionError(asked)
            except InputError as error:
                line.send(encode_message(Refused(message=error.message, hint=error.hint)))


def looks_of(page: table_page.TablePage, game: ShownGame) -> list[str]:
    """What stands in the page, look by look, where it changes."""

    def handle(line: ServerConnection) -> None:
        """Play the game on a line."""
        with suppress(ConnectionClosed):
            game.serve(line)

    def respond(_: ServerConnection, request: object) -> object:
        """Give a file of the page."""
        is_file = table_page.is_page_request(request)  # type: ignore[arg-type]  # a request of the same library
        return page.respond(request) if is_file else None  # type: ignore[arg-type]  # as above

    with serve(handle, "127.0.0.1", 0, process_request=respond) as server:  # type: ignore[arg-type]  # as above
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        told = run_node("scripts/browse.mjs", "looks", f"http://127.0.0.1:{port}/#{'t' * 24}", END)
        server.shutdown()
    found: list[str] = json.loads(told)
    return found


@in_browsers("chromium")
@pytest.mark.parametrize("seat", slow_but(["left", "right"], "left"))
def test_the_page_shows_nothing_that_is_hidden(browser: str, seat: str, built: Path) -> None:
    random = Random(7)
    known, one, other = ([random.randrange(42) for _ in range(40)] for _ in range(3))
    with patch.object(table_page, "BUILT_FOLDER", built):
        page = table_page.load_page()
    first, second = (looks_of(page, ShownGame(seat, endless(known), endless(hidden))) for hidden in (one, other))
    assert first == second
    assert len({*first}) > MOST_TURNS // 2
