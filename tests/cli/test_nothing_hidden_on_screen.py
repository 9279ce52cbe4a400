"""Non-interference on the whole screen: what differs only in what is hidden from a seat looks the same, cell by cell.

Two games of the vault are played by the same open throws and answers, and by hidden ones that differ; what the screen
of a seat shows of them is compared: stops, boards, sheet, history, log, explanations, help, requests for an undo, and
what is left behind one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given, settings

pytest.importorskip("textual", reason="needs Textual: python -m pip install '.[test]'")

from bombsight.cli.seats.arbiter_moves import ArbiterMoves
from bombsight.cli.seats.consent_app import ConsentApp
from bombsight.cli.seats.seat_commands import SeatCommands
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_queries import ArbiterQueries
from bombsight.service.seats.player.seat_game import SeatGame
from bombsight.service.seats.player.table_queries import TableQueries
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoRefused
from tests.cli.seated import WIDE, enter, settled
from tests.marking import slow_but
from tests.processes import signals_restored
from tests.service.seats.test_nothing_hidden_shows import NUMBERS, SECRET, VAULT, endless, move

PAGES = (
    *(("b", "escape"), ("s", "escape"), ("l", "escape"), ("question_mark", "escape"), ("w", "escape")),
    *(("o", "escape"), ("left_square_bracket", "left_square_bracket", "right_square_bracket", "escape")),
)
"""The keys that show something more, and those that lead back."""

ROUNDS_BETWEEN_PAGES = 6
"""After how many looks all pages are opened."""

MOST_LOOKS = 14
"""How many looks are compared in one game."""


class Silence(TableQueries):
    """A line on which nothing is sent."""

    def __init__(self) -> None:
        """Send nothing."""
        super().__init__(lambda message: None)


class Onlooker(ConsentApp):
    """The screen of a seat of a game that others play."""

    def show_position(self) -> None:
        """Take the turn, and show it."""
        moves = self.seat_game.moves
        assert isinstance(moves, ArbiterMoves)
        moves.take_turn()
        super().show_position()


def cells(app) -> list[tuple[str, str]]:
    """What stands on the screen, with its style."""
    strips = app.screen._compositor.render_strips()
    return [(segment.text, str(segment.style)) for strip in strips for segment in strip]


def make_app(arbiter: Arbiter, seat: str) -> Onlooker:
    """Make the screen of a seat."""
    game = SeatGame(ArbiterQueries(arbiter, seat), arbiter.make_seated(seat))
    moves = ArbiterMoves(arbiter, seat, game)
    seat_game = SeatScreenGame(game=game, moves=moves, commands=SeatCommands(game, "all", None, "books", "beats"))
    moves.taker = seat_game
    app = Onlooker(seat_game)
    app.queries = Silence()
    return app


async def look_at_pages(pilot, app) -> list[list[tuple[str, str]]]:
    """Look at everything that keys show."""
    seen = []
    for keys in PAGES:
        for key in keys:
            await enter(pilot, key)
            await settled(pilot)
            if key == "o":
                await app.workers.wait_for_complete()
                await settled(pilot)
            seen.append(cells(app))
    return seen


async def look(pilot, app, *, has_pages: bool) -> list[list[tuple[str, str]]]:
    """Look at a position: at each stop of the story, then at the question, and perhaps at all pages."""
    app.advance()
    await settled(pilot)
    seen = [cells(app)]
    while app.held is not None:
        app._key_guard.is_closed = False
        await enter(pilot, "enter")
        await settled(pilot)
        seen.append(cells(app))
    app._key_guard.is_closed = False
    return [*seen, *(await look_at_pages(pilot, app) if has_pages else [])]


async def look_at_undo(pilot, app, arbiter: Arbiter, seat: str, number: int) -> list[list[tuple[str, str]]]:
    """Look at a request for an undo by another, which is refused, and at one of the seat, to which all agree."""
    other = next(each.name for each in arbiter.seats if each.name != seat)
    seen = []

    async def take(message) -> None:
        """Take a message, and look."""
        app.take_undo_message(message)
        await settled(pilot)
        seen.append(cells(app))

    await take(UndoAsked(number=number, seat=other, own_answers=number % 3))
    await take(UndoRefused(number=number, seat=seat))
    kept = arbiter.find_last_answer(seat)
    if kept is None:
        return seen
    count = arbiter.count_events_before(seat, kept)
    await take(UndoAsked(number=number + 1, seat=seat, own_answers=0))
    await take(Undone(number=number + 1, seat=seat))
    arbiter.take_back(kept, number + 1)
    app.seat_game.game.go_back(count)
    app.seat_game.note_kept(count)
    app.show_undone(count)
    app.advance()
    app.say_undone()
    await settled(pilot)
    return [*seen, cells(app)]


def screens(seat: str, known: Iterator[int], unknown: Iterator[int], size) -> list[list[list[tuple[str, str]]]]:
    """What the screen of a seat shows of a game of the vault, where what it is sent changes."""

    async def watch(play: Play):
        with patch.object(Play, "by_hand", False):  # the dice of both games are chosen
            arbiter = Arbiter(play, SECRET)
        app = make_app(arbiter, seat)
        shown: list[list[list[tuple[str, str]]]] = []
        sent: object = None
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            while len(shown) < MOST_LOOKS:
                if play.view().throw is None:
                    turn = arbiter.make_turn(seat)
                    told = (turn.events, turn.turn, turn.question)
                    if told != sent:  # how often others move in secret is no look
                        sent = told
                        shown.append(await look(pilot, app, has_pages=len(shown) % ROUNDS_BETWEEN_PAGES == 3))
                        if len(shown) % ROUNDS_BETWEEN_PAGES == 5:
                            shown.append(await look_at_undo(pilot, app, arbiter, seat, len(shown)))
                            continue
                if not move(arbiter, seat, known, unknown):
                    break
        app.queries.close()
        assert app.failure is None
        return shown

    with signals_restored(), start_game(VAULT, Rules(), GameSetup(seed=1, dice="manual")) as play:
        return asyncio.run(watch(play))


def hold(seat: str, known: list[int], one: list[int], other: list[int], size) -> None:
    """See that two games which differ in what is hidden look the same."""
    first, second = (screens(seat, endless(known), endless(hidden), size) for hidden in (one, other))
    assert len(first) == len(second)
    for at, (mine, others) in enumerate(zip(first, second, strict=True)):
        assert len(mine) == len(others), f"stops of look {at}"
        for number, (screen, same) in enumerate(zip(mine, others, strict=True)):
            assert screen == same, f"screen {number} of look {at}"


@pytest.mark.parametrize("seat", slow_but(["left", "right"], "right"))
@settings(max_examples=1, deadline=None, derandomize=True)
@given(known=NUMBERS, one=NUMBERS, other=NUMBERS)
def test_what_happens_in_secret_changes_no_cell_of_the_screen(seat, known, one, other):
    hold(seat, known, one, other, (80, 24))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), WIDE])
@pytest.mark.parametrize("seat", slow_but(["left", "right"], "right"))
@settings(max_examples=10, deadline=None)
@given(known=NUMBERS, one=NUMBERS, other=NUMBERS)
def test_what_happens_in_secret_changes_no_cell_in_many_games(seat, size, known, one, other):
    hold(seat, known, one, other, size)
