"""What may be written where the cursor stands."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from bombsight.cli.server.asked import Asked
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import Telling
from bombsight.cli.server.positions import Ruler
from bombsight.dsl.source import Source
from bombsight.service.games.library import find_games, games_at
from bombsight.service.language.completion import completions, completions_alone
from bombsight.service.language.open_workspaces import Spaces
from bombsight.service.language.proposals import Proposal

TRIGGERS = (".", "{")
"""What asks for completion by itself: whatever follows is a name."""


def proposed(asked: Asked, position: types.Position) -> list[types.CompletionItem]:
    """What may be written at a place, in the order in which it fits."""
    found = completions(asked.room.space, asked.path, asked.offset(position))
    return items(found, asked.document.source, asked.telling.ruler)


def proposed_alone(
    document: Document, telling: Telling, spaces: Spaces, position: types.Position
) -> list[types.CompletionItem]:
    """What may be written at a place of a text that belongs to no game."""
    games = (*find_games(spaces.folders), *games_at(document.path.parent))
    offset = telling.ruler.offset(document.source, position)
    found = completions_alone(document.source, offset, sorted({game.id for game in games}))
    return items(found, document.source, telling.ruler)


def items(found: Iterable[Proposal], source: Source, ruler: Ruler) -> list[types.CompletionItem]:
    """Proposals as the client has them, in their order; the first is chosen before any other."""
    return [
        types.CompletionItem(
            label=each.label,
            kind=types.CompletionItemKind[each.kind],
            detail=each.detail or None,
            sort_text=f"{number:05}",
            filter_text=each.text,
            text_edit=types.TextEdit(ruler.range_of(source, each.span), each.text),
            preselect=True if number == 0 else None,
        )
        for number, each in enumerate(found)
    ]
