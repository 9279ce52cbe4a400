"""The files that decide what lint finds, and whether one of them is another than it was."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.lint_choices import CHOICES_FILE as CHOICES_FILE
from bombsight.service.games.targets import RULES_SUFFIX, Target

Stamps = frozenset[tuple[str, int, int]]
"""Files with when they were changed last, in nanoseconds, and how many bytes they have."""


def folders_of(wanted: Iterable[Target], house: Iterable[Path]) -> frozenset[Path]:
    """The folders whose files decide what is found."""
    files = [file for target in wanted for file in (*target.files, *target.house, *target.tests)]
    return frozenset(file.parent for file in (*files, *house))


def stamps(folders: Iterable[Path]) -> Stamps:
    """The files that count in some folders; those that can be looked at."""
    found = []
    for folder in folders:
        try:
            files = [file for file in folder.iterdir() if file.suffix == RULES_SUFFIX or file.name == CHOICES_FILE]
        except OSError:
            continue
        for file in files:
            try:
                state = file.stat()
            except OSError:
                continue
            found.append((str(file), state.st_mtime_ns, state.st_size))
    return frozenset(found)
