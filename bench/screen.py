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
from time import process_time

from attrs import define, field
from rich.console import RenderableType
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen

from bench.game import FIRST
from bench.timing import Times, human
from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.pages import Sure
from bombsight.cli.terminal.signals import status_of
from bombsight.runtime.choices import NO_OPTION
from bombsight.service.opening import Opening, begin
from bombsight.service.play import Play
from bombsight.service.requests import Rules
from bombsight.service.steward import Steward

LEFT = 60
"""So many answers are taken back at the end."""

FAR = 300
"""So many where one goes from decision to decision: some missions."""

STEPS = 30
"""So many decisions on, and back."""

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


async def walked(app: Watched, size: tuple[int, int], rounds: int) -> dict[str, Taken]:
    """The times of Enter from decision to decision, missions that end included, and of ``u`` all the way back.

    What closes the pages that come up on the way counts by itself: the game is seen again then, as it stands by now.
    """
    taken = {"enter": Taken(), "u": Taken()}
    gc.disable()
    async with app.run_test(headless=False, size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            for key in ("enter", "u"):
                for _ in range(STEPS):
                    await press(app, pilot, key, taken[key])
                    while len(app.screen_stack) > 1:
                        closing = "y" if isinstance(app.screen, Sure) else "enter"
                        await press(app, pilot, closing, taken.setdefault(f"{closing}, closing", Taken()))
    return taken


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--size", default="140x45")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--walk", action="store_true", help="from decision to decision over some missions, and back")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    with begin(asked.game, Rules(), Opening(campaign=True, seed=asked.seed)) as play:
        if not fly(play, FAR if asked.walk else LEFT):
            parser.error("so short a career says nothing: take another --seed")
        print(f"{len(play.session.records)} throws and answers, {play.session.happened} events kept")
        app = Watched(Steward(play, "sensible"))
        app.driver_class = Terminal
        measure = walked if asked.walk else measured
        try:
            found = asyncio.run(measure(app, (width, height), asked.rounds))
        except KeyboardInterrupt as stop:
            sys.exit(status_of(stop))
        for name, taken in found.items():
            print(f"  {name:<14} {taken}")


if __name__ == "__main__":
    main()
