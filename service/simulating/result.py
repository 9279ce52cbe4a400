"""The result of a simulation for programs: its summary, columns by name, and rows as an Arrow table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, fields, frozen

from bombsight.boundary.codec.form import HIDDEN
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.output_files import open_writer
from bombsight.service.simulating.pools import Pool
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.summary import Simulated, summarize_simulation

if TYPE_CHECKING:
    import pyarrow


@frozen(kw_only=True)
class SimulationResult(Simulated):
    """The result of the public function ``simulate``; a notebook shows it as charts.

    Attributes:
        order: What was played.
        pool: Who played it.
    """

    order: Order = field(repr=False, eq=False, metadata={HIDDEN: True})
    pool: Pool = field(repr=False, eq=False, metadata={HIDDEN: True})

    def __repr__(self) -> str:
        """Name the result in a line, with its columns; their values are found by their names."""
        columns = ", ".join(column.name for column in self.counted.columns)
        return f"<SimulationResult of {self.game}: {self.runs:,} runs; {columns}>"

    def rows(self) -> pyarrow.Table:
        """Play the same runs again, and return a row for each, as ``simulate(out=...)`` would write them.

        Raises:
            InputError: ``pyarrow`` is not installed.
        """
        from bombsight.service.simulating.parquet import RowCollector, check_extra_installed

        check_extra_installed()
        order = evolve(self.order, rows=True)
        simulation = start_simulation(order)
        collector = RowCollector(simulation)
        for _ in run_simulation(simulation, self.pool, collector.add_part):
            pass
        return collector.to_table()


def simulate_order(
    order: Order, pool: Pool, out: Path | None = None, report: Callable[[int, int], object] | None = None
) -> tuple[SimulationResult, float]:
    """Play a work order to its end; return the result, and the seconds that it took.

    Args:
        order: The work order.
        pool: Who plays it.
        out: A file for rows; None for none.
        report: Is called with the number of runs played so far and of all, after each part.

    Raises:
        InputError: Workers ended, or the file cannot be written.
    """
    simulation = initial = start_simulation(order)
    with nullcontext() if out is None else open_writer(out, initial) as write:
        for simulation in run_simulation(initial, pool, write):
            if report is not None:
                report(simulation.counted.runs, order.runs)
    summary = summarize_simulation(simulation)
    values = {each.name: getattr(summary, each.name) for each in fields(Simulated)}
    return SimulationResult(**values, order=order, pool=pool), simulation.seconds
