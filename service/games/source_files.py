"""Files of rules, under the names that people read of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import read_files


def read_sources(paths: Sequence[Path], texts: Mapping[Path, str] | None = None) -> tuple[Source, ...]:
    """The texts of files, under names that are short from where we are.

    Args:
        paths: The files.
        texts: What is read instead of what lies there, by :func:`whole <whole_path>` path.

    Raises:
        WrongRules: One cannot be read.
    """
    if not texts:
        sources, unread_findings = read_files([*map(relative_path, paths)])
        if unread_findings:
            raise WrongRules(unread_findings, {}, is_unreadable=True)
        return sources
    sources_read: list[Source] = []
    for path in paths:
        text = texts.get(canonical_path(path))
        sources_read += read_sources([path]) if text is None else [Source(str(relative_path(path)), text)]
    return tuple(sources_read)


def canonical_path(path: Path | str) -> Path:
    """A file by the one path that it has, however somebody called it."""
    with suppress(OSError, RuntimeError, ValueError):
        return Path(path).resolve()
    return Path(path).absolute()


def with_display_paths(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
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


def openable_place(place: str, sources: Mapping[str, Source]) -> str:
    """``file:line:column`` with the file as it can be opened from here: what stands there is to be mended."""
    path, colon, rest = place.partition(":")
    source = sources.get(path)
    return f"{(source.file if source is not None else '') or path}{colon}{rest}"


def relative_path(path: Path) -> Path:
    """A path as one would type it: relative where it lies below the folder we are in."""
    with suppress(OSError, ValueError):
        return path.relative_to(Path.cwd())
    return path
