"""The page of a table, played in a browser against a host in Python: ``web/tests/browser/guest.ts`` plays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import pytest

from bombsight.service.common.document import Document
from bombsight.service.games.requests import Rules
from bombsight.service.present.answer_parsing import answer_name
from bombsight.service.seats.guest.seat_file import PlayedInPage, SeenState, read_revealed, read_seat_file
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.hosting.seat_connection import Goodbye
from bombsight.service.seats.network import table_page
from bombsight.service.seats.network.table_server import TableServer
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, SeatMessage, Thrown
from bombsight.service.seats.protocol.undos import UndoAsked, UndoReply, UndoRequest
from bombsight.service.seats.verification.seat_verification import verify_seat_messages
from tests.processes import PATIENCE
from tests.service.seats.table import COVE, new_table
from tests.web.beside_node import WEB, needs_node, run_node
from tests.web.test_browsers import case_in_browser, in_browsers

pytestmark = [
    needs_node,
    pytest.mark.skipif(not (WEB / "node_modules" / "puppeteer-core").is_dir(), reason="needs npm ci --prefix web"),
    pytest.mark.xdist_group("browsers"),
]

KEEPER = "keeper"


@pytest.fixture(name="built", scope="module")
def fixture_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's program, as it is now."""
    folder = tmp_path_factory.mktemp("built")
    run_node("scripts/build.mjs", folder)
    return folder


def cove_with_names(folder: Path) -> Path:
    """The folder of the cove's game, in which the boat has a name."""
    game = folder / "named"
    game.mkdir()
    rules = (COVE / "00-game.rules").read_text(encoding="utf-8")
    for line, more in (
        ("  players Side\n", '  names "Nan", "Old Tom"\n'),
        ('  seen "Times seen" bad: 0..9 full = 0\n', '  boat "The boat": text\n'),
        ("    do land(hour)\n", '    say "{boat} lands."\n'),
    ):
        assert line in rules
        rules = rules.replace(line, line + more)
    (game / "00-game.rules").write_text(rules, encoding="utf-8")
    return game


class HostPlaying:
    """A host who answers as is suggested, and agrees to each undo.

    Behind his second answer he breaks the line, behind the fourth he is killed and begins again, instead of the
    seventh he asks to take back the sixth, and behind the eleventh, when the guest has named the boat, he does.

    Attributes:
        table: The table.
        door: Its server.
    """

    def __init__(self, save: Path, page: table_page.TablePage, seed: int | None, seat: str, **more: Any) -> None:
        self.page = page
        self.seat = seat
        game = cove_with_names(save.parent)
        self.rules = Rules(folders=(game.parent,))
        self.table: Any = new_table(save.parent, game, seat, seed=seed, **more)
        self.has_asked = False
        self.has_named = False
        self.save = self.table.save
        self.answer_count = 0
        self.is_left = False
        self.open(0)
        self.thread = Thread(target=self.play, daemon=True)
        self.thread.start()

    def open(self, port: int) -> None:
        """Open the door, and sit down."""
        self.inbox: SimpleQueue[Document | Goodbye] = SimpleQueue()
        self.door = TableServer(self.table.hall, self.table.kept.tokens, "127.0.0.1", port, lambda _: None, self.page)
        self.table.hall.connect(self.seat, self.inbox.put)
        self.table.hall.handle_message(self.seat, self.inbox.put, Hello(asks="all"))

    @property
    def address(self) -> str:
        """The address of the guest's page."""
        (token,) = self.table.kept.tokens.values()
        return f"http://127.0.0.1:{self.door.port}/#{token}"

    def close(self) -> None:
        """Leave the table."""
        self.door.close()
        self.table.hall.close()

    def play(self) -> None:
        """Answer until the game is over, or the test leaves."""
        while not self.is_left:
            try:
                message = self.inbox.get(timeout=0.1)
            except Empty:
                continue
            if isinstance(message, UndoAsked) and message.seat != self.seat:
                self.say(UndoReply(number=message.number, agrees=True))
            elif isinstance(message, NamesShown) and not self.has_named:
                self.has_named = True
                self.say(Rename(of=message.named[0].of, number=message.named[0].number, name="Gull"))
            elif isinstance(message, Turn) and message.question is not None:
                if self.answer_count == 6 and not self.has_asked:
                    self.has_asked = True
                    self.say(UndoRequest())
                else:
                    self.answer(message)

    def say(self, message: SeatMessage) -> None:
        """Send a message to the arbiter."""
        self.table.hall.handle_message(self.seat, self.inbox.put, message)

    def answer(self, turn: Turn) -> None:
        """Answer a question, and then do what a host may."""
        assert turn.question is not None
        name = answer_name(turn.question, turn.question.preferred)
        self.say(Answered(number=turn.number, names=(name,)))
        self.answer_count += 1
        if self.answer_count == 2:
            for client in [*self.door._connections._connections]:
                client.disconnect()
        if self.answer_count == 11:
            self.say(NamesWanted())
        if self.answer_count == 4:
            port = self.door.port
            self.close()
            self.table = resume_table(self.save, self.rules)
            self.open(port)


