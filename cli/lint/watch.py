"""Looking again whenever a file changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from bombsight.boundary.errors import InputError
from bombsight.cli.lint.findings import print_findings
from bombsight.cli.terminal.screen import make_console, pluralize, print_notice, show_error, show_findings
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.targets import Target
from bombsight.service.lint.file_watch import collect_stamps, folders_of
from bombsight.service.lint.lint import Linted

POLL_INTERVAL = 0.3
"""Seconds between two looks at the files' times."""


def watch(
    targets: Callable[[], Sequence[Target]], lint: Callable[[Sequence[Target]], Linted], house: Iterable[Path]
) -> NoReturn:
    """Tell what is found, and tell it anew whenever a file changes, comes or goes, until somebody ends it.

    Times are asked for again and again: what every system tells by itself is told by each in another way, and not of
    folders on other machines.

    Args:
        targets: What to look at, asked for each time: files may have come or gone.
        lint: Looks at it.
        house: Files of house rules that are laid over it.

    Raises:
        InputError: What is asked for is not there in the beginning.
    """
    folders = folders_of(targets(), house)
    while True:
        known_stamps = collect_stamps(folders)
        if sys.stdout.isatty():
            make_console().clear()
        try:
            current_targets = targets()
            folders = folders_of(current_targets, house)
            known_stamps = collect_stamps(folders)
            print_findings(lint(current_targets), "text")
        except InputError as failure:
            show_error(failure)
        except WrongRules as failure:
            show_findings(failure.findings, failure.sources)
        print_notice(f"Watching {pluralize(len(known_stamps), 'file')}; Ctrl-C ends it.")
        sys.stdout.flush()
        while collect_stamps(folders) == known_stamps:
            time.sleep(POLL_INTERVAL)
