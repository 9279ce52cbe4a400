"""Games that installed Python packages bring, by an entry point of the group ``bombsight.games``.

The value of the entry point names a package in the distribution: ``my_game = "bombsight_my_game"``. The files of the
distribution below that name are looked at, as files: none of its code is imported or run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.boundary.documents import MALFORMED_ERRORS

if TYPE_CHECKING:
    from importlib.metadata import Distribution

ENTRY_POINT_GROUP = "bombsight.games"
"""The group of the entry points."""

MODULE_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,7}", re.ASCII)
"""Matches the value of an entry point: the dotted name of a package."""


@frozen
class DistributedFolder:
    """A folder with rules that an installed distribution brings.

    Attributes:
        path: The folder.
        distribution: The name and the version of the distribution: ``bombsight-my-game 1.0``.
    """

    path: Path
    distribution: str


@cache
def find_distributed_folders() -> tuple[DistributedFolder, ...]:
    """Find the folders with rules that installed distributions bring, once per process, in the order of their paths."""
    from importlib.metadata import distributions  # slow to import, and most starts do not need it

    found: dict[Path, DistributedFolder] = {}
    for distribution in distributions():
        try:
            for folder in rules_folders_of(distribution):
                found.setdefault(folder, DistributedFolder(folder, describe_distribution(distribution)))
        except (OSError, *MALFORMED_ERRORS):  # damaged metadata are pip's to report
            continue
    return tuple(found[path] for path in sorted(found))


def rules_folders_of(distribution: Distribution) -> Iterator[Path]:
    """Yield each folder with rules below what the entry points of a distribution name, once for each file of rules."""
    values = [point.value for point in distribution.entry_points if point.group == ENTRY_POINT_GROUP]
    names = [value.split(".") for value in values if MODULE_PATTERN.fullmatch(value)]
    for file in (distribution.files or ()) if names else ():
        parts = file.parts[:-1]
        is_rules = file.suffix == ".rules" and ".." not in parts
        if is_rules and any([*parts[: len(name)]] == name for name in names):
            yield Path(str(distribution.locate_file(file))).parent


def describe_distribution(distribution: Distribution) -> str:
    """Return the name and the version of a distribution."""
    return f"{distribution.metadata['Name']} {distribution.version}"
