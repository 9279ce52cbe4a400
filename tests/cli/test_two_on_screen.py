"""Two players on the whole screen: with one device that is handed over, and at a table."""

from __future__ import annotations

from time import monotonic

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from textual.widgets import Input

from bombsight.boundary.errors import InputError
from bombsight.cli.screen.pages import ConfirmDialog, Page
from bombsight.cli.seats.cover_screen import CoverScreen
from bombsight.cli.seats.seat_lines import LINE_LOST
from bombsight.service.present.documents import Refused
from bombsight.service.seats.network.notices import ConnectionLost, Notice
from bombsight.service.seats.protocol.host_messages import Awaited
from bombsight.service.seats.protocol.seat_messages import Answered
from tests.cli.seated import WIDE, settled, text
from tests.cli.two_on_screen import PAUSE, answers, at_table, comes, press, shared, sit_down, typed
from tests.processes import PATIENCE
from tests.service.seats.table import COVE, cove_by_daylight, pass_on


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """Let nothing be kept elsewhere: bookmarks, the preferred pace."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


# --- one device


def test_a_cover_stands_between_two_who_hide_something_from_each_other():
    async def work(pilot, app):
        assert isinstance(app.screen, CoverScreen)
        assert "Pass to the smuggler." in text(app)
        assert "The Cove" not in text(app)
        await press(pilot, "enter")
        assert "where the boat lands" in text(app)
        await press(pilot, "enter")
        assert "The keeper decides." in text(app)
        assert "In the east bay" in text(app)
        await press(pilot, "enter")
        assert "Pass to the keeper." in text(app)
        covered = text(app)
        assert not any(word in covered for word in ("bay", "Cove", "smuggler", "decides"))
        await press(pilot, "enter")
        assert "Where the great lamp turns" in text(app)
        assert "The landing: only the smuggler sees it." in text(app)
        assert "In the east bay" not in text(app)
        assert answers(app) == ["at_east"]

    shared(work)


@pytest.mark.slow
def test_nothing_that_one_player_typed_or_opened_is_there_for_the_other():
    async def work(pilot, app):
        await press(pilot, "enter")
        await typed(pilot, "west")
        await typed(pilot, "tell")
        assert app.line_widget("notice").display
        await press(pilot, "slash", *"sec")
        assert app.query_one("#line", Input).value == "sec"
        app.hand_over()
        await settled(pilot)
        assert "tell" not in text(app)
        await press(pilot, "enter")
        assert app.query_one("#line", Input).value == ""
        assert not app.line_widget("notice").display
        assert app.query_one("#line", Input).suggester is None

    shared(work)


@pytest.mark.slow
def test_a_larger_screen_shows_nothing_while_it_is_covered():
    async def work(pilot, app):
        await press(pilot, "enter", "enter", "enter")
        assert isinstance(app.screen, CoverScreen)
        await pilot.resize_terminal(*WIDE)
        await settled(pilot)
        below = app.screen_stack[0]
        drawn = "".join(segment.text for strip in below._compositor.render_strips() for segment in strip)
        assert "Pass to the keeper." in text(app)
        assert not any(word in drawn + text(app) for word in ("bay", "Hour", "smuggler"))

    shared(work)


@pytest.mark.slow
def test_each_has_his_own_orders_and_his_own_place_in_the_story():
    async def work(pilot, app):
        await press(pilot, "enter", "enter", "enter", "enter")
        assert app.view.question.id.endswith("sweep")
        await typed(pilot, "2 always")
        assert answers(app)[:2] == ["at_east", "turn_west"]
        await typed(pilot, "orders")
        assert "'Where the great lamp turns': To the west bay, always" in text(app)
        await press(pilot, "enter", "enter", "enter", "enter")
        assert app.shown_seat == "smuggler"
        assert not app.seat_game.game.orders
        assert "only the smuggler" not in text(app)
        await press(pilot, "enter", "enter", "enter")
        assert app.shown_seat == "keeper"
        assert answers(app).count("turn_west") == 2
        assert not app.view.question.id.endswith("sweep")

    shared(work, level="all")


def test_where_nothing_is_hidden_both_look_at_one_screen(tmp_path):
    async def work(pilot, app):
        assert not isinstance(app.screen, CoverScreen)
        assert "where the boat lands (the smuggler)" in text(app)
        await press(pilot, "enter")
        assert "Where the great lamp turns (the keeper)" in text(app)
        assert "the keeper" in app.title
        assert text(app).count("In the east bay") == 1
        await typed(pilot, "1 always")
        await press(pilot, "enter", "enter", "enter")
        assert "the smuggler" in app.title
        assert not app.seat_game.game.orders

    shared(work, game=cove_by_daylight(tmp_path))


@pytest.mark.slow
def test_both_see_the_end_and_then_it_is_over():
    async def work(pilot, app):
        for _ in range(60):
            if app.view is not None and app.view.outcome is not None:
                break
            await press(pilot, "enter")
        first = app.shown_seat
        assert "the other has not seen the end" in text(app)
        await press(pilot, "enter", "enter")
        assert {app.shown_seat, first} == {"keeper", "smuggler"}
        assert "Enter leaves" in text(app)
        assert "The smuggler is caught" in text(app) or "The cargo is ashore" in text(app)
        await press(pilot, "enter")

    assert shared(work).app.is_over


@pytest.mark.slow
def test_giving_up_is_asked_once_more_and_ends_the_game():
    async def work(pilot, app):
        await press(pilot, "enter")
        await typed(pilot, "give up")
        assert isinstance(app.screen, ConfirmDialog)
        await press(pilot, "n")
        assert app.view.question is not None
        await typed(pilot, "give up")
        await press(pilot, "y")
        assert "You gave it up." in text(app)
        await press(pilot, "enter", "enter")
        assert "The smuggler gave it up." in text(app)

    shared(work)


def test_a_table_has_its_own_words():
    async def work(pilot, app):
        await press(pilot, "enter")
        await press(pilot, "u")
        assert "You have given no answer that could be taken back." in text(app)
        await typed(pilot, "undo all")
        assert "At a table only your last answer is taken back" in text(app)
        await typed(pilot, "luck")
        assert "At a table of two there is no `luck`" in text(app)
        await typed(pilot, "ask all")
        assert app.arbiter.level_of("smuggler") == "all"
        assert app.arbiter.level_of("keeper") == "sensible"
        await press(pilot, "question_mark")
        lines = "\n".join(line.plain for line in app.screen.query_one("#page-lines").shown_lines)
        assert all(word in lines for word in ("give up", "orders [off [N]]", "at N", "undo", "name [WHO NAME]"))
        assert not any(word in lines for word in ("undo list", "dice manual", "save [FILE]", "leave this throw"))

    shared(work)


def test_the_story_is_told_by_beats_and_gone_back_through_with_boards_and_reasons():
    async def work(pilot, app):
        await press(pilot, *["enter"] * 7)
        assert app.shown_seat == "keeper"
        assert app.held is not None
        assert "for The tide" in text(app)
        await press(pilot, "enter")
        assert app.held is None
        await press(pilot, "w")
        assert isinstance(app.screen, Page)
        assert "The tide" in text(app)
        await press(pilot, "escape", "left_square_bracket")
        assert app.look is not None
        assert "Beat " in text(app)
        await press(pilot, "escape", "l")
        assert "only the smuggler sees it" in text(app)

    shared(work, pace="beats")


def test_a_game_that_was_left_goes_on_where_each_had_read_to(tmp_path):
    save = tmp_path / "cove.save"

    async def begin(pilot, app):
        await press(pilot, "enter", "enter")  # the smuggler has landed, and the keeper has been shown nothing
        assert app.shown_seat == "smuggler"

    async def go_on(pilot, app):
        assert "Pass to the keeper." in text(app)
        await press(pilot, "enter")
        assert not isinstance(app.screen, Page), "nothing to be reminded of"
        assert "Where the great lamp turns" in text(app)

    shared(begin, save=save, pace="beats")
    shared(go_on, resumes=save, pace="beats")


@pytest.mark.parametrize(
    "call", [("play", COVE, "--two"), ("host", COVE), ("join", "127.0.0.1:1/some-token")], ids=["play", "host", "join"]
)
def test_all_who_play_for_two_may_ask_for_the_whole_screen(shell, call):
    asked = shell.call(*call, "--screen")
    assert asked.exit_code == 2
    assert "--screen wants a terminal" in asked.stderr


# --- at a table


def test_a_host_sees_who_decides_and_the_story_goes_on_without_a_key(tmp_path):
    async def work(pilot, app, table):
        assert "Waiting for the others to sit down." in text(app)
        token = table.kept.tokens["smuggler"]
        assert token in text(app)
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        assert token not in text(app)
        await typed(pilot, "guests")
        assert token in text(app)
        await press(pilot, "escape", "enter")
        assert not app.line_widget("notice").display, "Enter does nothing while another decides"
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        await press(pilot, "enter")
        await comes(pilot, app, "Where a lantern is set", guest)
        guest_left = table.hall.disconnect
        guest_left("smuggler", guest.put)
        await press(pilot, "enter", "enter")
        await comes(pilot, app, "The dice wait for the smuggler.")

    at_table(work, tmp_path)


def test_who_is_to_decide_and_away_is_named(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        table.hall.disconnect("smuggler", guest.put)
        await comes(pilot, app, "The smuggler is to decide, and is not at the table just now.")
        sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.")
        assert "is not at the table" not in text(app)

    at_table(work, tmp_path)


def test_news_wait_while_something_else_is_looked_at(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        await press(pilot, "question_mark")
        guest.answer()
        pass_on(guest)
        await pilot.pause(0.3)
        assert "Where the great lamp" not in text(app)
        await press(pilot, "escape")
        await comes(pilot, app, "Where the great lamp turns", guest)

    at_table(work, tmp_path)


def test_a_lost_line_is_said_until_it_is_back(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        app.take_message(ConnectionLost())
        assert app.seat_game.game.is_lost
        await comes(pilot, app, LINE_LOST)
        app.take_message(table.game.waits_message)
        await settled(pilot)
        assert LINE_LOST not in text(app)
        app.take_message(Notice("Strangers knock at the door."))
        await comes(pilot, app, "Strangers knock")

    at_table(work, tmp_path)


def test_a_refused_answer_leaves_the_question_open_and_says_why(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        app.queries._open.insert(0, Answered(number=1, names=("turn_east",)))  # before a state that is asked for
        app.seat_game.game.make_answer(("turn_east",), together=False)
        app.take_message(Refused(message="there is no such lamp", hint="Look again."))
        await comes(pilot, app, "There is no such lamp. Look again.")
        assert app.view.question is not None

    at_table(work, tmp_path)


def test_who_has_answered_waits_for_the_dice(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await comes(pilot, app, "The smuggler decides.", guest)
        app.take_message(Awaited(seats=("smuggler",)))
        await comes(pilot, app, "The dice wait for the smuggler.")
        assert "The smuggler decides." not in text(app)

    at_table(work, tmp_path)


def test_orders_answer_at_a_table_and_odds_are_refused_where_they_would_tell(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        guest.answer()
        await comes(pilot, app, "Where the great lamp turns", guest)
        await press(pilot, "o")
        await comes(pilot, app, "would tell what is hidden from you", guest)
        await press(pilot, "escape")
        await typed(pilot, "ask all")
        assert "settled as you sit down" in text(app)
        await typed(pilot, "auto")
        await comes(pilot, app, "The smuggler decides.", guest)
        assert "Where a lantern is set" in text(app)
        await press(pilot, "ctrl+c")
        assert not app.seat_game.game.orders
        assert app.is_running

    at_table(work, tmp_path)


def test_a_table_that_contradicts_itself_is_left_with_the_error(tmp_path):
    async def work(pilot, app, table):
        app.take_message(InputError("the table is over"))
        await settled(pilot)

    front_end = at_table(work, tmp_path)
    assert front_end.app.failure is not None
    assert front_end.app.failure.message == "the table is over"


def test_what_a_host_sends_that_cannot_be_shown_leaves_no_traceback(tmp_path):
    async def work(pilot, app, table):
        app.is_guest = True
        app._handle_exception(KeyError("odd"))
        await settled(pilot)

    assert "makes no sense" in at_table(work, tmp_path).app.failure.message


async def play_first_hour(pilot, app, table, guest):
    """Play until the first hour is over, and its story has come to a stop or to the next question."""
    guest.answer()
    await comes(pilot, app, "Where the great lamp turns", guest)
    while app.seat_game.game.question is not None:
        await press(pilot, "enter")
        for _ in range(20):
            pass_on(guest)
            await pilot.pause(PAUSE / 2)


def test_states_of_the_past_come_from_the_table_when_they_are_looked_at(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await play_first_hour(pilot, app, table, guest)
        await press(pilot, "left_square_bracket")
        assert app.look is not None
        event_count = app.look.history.event_count(app.look.number)
        expected = table.hall.arbiter.make_state_message("keeper", event_count)
        deadline = monotonic() + PATIENCE
        while app.shown_sheet != expected.sheet and monotonic() < deadline:
            await pilot.pause(PAUSE)
        assert app.shown_sheet == expected.sheet
        assert app.shown_moment.event_count == event_count
        await press(pilot, "escape")
        assert app.look is None
        assert "The smuggler decides." in text(app)

    at_table(work, tmp_path)


def test_why_asks_the_table_without_stopping_the_screen(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await play_first_hour(pilot, app, table, guest)
        await press(pilot, "w")
        await comes(pilot, app, "at stake: 1 to 2 → 0; 3 to 4 → 1; 5 to 6 → 2", guest)

    at_table(work, tmp_path)


def test_a_stop_shows_what_is_at_stake_and_news_come_behind_it(tmp_path):
    async def work(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await play_first_hour(pilot, app, table, guest)
        await comes(pilot, app, "for The tide", guest)
        assert app.held is not None
        lines = [line.text for line in app.held.part.lines]
        guest.answer()
        pass_on(guest)
        await pilot.pause(0.3)
        assert [line.text for line in app.held.part.lines] == lines
        await press(pilot, "enter")
        await comes(pilot, app, "Where the great lamp turns", guest)
        assert app.held is None
        assert text(app).count("A boat is seen") <= 1

    at_table(work, tmp_path, pace="throws")


def test_a_host_who_left_at_a_stop_goes_on_there(tmp_path):
    async def leave(pilot, app, table):
        guest = sit_down(table, tmp_path)
        await play_first_hour(pilot, app, table, guest)
        await comes(pilot, app, "for The tide", guest)
        assert app.held is not None

    async def go_on(pilot, app, table):
        sit_down(table, tmp_path)
        await comes(pilot, app, "Where you were")
        await press(pilot, "enter")
        await comes(pilot, app, "for The tide")
        assert app.held is not None

    at_table(leave, tmp_path, pace="throws")
    at_table(go_on, tmp_path, pace="throws", is_resumed=True)


def test_a_host_who_had_read_everything_is_only_reminded(tmp_path):
    async def leave(pilot, app, table):
        await comes(pilot, app, "The smuggler decides.", sit_down(table, tmp_path))

    async def go_on(pilot, app, table):
        sit_down(table, tmp_path)
        await comes(pilot, app, "Where you were")
        await press(pilot, "enter")
        assert app.held is None
        assert "The smuggler decides." in text(app)

    at_table(leave, tmp_path, pace="beats")
    at_table(go_on, tmp_path, pace="beats", is_resumed=True)
