"""The outline of a file: its chapters, their items, and the parts of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import assert_never

from attrs import frozen

from bombsight.compiler.chapters import Section, split_sections
from bombsight.compiler.symbols import head_word
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source, Span
from bombsight.service.language.workspace import Workspace


@frozen
class OutlineEntry:
    """An entry of an outline.

    Attributes:
        name: Its name.
        detail: Its title, or its kind of item; may be empty.
        kind: A name of the Language Server Protocol's ``SymbolKind``.
        span: All of it; a chapter extends to the end of its last item.
        head: Its name, or its first line if it has none.
        children: Its parts.
    """

    name: str
    detail: str
    kind: str
    span: Span
    head: Span
    children: tuple[OutlineEntry, ...] = ()


def outline(space: Workspace, path: Path) -> tuple[OutlineEntry, ...]:
    """Build the outline of a file's present text: chapters with their items; items with syntax errors are left out."""
    source = space.source(path)
    read = space.rules.files.get(source.path)
    return outline_source(source, None if read is None else read.parts)


def outline_source(source: Source, chapters: Iterable[Section] | None = None) -> tuple[OutlineEntry, ...]:
    """Build the outline of a source by chapters; items before the first chapter stand at the top level."""
    entries: list[OutlineEntry] = []
    if chapters is None:
        chapters = split_sections(parse(source).file)
    for part in chapters:
        items = tuple(outline_item(source, item) for item in part.items)
        if part.chapter is None:
            entries += items
            continue
        chapter = part.chapter
        span = chapter.span.extend_to(part.items[-1].span) if part.items else chapter.span
        entries.append(
            OutlineEntry(chapter.title, "chapter", "Namespace", span, name_span(source, chapter.span), items)
        )
    return tuple(entries)


def outline_item(source: Source, item: ast.Item) -> OutlineEntry:
    """Build the outline entry of an item, with its parts as children."""
    name, detail, kind, below = describe_item(source, item)
    return OutlineEntry(name, detail, kind, item.span, name_span(source, item.span, name), tuple(below))


def describe_item(source: Source, item: ast.Item) -> tuple[str, str, str, Iterable[OutlineEntry]]:
    """Describe an item for the outline: name, detail text, kind and child entries."""
    match item:
        case ast.Game():
            return item.name, item.title, "Module", ()
        case ast.Option():
            return item.name, item.title, "Constant", ()
        case ast.Enum():
            return item.name, "enum", "Enum", outline_values(source, item)
        case ast.Record():
            return item.name, "record", "Struct", outline_fields(source, item.fields)
        case ast.State():
            return item.owner, "state", "Object", outline_fields(source, item.fields)
        case ast.Table():
            return item.id, item.title, "Class", outline_notes(source, item)
        case ast.ModifierOn():
            return item.modifier.label, f"modifier on {', '.join(item.tables)}", "Operator", ()
        case ast.Tally():
            return item.name, item.title, "Property", ()
        case ast.Forecast():
            return item.tally, "forecast", "Property", ()
        case ast.Define():
            return item.name, "define", "Function", ()
        case ast.Procedure():
            return item.name, item.title or "procedure", "Method", outline_steps(source, item)
        case ast.Reroll():
            return item.name, item.title, "Event", ()
        case ast.Board():
            return item.name, item.title, "Interface", ()
        case ast.Luck():
            return item.name, item.title, "Property", ()
        case ast.Overlay():
            return item.name, item.title, "Package", outline_entries(source, item)
        case ast.Example():
            return item.title, "example", "Event", ()
        case ast.Explain(explained=explained):
            return explained.names[-1], f"explained {explained.kind}", "String", ()
        case ast.Primer():
            return item.title, "primer", "String", ()
        case ast.Chapter():
            return item.title, "chapter", "Namespace", ()
        case _:
            assert_never(item)


def outline_values(source: Source, item: ast.Enum) -> Iterator[OutlineEntry]:
    """Yield an outline entry for each value of an enum, from its list or its grid."""
    listed = [(value.name, value.title or "", value.span) for value in item.values]
    from_grid = [(head_word(row.cells[0]) or "", "", row.cells[0].span) for row in item.rows[1:] if row.cells]
    for name, title, span in from_grid if item.rows else listed:
        if name:
            yield OutlineEntry(name, title, "EnumMember", span, name_span(source, span, name))


def outline_fields(source: Source, fields: Iterable[ast.FieldDecl]) -> Iterator[OutlineEntry]:
    """Yield an outline entry for each field."""
    for field in fields:
        yield OutlineEntry(
            field.name, field.title or "", "Field", field.span, name_span(source, field.span, field.name)
        )


def outline_notes(source: Source, table: ast.Table) -> Iterator[OutlineEntry]:
    """Yield an outline entry for each note of a table."""
    for line in table.lines:
        if isinstance(line, ast.Note):
            yield OutlineEntry(
                line.name, line.title or "note", "Method", line.span, name_span(source, line.span, line.name)
            )


def outline_steps(source: Source, procedure: ast.Procedure) -> Iterator[OutlineEntry]:
    """Yield an outline entry for each step and choice at the top level of a procedure."""
    for each in procedure.body:
        if isinstance(each, ast.Step):
            yield OutlineEntry(
                each.name, each.title or "step", "Key", each.span, name_span(source, each.span, each.name)
            )
        elif isinstance(each, ast.ChooseBranch):
            yield OutlineEntry(each.name, "choice", "Key", each.span, name_span(source, each.span, each.name))


def outline_entries(source: Source, overlay: ast.Overlay) -> Iterator[OutlineEntry]:
    """Yield an outline entry for each numbered item of an overlay."""
    for entry in overlay.entries:
        yield OutlineEntry(entry.number, entry.title, "Key", entry.span, name_span(source, entry.span, entry.number))


def name_span(source: Source, span: Span, name: str = "") -> Span:
    """Find the span of a name on the first line of an item; the whole line if the name is not there."""
    line_end = source.text.find("\n", span.start)
    end = min(span.end, line_end if line_end >= 0 else len(source.text))
    match = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])").search(source.text, span.start, end) if name else None
    return source.span(*match.span()) if match else source.span(span.start, end)
