"""Careers played to their end, with how each of their missions began, so that a mission can be played again alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import count_tallies
from bombsight.runtime.callbacks import Ask, Score, Values
from bombsight.runtime.dice import SeededDice, mission_seed, mix
from bombsight.runtime.machine import CallResult, Machine, Mission
from bombsight.runtime.run.checkpoints import MissionStart
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.runtime.run.recording import record_answers, record_rolls
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.service.programs.loaders import load

EXPLORED = 30
"""One answer in so many is random, in careers from which forecasts are learned."""


@frozen(eq=False)
class PlayedMission:
    """A mission of a career.

    Attributes:
        start: How it began.
        script: Its throws and answers.
    """

    start: MissionStart
    script: tuple[int, ...]


@frozen(eq=False)
class PlayedCareer:
    """A career that was played to its end.

    Attributes:
        number: The number of the run.
        missions: Its missions in order.
        tallies: The tallies at its end, in the order of the program's.
    """

    number: int
    missions: tuple[PlayedMission, ...]
    tallies: tuple[int, ...]


def play_careers(program: Program, ask: Ask, seed: int, first: int, count: int) -> Iterator[PlayedCareer]:
    """Play careers ``first`` to ``first + count - 1`` of a seed, and yield those that end without a fault.

    Args:
        program: A program with a career.
        ask: Answers the questions.
        seed: The seed of the batch, as batch players take it.
        first: The number of the first career.
        count: How many.
    """
    entry = program.career
    assert entry is not None
    dice = SeededDice(0)
    script: list[int] = []
    machine = load(program, record_rolls(script, dice.roll), record_answers(script, ask))
    missions: list[PlayedMission] = []

    def play_mission(mission: Mission, *args: int) -> CallResult:
        """Mission hook: play a mission, and keep how it began and its script."""
        start = MissionStart(len(script), args, tuple(machine.slots))
        given = mission(*args)
        missions.append(PlayedMission(start, tuple(script[start.first :])))
        return given

    machine.hook_missions(play_mission)
    play = machine.entry_function(entry)
    tallies = [machine.entry_function(tally.entry) for tally in program.tallies_of(entry)]
    try:
        for number in range(first, first + count):
            dice.restart(mission_seed(seed, number))
            script.clear()
            missions.clear()
            start_machine(machine)
            try:
                play()
                counts = count_tallies(machine.slots, tallies, program.budgets.mission)
            except Fault:
                continue
            yield PlayedCareer(number, tuple(missions), counts)
    finally:
        machine.close()


def exploring_policy(program: Program, seed: int) -> Ask:
    """Make a policy that answers like the autopilot, but now and then at random.

    So careers come into states into which the autopilot alone would not get, and a forecast knows what those are worth.
    """
    autopilot_ask = autopilot_policy(program)
    random_ask, _ = random_policy(program, seed)
    stream = SeededDice(mix(seed))

    def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the autopilot's answer, or one in so many times a random one."""
        explores = stream.below(EXPLORED) == 0
        return (random_ask if explores else autopilot_ask)(site, options, score, values)

    return ask


class MissionReplayer:
    """Plays missions of careers again, alone, and evaluates defines in the state in which each ends.

    Args:
        program: A program with a stage.
        entries: The defines without parameters to evaluate; each returns one integer.
    """

    def __init__(self, program: Program, entries: Sequence[Entry]) -> None:
        """Make a machine that plays by scripts."""
        assert program.stage is not None
        self._program = program
        self._callbacks = ScriptedCallbacks((), refuse_call, refuse_call)
        self._machine: Machine = load(program, self._callbacks.roll, self._callbacks.ask)
        self._play = self._machine.entry_function(program.stage)
        self._defines = [self._machine.entry_function(entry) for entry in entries]

    def evaluate_end(self, mission: PlayedMission) -> tuple[int, ...] | None:
        """Return the values of the defines as a mission ends; None if one faults.

        Args:
            mission: The mission, as it was played.
        """
        self._callbacks.replace_script(mission.script)
        start_machine(self._machine)
        self._machine.slots[:] = mission.start.state
        try:
            self._play(*mission.start.args)
            values = count_tallies(self._machine.slots, self._defines, self._program.budgets.mission)
        except Fault:
            return None
        return None if NONE in values else values

    def close(self) -> None:
        """Release the machine."""
        self._machine.close()


def refuse_call(*_: object) -> int:
    """Callback ``roll`` or ``ask``: raise AssertionError, for a script has all throws and answers.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("a mission that is played again throws and asks nothing new")
