"""Measures a table: plays its runs, and estimates a value with an interval for each cell."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import describe_near_names
from bombsight.service.figures.declaration import Measure, Row, Table
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.comparison import Difference
from bombsight.service.simulating.orders import Order, Side
from bombsight.service.simulating.pools import Pool
from bombsight.service.simulating.requests import SimulationRequest, mission_numbers
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.summary import ColumnCounted, SideCounted, Simulated, summarize_simulation


@frozen(kw_only=True)
class Figure:
    """A measured value.

    Attributes:
        value: A share from 0 to 1, a mean, or the difference of two.
        margin: Half the width of its 95 % interval; infinite if too little is known; 0 if all runs agree.
        is_share: Whether it is a share, or a difference of shares.
        is_difference: Whether it is a row's difference from the first.
    """

    value: float
    margin: float
    is_share: bool
    is_difference: bool = False


@frozen(kw_only=True)
class MeasuredTable:
    """A measured table.

    Attributes:
        table: Its declaration.
        figures: The figures, by row and measure.
    """

    table: Table
    figures: tuple[tuple[Figure, ...], ...]


Notify = Callable[[str], None]
"""Reports progress: receives the name of the runs that start."""


def measure_table(game: str, table: Table, folder: Path, rules: Rules, pool: Pool, notify: Notify) -> MeasuredTable:
    """Simulate the runs of each row of a table, and compute its figures with confidence intervals.

    Args:
        game: The game's id, or its folder.
        table: Its declaration.
        folder: The folder of the declaration, to which paths of house rules are relative.
        rules: The options of the call, extended by those of each row.
        pool: The worker pool that plays.
        notify: Reports progress.

    Raises:
        InputError: A row or a measure has an unknown name; or runs end in a rules fault.
        WrongRules: Rules have errors.
    """
    game_folder = find_game(game, rules.folders)
    sides = [build_side(game_folder, row, folder, rules) for row in table.rows]
    if table.differences:
        notify(table.name)
        simulation = play_order(build_order(table, table.rows[0], sides), pool)
        for counted in (simulation.counted, *(compared.side for compared in simulation.against)):
            check_faults(counted, table)
        first = tuple(measure_figure(measure, simulation.counted, table) for measure in table.measures)
        rest = (
            tuple(
                measure_difference(measure, simulation.counted, compared.differences, table)
                for measure in table.measures
            )
            for compared in simulation.against
        )
        return MeasuredTable(table=table, figures=(first, *rest))
    figures: list[tuple[Figure, ...]] = []
    for row, side in zip(table.rows, sides, strict=True):
        notify(f"{table.name}, {row.cells[0] if row.cells else ''}")
        counted = play_order(build_order(table, row, [side]), pool).counted
        check_faults(counted, table)
        figures.append(tuple(measure_figure(measure, counted, table) for measure in table.measures))
    return MeasuredTable(table=table, figures=tuple(figures))


def build_side(game: GameFolder, row: Row, folder: Path, rules: Rules) -> Side:
    """Make the compile request for the runs of one table row: the options of the call plus those of the row.

    Args:
        game: The game.
        row: The row.
        folder: The folder of the declaration.
        rules: The options of the call.

    Raises:
        InputError: There is no such variant, errata or file.
        WrongRules: A file cannot be read.
    """
    row_rules = evolve(
        rules,
        house=(*rules.house, *(folder / file for file in row.house)),
        options={**rules.options, **row.options},
        variants=(*rules.variants, *row.variants),
        without=(*rules.without, *row.without),
    )
    return Side(name=", ".join(row.cells[:1]), request=make_request(game.id, game.files, row_rules))


def build_order(table: Table, row: Row, sides: list[Side]) -> Order:
    """Make the simulation order (what to run, how often, by which seed) for a row, or for all rows together.

    Raises:
        InputError: There is no such option or mission, or no campaign.
        WrongRules: The rules have errors.
    """
    mission = table.mission if row.mission is None else row.mission
    simulation_request = SimulationRequest(missions=table.missions, campaigns=table.campaigns, mission=mission)
    programs = [program_for(side.request, mission) for side in sides]
    return Order(
        sides=tuple(evolve(side, digest=program.digest) for side, program in zip(sides, programs, strict=True)),
        entry="mission" if table.campaigns is None else "career",
        missions=mission_numbers(programs[0], simulation_request),
        policy=table.policy,
        seed=table.seed,
        runs=table.runs,
    )


def play_order(order: Order, pool: Pool) -> Simulated:
    """Run a simulation to its end, and summarize it."""
    (last,) = deque(run_simulation(start_simulation(order), pool), maxlen=1)
    return summarize_simulation(last)


def check_faults(side: SideCounted, table: Table) -> None:
    """Raise InputError if a simulated run ended in a rules fault (a run-time error), which would distort the figures.

    Raises:
        InputError: One did.
    """
    if side.faults:
        fault = side.faults[0]
        raise InputError(
            f"{fault.share.count:,} runs of {table.name} end in a fault of the rules: {fault.text}",
            fault.place,
            f"It shows in mission {fault.mission}, seed {fault.seed}.",
        )


# --- figures


def find_column(measure: Measure, side: SideCounted, table: Table) -> ColumnCounted:
    """Find the counted column of simulation results that a measure reads.

    Raises:
        InputError: There is none of that name for such runs.
    """
    measured_column = next((column for column in side.columns if column.name == measure.tally), None)
    if measured_column is None:
        names = [column.name for column in side.columns]
        raise InputError(
            f"{table.name} measures {measure.tally}", "", describe_near_names(measure.tally, names, "There are")
        )
    if measured_column.words and measure.value not in [word.name for word in measured_column.words]:
        names = [word.name for word in measured_column.words]
        raise InputError(
            f"{table.name} measures how often {measure.tally} is {measure.value}",
            "",
            describe_near_names(measure.value, names, "It is"),
        )
    return measured_column


def measure_figure(measure: Measure, side: SideCounted, table: Table) -> Figure:
    """Compute a measure's value and margin from the counted results of one set of runs.

    Raises:
        InputError: There is no column for the measure.
    """
    column = find_column(measure, side, table)
    for word in column.words:
        if word.name == measure.value:
            share = word.share
            margin = (share.high - share.low) / 2 if 0 < share.count < share.of else 0.0
            return Figure(value=share.share, margin=margin, is_share=True)
    if column.numbers is None:
        return Figure(value=0.0, margin=inf, is_share=False)
    mean = column.numbers.mean
    return Figure(value=mean.mean, margin=inf if mean.margin is None else mean.margin, is_share=False)


def measure_difference(
    measure: Measure, base: SideCounted, differences: tuple[Difference, ...], table: Table
) -> Figure:
    """Compute a measure's paired difference between the runs of a row and the base runs, with its margin.

    Args:
        measure: The measure.
        base: The first side.
        differences: The paired differences of the other side.
        table: The table's declaration.

    Raises:
        InputError: There is no column for the measure on both sides.
    """
    column = find_column(measure, base, table)
    value = measure.value if column.words else None
    difference = next((each for each in differences if (each.column, each.word) == (measure.tally, value)), None)
    if difference is None:
        raise InputError(f"{measure.tally} is not counted by the rules of every row of {table.name}")
    margin = difference.difference.margin
    return Figure(
        value=difference.difference.mean,
        margin=inf if margin is None else margin,
        is_share=bool(column.words),
        is_difference=True,
    )
