"""Files of rules, under the names that people read of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import read_files


def read_all(paths: Sequence[Path], texts: Mapping[Path, str] | None = None) -> tuple[Source, ...]:
    """The texts of files, under names that are short from where we are.

    Args:
        paths: The files.
        texts: What is read instead of what lies there, by :func:`whole <whole_path>` path.

    Raises:
        WrongRules: One cannot be read.
    """
    if not texts:
        sources, unread = read_files([*map(from_here, paths)])
        if unread:
            raise WrongRules(unread, {}, unread=True)
        return sources
    read: list[Source] = []
    for path in paths:
        text = texts.get(whole_path(path))
        read += read_all([path]) if text is None else [Source(str(from_here(path)), text)]
    return tuple(read)


def whole_path(path: Path | str) -> Path:
    """A file by the one path that it has, however somebody called it."""
    with suppress(OSError, RuntimeError, ValueError):
        return Path(path).resolve()
    return Path(path).absolute()


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


def opened(place: str, sources: Mapping[str, Source]) -> str:
    """``file:line:column`` with the file as it can be opened from here: what stands there is to be mended."""
    path, colon, rest = place.partition(":")
    source = sources.get(path)
    return f"{(source.file if source is not None else '') or path}{colon}{rest}"


def from_here(path: Path) -> Path:
    """A path as one would type it: relative where it lies below the folder we are in."""
    with suppress(OSError, ValueError):
        return path.relative_to(Path.cwd())
    return path
