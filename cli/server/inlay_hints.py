"""What stands in the margin: odds beside rows."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.service.language.inlay_odds import hints


def margin(asked: Asked, place: types.Range, stop: Callable[[], bool]) -> list[types.InlayHint]:
    """What is told beside the lines that somebody sees."""
    source, ruler = asked.document.source, asked.telling.ruler
    seen = ruler.stretch(source, place)
    return [
        types.InlayHint(
            position=ruler.position(source, hint.offset),
            label=hint.text,
            tooltip=hint.tooltip,
            padding_left=True,
        )
        for hint in hints(asked.room.space, asked.path, (seen.start, seen.end), stop)
    ]
