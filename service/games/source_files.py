"""Reading of rules files, with short display paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from bombsight.dsl.source import Source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import read_files


def read_sources(paths: Sequence[Path], texts: Mapping[Path, str] | None = None) -> tuple[Source, ...]:
    """Read the texts of files, with paths relative to the current folder.

    Args:
        paths: The files.
        texts: Texts that replace files on the disk, by :func:`canonical <canonical_path>` path.

    Raises:
        WrongRules: A file cannot be read.
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
    """Resolve a file's path to its canonical absolute form, for comparison."""
    with suppress(OSError, RuntimeError, ValueError):
        return Path(path).resolve()
    return Path(path).absolute()


def with_display_paths(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
    """Replace the paths of sources by display paths (game id and file name), equal on every machine.

    Args:
        sources: The files, with paths that can be opened.
        folder: The first part of the display path: the game's id, or ``house``.
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
    """Convert a place ``file:line:column`` with a display path to one that opens from the current folder."""
    path, colon, rest = place.partition(":")
    source = sources.get(path)
    return f"{(source.file if source is not None else '') or path}{colon}{rest}"


def relative_path(path: Path) -> Path:
    """Convert a path to one relative to the current folder, if it lies below it."""
    with suppress(OSError, ValueError):
        return path.relative_to(Path.cwd())
    return path
