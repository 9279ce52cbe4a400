"""A simulation that goes on: its progress, its end, and what is shown when somebody stops it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.simulating.screen import show_simulated
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import console, note
from bombsight.cli.terminal.signals import status_of
from bombsight.cli.terminal.streams import is_unread
from bombsight.service.programs.players import faster, is_short_of_room
from bombsight.service.simulating.orders import Order
from bombsight.service.simulating.page import write_page
from bombsight.service.simulating.pools import Pool
from bombsight.service.simulating.simulated import simulated
from bombsight.service.simulating.simulation import begun, simulating
from bombsight.service.simulating.writing import writer

SLOW = "This is a hundred times faster with the extra: pip install 'bombsight[fast]'"

NO_ROOM = "There is too little memory for WebAssembly, so Python played: the same comes of it, a hundred times later."

BESIDE = 64
"""So much room is left beside the bar: for what is written there, and for the `^C` of who stops it."""


def run(order: Order, pool: Pool, *, out: Path | None, html: Path | None, json: bool, commands: Sequence[str]) -> int:
    """Simulate, and show what came of it; the exit status.

    Args:
        order: What.
        pool: Who plays it.
        out: A file for its rows, or None.
        html: A file for a page of it, or None.
        json: Whether a program reads what comes of it.
        commands: For each side the beginning of a command that plays a single run by its rules.

    Raises:
        InputError: Those who play ended, or rows or page cannot be written; what was counted by then is shown before.
    """
    gc.enable()  # it may take hours
    simulation = unplayed = begun(order)
    stop: KeyboardInterrupt | None = None
    failure: InputError | None = None
    try:
        with nullcontext() if out is None else writer(out, simulation) as write:
            try:
                with progress(order, shown=not json) as tell:
                    for simulation in simulating(unplayed, pool, write):
                        tell(simulation.counted.runs)
                        if is_unread():  # what is told in the end fails, and says so by its status
                            break
            except KeyboardInterrupt as stopped:
                stop = stopped
    except InputError as failed:
        if not simulation.counted.runs:
            raise
        failure = failed
    finally:
        gc.disable()
    told = simulated(evolve(simulation, stopped=stop is not None or failure is not None))
    if json:
        print_json(told.to_json())
    else:
        show_simulated(told, simulation.seconds, commands)
        if not faster():
            note(SLOW)
        elif is_short_of_room():
            note(NO_ROOM)
    if html is not None:
        write_page(html, told, simulation.seconds, commands)
    if failure is not None:
        raise failure
    if stop is not None:
        return status_of(stop)
    sides = (told.counted, *(compared.side for compared in told.against))
    return FINDINGS if any(side.faults for side in sides) else DONE


@contextmanager
def progress(order: Order, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """A bar with the time that is left, where somebody sees it; gives what is told how many runs were played."""
    out = console(stderr=True)
    if not (shown and out.is_terminal):
        yield lambda runs: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    what = "campaigns" if order.entry == "career" else "missions"
    columns = (
        BarColumn(bar_width=min(40, max(6, out.width - BESIDE))),
        TaskProgressColumn(),
        TextColumn(f"{{task.completed:,}} of {{task.total:,}} {what},"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=out, transient=True, auto_refresh=out.is_terminal) as bar:
        task = bar.add_task("", total=order.runs)
        yield lambda runs: bar.update(task, completed=runs)