@contextmanager
def playing_host(
    folder: Path, page: table_page.TablePage, seed: int | None, seat: str = KEEPER, **more: Any
) -> Iterator[HostPlaying]:
    """A host at a table with a page."""
    host = HostPlaying(folder / "table.save", page, seed, seat, **more)
    try:
        yield host
    finally:
        host.is_left = True
        host.thread.join(PATIENCE)
        host.close()


@pytest.mark.parametrize(
    ("browser", "seed", "width"),
    [
        case_in_browser("chromium", None, 390),
        case_in_browser("chromium", 7, 1100, is_slow=True),
        case_in_browser("firefox", None, 390, is_slow=True),
        case_in_browser("firefox", None, 1100, is_slow=True),
    ],
)
def test_a_game_with_undos_comes_to_its_end_and_can_be_verified(
    browser: str, seed: int | None, width: int, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_page, "BUILT_FOLDER", built)
    kept = tmp_path / "kept"
    kept.mkdir()
    with playing_host(tmp_path, table_page.load_page(), seed) as host:
        told = run_node("scripts/browse.mjs", "guest", host.address, kept, width, BROWSER=browser)
        assert host.answer_count > 6, "the host began again in the middle, and took an answer back"
        assert json.loads(told) == {"answers": 5, "consents": 1}
        rules = host.rules
    file = kept / "cove-smuggler.seat"
    own = read_seat_file(file)
    revealed = read_revealed(file.with_suffix(".revealed"))
    checked = verify_seat_messages(own, revealed, rules)
    assert checked.faults == ()
    assert [undo.asked_by for undo in revealed.undos] == ["smuggler", KEEPER]
    assert [each.name for each in revealed.renames] == ["Petrel", "Gull"]
    assert any("whether the page did as it should" in each for each in checked.unknown)
    assert isinstance(own[0], PlayedInPage)
    assert sum(isinstance(each, SeenState) for each in own) > 2, "the states that were shown are compared, too"


@pytest.mark.slow
@in_browsers("chromium")
def test_dice_of_ones_own_are_agreed_to_thrown_in_the_page_and_believed(
    browser: str, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_page, "BUILT_FOLDER", built)
    kept = tmp_path / "kept"
    kept.mkdir()
    with playing_host(tmp_path, table_page.load_page(), None, "smuggler", dice="own") as host:
        throws = run_node("scripts/browse.mjs", "throwing", host.address, kept, BROWSER=browser)
        rules = host.rules
    file = kept / f"cove-{KEEPER}.seat"
    own = read_seat_file(file)
    checked = verify_seat_messages(own, read_revealed(file.with_suffix(".revealed")), rules)
    assert checked.faults == ()
    assert int(throws) == sum(isinstance(each, Thrown) for each in own) == 3
