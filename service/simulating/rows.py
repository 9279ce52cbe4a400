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
from bombsight.service.simulating.counts import PlayedRuns
from bombsight.service.simulating.orders import mission_of_run, seed_of_run
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.simulator import PartResult

Cell = int | str | None
"""What a row holds; None where there is nothing to say."""

RowBatch = Sequence[Sequence[Cell]]
"""Rows that follow one another, column by column."""


@frozen
class OutputColumn:
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


def output_columns(simulation: Simulation) -> tuple[OutputColumn, ...]:
    """The columns of the rows of a simulation.

    Where rules are compared, there is a row for each of them, and ``rules`` names the file; it is empty for those that
    the others are compared with.
    """
    compared = [OutputColumn("rules", "rules", "word")] if len(simulation.order.sides) > 1 else []
    numbered = [OutputColumn("mission", "mission", "number")] if simulation.order.missions else []
    counted = [counted_output_column(simulation, each) for each in columns_of_all_sides(simulation)]
    return (
        OutputColumn("number", "number", "number"),
        *compared,
        *numbered,
        OutputColumn("seed", "seed", "seed"),
        *counted,
        OutputColumn("fault", "fault", "word"),
    )


def counted_output_column(simulation: Simulation, column: Column) -> OutputColumn:
    """The column of something that is counted; it is a truth where all sides say yes or no to it, and nothing else."""
    names_by_side = [
        {word.name for word in each.named_values}
        for side in simulation.columns
        for each in side
        if each.name == column.name
    ]
    if all(names == {"yes", "no"} for names in names_by_side):
        return OutputColumn(column.name, column.title, "truth")
    return OutputColumn(column.name, column.title, "word" if any(names_by_side) else "number")


def columns_of_all_sides(simulation: Simulation) -> tuple[Column, ...]:
    """What is counted on any side, by name."""
    return tuple({column.name: column for side in reversed(simulation.columns) for column in side}.values())


def build_row_batch(simulation: Simulation, result: PartResult) -> RowBatch:
    """The rows of a part, column by column, in the order of :func:`output_columns`.

    Args:
        simulation: What it is a part of, whose order asks for rows.
        result: What it came to.
    """
    order = simulation.order
    numbers = range(result.part.first, result.part.first + result.part.count)
    sides = [side_columns(simulation, side, played) for side, played in enumerate(result.rows)]
    side_count = len(sides)
    compared = [interleave([[side.name] * len(numbers) for side in order.sides])] if side_count > 1 else []
    numbered = (
        [interleave([[mission_of_run(order, number) for number in numbers]] * side_count)] if order.missions else []
    )
    return (
        interleave([numbers] * side_count),
        *compared,
        *numbered,
        interleave([[seed_of_run(order, number) for number in numbers]] * side_count),
        *(interleave(columns) for columns in zip(*sides, strict=True)),
    )


def interleave(columns: Sequence[Sequence[Cell]]) -> Sequence[Cell]:
    """One column of several, the first of each first."""
    if len(columns) == 1:
        return columns[0]
    cells: list[Cell] = [None] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        cells[at :: len(columns)] = column
    return cells


def side_columns(simulation: Simulation, side: int, played: PlayedRuns) -> RowBatch:
    """Of each run on a side, what was counted, and the place of its fault."""
    column_places = {column.name: place for place, column in enumerate(simulation.columns[side])}
    nothing: list[Cell] = [None] * len(played.faults)
    columns = [
        values_to_cells(
            simulation.columns[side][column_places[column.name]], played.columns[column_places[column.name]]
        )
        if column.name in column_places
        else nothing
        for column in columns_of_all_sides(simulation)
    ]
    faulted_rows = [at for at, site in enumerate(played.faults) if site != NO_FAULT]
    if not faulted_rows:
        return (*columns, nothing)
    sites = simulation.programs[side].sites
    places = [*nothing]
    for at in faulted_rows:
        places[at] = str(sites[played.faults[at]].origin.place)
        for column in columns:
            column[at] = None
    return (*columns, places)


def values_to_cells(column: Column, values: Sequence[int]) -> list[Cell]:
    """Values as rows hold them: words where they have names."""
    if column.named_values:
        names = {word.value: word.name for word in column.named_values}
        return [names.get(value) for value in values]
    return [None if value == NONE else value for value in values]
