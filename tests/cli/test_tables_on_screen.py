"""Names, dice of one's own and a referee on the whole screens of two."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.pages import Page
from bombsight.cli.seats.table_connection import TableMessage
from bombsight.cli.seats.table_screen import TableScreen
from bombsight.runtime.saves.records import Throw
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.name_messages import NamesShown, Rename
from bombsight.service.seats.protocol.undos import UndoAsked, UndoReply, UndoRequest
from bombsight.service.seats.visibility.referee import REFEREE_SEAT
from tests.cli.seated import NARROW, settled, text
from tests.cli.two_on_screen import PAUSE, at_table, comes, guest_consents, press, shared, sit_down, typed
from tests.processes import signals_restored
from tests.service.seats.table import Person, new_table, pass_on, people_at, play_on
from tests.service.seats.test_names import RULES_TEXT
from tests.service.seats.test_names import names as names_of


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """Let nothing be kept elsewhere: bookmarks, the preferred pace."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def ferry(tmp_path):
    """The folder of a game in which things have names, one of them a secret."""
    game = tmp_path / "ferry"
    game.mkdir()
    (game / "00-game.rules").write_text(RULES_TEXT, encoding="utf-8")
    return game


# --- names


@pytest.mark.slow
def test_all_read_the_new_name_at_a_table_also_in_what_has_happened(ferry, tmp_path):
    async def work(pilot, app, table):
        guest = Person(table.hall, "right", tmp_path / "right.seat")
        await comes(pilot, app, "go on", guest)
        await typed(pilot, "name")
        await comes(pilot, app, "The spy", guest)
        await typed(pilot, "name the pilot Zoe")
        await comes(pilot, app, "The pilot: Zoe", guest)
        await comes(pilot, app, "Does Zoe go on", guest)
        await press(pilot, "enter")
        await comes(pilot, app, "Zoe goes on.", guest)
        names_of(guest)
        guest.say(rename_of(guest, "Max"))
        await comes(pilot, app, "Max goes on.", guest)
        assert "Zoe" not in text(app)
        await typed(pilot, "name nobody Max")
        await comes(pilot, app, "nobody", guest)
        assert app.is_running

    at_table(work, tmp_path, game=ferry, seat="left")


def pilot_of(arbiter) -> str:
    """The present name of the pilot."""
    return next(each.name for each in arbiter.named_things("left") if each.what == "The pilot")


def rename_of(person: Person, name: str):
    """The message by which somebody gives the pilot another name."""
    thing = next(each for each in person.last(NamesShown).named if each.what == "The pilot")
    return Rename(of=thing.of, number=thing.number, name=name)


@pytest.mark.slow
def test_both_read_the_new_name_with_one_device_and_a_secret_one_shows_nowhere(ferry):
    async def work(pilot, app):
        await press(pilot, "enter", "enter", "enter", "enter")
        assert app.shown_seat == "right"
        await typed(pilot, "name")
        assert "The pilot" in text(app)
        assert "The spy" not in text(app)
        first_name = pilot_of(app.arbiter)
        await typed(pilot, "name the pilot Zoe")
        assert "Does Zoe go on" in text(app)
        assert "Zoe goes on." in text(app)
        await press(pilot, "enter", "enter", "enter")
        assert app.shown_seat == "left"
        assert "Zoe goes on." in text(app)
        assert f"{first_name} goes" not in text(app)
        await typed(pilot, "name the spy Mata")
        await press(pilot, "l")
        assert isinstance(app.screen, Page)
        assert "Mata listens." in text(app)

    shared(work, game=ferry)


# --- dice of one's own


