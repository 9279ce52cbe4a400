"""What may be written where the cursor stands."""

from __future__ import annotations

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.service.language.completion import completions

TRIGGERS = (".", "{")
"""What asks for completion by itself: whatever follows is a name."""


def proposed(asked: Asked, position: types.Position) -> list[types.CompletionItem]:
    """What may be written at a place, in the order in which it fits."""
    return [
        types.CompletionItem(
            label=each.label,
            kind=types.CompletionItemKind[each.kind],
            detail=each.detail or None,
            sort_text=f"{number:05}",
            filter_text=each.text,
            text_edit=types.TextEdit(asked.range(each.span), each.text),
            preselect=True if number == 0 else None,
        )
        for number, each in enumerate(completions(asked.room.space, asked.path, asked.offset(position)))
    ]
