"""Two players at whole screens with no terminal: with one device, and a host with his guest."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue
from time import monotonic

from bombsight.cli.seats.hosting import open_own_connection, open_own_screen
from bombsight.cli.seats.shared_screen import SharedScreen
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.hosting.hosted_table import resume_table
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.seating import TableTerms
from bombsight.service.seats.protocol.undos import UndoAsked, UndoReply
from tests.cli.seated import NARROW, enter, settled, text
from tests.processes import PATIENCE, signals_restored
from tests.service.seats.table import COVE, RULES, Person, new_table, pass_on

PAUSE = 0.05
"""Seconds between two looks whether something has come."""


def shared(work, *, game=COVE, size=NARROW, pace="straight", level="sensible", resumes=None, **opening):
    """Do something at the screen of two with one device; the front end, when it was left."""

    async def sit(play):
        front_end = SharedScreen(
            Arbiter(play, Secret("ab" * 32), terms=TableTerms(dice="own" if play.by_hand else "seeded")),
            "rolls",
            pace,
            level,
            needs_recall=resumes is not None,
        )
        async with front_end.app.run_test(size=size) as pilot:
            await settled(pilot)
            await work(pilot, front_end.app)
        return front_end

    with signals_restored():
        if resumes is not None:
            with resume_game(resumes, (game.parent,)) as play:
                return asyncio.run(sit(play))
        with start_game(str(game), Rules(), GameSetup(**{"seed": 3} | opening)) as play:
            return asyncio.run(sit(play))


async def press(pilot, *keys):
    """Press keys, each as one that is meant: not right behind a stop of the story."""
    for key in keys:
        pilot.app._key_guard.is_closed = False
        await enter(pilot, key)
        await settled(pilot)


async def typed(pilot, line):
    """Type a line."""
    await press(pilot, "slash", *("space" if each == " " else each for each in line), "enter")


def answers(app):
    """The answers so far, by name."""
    return [each.name for each in app.arbiter.play.session.records if isinstance(each, Answer)]


def at_table(work, folder, *, size=NARROW, pace="straight", level="sensible", is_resumed=False, **more):
    """Do something at the screen of a host, with a guest who comes and goes."""

    async def sit():
        table = resume_table(folder / "t.save", RULES) if is_resumed else new_table(folder, **more)
        connection = open_own_connection(table, SimpleQueue(), level)
        front_end = open_own_screen(table, connection, "rolls", level, pace, is_resumed=is_resumed)
        try:
            async with front_end.app.run_test(size=size) as pilot:
                await settled(pilot)
                await work(pilot, front_end.app, table)
        finally:
            front_end._queries.close()
            table.hall.close()
        return front_end

    with signals_restored():
        return asyncio.run(sit())


def sit_down(table, folder):
    """Let the guest sit down."""
    guest = Person(table.hall, "smuggler", folder / "smuggler.seat")
    pass_on(guest)
    return guest


async def comes(pilot, app, word, *guests):
    """Wait until something is on the screen."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        pass_on(*guests)
        await pilot.pause(PAUSE)
        if word in text(app):
            return
    raise AssertionError(f"{word!r} does not come:\n{text(app)}")


async def guest_consents(pilot, app, guest, *, agrees=True):
    """Let the guest reply to the request that he was told of, and wait until the screen has it."""
    deadline = monotonic() + PATIENCE
    while guest.find_last(UndoAsked) is None and monotonic() < deadline:
        pass_on(guest)
        await pilot.pause(PAUSE / 2)
    guest.say(UndoReply(number=guest.last(UndoAsked).number, agrees=agrees))
    pass_on(guest)
    await settled(pilot)