def test_each_throws_his_own_dice_at_a_table_and_the_other_reads_who_throws(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides, or throws.", guest)
        assert "Each throws dice of his own here" in " ".join(text(app).split())
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        for _ in range(6):
            if app.seat_game.game.question is None:
                break
            await press(pilot, "enter")
            await pilot.pause(PAUSE)
        await comes(pilot, app, "The tide", guest)
        assert app.view.throw is not None
        assert "Type what fell" in text(app)
        assert "leaves this throw" not in text(app)
        await typed(pilot, "r")
        assert "Each throws dice of his own at this table." in text(app)
        await typed(pilot, "9")
        assert app.view.throw is not None, "no die shows that"
        await press(pilot, "5", "enter")
        await settled(pilot)
        pass_on(guest)
        records = table.hall.arbiter.play.session.records
        assert next(each.faces for each in records if isinstance(each, Throw)) == (5,)
        await press(pilot, "u", "y")
        await guest_consents(pilot, app, guest)
        await comes(pilot, app, "Taken back: your last answer", guest)
        assert app.view.question is not None

    at_table(work, tmp_path, dice="own")


def test_dice_that_the_table_refuses_are_asked_for_again(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        while app.seat_game.game.question is not None:
            await press(pilot, "enter")
            await pilot.pause(PAUSE)
        await comes(pilot, app, "Type what fell", guest)
        table.hall.arbiter.throw = lambda seat, thrown: table.hall.arbiter.find_seat("nobody")
        await press(pilot, "5", "enter")
        await comes(pilot, app, "Nobody at this table is called nobody", guest)
        await comes(pilot, app, "Type what fell", guest)

    at_table(work, tmp_path, dice="own")


def test_who_has_the_device_throws_and_may_type_more_throws_ahead():
    async def work(pilot, app):
        for _ in range(12):
            if app.view is not None and app.view.throw is not None:
                break
            await press(pilot, "enter")
        assert app.shown_seat == "keeper"
        assert "Type what fell" in text(app)
        await typed(pilot, "5, 6")
        records = app.arbiter.play.session.records
        faces = [each.faces for each in records if isinstance(each, Throw)]
        assert faces[0] == (5,)

    shared(work, dice="manual", seed=None)


# --- a referee


def watched(work, folder):
    """Do something at the screen of a referee; both players are there."""

    async def sit():
        table = new_table(folder, has_referee=True)
        referee = Person(table.hall, REFEREE_SEAT, folder / "referee.seat")
        players = people_at(table, folder)
        connection = RefereeConnection(referee)
        front_end = TableScreen(connection, "rolls", "straight", "all", name="The table", is_guest=True)
        try:
            async with front_end.app.run_test(size=NARROW) as pilot:
                await settled(pilot)
                await work(pilot, front_end.app, table, Everybody(referee, *players, connection=connection))
        finally:
            front_end._queries.close()
            table.hall.close()
        assert front_end.app.failure is None

    with signals_restored():
        asyncio.run(sit())


class RefereeConnection:
    """The line of a referee, whose program hears all before his screen does."""

    def __init__(self, referee: Person) -> None:
        self.referee, self.passed = referee, 0
        self.received: SimpleQueue[TableMessage] = SimpleQueue()

    def say(self, message) -> None:
        self.referee.say(message)

    def pass_on(self) -> None:
        for message in self.referee.heard[self.passed :]:
            self.received.put(message)  # type: ignore[arg-type]  # what a person hears are messages of the host
        self.passed = len(self.referee.heard)


class Everybody:
    """All who are at a table with a referee, as one who hears."""

    def __init__(self, *people: Person, connection: RefereeConnection) -> None:
        self.people, self.connection = people, connection

    def hear(self) -> bool:
        heard = sum(person.hear() for person in self.people)
        self.connection.pass_on()
        return bool(heard)


def test_a_referee_sees_everything_and_is_asked_nothing(tmp_path):
    async def work(pilot, app, table, everybody):
        _, host, guest = everybody.people
        await comes(pilot, app, "The smuggler decides.", everybody)
        assert "the referee" in app.title
        assert "You are the referee: you see everything, and say nothing." in text(app)
        assert "where the boat lands" in text(app)
        assert "In the east bay" in text(app)
        assert "▸" not in text(app)
        for key in ("enter", "1", "escape", "u", "o"):
            await press(pilot, key)
        await typed(pilot, "give up")
        assert "You look on, and say nothing" in text(app)
        for word in ("1", "auto", "name", "undo"):
            await typed(pilot, word)
            assert "You look on, and say nothing" in text(app)
        assert len(app.screen_stack) == 1
        play_on(host, guest, most=1)
        await comes(pilot, app, "The keeper decides.", everybody)
        assert "In the east bay" in text(app)
        assert "Where the great lamp turns" in text(app)

    watched(work, tmp_path)


@pytest.mark.slow
def test_a_referee_reads_what_is_taken_back(tmp_path):
    async def work(pilot, app, table, everybody):
        _, host, guest = everybody.people
        await comes(pilot, app, "The smuggler decides.", everybody)
        play_on(host, guest, most=1)
        await comes(pilot, app, "The keeper decides.", everybody)
        guest.say(UndoRequest())
        await comes(pilot, app, "The smuggler asks to take back his last answer.", everybody)
        assert len(app.screen_stack) == 1
        host.say(UndoReply(number=host.last(UndoAsked).number, agrees=True))
        await comes(pilot, app, "Taken back: the last answer of the smuggler, and what followed.", everybody)
        await comes(pilot, app, "The smuggler decides.", everybody)
        assert host.last(Turn).undone == 1

    watched(work, tmp_path)
