"""Rows of a simulation, one for each run, as `--out` writes them for notebooks and spreadsheets.

Rows come part by part, ordered by run number; so a file is the same for any number of jobs, and only a few parts are in
memory.
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
"""The value of a cell; None if missing."""

RowBatch = Sequence[Sequence[Cell]]
"""A batch of consecutive rows, stored by column."""


@frozen
class OutputColumn:
    """A column of the output file: name, title and type.

    Attributes:
        name: The name: ``number``, ``rules``, ``mission``, ``seed``, ``fault``, or that of an outcome or tally.
        title: The display name.
        type: ``seed`` is an unsigned 64-bit integer; other numbers are signed ones. A ``truth`` is the word ``yes``
            or ``no``.
    """

    name: str
    title: str
    type: Literal["number", "seed", "truth", "word"]


def output_columns(simulation: Simulation) -> tuple[OutputColumn, ...]:
    """List the columns of a simulation's output file.

    If rules are compared, there is a row for each side, and ``rules`` names its file; it is empty for the base.
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
    """Make the output column of an outcome or tally; its type is ``truth`` if all values are yes and no."""
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
    """Unite the columns of all sides (sets of rules), by name."""
    return tuple({column.name: column for side in reversed(simulation.columns) for column in side}.values())


def build_row_batch(simulation: Simulation, result: PartResult) -> RowBatch:
    """Build the output rows of a finished part, by column in the order of :func:`output_columns`."""
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
    """Merge one column of several sides (sets of rules) run by run: the first cell of each side, then the second."""
    if len(columns) == 1:
        return columns[0]
    cells: list[Cell] = [None] * (len(columns) * len(columns[0]))
    for at, column in enumerate(columns):
        cells[at :: len(columns)] = column
    return cells


def side_columns(simulation: Simulation, side: int, played: PlayedRuns) -> RowBatch:
    """Build the cells of the runs of a side (set of rules, by index): outcomes, tallies, and the place of a fault."""
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
    """Convert a column's integers to cells: the names of named values, else the numbers."""
    if column.named_values:
        names = {word.value: word.name for word in column.named_values}
        return [names.get(value) for value in values]
    return [None if value == NONE else value for value in values]
