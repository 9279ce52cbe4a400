"""Benchmark of the screen's response to a key late in a career: processor time until it is idle, and until the first
frame of the result is written, which is what the player perceives.

The autopilot plays a career to its end, then its last answers are undone, so that something is left to play; the
journal
is kept. Then keys are pressed on a screen without a real terminal.

    python -m bench.screen [--game b17] [--size 140x45] [--rounds 9] [--walk]
"""

from __future__ import annotations

import asyncio
import gc
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import process_time

from attrs import define, field, frozen
from rich.console import RenderableType
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen

from bench.game import DEFAULT_GAME
from bench.timing import Times, format_seconds
from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game

ANSWERS_LEFT = 60
"""Number of answers undone at the end."""

ANSWERS_LEFT_ON_WALK = 300
"""Number of answers undone for a walk between decisions: some missions."""

WALK_STEPS = 30
"""Number of decisions of a walk forwards, and back."""

SLOWEST_SHOWN = 5
"""Number of the slowest keys of a walk that are printed."""

SEEDS = range(5, 25)
"""The default seeds: the first with a career long enough is used."""

KEYS = (
    *("f9", "down", "up", "enter", "u", "b", "escape", "s", "escape", "w", "escape"),
    *("l", "home", "pagedown", "end", "escape", "pageup", "slash", "escape", "question_mark", "escape"),
    *("[", "[", "[", "]", "home", "]", "escape"),
)
"""The keys of a round in order: actions are undone, and panels closed.

The first key has no effect: it measures the overhead.
"""


class NullTerminal(HeadlessDriver):
    """A terminal driver that accepts all output, and shows none."""

    @property
    def is_headless(self) -> bool:
        """Whether output may be skipped."""
        return False


