"""Code completion at the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import ProtocolConverter
from bombsight.cli.server.positions import PositionMapper
from bombsight.cli.server.request_context import RequestContext
from bombsight.dsl.source import Source
from bombsight.service.games.library import find_games, find_games_at
from bombsight.service.language.completion import find_completions, find_completions_without_game
from bombsight.service.language.open_workspaces import OpenWorkspaces
from bombsight.service.language.proposals import Proposal

TRIGGER_CHARACTERS = (".", "{")
"""The characters that trigger completion: a name follows them."""


def complete(context: RequestContext, position: types.Position) -> list[types.CompletionItem]:
    """The completions at a position, the best first."""
    proposals = find_completions(context.workspace.space, context.path, context.offset_of(position))
    return completion_items(proposals, context.document.source, context.converter.mapper)


def complete_without_game(
    document: Document, converter: ProtocolConverter, spaces: OpenWorkspaces, position: types.Position
) -> list[types.CompletionItem]:
    """The completions at a position in a text that belongs to no game.

    Args:
        document: The text.
        converter: The converter to protocol types.
        spaces: The open workspaces.
        position: The position.
    """
    games = (*find_games(spaces.folders), *find_games_at(document.path.parent))
    offset = converter.mapper.offset_of(document.source, position)
    proposals = find_completions_without_game(document.source, offset, sorted({game.id for game in games}))
    return completion_items(proposals, document.source, converter.mapper)


def completion_items(
    proposals: Iterable[Proposal], source: Source, mapper: PositionMapper
) -> list[types.CompletionItem]:
    """Convert completion proposals to protocol items, in their order; the first is preselected."""
    return [
        types.CompletionItem(
            label=each.label,
            kind=types.CompletionItemKind[each.kind],
            detail=each.detail or None,
            sort_text=f"{number:05}",
            filter_text=each.text,
            text_edit=types.TextEdit(mapper.range_of(source, each.span), each.text),
            preselect=True if number == 0 else None,
        )
        for number, each in enumerate(proposals)
    ]
