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
from bombsight.service.simulating.counted import Counted, Pair, Tried
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.playing import Answer, entry_of, shared
from bombsight.service.simulating.pools import Pool


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
    counted: Counted
    seconds: float = 0.0
    stopped: bool = False


Write = Callable[[Simulation, Answer], None]
"""Takes what a part came to, with all its runs."""


def begun(order: Order) -> Simulation:
    """A simulation of which nothing was played yet."""
    programs = tuple(program_for(side.request) for side in order.sides)
    columns = tuple(columns_of(program, entry_of(program, order.entry)) for program in programs)
    both = tuple(shared(columns[0], each) for each in columns[1:])
    return Simulation(
        order=order,
        programs=programs,
        columns=columns,
        shared=both,
        counted=Counted(
            0,
            tuple(Tried({}, tuple(Counter[int]() for _ in each)) for each in columns),
            tuple(tuple(Counter[Pair]() for _ in each) for each in both),
        ),
    )


def simulating(simulation: Simulation, pool: Pool, write: Write | None = None) -> Iterator[Simulation]:
    """Have a pool play an order: what is known of it, after each part that was played.

    Args:
        simulation: The order, of which nothing was played yet.
        pool: Who plays it.
        write: Takes what each part came to in the order of the runs, where the order asks for rows.
    """
    began = time.perf_counter()
    waiting: dict[int, Answer] = {}
    written = 0
    with closing(pool(simulation.order)) as answers:
        for answer in answers:
            simulation = evolve(
                simulation,
                counted=simulation.counted + answer.counted,
                seconds=time.perf_counter() - began,
            )
            if write is not None:
                waiting[answer.part.first] = answer
                while written in waiting:
                    found = waiting.pop(written)
                    write(simulation, found)
                    written += found.part.count
            yield simulation
