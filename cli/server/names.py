"""Names: where they are declared, where else they stand, and other names for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import evolve
from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.dsl.source import Source, Span
from bombsight.service.games.reading import whole_path
from bombsight.service.language.names import definitions, references
from bombsight.service.language.rename import renameable, renamed
from bombsight.service.language.rule_configurations import Beside, beside


def declared(asked: Asked, position: types.Position) -> list[types.Location]:
    """Where the name at a place is declared."""
    return located(asked, definitions(asked.room.space, asked.path, asked.offset(position)))


def named(asked: Asked, position: types.Position, declaration: bool) -> list[types.Location]:
    """Where else the name at a place stands, in the game's tests and scripts as well."""
    more = around(asked)
    found = references(asked.room.space, asked.path, asked.offset(position), declaration, more)
    return located(asked, found, more)


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
    more = around(asked)
    sources = sources_of(asked, more)
    by_file: dict[str, list[types.TextEdit]] = {}
    for edit in renamed(room.space, asked.path, asked.offset(position), name, more):
        path = whole_path(edit.span.path)
        place = asked.telling.ruler.range_of(sources[path], edit.span)
        by_file.setdefault(asked.telling.address(path), []).append(types.TextEdit(place, edit.text))
    return types.WorkspaceEdit(by_file)


def sources_of(asked: Asked, more: Beside) -> dict[Path, Source]:
    """The files of the rules, and of what lies beside them, by their whole paths."""
    return asked.room.sources | {whole_path(source.file): source for source in more.sources}


def around(asked: Asked) -> Beside:
    """What lies beside the rules, those files of it that are open as they are typed, though they lie nowhere yet."""
    more = beside(asked.room.space.request)
    own = {file.path: file for file in asked.room.space.tests}
    tests = ({file.path: file for file in more.tests} | own).values()

    def now(source: Source) -> Source:
        return evolve(source, text=asked.texts.get(whole_path(source.file), source.text))

    return Beside(tuple(map(now, tests)), tuple(map(now, more.scripts)))


def located(asked: Asked, spans: Iterable[Span], more: Beside | None = None) -> list[types.Location]:
    """Spans as the client has them.

    Args:
        asked: What was asked.
        spans: The spans.
        more: What lies beside the rules, where some may be of it.
    """
    sources = sources_of(asked, more or Beside())
    return [place for span in spans if (place := asked.telling.location(span, sources)) is not None]
