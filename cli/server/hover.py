"""What is told about what stands at a place."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.service.language.hover import hover


def told(asked: Asked, position: types.Position) -> types.Hover | None:
    """What is to be known at a place, in Markdown; None where there is nothing."""
    found = hover(asked.room.space, asked.path, asked.offset(position))
    if found is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.markdown), asked.range(found.span))
