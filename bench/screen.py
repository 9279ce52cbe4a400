"""How long the screen takes over a keystroke, late in a career: processor time until nothing is left to do, and until
the first picture of what comes of it is written, which is what a person sees.

A career is played to its end as the autopilot would answer, then its last answers are taken back, so that there is
something left to play; all that happened is kept. Then keys are pressed on a screen whose terminal is thrown away.

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

from bench.game import FIRST
from bench.timing import Times, human
from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.pages import Sure
from bombsight.cli.terminal.signals import status_of
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.games.requests import Rules
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.start import Opening, begin

LEFT = 60
"""So many answers are taken back at the end."""

FAR = 300
"""So many where one goes from decision to decision: some missions."""

STEPS = 30
"""So many decisions on, and back."""

SLOWEST = 5
"""So many of the slowest keys of a walk are told."""

SEEDS = range(5, 25)
"""Unless a seed is named the first of these is taken whose career is long enough."""

KEYS = (
    *("f9", "down", "up", "enter", "u", "b", "escape", "s", "escape", "w", "escape"),
    *("l", "home", "pagedown", "end", "escape", "pageup", "slash", "escape", "question_mark", "escape"),
)
"""Pressed in this order each round: what is done is taken back, what is opened is closed.

The first does nothing: it takes what measuring does.
"""


class Terminal(HeadlessDriver):
    """A terminal for which all is written, and which shows nothing."""

    @property
    def is_headless(self) -> bool:
        """Whether nothing need be written."""
        return False


class Watched(GameApp):
    """The screen, and the processor time at which it was first written to since somebody last looked."""

    written: float | None = None

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if renderable is not None and self.written is None:
            self.written = process_time()


@define
class Taken:
    """What a key took each time it was pressed, in seconds.

    Attributes:
        whole: Until nothing was left to do.
        seen: Until the first picture was written; nothing where there was none.
    """

    whole: list[float] = field(factory=list)
    seen: list[float] = field(factory=list)

    def __str__(self) -> str:
        whole = f"{human(Times(tuple(self.whole)).median):<8} at most {human(max(self.whole)):<9}"
        if not self.seen:
            return whole
        return f"{whole} first picture {human(Times(tuple(self.seen)).median):<8} at most {human(max(self.seen))}"


@frozen
class Place:
    """Where a key is pressed on a walk: the same in each round, for all goes as it went.

    Attributes:
        number: How many keys came before it in its round.
        key: It.
        events: How many events had happened before.
    """

    number: int
    key: str
    events: int


def fly(play: Play, left: int) -> bool:
    """Play to the end, and take back so many answers; whether there were as many."""
    while (question := play.question) is not None:
        place = question.preferred
        play.answer("none" if place == NO_OPTION else question.options[place].name)
    return play.undo(left) == left


async def press(app: Watched, pilot: Pilot[None], key: str, taken: Taken) -> None:
    """Press a key, and measure it.

    Raises:
        KeyboardInterrupt: The program was asked to stop; the screen heeds that, and measuring has to end, too.
    """
    await pilot.pause(0.3)
    app.written = None
    begun = process_time()
    await pilot.press(key)
    await pilot.pause()
    taken.whole.append(process_time() - begun)
    if app.written is not None:
        taken.seen.append(app.written - begun)
    if app.stop is not None:
        raise app.stop


async def measured(app: Watched, size: tuple[int, int], rounds: int) -> dict[str, Taken]:
    """The times of each key."""
    taken = {key: Taken() for key in KEYS}
    gc.disable()  # as the command line has it
    async with app.run_test(headless=False, size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            for key in KEYS:
                await press(app, pilot, key, taken[key])
                if isinstance(app.screen, Sure):
                    await pilot.press("y")
    return taken


async def walked(app: Watched, size: tuple[int, int], rounds: int) -> dict[Place, Taken]:
    """The times of Enter from decision to decision, missions that end included, and of ``u`` all the way back.

    What closes the pages that come up on the way counts by itself: the game is seen again then, as it stands by now.
    """
    taken: dict[Place, Taken] = {}
    gc.disable()
    async with app.run_test(headless=False, size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            number = 0
            for way in ("enter", "u"):
                for _ in range(STEPS):
                    key, name = way, way
                    while True:
                        place = Place(number, name, app.steward.events)
                        await press(app, pilot, key, taken.setdefault(place, Taken()))
                        number += 1
                        if len(app.screen_stack) == 1:
                            break
                        key = "y" if isinstance(app.screen, Sure) else "enter"
                        name = f"{key}, closing"
    assert all(len(each.whole) == rounds for each in taken.values()), "a round went another way"
    return taken


def by_key(walk: Mapping[Place, Taken]) -> dict[str, Taken]:
    """What each key took, at each place by the fastest round."""
    found: dict[str, Taken] = {}
    for place, taken in walk.items():
        best = found.setdefault(place.key, Taken())
        best.whole.append(min(taken.whole))
        best.seen += [min(taken.seen)] if taken.seen else []
    return found


@contextmanager
def late(game: str, seed: int | None, left: int) -> Iterator[Play]:
    """A career of which so many answers are left.

    Raises:
        SystemExit: None is so long.
    """
    for each in SEEDS if seed is None else [seed]:
        with begin(game, Rules(), Opening(campaign=True, seed=each)) as play:
            if fly(play, left):
                known = f"{len(play.session.records)} throws and answers"
                print(f"seed {each}: {known}, {play.session.happened} events kept")
                yield play
                return
    sys.exit("so short a career says nothing: take another --seed")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--size", default="140x45")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, help="else the first from 5 on whose career is long enough")
    parser.add_argument("--walk", action="store_true", help="from decision to decision over some missions, and back")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    with late(asked.game, asked.seed, FAR if asked.walk else LEFT) as play:
        app = Watched(QuestionFilter(play, "sensible"))
        app.driver_class = Terminal
        size, walk = (width, height), dict[Place, Taken]()
        try:
            if asked.walk:
                walk = asyncio.run(walked(app, size, asked.rounds))
            found = by_key(walk) if asked.walk else asyncio.run(measured(app, size, asked.rounds))
        except KeyboardInterrupt as stop:
            sys.exit(status_of(stop))
        for name, taken in found.items():
            print(f"  {name:<14} {taken}")
        for place in sorted(walk, key=lambda place: -min(walk[place].whole))[:SLOWEST]:
            print(f"    {place.key}, {place.events} events before it: {human(min(walk[place].whole))}")


if __name__ == "__main__":
    main()
