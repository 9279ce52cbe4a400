"""A whole screen: played by keys, with no terminal."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("textual")

from textual.widgets import Input, RichLog

from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.pages import Sure
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules
from bombsight.service.steward import Steward
from calling import LIGHTHOUSE

NARROW, WIDE = (80, 24), (140, 45)


def seated(work, *, size=NARROW, level="all", **opening):
    """Do something at the screen of a new game of the lighthouse; the application, and the game when it was left."""

    async def sit():
        with begin(str(LIGHTHOUSE), Rules(), Opening(**{"seed": 3} | opening)) as play:
            app = GameApp(Steward(play, level))
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await work(pilot, app, play)
            return app

    return asyncio.run(sit())


def seen(app):
    """The lines that are on the screen."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def text(app):
    """All that is on the screen."""
    return "\n".join(seen(app))


async def enter(pilot, *keys):
    """Press keys, and see what comes of them."""
    await pilot.press(*keys)
    await pilot.pause()


def answers(play):
    """The answers that were given so far, by name."""
    return [record.name for record in play.session.records if hasattr(record, "name")]


def test_a_mission_is_played_by_keys_and_undone_and_left():
    async def work(pilot, app, play):
        shown = text(app)
        assert "The Keeper's Night" in shown
        assert "The sky turns" in shown
        assert app.query_one("#line", Input).region.y == 22
        await enter(pilot, "enter")
        first = app.view.question
        happened = play.session.happened
        await enter(pilot, "enter")
        assert play.session.happened > happened
        await enter(pilot, "u")
        assert app.view.question.prompt == first.prompt
        assert play.session.happened == happened
        assert "Taken back" in text(app)
        for _ in range(200):
            if app.view.outcome is not None:
                break
            await enter(pilot, "enter")
            if isinstance(app.screen, Sure):
                await enter(pilot, "y")
        assert "The game is over" in text(app)
        assert app.query_one("#story", RichLog).lines
        await enter(pilot, "enter")

    app = seated(work)
    assert (app.is_over, app.stop, app.failed) == (True, None, None)
