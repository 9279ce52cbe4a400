"""The state of a simulation, while it runs and when it has ended."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing

from attrs import evolve, frozen

from bombsight.flat.program import Program
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.columns import Column, columns_of
from bombsight.service.simulating.counts import Pair, RunCounts, SideCounts
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.pools import Pool
from bombsight.service.simulating.simulator import PartResult, select_entry, shared_columns


@frozen(kw_only=True)
class Simulation:
    """The state of a simulation: its work order, and the counts so far.

    Attributes:
        order: The work order.
        programs: The program of each side.
        columns: The columns of each side.
        shared: For each side but the first: the columns that both have, by their indices here and there.
        counted: The counts so far.
        seconds: The time taken so far.
        stopped: Whether it was stopped before its end.
    """

    order: Order
    programs: tuple[Program, ...]
    columns: tuple[tuple[Column, ...], ...]
    shared: tuple[tuple[Pair, ...], ...]
    counted: RunCounts
    seconds: float = 0.0
    stopped: bool = False


PartWriter = Callable[[Simulation, PartResult], None]
"""The function that writes the rows of a part."""


def start_simulation(order: Order) -> Simulation:
    """Create the state of a simulation before its first run; its programs are compiled, or come from the cache."""
    return start_with_programs(order, tuple(program_for(side.request) for side in order.sides))


def start_with_programs(order: Order, programs: tuple[Program, ...]) -> Simulation:
    """Create the state of a simulation before its first run, from the program of each side."""
    columns = tuple(columns_of(program, select_entry(program, order.entry)) for program in programs)
    shared_by_side = tuple(shared_columns(columns[0], each) for each in columns[1:])
    return Simulation(
        order=order,
        programs=programs,
        columns=columns,
        shared=shared_by_side,
        counted=RunCounts(
            0,
            tuple(SideCounts({}, tuple(Counter[int]() for _ in each)) for each in columns),
            tuple(tuple(Counter[Pair]() for _ in each) for each in shared_by_side),
        ),
    )


def run_simulation(simulation: Simulation, pool: Pool, write: PartWriter | None = None) -> Iterator[Simulation]:
    """Play a work order in a pool; yield the state after each part, before the part's rows are written.

    Args:
        simulation: The initial state.
        pool: The worker pool.
        write: The function that receives the parts in the order of their runs, if the order requests rows.
    """
    started_at = time.perf_counter()
    waiting: dict[int, PartResult] = {}
    next_run = 0
    with closing(pool(simulation.order)) as results:
        for result in results:
            simulation = evolve(
                simulation,
                counted=simulation.counted + result.counted,
                seconds=time.perf_counter() - started_at,
            )
            yield simulation  # before its rows: an interrupt in between leaves none that is not counted
            if write is not None:
                waiting[result.part.first] = result
                while next_run in waiting:
                    next_result = waiting.pop(next_run)
                    write(simulation, next_result)
                    next_run += next_result.part.count
