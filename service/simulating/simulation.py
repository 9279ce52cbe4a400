"""A simulation: all that is known of it, while it goes on and when it is over."""

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
    """What came of an order so far.

    Attributes:
        order: What is simulated.
        programs: The program of each side.
        columns: What is counted on each side.
        shared: For each side but the first: the columns that both have, by their places here and there.
        counted: What was counted.
        seconds: How long it has taken so far.
        stopped: Whether somebody stopped it before its end.
    """

    order: Order
    programs: tuple[Program, ...]
    columns: tuple[tuple[Column, ...], ...]
    shared: tuple[tuple[Pair, ...], ...]
    counted: RunCounts
    seconds: float = 0.0
    stopped: bool = False


PartWriter = Callable[[Simulation, PartResult], None]
"""Takes what a part came to, with all its runs."""


def start_simulation(order: Order) -> Simulation:
    """A simulation of which nothing was played yet."""
    programs = tuple(program_for(side.request) for side in order.sides)
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
    """Have a pool play an order: what is known of it, after each part that was played.

    Args:
        simulation: The order, of which nothing was played yet.
        pool: Who plays it.
        write: Takes what each part came to in the order of the runs, where the order asks for rows.
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
            if write is not None:
                waiting[result.part.first] = result
                while next_run in waiting:
                    next_result = waiting.pop(next_run)
                    write(simulation, next_result)
                    next_run += next_result.part.count
            yield simulation
