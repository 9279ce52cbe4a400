"""Names: where they are declared, where else they stand, and other names for them."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from bombsight.cli.server.server import Asked
from bombsight.dsl.source import Span
from bombsight.service.language.names import definitions, references


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


def located(asked: Asked, spans: Iterable[Span]) -> list[types.Location]:
    """Spans as the client has them."""
    sources = asked.room.sources
    return [place for span in spans if (place := asked.telling.location(span, sources)) is not None]
