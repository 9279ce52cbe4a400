"""Names in the files: what they are, where they stand, what could stand there."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Span
from bombsight.service.games.library import find_games
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.completion import find_completions, find_completions_without_game
from bombsight.service.language.hover import hover_at
from bombsight.service.language.name_lookup import find_definitions, find_references
from bombsight.service.language.rename import rename as find_rename_edits
from bombsight.service.language.rename import renameable_span
from bombsight.service.language.signatures import signature_at
from bombsight.service.language.text_diff import TextChange
from bombsight.service.workshop import documents as doc
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.markdown import render_markdown
from bombsight.service.workshop.wording import markdown_for_page


def hover(desk: Desk, file: str, offset: int) -> doc.HoverCard | None:
    """What is known of the name at an offset."""
    at = desk.file_at(file)
    found = at.space and hover_at(at.space, at.path, at.offsets.from_units(offset))
    if not found:
        return None
    place = desk.range_of(found.span)
    return doc.HoverCard(start=place.start, end=place.end, html=render_markdown(markdown_for_page(found.markdown)))


def complete(desk: Desk, file: str, offset: int) -> tuple[doc.CompletionItem, ...]:
    """The completions at an offset, the best first."""
    at = desk.file_at(file)
    place = at.offsets.from_units(offset)
    if at.space is None:
        games = sorted({game.id for game in find_games(desk.spaces.folders)})
        proposals = find_completions_without_game(at.source, place, games)
    else:
        proposals = find_completions(at.space, at.path, place)
    return tuple(
        doc.CompletionItem(
            label=each.label,
            kind=each.kind,
            detail=each.detail,
            change=at.show_change(TextChange(each.span.start, each.span.end, each.text)),
        )
        for each in proposals
    )


def signature(desk: Desk, file: str, offset: int) -> doc.CallSignature | None:
    """The signature of the call around an offset."""
    at = desk.file_at(file)
    found = at.space and signature_at(at.space, at.path, at.offsets.from_units(offset))
    if not found:
        return None
    return doc.CallSignature(label=found.label, parameters=found.params, active=found.active, title=found.title)


def definitions(desk: Desk, file: str, offset: int) -> tuple[doc.NamedPlace, ...]:
    """Where the name at an offset is declared, the declaration in force first."""
    at = desk.file_at(file)
    spans = find_definitions(at.space, at.path, at.offsets.from_units(offset)) if at.space else ()
    return show_places(desk, spans)


def references(desk: Desk, file: str, offset: int) -> tuple[doc.NamedPlace, ...]:
    """Where the name at an offset stands, its declarations included."""
    at = desk.file_at(file)
    spans = find_references(at.space, at.path, at.offsets.from_units(offset)) if at.space else ()
    return show_places(desk, spans)


def show_places(desk: Desk, spans: Iterable[Span]) -> tuple[doc.NamedPlace, ...]:
    """Convert spans in files to places with their lines."""
    return tuple(
        doc.NamedPlace(
            place=desk.range_of(span),
            line=span.line,
            text=desk.file_at(canonical_path(span.path)).source.line_text(span.line).strip(),
        )
        for span in spans
        if span.path
    )


def rename_range(desk: Desk, file: str, offset: int) -> doc.TextRange | None:
    """The range of the name at an offset, if it can be renamed."""
    at = desk.file_at(file)
    span = at.space and renameable_span(at.space, at.path, at.offsets.from_units(offset))
    return desk.range_of(span) if span else None


def rename(desk: Desk, file: str, offset: int, name: str) -> tuple[doc.FileChanges, ...]:
    """The changes that give the thing at an offset another name, in every file.

    Raises:
        InputError: That name is not possible, or this one cannot be changed from here.
    """
    at = desk.file_at(file)
    if at.space is None:
        raise InputError("no name stands here that can be changed")
    by_file: dict[str, list[TextChange]] = {}
    for edit in find_rename_edits(at.space, at.path, at.offsets.from_units(offset), name):
        change = TextChange(edit.span.start, edit.span.end, edit.text)
        by_file.setdefault(str(canonical_path(edit.span.path)), []).append(change)
    return tuple(desk.file_at(path).show_changes(changes) for path, changes in by_file.items())
