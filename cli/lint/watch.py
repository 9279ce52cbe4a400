"""File watching for ``lint --watch``."""

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
from bombsight.service.lint.file_watch import collect_stamps, watched_folders
from bombsight.service.lint.lint import Linted

POLL_INTERVAL = 0.3
"""Seconds between two polls of the files' modification times."""


def watch(
    targets: Callable[[], Sequence[Target]], lint: Callable[[Sequence[Target]], Linted], house: Iterable[Path]
) -> NoReturn:
    """Print findings, and again whenever a rules file changes, appears or disappears, until interrupted.

    Times are polled: the notification services of systems differ, and miss folders on other machines.

    Args:
        targets: Gives the targets; called each time, for files may have come or gone.
        lint: Checks the targets.
        house: House-rule files that are laid over them.

    Raises:
        InputError: A target does not exist at the start.
    """
    folders = watched_folders(targets(), house)
    while True:
        known_stamps = collect_stamps(folders)
        if sys.stdout.isatty():
            make_console().clear()
        try:
            current_targets = targets()
            folders = watched_folders(current_targets, house)
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
