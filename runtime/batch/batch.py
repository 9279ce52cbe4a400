"""Fast batches of runs without a journal, with seeded dice and random choices and tallies in columns."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from itertools import repeat
from typing import Protocol, assert_never, cast

from attrs import frozen

from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT, PolicyName, Slice
from bombsight.flat.types import NONE
from bombsight.runtime.callbacks import (
    Ask,
)
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.machine import CallResult, Loader
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.runtime.run.recording import RunSoFar, record_answers, record_rolls
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks

SLICE_RUNS = 64
"""Runs in a slice: few, so that even a slow machine delivers them often."""

PolicyMaker = Callable[[RunSoFar], tuple[Ask, Callable[[int], None]]]
"""Makes a policy from the growing run, with a function that restarts it with a seed."""


class BatchPlayer(Protocol):
    """The interface that plays many runs of one entry of a program; see :func:`play_slices`."""

    def __call__(
        self,
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
        state: Sequence[int] | None = None,
    ) -> Iterator[Slice]:
        """Play ``count`` runs of one entry from run ``first`` on, and yield their results in slices.

        ``state`` has the slots that each run begins with, in place of the defaults: so a mission is played as it begins
        in the middle of a career. What the rules reset falls back to its defaults all the same.
        """
        ...


@frozen
class Run:
    """The result of one run of a batch, with its tallies, its fault and its final state.

    Attributes:
        number: Its number, from 0.
        value: Its result; None if it has none or faults.
        tallies: Its tallies; empty if it faults.
        fault: The site of its fault, or None.
        slots: The state at its end, valid only until the next run.
    """

    number: int
    value: int | None
    fault: int | None
    tallies: tuple[int, ...]
    slots: Sequence[int]


def play_slices(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    script: Sequence[int] = (),
    state: Sequence[int] | None = None,
    *,
    load: Loader,
    make_policy: PolicyMaker | None = None,
) -> Iterator[Slice]:
    """Play runs ``first`` to ``first + count - 1`` of the batch with a seed, and yield their results in slices.

    The tallies are counted at the end of each run; a tally that faults makes the run a fault. A run depends only on its
    number and the seed, so a batch may be cut into parts, and every player gives the same results.

    Args:
        program: The flat program.
        entry: The entry of each run: a procedure.
        args: An integer for each of its parameters.
        count: The number of runs, from 0.
        seed: The seed of the whole batch, 64 bits.
        policy: The policy, by name.
        first: The number of the first run, from 0.
        script: Throws and answers known in advance, in the order in which the run needs them: sums of throws,
            indices of answers. After them each run throws and answers by itself.
        state: The slots that each run begins with; None for the defaults.
        load: Makes a machine for the program.
        make_policy: Makes the policy, if it depends on more than the question.
    """
    end = first + count
    tally_count = len(program.tallies_of(entry))
    played_runs = play_runs(
        program, entry, args, count, seed, policy, first, script, state, load=load, make_policy=make_policy
    )
    while first < end:
        faults, values = array("i"), array("i")
        columns = tuple(array("i") for _ in range(tally_count))
        for _ in range(min(SLICE_RUNS, end - first)):
            run = next(played_runs)
            faults.append(NO_FAULT if run.fault is None else run.fault)
            values.append(NONE if run.value is None else run.value)
            for column, value in zip(columns, run.tallies or repeat(NONE), strict=False):
                column.append(value)
        yield Slice(first, faults, values, columns)
        first += len(faults)


def simple_policy(program: Program, policy: PolicyName) -> tuple[Ask, Callable[[int], None] | None]:
    """Make a policy that needs only the question, and the function that restarts it with a seed, if it is random.

    Raises:
        TypeError: The policy depends on more than the question.
    """
    match policy:
        case "auto" | "learned":
            return autopilot_policy(program), None
        case "random":
            return random_policy(program, 0)
        case "thoughtful":
            raise TypeError("who looks ahead is made for the run")
        case _:
            assert_never(policy)


def play_runs(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    script: Sequence[int] = (),
    state: Sequence[int] | None = None,
    *,
    load: Loader,
    make_policy: PolicyMaker | None = None,
) -> Iterator[Run]:
    """Play runs one by one, and yield each with its final state; takes the same arguments as :func:`play_slices`."""
    dice = SeededDice(0)
    restart_policy = None
    so_far = RunSoFar()
    if make_policy is not None:
        ask, restart_policy = make_policy(so_far)
    else:
        ask, restart_policy = simple_policy(program, policy)
    scripted = ScriptedCallbacks(script, dice.roll, ask)
    roll = dice.roll
    if script:
        roll, ask = scripted.roll, scripted.ask
    if make_policy is not None:
        roll, ask = record_rolls(so_far.script, roll), record_answers(so_far.script, ask)
    machine = load(program, roll, ask)
    if make_policy is not None and entry == program.career:
        machine.hook_missions(so_far.mission_hook(machine))
    play = machine.entry_function(entry)
    tallies = [machine.entry_function(tally.entry) for tally in program.tallies_of(entry)]
    try:
        for number in range(first, first + count):
            own_seed = mission_seed(seed, number)
            dice.restart(own_seed)
            scripted.rewind()
            so_far.clear()
            if restart_policy:
                restart_policy(own_seed)
            start_machine(machine)
            if state is not None:
                machine.slots[:] = state
            try:
                result = play(*args)
                tally_values = count_tallies(machine.slots, tallies, program.budgets.mission)
            except Fault as fault:
                yield Run(number, None, fault.site, (), machine.slots)
            else:
                value = result if entry.result is not None and isinstance(result, int) else None
                yield Run(number, value, None, tally_values, machine.slots)
    finally:
        machine.close()


def count_tallies(
    slots: MutableSequence[int], tallies: Sequence[Callable[[], CallResult]], budget: int
) -> tuple[int, ...]:
    """Evaluate the tallies (statistics of the rules) in a run's final state, each with ``budget`` steps.

    Each has a whole budget of steps, for it is no part of the run, whose own steps stay as they are.

    Raises:
        Fault: A tally faults.
    """
    steps = slots[STEPS_SLOT]
    counts = []
    try:
        for tally in tallies:
            slots[STEPS_SLOT] = budget
            counts.append(cast(int, tally()))  # each returns one integer
    finally:
        slots[STEPS_SLOT] = steps
    return tuple(counts)
