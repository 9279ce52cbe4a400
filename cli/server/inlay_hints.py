"""Inlay hints: odds beside the rows of tables."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from bombsight.cli.server.request_context import RequestContext
from bombsight.service.language.inlay_odds import odds_hints


def hints_in_range(
    context: RequestContext, visible_range: types.Range, is_cancelled: Callable[[], bool]
) -> list[types.InlayHint]:
    """The inlay hints of the visible lines."""
    source, mapper = context.document.source, context.converter.mapper
    visible_span = mapper.span_of(source, visible_range)
    return [
        types.InlayHint(
            position=mapper.position_of(source, hint.offset),
            label=hint.text,
            tooltip=hint.tooltip,
            padding_left=True,
        )
        for hint in odds_hints(
            context.workspace.space, context.path, (visible_span.start, visible_span.end), is_cancelled
        )
    ]
