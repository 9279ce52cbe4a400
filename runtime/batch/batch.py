"""Many runs, fast: no journal, dice and random choices from seeds, what is counted column by column."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from itertools import repeat
from typing import Protocol, assert_never, cast

from attrs import frozen

from bombsight.flat.layout import STEPS
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT, PolicyName, Slice
from bombsight.flat.types import NONE
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.machine import Given, Loader
from bombsight.runtime.run.play import begin
from bombsight.runtime.run.policies import autopilot, random_policy
from bombsight.runtime.run.recording import recorded_ask, recorded_roll
from bombsight.runtime.run.script import Known

HANDED = 64
"""So many runs are handed over at once: of a slow machine few, so that whoever waits for them sees them come."""

PolicyMaker = Callable[[Sequence[int]], tuple[Ask, Callable[[int], None]]]
"""Makes a policy that may look at the run so far, as a script that grows; and a call that starts it with a seed."""


class Player(Protocol):
    """Plays many runs of the entry of a program that it was made for; :func:`slices` says what is what."""

    def __call__(
        self,
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
    ) -> Iterator[Slice]:
        """Runs ``first`` to ``first + count - 1`` of the batch with this seed, a slice at a time."""
        ...


@frozen
class Run:
    """One run of a batch.

    Attributes:
        number: From 0.
        value: What it gave; None where it gives nothing or is a fault.
        tallies: What is counted of it; empty where it is a fault.
        fault: The site of its fault, or None.
        slots: The state at its end; good only until the next run.
    """

    number: int
    value: int | None
    fault: int | None
    tallies: tuple[int, ...]
    slots: Sequence[int]


def slices(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    script: Sequence[int] = (),
    *,
    load: Loader,
    answers: PolicyMaker | None = None,
) -> Iterator[Slice]:
    """Play runs ``first`` to ``first + count - 1`` of the batch with this seed.

    At the end of each its tallies are counted; one that is a fault makes the run a fault. Each depends on its number
    and the seed alone, so a batch may be cut into parts, and every player gives the same.

    Args:
        program: The flat program; nothing of it is told.
        entry: Where each run begins: a procedure.
        args: An integer for each of its parameters.
        count: How many runs, from 0.
        seed: Of the whole batch, 64 bits.
        policy: Who answers, by name.
        first: The number of the first run, from 0.
        script: Throws and answers that are known, in the order in which the run asks for them: the sums of throws, the
            indices of answers. What comes behind them is thrown and answered anew in each run.
        load: Makes a machine for the program.
        answers: Makes the policy, where it is none of those that go by the question alone.
    """
    end = first + count
    counted = len(program.tallies_of(entry))
    played = runs(program, entry, args, count, seed, policy, first, script, load=load, answers=answers)
    while first < end:
        faults, values = array("i"), array("i")
        columns = tuple(array("i") for _ in range(counted))
        for _ in range(min(HANDED, end - first)):
            run = next(played)
            faults.append(NO_FAULT if run.fault is None else run.fault)
            values.append(NONE if run.value is None else run.value)
            for column, value in zip(columns, run.tallies or repeat(NONE), strict=False):
                column.append(value)
        yield Slice(first, faults, values, columns)
        first += len(faults)


def simple_policy(program: Program, policy: PolicyName) -> tuple[Ask, Callable[[int], None] | None]:
    """A policy that goes by the question alone, and a call that starts it with a seed, where chance is in it.

    Raises:
        TypeError: It does not go by the question alone.
    """
    match policy:
        case "auto":
            return autopilot(program), None
        case "random":
            return random_policy(program, 0)
        case "thoughtful":
            raise TypeError("who looks ahead is made for the run")
        case _:
            assert_never(policy)


def runs(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    script: Sequence[int] = (),
    *,
    load: Loader,
    answers: PolicyMaker | None = None,
) -> Iterator[Run]:
    """The runs of :func:`slices` one by one, each with the state at its end."""
    dice = SeededDice(0)
    restart_policy = None
    told: list[int] = []
    if answers is not None:
        ask, restart_policy = answers(told)
    else:
        ask, restart_policy = simple_policy(program, policy)
    known = Known(script, dice.roll, ask)
    roll = dice.roll
    if script:
        roll, ask = known.roll, known.ask
    if answers is not None:
        roll, ask = recorded_roll(told, roll), recorded_ask(told, ask)
    machine = load(program, roll, ask)
    play = machine.calling(entry)
    tallies = [machine.calling(tally.entry) for tally in program.tallies_of(entry)]
    try:
        for number in range(first, first + count):
            own_seed = mission_seed(seed, number)
            dice.restart(own_seed)
            known.begin()
            told.clear()
            if restart_policy:
                restart_policy(own_seed)
            begin(machine)
            try:
                given = play(*args)
                found = counted(machine.slots, tallies, program.budgets.mission)
            except Fault as fault:
                yield Run(number, None, fault.site, (), machine.slots)
            else:
                value = given if entry.result is not None and isinstance(given, int) else None
                yield Run(number, value, None, found, machine.slots)
    finally:
        machine.close()


def counted(slots: MutableSequence[int], tallies: Sequence[Callable[[], Given]], budget: int) -> tuple[int, ...]:
    """What is counted of a run that has just ended, while its state still stands.

    Each has a whole budget of steps, for it is no part of the run; and the run's own are left as they are.

    Args:
        slots: The state.
        tallies: What calls each.
        budget: How many steps each may take.

    Raises:
        Fault: A tally is one.
    """
    steps = slots[STEPS]
    found = []
    try:
        for tally in tallies:
            slots[STEPS] = budget
            found.append(cast(int, tally()))  # each gives one integer
    finally:
        slots[STEPS] = steps
    return tuple(found)
