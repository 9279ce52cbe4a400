"""The run of a simulation: progress bar, results, and partial results after an interrupt."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.simulating.simulation_report import show_simulation
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import make_console, print_notice
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.cli.terminal.streams import has_no_reader
from bombsight.service.common.extras import install_command
from bombsight.service.programs.players import has_wasmtime, is_short_of_memory
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.output_files import open_writer
from bombsight.service.simulating.page import write_page
from bombsight.service.simulating.pools import Pool
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.summary import summarize_simulation

SLOW_HINT = "This is a hundred times faster with the extra: "

LOW_MEMORY_HINT = (
    "There is too little memory for WebAssembly, so Python played: the same comes of it, a hundred times later."
)

ROOM_BESIDE_BAR = 64
"""The columns beside the progress bar, for its texts and the echo of `^C`."""


def simulate_and_show(
    order: Order, pool: Pool, *, out: Path | None, html: Path | None, json: bool, commands: Sequence[str]
) -> int:
    """Run a simulation and show its results; return the exit status.

    Args:
        order: The parameters of the simulation.
        pool: The worker processes.
        out: A file for rows of runs, or None.
        html: A file for a page with charts, or None.
        json: Whether to print JSON.
        commands: For each set of rules, the start of a command that plays a single run under it.

    Raises:
        InputError: The workers ended, or a file cannot be written; the results so far are shown before.
    """
    gc.enable()  # it may take hours
    simulation = initial = start_simulation(order)
    stop: KeyboardInterrupt | None = None
    failure: InputError | None = None
    try:
        with nullcontext() if out is None else open_writer(out, simulation) as write:
            try:
                with show_progress(order, is_shown=not json) as report_progress:
                    for simulation in run_simulation(initial, pool, write):
                        report_progress(simulation.counted.runs)
                        if has_no_reader():  # printing the result fails later, with its own exit status
                            break
            except KeyboardInterrupt as stopped:
                stop = stopped
    except InputError as failed:
        if not simulation.counted.runs:
            raise
        failure = failed
    finally:
        gc.disable()
    result = summarize_simulation(evolve(simulation, stopped=stop is not None or failure is not None))
    if json:
        print_json(result.to_json())
    else:
        show_simulation(result, simulation.seconds, commands)
        if not has_wasmtime():
            print_notice(f"{SLOW_HINT}{install_command('fast')}")
        elif is_short_of_memory():
            print_notice(LOW_MEMORY_HINT)
    if html is not None:
        write_page(html, result, simulation.seconds, commands)
    if failure is not None:
        raise failure
    if stop is not None:
        return exit_status_of(stop)
    sides = (result.counted, *(compared.side for compared in result.against))
    return FINDINGS if any(side.faults for side in sides) else SUCCESS


@contextmanager
def show_progress(order: Order, *, is_shown: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar while the block runs, if wanted; yield the callback that takes the count of runs."""
    out = make_console(stderr=True)
    if not (is_shown and out.is_terminal):
        yield lambda runs: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    unit = "campaigns" if order.entry == "career" else "missions"
    columns = (
        BarColumn(bar_width=min(40, max(6, out.width - ROOM_BESIDE_BAR))),
        TaskProgressColumn(),
        TextColumn(f"{{task.completed:,}} of {{task.total:,}} {unit},"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=out, transient=True, auto_refresh=out.is_terminal) as bar:
        task = bar.add_task("", total=order.runs)
        yield lambda runs: bar.update(task, completed=runs)
