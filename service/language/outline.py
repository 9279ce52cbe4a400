"""The outline of a file: its chapters, the items below each, and what these are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from attrs import frozen

from bombsight.compiler.chapters import Section, sections
from bombsight.compiler.symbols import head_name
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source, Span
from bombsight.service.language.workspace import Workspace


@frozen
class Entry:
    """A line of an outline.

    Attributes:
        name: What it is called.
        detail: Its title, or what kind of thing it is; may be empty.
        kind: What it is like, by the names of the Language Server Protocol's ``SymbolKind``.
        span: All of it; that of a chapter goes to the end of its last item.
        head: Where its name stands, or its first line where it has none.
        below: What it consists of.
    """

    name: str
    detail: str
    kind: str
    span: Span
    head: Span
    below: tuple[Entry, ...] = ()


def outline(space: Workspace, path: Path) -> tuple[Entry, ...]:
    """The outline of a file as it is now; what cannot be read is left out.

    Raises:
        KeyError: The file is none of the space's.
    """
    source = space.source(path)
    read = space.rules.files.get(source.path)
    return outlined(source, None if read is None else read.parts)


def outlined(source: Source, parts: Iterable[Section] | None = None) -> tuple[Entry, ...]:
    """The outline of a file by its chapters: what stands before the first comes first, and is below none.

    Args:
        source: The file.
        parts: Its chapters; None where it was not read yet.
    """
    found: list[Entry] = []
    if parts is None:
        parts = sections(parse(source).file)
    for part in parts:
        items = tuple(of_item(source, item) for item in part.items)
        if part.chapter is None:
            found += items
            continue
        chapter = part.chapter
        span = chapter.span.to(part.items[-1].span) if part.items else chapter.span
        found.append(Entry(chapter.title, "chapter", "Namespace", span, head(source, chapter.span), items))
    return tuple(found)


def of_item(source: Source, item: ast.Item) -> Entry:
    """An item with what it is made of."""
    name, detail, kind, below = told(source, item)
    return Entry(name, detail, kind, item.span, head(source, item.span, name), tuple(below))


def told(source: Source, item: ast.Item) -> tuple[str, str, str, Iterable[Entry]]:
    """The name of an item, its title or what it is, its kind, and what it is made of."""
    match item:
        case ast.Game():
            return item.name, item.title, "Module", ()
        case ast.Option():
            return item.name, item.title, "Constant", ()
        case ast.Enum():
            return item.name, "enum", "Enum", of_values(source, item)
        case ast.Record():
            return item.name, "record", "Struct", of_fields(source, item.fields)
        case ast.State():
            return item.owner, "state", "Object", of_fields(source, item.fields)
        case ast.Table():
            return item.id, item.title, "Class", of_notes(source, item)
        case ast.ModifierOn():
            return item.modifier.label, f"modifier on {', '.join(item.tables)}", "Operator", ()
        case ast.Tally():
            return item.name, item.title, "Property", ()
        case ast.Define():
            return item.name, "define", "Function", ()
        case ast.Procedure():
            return item.name, item.title or "procedure", "Method", of_steps(source, item)
        case ast.Reroll():
            return item.name, item.title, "Event", ()
        case ast.Board():
            return item.name, item.title, "Interface", ()
        case ast.Overlay():
            return item.name, item.title, "Package", of_entries(source, item)
        case ast.Example():
            return item.title, "example", "Event", ()
        case ast.Chapter():
            return item.title, "chapter", "Namespace", ()
        case _:
            assert_never(item)


def of_values(source: Source, item: ast.Enum) -> Iterator[Entry]:
    """The values of an enum, be it a list or a grid."""
    listed = [(value.name, value.title or "", value.span) for value in item.values]
    from_grid = [(head_name(row.cells[0]) or "", "", row.cells[0].span) for row in item.rows[1:] if row.cells]
    for name, title, span in from_grid if item.rows else listed:
        if name:
            yield Entry(name, title, "EnumMember", span, head(source, span, name))


def of_fields(source: Source, fields: Iterable[ast.FieldDecl]) -> Iterator[Entry]:
    """Fields."""
    for field in fields:
        yield Entry(field.name, field.title or "", "Field", field.span, head(source, field.span, field.name))


def of_notes(source: Source, table: ast.Table) -> Iterator[Entry]:
    """The notes of a table."""
    for line in table.lines:
        if isinstance(line, ast.Note):
            yield Entry(line.name, line.title or "note", "Method", line.span, head(source, line.span, line.name))


def of_steps(source: Source, procedure: ast.Procedure) -> Iterator[Entry]:
    """The steps and choices that stand directly in a procedure."""
    for each in procedure.body:
        if isinstance(each, ast.Step):
            yield Entry(each.name, each.title or "step", "Key", each.span, head(source, each.span, each.name))
        elif isinstance(each, ast.ChooseBranch):
            yield Entry(each.name, "choice", "Key", each.span, head(source, each.span, each.name))


def of_entries(source: Source, overlay: ast.Overlay) -> Iterator[Entry]:
    """The numbered items of an overlay."""
    for entry in overlay.entries:
        yield Entry(entry.number, entry.title, "Key", entry.span, head(source, entry.span, entry.number))


def head(source: Source, span: Span, name: str = "") -> Span:
    """Where a name stands on the first line of its span; that line where it does not."""
    line_end = source.text.find("\n", span.start)
    end = min(span.end, line_end if line_end >= 0 else len(source.text))
    found = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(source.text, span.start, end) if name else None
    return source.span(*found.span()) if found else source.span(span.start, end)
