"""Somebody at the screen of a game, with no terminal."""

from __future__ import annotations

import asyncio

from bombsight.cli.screen.app import GameApp
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.start import GameSetup, start_game
from tests.examples import LIGHTHOUSE
from tests.processes import signals_restored

NARROW, WIDE = (80, 24), (140, 45)


def seated(work, *, game=LIGHTHOUSE, size=NARROW, level="all", recall=False, pace="straight", **opening):
    """Do something at the screen of a new game; the application, when it was left."""

    async def sit():
        with start_game(str(game), Rules(), GameSetup(**{"seed": 3} | opening)) as play:
            app = GameApp(QuestionFilter(play, level), pace=pace, needs_recall=recall)
            async with app.run_test(size=size) as pilot:
                await settled(pilot)
                await work(pilot, app, play)
            return app

    with signals_restored():
        return asyncio.run(sit())


async def settled(pilot):
    """Let the screen come to rest."""
    for _ in range(3):
        await pilot.pause()


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
