"""Recording of a run as batch players take it: sums of throws, indices of answers, and how its mission began."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from bombsight.dsl.dice import Dice
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.machine import CallResult, Machine, Mission, MissionHook
from bombsight.runtime.run.checkpoints import MissionStart


@define(eq=False)
class RunSoFar:
    """A run that is being played, as a policy may look at it.

    Attributes:
        script: Its throws and answers.
        mission: The beginning of the mission that is being played in a career; None at other moments.
    """

    script: list[int] = field(factory=list)
    mission: MissionStart | None = None

    def clear(self) -> None:
        """Forget the run, for another one."""
        self.script.clear()
        self.mission = None

    def mission_hook(self, machine: Machine) -> MissionHook:
        """Make a mission hook that plays the missions of a career on a machine, and remembers how each began."""

        def play_mission(mission: Mission, *args: int) -> CallResult:
            """Mission hook: play a mission, and remember how it began until it ends."""
            self.mission = MissionStart(len(self.script), args, tuple(machine.slots))
            given = mission(*args)
            self.mission = None
            return given

        return play_mission


def record_rolls(script: list[int], roll: Roll) -> Roll:
    """Wrap a ``roll`` callback (which throws dice) so that each total is appended to the script."""

    def roll_and_record(site: int, dice: Dice) -> int:
        """Callback ``roll``: throw dice by the wrapped callback, append the total to the script, and return it."""
        shown = roll(site, dice)
        script.append(shown)
        return shown

    return roll_and_record


def record_answers(script: list[int], ask: Ask) -> Ask:
    """Wrap a policy (a callback that answers choices) so that each answer's index is appended to the script."""

    def ask_and_record(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: answer a choice by the wrapped policy, append the index to the script, and return it."""
        index = ask(site, options, score, values)
        script.append(index)
        return index

    return ask_and_record
