"""Many runs, fast: no journal, dice and random choices from seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import frozen

from bombsight.flat.program import Entry, Fault, Program
from bombsight.runtime.choices import autopilot, random_policy
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.machine import Loader
from bombsight.runtime.play import begin

PolicyName = Literal["auto", "random"]


@frozen
class Run:
    """One run of a batch.

    Attributes:
        number: From 0.
        value: What it gave; None where it gives nothing or is a fault.
        fault: The site of its fault, or None.
        slots: The state at its end; good only until the next run.
    """

    number: int
    value: int | None
    fault: int | None
    slots: Sequence[int]


@frozen
class Batch:
    """How often a batch came to each result and to each fault."""

    results: Counter[int | None]
    faults: Counter[int]


def runs(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    *,
    load: Loader,
) -> Iterator[Run]:
    """Play missions ``first`` to ``first + count - 1`` of the batch with this seed.

    Each depends on its number and the seed alone, so a batch may be cut into parts.

    Args:
        program: The flat program; nothing of it is told.
        entry: Where each run begins: a procedure.
        args: An integer for each of its parameters.
        count: How many runs, from 0.
        seed: Of the whole batch.
        policy: Who answers, by name.
        first: The number of the first run, from 0.
        load: Makes a machine for the program.
    """
    dice = SeededDice(0)
    restart_policy = None
    if policy == "auto":
        ask = autopilot(program)
    else:
        ask, restart_policy = random_policy(program, 0)
    machine = load(program, dice.roll, ask)
    for number in range(first, first + count):
        own_seed = mission_seed(seed, number)
        dice.restart(own_seed)
        if restart_policy:
            restart_policy(own_seed)
        begin(machine)
        try:
            value = machine.call(entry, *args)
        except Fault as fault:
            yield Run(number, None, fault.site, machine.slots)
        else:
            yield Run(
                number, value if entry.result is not None and isinstance(value, int) else None, None, machine.slots
            )


def batch(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    count: int,
    seed: int,
    policy: PolicyName = "auto",
    first: int = 0,
    *,
    load: Loader,
) -> Batch:
    """Count the results of :func:`runs`.

    Args:
        program: The flat program.
        entry: Where each run begins: a procedure.
        args: An integer for each of its parameters.
        count: How many runs, from 0.
        seed: Of the whole batch.
        policy: Who answers, by name.
        first: The number of the first run, from 0.
        load: Makes a machine for the program.
    """
    found = Batch(Counter(), Counter())
    for run in runs(program, entry, args, count, seed, policy, first, load=load):
        if run.fault is None:
            found.results[run.value] += 1
        else:
            found.faults[run.fault] += 1
    return found
