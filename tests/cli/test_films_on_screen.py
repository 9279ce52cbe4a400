"""A film on the whole screen: it is paused, stepped through, and played on from where it stands."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.film_app import FilmApp
from bombsight.cli.screen.keys import draw_film_foot
from bombsight.runtime.run.policies import answer_names
from bombsight.runtime.saves.records import Why
from bombsight.service.games.requests import Rules
from bombsight.service.links.making import count_records
from bombsight.service.play.answer_reasons import ROUTINE_REASON
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.film import make_film
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


@pytest.fixture(name="session", scope="module")
def fixture_session():
    """The session of a season, played to its end by the autopilot."""
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(campaign=True, seed=5), "auto") as play:
        play.view()
        yield play.session


def watched(session, mission, *keys, size=(120, 40)):
    """The application of a film, left by these keys."""
    app = FilmApp(session, make_film(session, mission))

    async def watch():
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
                await pilot.pause()

    asyncio.run(watch())
    return app


def test_it_is_played_on_from_the_part_that_is_shown(session):
    parts = [watched(session, 1, "space", *["right"] * steps, "o").play_on_at for steps in (0, 1)]
    assert 0 < parts[0] < parts[1] < session.event_count
    assert 0 < count_records(session, parts[1]) < len(session.records)


def test_at_its_end_it_is_played_on_behind_the_mission(session):
    film = make_film(session, 1)
    assert watched(session, 1, "space", "end", "o").play_on_at == film.stop < session.event_count


def test_whoever_leaves_it_does_not_play_on(session):
    assert watched(session, 1, "space", "q").play_on_at is None


def test_the_pages_of_a_long_beat_are_turned_before_the_next(session):
    app = watched(session, 1, "space", "right", size=(80, 12))
    assert (app.held.place, app.is_turned) == (0, True)
    again = watched(session, 1, "space", "right", "left", size=(80, 12))
    assert (again.held.place, again.is_turned) == (0, False), "its beginning"


def test_a_page_of_its_keys_makes_it_wait(session):
    app = watched(session, 1, "question_mark", "right", "q", "space", "o")
    assert app.is_paused
    assert app.play_on_at is not None
    assert app.held.place == 0


def test_the_keys_fit_into_a_narrow_line_by_name():
    assert draw_film_foot(78).plain.startswith("Space Pause")
    assert "Faster" in draw_film_foot(100).plain


def test_it_says_which_answers_nobody_gave():
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(seed=5)) as play:
        whys: list[Why] = ["", "routine"]
        while whys:
            question = unwrap(play.view().question)  # of an offer that is declined no line tells
            play.answer(answer_names(question.options, question.optional)[0], "" if question.offer else whys.pop())
        play.view()
        film = make_film(play.session)
    assert [line.behind for line in film.lines if line.kind == "answer"] == [ROUTINE_REASON, ""]
