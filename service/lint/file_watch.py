"""The files that decide what lint finds, and whether one of them is another than it was."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.lint_choices import CONFIG_FILE as CONFIG_FILE
from bombsight.service.games.targets import RULES_SUFFIX, Target

FileStamps = frozenset[tuple[str, int, int]]
"""Files with when they were changed last, in nanoseconds, and how many bytes they have."""


def folders_of(requested_targets: Iterable[Target], house_files: Iterable[Path]) -> frozenset[Path]:
    """The folders whose files decide what is found."""
    files = [file for target in requested_targets for file in (*target.files, *target.house, *target.tests)]
    return frozenset(file.parent for file in (*files, *house_files))


def collect_stamps(folders: Iterable[Path]) -> FileStamps:
    """The files that count in some folders; those that can be looked at."""
    collected = []
    for folder in folders:
        try:
            files = [file for file in folder.iterdir() if file.suffix == RULES_SUFFIX or file.name == CONFIG_FILE]
        except OSError:
            continue
        for file in files:
            try:
                status = file.stat()
            except OSError:
                continue
            collected.append((str(file), status.st_mtime_ns, status.st_size))
    return frozenset(collected)
