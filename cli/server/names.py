"""Names: where they are declared, where else they stand, and other names for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve
from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.dsl.source import Source, Span
from bombsight.service.language.names import definitions, references
from bombsight.service.language.rename import renameable, renamed
from bombsight.service.language.worlds import Beside, beside
from bombsight.service.reading import whole_path


def declared(asked: Asked, position: types.Position) -> list[types.Location]:
    """Where the name at a place is declared."""
    return located(asked, definitions(asked.room.space, asked.path, asked.offset(position)))


def named(asked: Asked, position: types.Position, declaration: bool) -> list[types.Location]:
    """Where else the name at a place stands."""
    return located(asked, references(asked.room.space, asked.path, asked.offset(position), declaration))


def highlighted(asked: Asked, position: types.Position) -> list[types.DocumentHighlight]:
    """Where in the same file the name at a place stands; where it is declared it is written, elsewhere read."""
    space, offset = asked.room.space, asked.offset(position)
    declaring = {*definitions(space, asked.path, offset)}
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(asked.range(span), kinds.Write if span in declaring else kinds.Read)
        for span in references(space, asked.path, offset)
        if asked.is_here(span)
    ]


def to_rename(asked: Asked, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """The name at a place that can be changed; None where none is."""
    span = renameable(asked.room.space, asked.path, asked.offset(position))
    if span is None:
        return None
    return types.PrepareRenamePlaceholder(asked.range(span), asked.document.source.text[span.start : span.end])


def renaming(asked: Asked, position: types.Position, name: str) -> types.WorkspaceEdit:
    """What gives the thing at a place another name, in every file that names it.

    Raises:
        InputError: It cannot be called so, and why.
    """
    room = asked.room
    more = with_open(beside(room.space.request), asked.texts)
    sources = room.sources | {whole_path(source.file): source for source in more.sources}
    by_file: dict[str, list[types.TextEdit]] = {}
    for edit in renamed(room.space, asked.path, asked.offset(position), name, more):
        path = whole_path(edit.span.path)
        place = asked.telling.ruler.range_of(sources[path], edit.span)
        by_file.setdefault(asked.telling.address(path), []).append(types.TextEdit(place, edit.text))
    return types.WorkspaceEdit(by_file)


def with_open(more: Beside, texts: Mapping[Path, str]) -> Beside:
    """What lies beside rules, those files of it that are open as they are typed."""

    def now(source: Source) -> Source:
        return evolve(source, text=texts.get(whole_path(source.file), source.text))

    return Beside(tuple(map(now, more.tests)), tuple(map(now, more.scripts)))


def located(asked: Asked, spans: Iterable[Span]) -> list[types.Location]:
    """Spans as the client has them."""
    sources = asked.room.sources
    return [place for span in spans if (place := asked.telling.location(span, sources)) is not None]