class TimedApp(GameApp):
    """The full-screen application, with the processor time at which it first draws after a reset."""

    first_drawn_at: float | None = None

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Draw to the terminal, and note the time of the first drawing."""
        super()._display(screen, renderable)
        if renderable is not None and self.first_drawn_at is None:
            self.first_drawn_at = process_time()


@define
class KeyTimes:
    """The processor times of the presses of one key, in seconds.

    Attributes:
        until_idle: Until the screen was idle.
        until_drawn: Until the first frame was written; absent without one.
    """

    until_idle: list[float] = field(factory=list)
    until_drawn: list[float] = field(factory=list)

    def __str__(self) -> str:
        whole = (
            f"{format_seconds(Times(tuple(self.until_idle)).median):<8} at most "
            f"{format_seconds(max(self.until_idle)):<9}"
        )
        if not self.until_drawn:
            return whole
        return (
            f"{whole} first picture {format_seconds(Times(tuple(self.until_drawn)).median):<8}"
            f" at most {format_seconds(max(self.until_drawn))}"
        )


@frozen
class WalkStep:
    """One key press of a walk through a game; all rounds press the same keys.

    Attributes:
        number: The number of keys before it in its round.
        key: The key.
        events: The number of events before it.
    """

    number: int
    key: str
    events: int


def play_to_end(play: Play, answers_left: int) -> bool:
    """Play to the end, and undo some answers; return whether there were enough to undo."""
    while (question := play.question) is not None:
        place = question.preferred
        play.answer("none" if place == NO_OPTION else question.options[place].name)
    return play.undo(answers_left) == answers_left


async def press_key(app: TimedApp, pilot: Pilot[None], key: str, times: KeyTimes) -> None:
    """Press a key on the screen, and append the processor time it takes.

    Args:
        app: The screen.
        pilot: Presses keys.
        key: The key.
        times: The times that are appended to.

    Raises:
        KeyboardInterrupt: The program was interrupted; the screen handles that, and the benchmark must end, too.
    """
    await pilot.pause(0.3)
    app.first_drawn_at = None
    start = process_time()
    await pilot.press(key)
    await pilot.pause()
    times.until_idle.append(process_time() - start)
    if app.first_drawn_at is not None:
        times.until_drawn.append(app.first_drawn_at - start)
    if app.interrupt is not None:
        raise app.interrupt


async def measure_keys(app: TimedApp, size: tuple[int, int], rounds: int) -> dict[str, KeyTimes]:
    """Measure each key in every round."""
    times = {key: KeyTimes() for key in KEYS}
    gc.disable()  # as the command line does
    async with app.run_test(headless=False, size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            for key in KEYS:
                await press_key(app, pilot, key, times[key])
                if isinstance(app.screen, ConfirmDialog):
                    await pilot.press("y")
    return times


async def measure_walk(app: TimedApp, size: tuple[int, int], rounds: int) -> dict[WalkStep, KeyTimes]:
    """Measure Enter from decision to decision, ends of missions included, and ``u`` all the way back.

    Keys that close a page on the way count separately: the game is drawn again then.
    """
    times: dict[WalkStep, KeyTimes] = {}
    gc.disable()
    async with app.run_test(headless=False, size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            number = 0
            for direction in ("enter", "u"):
                for _ in range(WALK_STEPS):
                    key, name = direction, direction
                    while True:
                        place = WalkStep(number, name, app.question_filter.event_count)
                        await press_key(app, pilot, key, times.setdefault(place, KeyTimes()))
                        number += 1
                        if len(app.screen_stack) == 1:
                            break
                        key = "y" if isinstance(app.screen, ConfirmDialog) else "enter"
                        name = f"{key}, closing"
    assert all(len(each.until_idle) == rounds for each in times.values()), "a round went another way"
    return times


def best_times_by_key(walk: Mapping[WalkStep, KeyTimes]) -> dict[str, KeyTimes]:
    """The times of each key, for each step of the walk from its fastest round."""
    best_times: dict[str, KeyTimes] = {}
    for place, times in walk.items():
        best = best_times.setdefault(place.key, KeyTimes())
        best.until_idle.append(min(times.until_idle))
        best.until_drawn += [min(times.until_drawn)] if times.until_drawn else []
    return best_times


@contextmanager
def long_career(game: str, seed: int | None, answers_left: int) -> Iterator[Play]:
    """Find a career with at least ``answers_left`` answers to undo, and yield it open.

    Raises:
        SystemExit: None is that long.
    """
    for each in SEEDS if seed is None else [seed]:
        with start_game(game, Rules(), GameSetup(campaign=True, seed=each)) as play:
            if play_to_end(play, answers_left):
                record_count = f"{len(play.session.records)} throws and answers"
                print(f"seed {each}: {record_count}, {play.session.event_count} events kept")
                yield play
                return
    sys.exit("so short a career says nothing: take another --seed")


def main() -> None:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--size", default="140x45")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, help="else the first from 5 on whose career is long enough")
    parser.add_argument("--walk", action="store_true", help="from decision to decision over some missions, and back")
    args = parser.parse_args()
    width, height = map(int, args.size.split("x"))
    with long_career(args.game, args.seed, ANSWERS_LEFT_ON_WALK if args.walk else ANSWERS_LEFT) as play:
        app = TimedApp(QuestionFilter(play, "sensible"))
        app.driver_class = NullTerminal
        size, walk = (width, height), dict[WalkStep, KeyTimes]()
        try:
            if args.walk:
                walk = asyncio.run(measure_walk(app, size, args.rounds))
            key_times = best_times_by_key(walk) if args.walk else asyncio.run(measure_keys(app, size, args.rounds))
        except KeyboardInterrupt as stop:
            sys.exit(exit_status_of(stop))
        for name, taken in key_times.items():
            print(f"  {name:<14} {taken}")
        for place in sorted(walk, key=lambda place: -min(walk[place].until_idle))[:SLOWEST_SHOWN]:
            print(f"    {place.key}, {place.events} events before it: {format_seconds(min(walk[place].until_idle))}")


if __name__ == "__main__":
    main()
