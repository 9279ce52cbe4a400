"""A work order of a simulation, as it is sent to workers, and its division into parts.

Every run has a number, and depends only on that and the seed: so parts may be split anywhere and played by anybody.
Mission numbers alternate; the runs of each mission number are a batch of their own, whose seed derives from that
number. So the runs of mission 3 are the same whether or not others are played besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from bombsight.compiler.request import Request
from bombsight.flat.slices import PolicyName
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.pins import (
    Pin,
)

EntryName = Literal["mission", "career"]


@frozen(kw_only=True)
class Side:
    """One of the compared sets of rules in a simulation.

    Attributes:
        name: The file of house rules that distinguishes it; empty for the rules that the others are compared with.
        request: The texts, overlays and options: all that is needed to compile the rules anywhere.
        digest: The digest of the compiled program, which must be the same wherever it is compiled.
    """

    name: str
    request: Request
    digest: str = ""


@frozen(kw_only=True)
class Order:
    """A work order for workers: everything that defines a simulation.

    Attributes:
        sides: The sets of rules, the base of comparison first. All are played with the same dice.
        entry: Whether a run is a mission, or a whole career.
        missions: The mission numbers that alternate; empty if missions have none, and for careers.
        policy: The policy that answers.
        seed: The seed of the simulation, 0 to 2**64 - 1.
        runs: The number of runs of each side.
        rows: Whether each run is reported, too.
        pins: Tables on which every throw shows the same. Pinned fields stand in the requests of the sides.
    """

    sides: tuple[Side, ...]
    entry: EntryName
    missions: range
    policy: PolicyName
    seed: int
    runs: int
    rows: bool = False
    pins: tuple[Pin, ...] = ()


@frozen
class Part:
    """A range of consecutive runs, the unit of work of a worker.

    Attributes:
        first: The number of the first run, from 0.
        count: The number of runs.
    """

    first: int
    count: int


@frozen
class BatchRange:
    """The runs of a part with the same mission number: a range of that mission's batch of runs.

    Attributes:
        args: The arguments of each run.
        seed: The seed of the batch.
        first: The number of the first run in the batch.
        count: The number of runs, from 1.
        offset: The index of the first run in the part; the others follow at intervals of :func:`mission_cycle_length`.
    """

    args: tuple[int, ...]
    seed: int
    first: int
    count: int
    offset: int


def batch_ranges(order: Order, part: Part) -> Iterator[BatchRange]:
    """Split the runs of a part by mission number, and yield each mission's range within its batch of runs."""
    turns = mission_cycle_length(order)
    end = part.first + part.count
    for turn in sorted({number % turns for number in range(part.first, min(end, part.first + turns))}):
        first = -((turn - part.first) // turns)
        count = -((turn - end) // turns) - first
        args = order.missions[turn : turn + 1]
        yield BatchRange(tuple(args), batch_seed(order, turn), first, count, first * turns + turn - part.first)


def mission_cycle_length(order: Order) -> int:
    """Return after how many runs the mission numbers repeat."""
    return len(order.missions) or 1


def batch_seed(order: Order, mission_index: int) -> int:
    """Derive the seed of a mission's batch, by the mission's index in the cycle of missions."""
    return mission_seed(order.seed, order.missions[mission_index] if order.missions else 0)


def mission_of_run(order: Order, run_number: int) -> int | None:
    """Return the mission number of a run; None if missions have no numbers."""
    return order.missions[run_number % len(order.missions)] if order.missions else None


def seed_of_run(order: Order, run_number: int) -> int:
    """Return the seed with which a run can be played alone."""
    turns = mission_cycle_length(order)
    return mission_seed(batch_seed(order, run_number % turns), run_number // turns)
