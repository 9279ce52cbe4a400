"""The whole screen tells a story part by part: stops, keys that were meant for them, the state as it was there."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")


from bombsight.cli.screen.drawn_story import NEWS_MARK
from bombsight.cli.screen.film_app import FilmApp
from bombsight.cli.screen.key_guard import QUIET_SECONDS, KeyGuard
from bombsight.service.games.requests import Rules
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.film import make_film
from tests.cli.seated import NARROW, enter, seated, settled, text
from tests.examples import LIGHTHOUSE
from tests.processes import signals_restored


def count_answers(play):
    return sum(hasattr(record, "name") for record in play.session.records)


def place_of(app):
    """The number of the part at whose stop the story is held."""
    return app.held.place


async def to_a_stop(pilot, app):
    """Answer as marked until the story is held; the question that was answered last."""
    question = None
    for _ in range(50):
        if app.held is not None:
            return question
        question = app.view.question
        app._key_guard.is_closed = False
        await enter(pilot, "enter")
    raise AssertionError("the story was never held")


def test_the_story_is_held_with_what_is_at_stake_and_the_state_as_it_was():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        assert "Enter: on" in text(app)
        held = app.held
        assert held.hidden_line_count
        assert held.part.event_count < play.session.event_count
        shown = app.drawn.lines[: len(app.drawn.lines) - app.drawn.hidden_count]
        assert all(line.event < held.part.event_count or line.kind == "heading" for line in shown)
        assert app.shown_sheet == held.moment.sheet

    seated(work, pace="throws")


def test_enter_goes_on_and_answers_nothing_until_the_question_is_seen():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        answers = count_answers(play)
        while app.held is not None:
            await enter(pilot, "enter")
        assert count_answers(play) == answers
        for _ in range(5):  # a key held down comes again and again
            await enter(pilot, "enter")
        assert count_answers(play) == answers

    seated(work, pace="throws")


def test_digits_at_a_stop_are_no_answer():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        answers = count_answers(play)
        await enter(pilot, "slash", "1", "enter")
        assert count_answers(play) == answers
        assert app.held is not None

    seated(work, pace="throws")


def test_s_leads_to_the_question_and_backspace_back_a_part():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        first = app.held.place
        await enter(pilot, "enter")
        if app.held is not None and app.held.place > first:
            await enter(pilot, "backspace")
            assert app.held.place == first
        await enter(pilot, "s")
        assert app.held is None
        assert app.drawn.hidden_count == 0

    seated(work, pace="throws")


def test_what_the_skipped_parts_changed_is_lit_at_the_question():
    async def work(pilot, app, play):
        while True:
            await to_a_stop(pilot, app)
            if len(app.held.parts) - app.held.place > 2:
                break
            await enter(pilot, "s")
        seen = app.held.event_count
        await enter(pilot, "s")
        assert app.held is None
        assert app.moment_before == moment_at(play.session, seen - 1)

    seated(work, pace="throws")


def test_u_at_the_first_stop_takes_the_last_answer_back():
    async def work(pilot, app, play):
        while app.held is not None:
            await enter(pilot, "enter")
        question = await to_a_stop(pilot, app)
        while place_of(app):
            await enter(pilot, "u")
        await enter(pilot, "u")
        assert app.held is None
        assert app.view.question.prompt == question.prompt

    seated(work, pace="throws")


def test_the_pace_changes_at_a_stop_and_is_remembered():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        await enter(pilot, "slash", *"pace straight", "enter")
        assert app.move_runner.narrator.pace == "straight"
        await enter(pilot, "enter")
        assert app.held is None

    seated(work, pace="throws")


def test_the_same_game_comes_out_at_every_pace():
    digests = set()

    async def work(pilot, app, play):
        while count_answers(play) < 6:
            app._key_guard.is_closed = False
            await enter(pilot, "enter" if app.held is None else "s")
        digests.add(play.session.journal.digest())

    for pace in ("throws", "beats", "straight"):
        seated(work, pace=pace)
    assert len(digests) == 1


def test_a_key_counts_again_after_a_moment_without_keys():
    guard = KeyGuard()
    assert guard.lets_pass(1.0)
    guard.close()
    assert not guard.lets_pass(1.0 + QUIET_SECONDS / 2)
    assert not guard.lets_pass(1.0 + QUIET_SECONDS)
    assert guard.lets_pass(1.0 + 3 * QUIET_SECONDS)
    assert guard.lets_pass(1.0 + 3 * QUIET_SECONDS)


def test_what_is_longer_than_the_screen_is_read_before_the_question_is_drawn():
    async def work(pilot, app, play):
        readings = []
        for _ in range(60):
            if app.held is None:
                break
            assert app.question_pane.question is None
            assert "rest of the page" in text(app) or not app.line_widget("story").unread_below
            readings.append(app.is_reading)
            await enter(pilot, "enter")
        assert True in readings
        assert app.view.outcome is not None or app.question_pane.question is not None
        assert not app.line_widget("story").unread_below

    seated(work, pace="beats", size=(80, 14), level="grave")


def test_what_is_read_runs_ahead_neither_in_the_head_nor_on_the_sheet():
    async def work(pilot, app, play):
        readings = 0
        for _ in range(60):
            if app.held is None:
                break
            if app.is_reading and app.held.place:
                readings += 1
                before = app.held.parts[app.held.place - 1]
                assert app.shown_moment.event_count <= before.event_count
                assert app.shown_sheet == app.held.moment_before.sheet
            await enter(pilot, "enter")
        assert readings

    seated(work, pace="beats", size=(80, 14), level="grave")


def test_where_not_all_news_is_in_sight_a_rule_says_where_it_begins():
    async def work(pilot, app, play):
        assert app.drawn.news_start is None  # nothing has been answered yet
        for _ in range(60):
            if app.drawn.news_start is not None:
                break
            app._key_guard.is_closed = False
            await enter(pilot, "enter")
        start = app.drawn.news_start
        assert start is not None
        rows = app.drawn.draw_last_lines(70, [])
        rows.materialize(0, 1000)
        (mark,) = [at for at, row in enumerate(rows) if NEWS_MARK in row.plain]
        first = app.drawn.lines[start]
        assert first.text in " ".join(row.plain for row in rows[mark + 1 : mark + 4])

    seated(work, pace="straight", size=(80, 14), level="grave")


def test_a_story_whose_news_are_all_in_sight_has_no_rule():
    async def work(pilot, app, play):
        assert app.drawn.news_start is None

    seated(work, pace="straight", size=(140, 60), level="grave")


def test_the_rest_that_fits_above_the_question_is_no_page_of_its_own():
    async def work(pilot, app, play):
        for _ in range(60):
            if app.held.is_at_end and app.line_widget("story").unread_below <= app._rows_above_pane:
                break
            await enter(pilot, "enter")
        assert app.is_reading
        await enter(pilot, "enter")
        assert app.held is None

    seated(work, pace="beats", size=(80, 14), level="grave")


def test_the_foot_offers_at_a_stop_what_its_keys_do_there():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        foot = text(app).splitlines()[-1]
        assert "s Question" in foot
        assert "u Back" in foot
        assert "Odds" not in foot
        while app.held is not None:
            await enter(pilot, "enter")
        assert "s Sheet" in text(app).splitlines()[-1]

    seated(work, pace="throws")


def test_the_log_at_a_stop_ends_there():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        event_count = app.held.part.event_count
        lines = app.transcript.make_log_drawer(event_count)(70)
        lines.materialize(0, 1000)
        shown = [line for line in app.drawn.lines if line.event < event_count]
        assert sum("··" in line.plain for line in lines) <= sum(line.kind == "roll" for line in shown)
        assert len(shown) < len(app.drawn.lines)

    seated(work, pace="throws")


def test_the_arrows_move_a_film_from_its_end_as_well():
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=3), "auto") as play:
        play.view()
        session = play.session

    async def watch():
        app = FilmApp(session, make_film(session))
        async with app.run_test(size=NARROW) as pilot:
            await settled(pilot)
            await enter(pilot, "s")
            end = app.held.place
            assert app.held.is_at_end
            await enter(pilot, "left")
            assert app.held.place == end - 1
            await enter(pilot, "space")
            assert app.is_paused

    with signals_restored():
        asyncio.run(watch())


def test_a_name_given_at_a_stop_leaves_the_story_there():
    async def work(pilot, app, play):
        await to_a_stop(pilot, app)
        place, count = place_of(app), app.held.hidden_line_count
        await enter(pilot, "slash", *"name Keeper Olsen", "enter")
        assert app.held is not None
        assert (place_of(app), app.held.hidden_line_count) == (place, count)

    seated(work, pace="throws")
