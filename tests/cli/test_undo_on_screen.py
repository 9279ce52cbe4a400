"""Undo by consent on the whole screen: asked for, withdrawn, replied to, refused; and both screens go back."""

from __future__ import annotations

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from textual.widgets import Input

from bombsight.cli.screen import key_guard
from bombsight.cli.screen.pages import ConfirmDialog, Page
from bombsight.cli.seats.cover_screen import CoverScreen
from bombsight.cli.seats.undo_dialog import UndoDialog
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.undos import UndoAsked, UndoRefused, UndoReply, UndoRequest
from tests.cli.seated import WIDE, settled, text
from tests.cli.two_on_screen import PAUSE, answers, at_table, comes, guest_consents, press, shared, sit_down, typed
from tests.service.seats.table import cove_by_daylight, pass_on

WAITS = "It is asked whether your last answer may be taken back."


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """Let nothing be kept elsewhere: bookmarks, the preferred pace."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


async def begin(pilot, app, table, folder):
    """Let the guest sit down and answer, and the host give his first answer; return the guest."""
    guest = sit_down(table, folder)
    guest.answer()
    await comes(pilot, app, "Where the great lamp turns", guest)
    await press(pilot, "enter")
    await comes(pilot, app, "Where a lantern is set", guest)
    return guest


async def answer_all(pilot, app, guest):
    """Answer until another decides, and the dice have fallen."""
    while app.seat_game.game.question is not None:
        await press(pilot, "enter")
        for _ in range(20):
            pass_on(guest)
            await pilot.pause(PAUSE / 2)


async def ask(pilot, app):
    """Ask for an undo by its key."""
    await press(pilot, "u")
    assert isinstance(app.screen, ConfirmDialog)
    assert "The smuggler has to agree" in " ".join(text(app).split())
    await press(pilot, "y")


# --- at a table


def test_an_answer_is_taken_back_when_the_other_agrees(tmp_path):
    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        await answer_all(pilot, app, guest)
        guest.answer()
        await comes(pilot, app, "Hour 2", guest)
        await typed(pilot, "2 always")
        await comes(pilot, app, "Where a lantern is set", guest)
        assert len(app.seat_game.game.orders) == 1
        event_count = app.seat_game.game.event_count
        await press(pilot, "u", "y")
        await comes(pilot, app, WAITS, guest)
        await guest_consents(pilot, app, guest)
        await comes(pilot, app, "Taken back: your last answer, and what followed.", guest)
        assert "Where the great lamp turns" in text(app)
        assert app.view.question is not None
        assert app.seat_game.game.event_count < event_count
        assert app.transcript.event_count == app.seat_game.game.event_count
        assert not app.seat_game.game.orders, "what was ordered since is taken back, too"
        assert WAITS not in text(app)
        await answer_all(pilot, app, guest)

    at_table(work, tmp_path)


@pytest.mark.slow
def test_a_request_is_not_made_by_a_held_key_and_can_be_withdrawn(tmp_path):
    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        await press(pilot, "u", "u", "enter")
        assert app.screen_stack[1:] == []
        assert guest.find_last(UndoAsked) is None
        await ask(pilot, app)
        await comes(pilot, app, WAITS, guest)
        assert "u: you ask no more" in text(app)
        await typed(pilot, "tell")
        assert WAITS in text(app), "it is said until the request is over"
        await typed(pilot, "undo")
        await comes(pilot, app, "You take the request back: nothing changes.", guest)
        assert WAITS not in text(app)
        assert guest.last(UndoRefused).seat == "keeper"

    at_table(work, tmp_path)


def test_a_refusal_is_said_and_changes_nothing(tmp_path):
    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        view = app.view
        await ask(pilot, app)
        await guest_consents(pilot, app, guest, agrees=False)
        await comes(pilot, app, "The smuggler does not agree: nothing is taken back.", guest)
        assert app.view is view

    at_table(work, tmp_path)


def test_what_the_table_refuses_to_ask_is_said(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        await press(pilot, "u")
        assert app.screen_stack[1:] == [], "it is not asked first whether he means it"
        assert "You have given no answer that could be taken back" in text(app)
        assert app.seat_game.game.asked_undo is None

    at_table(work, tmp_path)


@pytest.mark.parametrize("place", ["question", "page", "line", "grave"])
def test_the_other_is_asked_wherever_he_is_and_only_y_agrees(place, tmp_path, monkeypatch):
    monkeypatch.setattr(key_guard, "QUIET_SECONDS", 60.0)  # the machine may be slow

    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        if place == "page":
            await press(pilot, "question_mark")
        elif place == "line":
            await press(pilot, "slash", *"wh")
        elif place == "grave":
            await typed(pilot, "give up")
        guest.say(UndoRequest())
        pass_on(guest)
        await comes(pilot, app, "The smuggler asks to take back his last answer, and 1 of yours", guest)
        assert isinstance(app.screen, UndoDialog)
        await pilot.press("y")
        await settled(pilot)
        assert isinstance(app.screen, UndoDialog), "a key that was meant for something else does not agree"
        await press(pilot, "enter", "space", "down")
        assert isinstance(app.screen, UndoDialog)
        await press(pilot, "y")
        await comes(pilot, app, "Taken back: the last answer of the smuggler, and what followed.", guest)
        await comes(pilot, app, "The smuggler decides.", guest)
        assert len(app.screen_stack) == 1
        assert app.view.question is None
        assert app.query_one("#line", Input).value == ""
        assert "Where the great lamp" not in text(app)
        assert guest.last(Turn).question is not None

    at_table(work, tmp_path)


def test_the_other_may_look_around_before_he_replies(tmp_path):
    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        guest.say(UndoRequest())
        await comes(pilot, app, "y: agree", guest)
        await press(pilot, "escape", "l")
        assert isinstance(app.screen, Page)
        await press(pilot, "escape")
        assert "u: reply" in text(app)
        await press(pilot, "u", "n")
        await comes(pilot, app, "You do not agree: nothing is taken back.", guest)
        assert app.view.question is not None

    at_table(work, tmp_path)


def test_a_request_that_is_withdrawn_closes_its_dialog(tmp_path):
    async def work(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        guest.say(UndoRequest())
        await comes(pilot, app, "y: agree", guest)
        pass_on(guest)
        guest.say(UndoReply(number=guest.last(UndoAsked).number, agrees=False))
        await comes(pilot, app, "The smuggler takes the request back: nothing changes.", guest)
        assert len(app.screen_stack) == 1

    at_table(work, tmp_path)


@pytest.mark.slow
def test_a_stop_whose_story_is_taken_back_is_left(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        await answer_all(pilot, app, guest)
        await comes(pilot, app, "for The tide", guest)
        assert app.held is not None
        guest.say(UndoRequest())
        await comes(pilot, app, "y: agree", guest)
        assert app.held is not None
        await press(pilot, "escape", "enter", "backspace", "u")
        assert isinstance(app.screen, UndoDialog), "also where the key is the one that goes back"
        await press(pilot, "y")
        await comes(pilot, app, "The smuggler decides.", guest)
        assert app.held is None
        assert "The tide" not in text(app)
        await press(pilot, "left_square_bracket", "escape")
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)

    at_table(work, tmp_path, pace="throws", size=WIDE)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_host_who_is_killed_with_an_open_request_finds_it_again(agrees, tmp_path):
    async def leave(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        guest.say(UndoRequest())
        await comes(pilot, app, "y: agree", guest)

    async def go_on(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "y: agree", guest)
        await press(pilot, "y" if agrees else "n", *["enter"] * (not agrees))  # the page that reminds him
        await comes(pilot, app, "The smuggler decides." if agrees else "You do not agree", guest)
        assert (app.view.question is None) == agrees

    at_table(leave, tmp_path)
    at_table(go_on, tmp_path, is_resumed=True)


@pytest.mark.slow
def test_a_host_who_is_killed_with_a_request_of_his_own_still_asks(tmp_path):
    async def leave(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        await ask(pilot, app)
        await comes(pilot, app, WAITS, guest)

    async def go_on(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "Where you were", guest)
        await press(pilot, "enter")
        await comes(pilot, app, WAITS, guest)
        await guest_consents(pilot, app, guest)
        await comes(pilot, app, "Taken back: your last answer, and what followed.", guest)
        assert "Where the great lamp turns" in text(app)

    at_table(leave, tmp_path)
    at_table(go_on, tmp_path, is_resumed=True)


def test_a_host_who_comes_back_is_not_told_again_of_an_undo_that_he_knows(tmp_path):
    async def take_back_and_leave(pilot, app, table):
        guest = await begin(pilot, app, table, tmp_path)
        await ask(pilot, app)
        await guest_consents(pilot, app, guest)
        await comes(pilot, app, "Taken back: your last answer, and what followed.", guest)

    async def go_on(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "Where you were", guest)
        await press(pilot, "enter")
        await comes(pilot, app, "Where the great lamp turns", guest)
        assert "Taken back" not in text(app)

    at_table(take_back_and_leave, tmp_path)
    at_table(go_on, tmp_path, is_resumed=True)


# --- with one device


@pytest.mark.parametrize("agrees", [True, False])
def test_the_screen_goes_to_who_has_to_agree_and_back(agrees):
    async def work(pilot, app):
        await press(pilot, "enter", "enter", "enter", "enter", "enter")
        assert app.shown_seat == "keeper"
        assert answers(app) == ["at_east", "turn_east"]
        await press(pilot, "u", "y")
        assert isinstance(app.screen, CoverScreen)
        assert "Pass to the smuggler." in text(app)
        assert "The keeper asks to take back his last answer." in text(app)
        await press(pilot, "y")
        assert isinstance(app.screen, CoverScreen), "it is the other who agrees"
        await press(pilot, "enter")
        assert isinstance(app.screen, UndoDialog)
        assert "lantern" not in text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, UndoDialog)
        await press(pilot, "y" if agrees else "n")
        assert "Pass to the keeper." in text(app)
        assert agrees or "The smuggler does not agree: nothing is taken back." in text(app)
        await press(pilot, "enter")
        assert app.shown_seat == "keeper"
        if agrees:
            assert "Taken back: your last answer, and what followed." in text(app)
            assert "Where the great lamp turns" in text(app)
            assert answers(app) == ["at_east"]
        else:
            assert "Where a lantern is set" in text(app)
            assert answers(app) == ["at_east", "turn_east"]

    shared(work, level="all")


def test_with_one_device_too_the_other_may_look_around_before_he_replies():
    async def work(pilot, app):
        await press(pilot, "enter", "enter", "enter", "enter", "enter")
        kept = answers(app)
        await press(pilot, "u", "y", "enter")
        assert isinstance(app.screen, UndoDialog)
        assert "Esc: look around first" in text(app)
        await press(pilot, "escape")
        assert app.shown_seat == "smuggler"
        assert "The watch" in text(app)
        assert "The keeper asks to take back his last answer.  u: reply" in text(app)
        assert answers(app) == kept
        await press(pilot, "enter")  # he cannot pass the screen on before
        assert isinstance(app.screen, UndoDialog)
        await press(pilot, "escape", "u", "y")
        assert "Pass to the keeper." in text(app)
        await press(pilot, "enter")
        assert "Taken back: your last answer, and what followed." in text(app)
        assert answers(app) == ["at_east"]
        await press(pilot, "enter", "enter")
        assert "u: reply" not in text(app)

    shared(work, level="all")


def test_who_agreed_reads_later_what_was_taken_back():
    async def work(pilot, app):
        await press(pilot, "enter", "enter")
        assert "The keeper decides." in text(app)
        await press(pilot, "u", "y", "enter", "y")
        assert "Pass to the smuggler." in text(app)
        await press(pilot, "enter")
        assert "where the boat lands" in text(app)
        assert answers(app) == []
        await press(pilot, "enter", "enter", "enter")
        assert app.shown_seat == "keeper"
        assert "Taken back: the last answer of the smuggler, and what followed." in text(app)

    shared(work)


def test_where_nothing_is_hidden_the_other_is_asked_on_the_same_screen(tmp_path):
    async def work(pilot, app):
        await press(pilot, "enter", "enter")
        assert "Where a lantern is set" in text(app)
        await press(pilot, "u", "y")
        assert isinstance(app.screen, UndoDialog)
        assert "The smuggler: The keeper asks to take back his last answer." in text(app)
        await press(pilot, "n")
        assert "The smuggler does not agree: nothing is taken back." in text(app)
        await press(pilot, "u", "y", "y")
        assert "Taken back: the last answer of the keeper, and what followed." in text(app)
        assert "Where the great lamp turns" in text(app)

    shared(work, game=cove_by_daylight(tmp_path), level="all")
