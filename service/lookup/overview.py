"""The list of games, a line each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from bombsight.service.common.document import Document
from bombsight.service.games.library import find_games
from bombsight.service.lookup.summaries import Summary, summary_of


@frozen(kw_only=True)
class Games(Document):
    """The JSON document of the games found, in the order of their ids."""

    document = "games"

    games: tuple[Summary, ...]


def list_games(folders: Iterable[Path] = ()) -> Games:
    """List the games on the search path, each with its summary."""
    return Games(games=tuple(map(summary_of, find_games(folders))))
