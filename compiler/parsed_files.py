"""A file as it is compiled: read, cut into its chapters, each item with what it inherits of its chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bombsight.compiler.chapters import Section, split_sections, with_inherited_origin
from bombsight.compiler.incremental.query import query
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.parser import ParsedFile, parse, parse_cached
from bombsight.dsl.source import Source


@frozen(eq=False)
class FileItems:
    """What stands in a file.

    Attributes:
        source: The file.
        parsed: What was read of it, and what could not be.
        parts: Its chapters, as written.
        items: The items of all of them, in their order, with what they inherit.
    """

    source: Source
    parsed: ParsedFile
    parts: tuple[Section, ...]
    items: tuple[ast.Item, ...]


@query
def read_files(previous: Mapping[str, FileItems] | None, files: Iterable[Source]) -> Mapping[str, FileItems]:
    """Read files; by their paths."""
    known = previous or {}
    return {source.path: read_source(source, known.get(source.path)) for source in files}


def read_source(source: Source, previous: FileItems | None = None) -> FileItems:
    """Read a file.

    Args:
        source: The file.
        previous: What stood in it before; what stands there still is the same item, not an equal one.
    """
    if previous is not None and previous.source == source:
        return previous
    parsed = parse_cached(source) if previous is None else parse(source, previous.parsed)
    previous_items = (
        {}
        if previous is None
        else {
            identity_key(*each): item
            for each, item in zip(items_with_chapter(previous.parts), previous.items, strict=True)
        }
    )
    parts = tuple(split_sections(parsed.file))
    items = tuple(
        previous_items.get(identity_key(*each)) or with_inherited_origin(*each) for each in items_with_chapter(parts)
    )
    return FileItems(source, parsed, parts, items)


WrittenItem = tuple[ast.Item, ast.Chapter | None]
"""An item as written, and the chapter that it stands in."""


def items_with_chapter(parts: tuple[Section, ...]) -> list[WrittenItem]:
    """The items of chapters as written."""
    return [(item, part.chapter) for part in parts for item in part.items]


def identity_key(item: ast.Item, chapter: ast.Chapter | None) -> tuple[int, int]:
    """What tells an item in its chapter from all others that are alive."""
    return id(item), id(chapter)
