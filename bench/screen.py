"""How long the screen takes over a keystroke, late in a career: processor time until nothing is left to do.

A career is played to its end as the autopilot would answer, then its last answers are taken back, so that there is
something left to play; all that happened is kept. Then keys are pressed on a screen without a terminal.

    python -m bench.screen [--game b17] [--size 140x45] [--rounds 9] [--walk]
"""

from __future__ import annotations

import asyncio
import gc
from argparse import ArgumentParser
from time import process_time

from textual.pilot import Pilot

from bench.game import FIRST
from bench.timing import Times, human
from bombsight.cli.screen.app import GameApp
from bombsight.cli.screen.pages import Sure
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


def fly(play: Play, left: int) -> bool:
    """Play to the end, and take back so many answers; whether there were as many."""
    while (question := play.question) is not None:
        place = question.preferred
        play.answer("none" if place == NO_OPTION else question.options[place].name)
    return play.undo(left) == left


async def pressed(pilot: Pilot[None], key: str) -> float:
    """The processor time of a key."""
    await pilot.pause(0.3)
    begun = process_time()
    await pilot.press(key)
    await pilot.pause()
    return process_time() - begun


async def measured(app: GameApp, size: tuple[int, int], rounds: int) -> dict[str, Times]:
    """The times of each key."""
    taken: dict[str, list[float]] = {}
    gc.disable()  # as the command line has it
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            for key in KEYS:
                name = "escape" if key == "escape" else key
                taken.setdefault(name, []).append(await pressed(pilot, key))
                if isinstance(app.screen, Sure):
                    await pilot.press("y")
    return {name: Times(tuple(times)) for name, times in taken.items()}


async def walked(app: GameApp, size: tuple[int, int], rounds: int) -> dict[str, Times]:
    """The times of Enter from decision to decision, missions that end included, and of ``u`` all the way back.

    What closes the pages that come up on the way counts by itself: the game is seen again then, as it stands by now.
    """
    taken: dict[str, list[float]] = {"enter": [], "u": []}
    gc.disable()
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        for _ in range(rounds):
            for key in ("enter", "u"):
                for _ in range(STEPS):
                    taken[key].append(await pressed(pilot, key))
                    while len(app.screen_stack) > 1:
                        closing = "y" if isinstance(app.screen, Sure) else "enter"
                        taken.setdefault(f"{closing}, closing", []).append(await pressed(pilot, closing))
    return {name: Times(tuple(times)) for name, times in taken.items()}


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
        app = GameApp(Steward(play, "sensible"))
        measure = walked if asked.walk else measured
        for name, times in asyncio.run(measure(app, (width, height), asked.rounds)).items():
            print(f"  {name:<14} {human(times.median)}   at most {human(max(times.rounds))}")


if __name__ == "__main__":
    main()
