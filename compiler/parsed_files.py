"""Parsed files, split into chapters, each item with its inherited origin."""

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
    """The items of a parsed file, with chapters and syntax findings.

    Attributes:
        source: The file.
        parsed: Its syntax tree, errors and damage.
        parts: Its chapters, as written.
        items: The items of all chapters, in their order, with their inherited origins.
    """

    source: Source
    parsed: ParsedFile
    parts: tuple[Section, ...]
    items: tuple[ast.Item, ...]


@query
def read_files(previous: Mapping[str, FileItems] | None, files: Iterable[Source]) -> Mapping[str, FileItems]:
    """Parse files, reusing unchanged results of the previous compilation (memoized query), and return them by path."""
    known = previous or {}
    return {source.path: read_source(source, known.get(source.path)) for source in files}


def read_source(source: Source, previous: FileItems | None = None) -> FileItems:
    """Parse a file, reusing the unchanged items of its previous version.

    Args:
        source: The file.
        previous: Its previous version; unchanged items stay the same objects.
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
"""An item as written, and its chapter."""


def items_with_chapter(sections: tuple[Section, ...]) -> list[WrittenItem]:
    """List the items of all sections, each with its chapter, and without the origin that it inherits."""
    return [(item, part.chapter) for part in sections for item in part.items]


def identity_key(item: ast.Item, chapter: ast.Chapter | None) -> tuple[int, int]:
    """Return the memo key of an item in its chapter: the identities of both objects."""
    return id(item), id(chapter)
