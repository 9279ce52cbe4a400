"""Files of rules, under the names that people read of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from bombsight.dsl.source import Source
from bombsight.service.failure import WrongRules
from bombsight.service.library import read_files


def read_all(paths: Sequence[Path]) -> tuple[Source, ...]:
    """The texts of files, under names that are short from where we are.

    Raises:
        WrongRules: One cannot be read.
    """
    sources, unread = read_files([*map(from_here, paths)])
    if unread:
        raise WrongRules(unread, {}, unread=True)
    return sources


def called(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
    """Files as people read of them: the game and the file, wherever both lie on this machine.

    Args:
        sources: The files, their paths those that can be opened.
        folder: What stands before their names: the game's id, or ``house``.
    """
    names: dict[str, Source] = {}
    for source in sources:
        name, number = f"{folder}/{Path(source.path).name}", 1
        while name in names:
            number += 1
            name = f"{folder}/{number}/{Path(source.path).name}"
        names[name] = evolve(source, path=name, file=source.path)
    return tuple(names.values())


def from_here(path: Path) -> Path:
    """A path as one would type it: relative where it lies below the folder we are in."""
    with suppress(OSError, ValueError):
        return path.relative_to(Path.cwd())
    return path
