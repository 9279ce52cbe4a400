"""A film on the whole screen: it is paused, stepped through, and played on from where it stands."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.screen.film_app import FILM_KEYS, FilmApp
from bombsight.service.games.requests import Rules
from bombsight.service.links.making import count_records
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.film import make_film
from tests.examples import LIGHTHOUSE


@pytest.fixture(name="session", scope="module")
def fixture_session():
    """The session of a season, played to its end by the autopilot."""
    with start_game(str(LIGHTHOUSE), Rules(), GameSetup(campaign=True, seed=5), "auto") as play:
        play.view()
        yield play.session


def watched(session, mission, *keys):
    """The application of a film, left by these keys."""
    app = FilmApp(session, make_film(session, mission))

    async def watch():
        async with app.run_test(size=(120, 40)) as pilot:
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


def test_the_keys_fit_into_a_line():
    assert len(FILM_KEYS) < 80
