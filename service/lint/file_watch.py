"""Modification stamps of the files on which a lint depends, to notice changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.lint_choices import CONFIG_FILE as CONFIG_FILE
from bombsight.service.games.targets import RULES_SUFFIX, Target

FileStamps = frozenset[tuple[str, int, int]]
"""Files, each with its modification time in nanoseconds and its size in bytes."""


def watched_folders(requested_targets: Iterable[Target], house_files: Iterable[Path]) -> frozenset[Path]:
    """Collect the folders whose files a lint of some targets depends on, to watch them for changes."""
    files = [file for target in requested_targets for file in (*target.files, *target.house, *target.tests)]
    return frozenset(file.parent for file in (*files, *house_files))


def collect_stamps(folders: Iterable[Path]) -> FileStamps:
    """Collect the modification stamps of the rules and settings files in some folders; unreadable ones are skipped."""
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
