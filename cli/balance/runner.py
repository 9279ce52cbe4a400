"""The run of a study of a game's balance: progress, results, and partial results after an interrupt."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from bombsight.cli.balance.balance_report import show_balance
from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import make_console
from bombsight.cli.terminal.signals import SignalInterrupt, exit_status_of
from bombsight.service.balance.page import write_balance_page
from bombsight.service.balance.study import BalanceStudy, run_study


def study_and_show(study: BalanceStudy, minutes: int | None, *, html: Path | None, json: bool) -> int:
    """Study a game's balance, and show it; return the exit status.

    Args:
        study: The study.
        minutes: After how many minutes it is stopped; None for never.
        html: A file for a page with charts, or None.
        json: Whether to print JSON.

    Raises:
        InputError: The page cannot be written.
        KeyboardInterrupt: It was stopped before anything was known, or by another signal.
    """
    gc.enable()  # it may take minutes
    end = None if minutes is None else monotonic() + 60 * minutes
    stop: KeyboardInterrupt | None = None
    is_whole = False
    try:
        with show_progress(is_shown=not json) as report:
            is_whole = run_study(study, report, lambda: end is None or monotonic() < end)
    except KeyboardInterrupt as stopped:
        if isinstance(stopped, SignalInterrupt) or not study.simulations:
            raise
        stop = stopped
    finally:
        gc.disable()
    balance = study.to_document(stopped=not is_whole)
    if json:
        print_json(balance.to_json())
    else:
        show_balance(balance, make_console())
    if html is not None:
        write_balance_page(html, balance)
    if stop is not None:
        return exit_status_of(stop)
    return FINDINGS if any(finding.kind == "fault" for finding in balance.findings) else SUCCESS


@contextmanager
def show_progress(*, is_shown: bool) -> Iterator[Callable[[str, float], None]]:
    """Show what is being done while the block runs, if wanted; yield the callback that takes it."""
    out = make_console(stderr=True)
    if not (is_shown and out.is_terminal):
        yield lambda text, share: None
        return
    with out.status("Reading the rules", spinner="line") as status:
        yield lambda text, share: status.update(f"{text}: {100 * share:.0f} %")
