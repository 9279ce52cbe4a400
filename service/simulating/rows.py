"""One row a run, for notebooks and spreadsheets: what `--out` writes.

Rows come part by part, in the order of the runs' numbers, whoever played them; so a file is the same for any number of
jobs, and no more of it is in memory than a few parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from bombsight.flat.slices import NO_FAULT
from bombsight.flat.types import NONE
from bombsight.service.simulating.columns import Column
from bombsight.service.simulating.counted import Played
from bombsight.service.simulating.orders import mission_of, seed_of
from bombsight.service.simulating.playing import Answer
from bombsight.service.simulating.simulation import Simulation

Cell = int | str | None
"""What a row holds; None where there is nothing to say."""

Batch = Sequence[Sequence[Cell]]
"""Rows that follow one another, column by column."""


@frozen
class Head:
    """A column of rows.

    Attributes:
        name: Its name: ``number``, ``rules``, ``mission``, ``seed``, ``fault``, and the names of what is counted.
        title: The same for reading.
        type: ``seed`` is a number of 64 bits without a sign; other numbers fit 64 bits with one. A ``truth`` is the
            word ``yes`` or ``no``.
    """

    name: str
    title: str
    type: Literal["number", "seed", "truth", "word"]


def heads(simulation: Simulation) -> tuple[Head, ...]:
    """The columns of the rows of a simulation.

    Where rules are compared, there is a row for each of them, and ``rules`` names the file; it is empty for those that
    the others are compared with.
    """
    compared = [Head("rules", "rules", "word")] if len(simulation.order.sides) > 1 else []
    numbered = [Head("mission", "mission", "number")] if simulation.order.missions else []
    counted = [counted_head(simulation, each) for each in all_columns(simulation)]
    return (
        Head("number", "number", "number"),
        *compared,
        *numbered,
        Head("seed", "seed", "seed"),
        *counted,
        Head("fault", "fault", "word"),
    )


def counted_head(simulation: Simulation, column: Column) -> Head:
    """The column of something that is counted; it is a truth where all sides say yes or no to it, and nothing else."""
    found = [
        {word.name for word in each.words} for side in simulation.columns for each in side if each.name == column.name
    ]
    if all(names == {"yes", "no"} for names in found):
        return Head(column.name, column.title, "truth")
    return Head(column.name, column.title, "word" if any(found) else "number")


def all_columns(simulation: Simulation) -> tuple[Column, ...]:
    """What is counted on any side, by name."""
    return tuple({column.name: column for side in reversed(simulation.columns) for column in side}.values())


def batch(simulation: Simulation, answer: Answer) -> Batch:
    """The rows of a part, column by column, in the order of :func:`heads`.

    Args:
        simulation: What it is a part of, whose order asks for rows.
        answer: What it came to.
    """
    order = simulation.order
    numbers = range(answer.part.first, answer.part.first + answer.part.count)
    sides = [side_batch(simulation, side, played) for side, played in enumerate(answer.rows)]
    many = len(sides)
    compared = [alternating([[side.name] * len(numbers) for side in order.sides])] if many > 1 else []
    numbered = [alternating([[mission_of(order, number) for number in numbers]] * many)] if order.missions else []
    return (
        alternating([numbers] * many),
        *compared,
        *numbered,
        alternating([[seed_of(order, number) for number in numbers]] * many),
        *(alternating(columns) for columns in zip(*sides, strict=True)),
    )


def alternating(columns: Sequence[Sequence[Cell]]) -> Sequence[Cell]:
    """One column of several, the first of each first."""
    if len(columns) == 1:
        return columns[0]
    found: list[Cell] = [None] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        found[at :: len(columns)] = column
    return found


def side_batch(simulation: Simulation, side: int, played: Played) -> Batch:
    """Of each run on a side, what was counted, and the place of its fault."""
    own = {column.name: place for place, column in enumerate(simulation.columns[side])}
    nothing: list[Cell] = [None] * len(played.faults)
    columns = [
        told(simulation.columns[side][own[column.name]], played.columns[own[column.name]])
        if column.name in own
        else nothing
        for column in all_columns(simulation)
    ]
    faulted = [at for at, site in enumerate(played.faults) if site != NO_FAULT]
    if not faulted:
        return (*columns, nothing)
    sites = simulation.programs[side].sites
    places = [*nothing]
    for at in faulted:
        places[at] = str(sites[played.faults[at]].origin.place)
        for column in columns:
            column[at] = None
    return (*columns, places)


def told(column: Column, values: Sequence[int]) -> list[Cell]:
    """Values as rows hold them: words where they have names."""
    if column.words:
        names = {word.value: word.name for word in column.words}
        return [names.get(value) for value in values]
    return [None if value == NONE else value for value in values]
