"""Whole missions and campaigns without a person, watched while they run."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from bombsight.dsl.dice import Dice
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Program
from bombsight.flat.sites import ChangeSite, RollSite
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from tests.games.scenes import Facts, Game, Scene


class Watched(Scene):
    """A scene that plays by a policy, with seeded dice, and is watched.

    The policy is ``auto``, ``random``, or ``erring``: the autopilot, who answers one time in eight without a thought.

    Attributes:
        rolled: How often each table was rolled on.
        wrong: What happened that may not.
    """

    def __init__(self, game: Game, program: Program, policy: str) -> None:
        super().__init__(game, program)
        self.seeded = SeededDice(0)
        self.errs = {"auto": 0.0, "random": 1.0, "erring": 0.125}[policy]
        self.mind = random.Random(0)
        self.best = autopilot_policy(program)
        self.any, self.restart = random_policy(program, 0)
        self.rolled: Counter[str | None] = Counter()
        self.wrong: list[str] = []

    def on_roll(self, site: int, dice: Dice) -> int:
        """The dice of the seed."""
        place = self.program.sites[site]
        if isinstance(place, RollSite):
            self.rolled[place.table] += 1
        return self.seeded.roll(site, dice)

    def on_ask(self, site: int, options: Sequence[int], score, values) -> int:
        """The policy's answer; nothing may be asked where there is nothing to choose."""
        if not options:
            self.wrong.append(f"an empty choice at {self.program.sites[site].origin.place}")
        policy = self.any if self.errs and self.mind.random() < self.errs else self.best
        return policy(site, options, score, values)

    def on_event(self, event: tuple[int, ...]) -> None:
        """See whether a change may happen."""
        if isinstance(self.program.sites[event[0]], ChangeSite):
            _, slot, old, new = event
            if not self.may_change(slot, old, new):
                self.wrong.append(f"{self.describer.slot_name(slot)} from {old} to {new}")

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """Whether a field may change so."""
        return True

    def start(self, seed: int) -> None:
        """A new campaign with the dice of this seed."""
        start_machine(self.machine)
        self.seeded.restart(seed)
        self.restart(seed)
        self.mind.seed(seed)
        self.rolled.clear()
        self.wrong.clear()

    def mission(self, seed: int, number: int, facts: Facts | None = None) -> tuple[str, int]:
        """One mission: its result, and how many steps it took; a rules fault is an exception."""
        self.start(seed)
        self.set(facts or {})
        before = self.slots[STEPS_SLOT]
        result = self.call("do:mission", number)
        assert isinstance(result, str)
        return result, before - self.slots[STEPS_SLOT]


def seeds(count: int, seed: int = 0) -> Iterator[int]:
    """Seeds of a batch."""
    return (mission_seed(seed, number) for number in range(count))
