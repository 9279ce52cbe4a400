"""A file as it is compiled: read, cut into its chapters, each item with what it inherits of its chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bombsight.compiler.chapters import Section, below, sections
from bombsight.compiler.incremental.query import query
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.parser import Parsed, parse, read_file
from bombsight.dsl.source import Source


@frozen(eq=False)
class FileRead:
    """What stands in a file.

    Attributes:
        source: The file.
        parsed: What was read of it, and what could not be.
        parts: Its chapters, as written.
        items: The items of all of them, in their order, with what they inherit.
    """

    source: Source
    parsed: Parsed
    parts: tuple[Section, ...]
    items: tuple[ast.Item, ...]


@query
def read_files(before: Mapping[str, FileRead] | None, files: Iterable[Source]) -> Mapping[str, FileRead]:
    """Read files; by their paths."""
    known = before or {}
    return {source.path: read(source, known.get(source.path)) for source in files}


def read(source: Source, before: FileRead | None = None) -> FileRead:
    """Read a file.

    Args:
        source: The file.
        before: What stood in it before; what stands there still is the same item, not an equal one.
    """
    if before is not None and before.source == source:
        return before
    parsed = read_file(source) if before is None else parse(source, before.parsed)
    was = (
        {}
        if before is None
        else {key(*each): item for each, item in zip(written(before.parts), before.items, strict=True)}
    )
    parts = tuple(sections(parsed.file))
    items = tuple(was.get(key(*each)) or below(*each) for each in written(parts))
    return FileRead(source, parsed, parts, items)


Written = tuple[ast.Item, ast.Chapter | None]
"""An item as written, and the chapter that it stands in."""


def written(parts: tuple[Section, ...]) -> list[Written]:
    """The items of chapters as written."""
    return [(item, part.chapter) for part in parts for item in part.items]


def key(item: ast.Item, chapter: ast.Chapter | None) -> tuple[int, int]:
    """What tells an item in its chapter from all others that are alive."""
    return id(item), id(chapter)
