"""What is to be simulated, as it travels to whoever plays it; and how it is cut into parts.

Every run has a number, and depends on that and the seed alone: so parts may be cut anywhere, and played by anyone.
Missions come in turn, by the numbers that they may have; those of each number are a batch of their own, whose seed
comes of the number. So the runs of mission 3 are the same whether others are played beside them or not.
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
    """Rules that are played.

    Attributes:
        name: The file of the house rules that the others are compared with; empty for the rules as the call has them.
        request: Their texts, overlays and options: all that is needed to compile them anywhere.
        digest: What identifies the program that comes of them, and must come of them wherever they are compiled.
    """

    name: str
    request: Request
    digest: str = ""


@frozen(kw_only=True)
class Order:
    """A work order: what is to be simulated.

    Attributes:
        sides: The rules, first those that the others are compared with. All are played with the same dice.
        entry: Whether a run is a mission, or a whole career.
        missions: The numbers that missions have in turn; empty where they have none, and for careers.
        policy: Who answers.
        seed: Of the whole, 0 to 2**64 - 1.
        runs: How many runs of each side.
        rows: Whether each single run is told, too.
        pins: Tables on which every throw shows the same. Fields that are pinned stand in the requests of the sides.
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
    """Runs that follow one another.

    Attributes:
        first: The number of the first, from 0.
        count: How many.
    """

    first: int
    count: int


@frozen
class BatchRange:
    """The runs of a part that share a mission's number: a stretch of one batch.

    Attributes:
        args: What each is called with.
        seed: Of the batch.
        first: The number in the batch of the first.
        count: How many, from 1.
        offset: The place in the part of the first; each further one stands as many places behind as there are lanes.
    """

    args: tuple[int, ...]
    seed: int
    first: int
    count: int
    offset: int


def batch_ranges(order: Order, part: Part) -> Iterator[BatchRange]:
    """The batches whose stretches make up a part: no more of them than it has runs, however many missions there are."""
    turns = mission_cycle_length(order)
    end = part.first + part.count
    for turn in sorted({number % turns for number in range(part.first, min(end, part.first + turns))}):
        first = -((turn - part.first) // turns)
        count = -((turn - end) // turns) - first
        args = order.missions[turn : turn + 1]
        yield BatchRange(tuple(args), batch_seed(order, turn), first, count, first * turns + turn - part.first)


def mission_cycle_length(order: Order) -> int:
    """How many runs there are until the same mission comes again."""
    return len(order.missions) or 1


def batch_seed(order: Order, turn: int) -> int:
    """The seed of the batch of missions that come at this turn."""
    return mission_seed(order.seed, order.missions[turn] if order.missions else 0)


def mission_of_run(order: Order, number: int) -> int | None:
    """The mission that a run plays, by the run's number; None where missions have no numbers."""
    return order.missions[number % len(order.missions)] if order.missions else None


def seed_of_run(order: Order, number: int) -> int:
    """The seed that a run has when it is played alone."""
    turns = mission_cycle_length(order)
    return mission_seed(batch_seed(order, number % turns), number // turns)
