"""Hover information at a position."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.request_context import RequestContext
from bombsight.service.language.hover import hover_at


def hover_response(context: RequestContext, position: types.Position) -> types.Hover | None:
    """The hover text about the name at a position, in Markdown; None if there is none."""
    hover_text = hover_at(context.workspace.space, context.path, context.offset_of(position))
    if hover_text is None:
        return None
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, hover_text.markdown), context.range_of(hover_text.span)
    )
