"""A game whose rules were changed since it was begun."""

from __future__ import annotations

import shutil
from pathlib import Path

from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.site.gamefile import load_game_file
from tests.examples import LIGHTHOUSE

CLEAR = "..6: clear\n  7..8: rain"
"""It is clear or rains on this throw ..."""

RAINY = "..5: clear\n  6..8: rain"
"""... and by the changed rules it rains more often, so that other dice are thrown at the reef."""

CLIMBS = "climbs the stairs and lights the lamp"
LIT = "has lit the lamp"
"""The same in other words."""


def copied(folder: Path) -> Path:
    """The game as it is, in a folder of its own."""
    path = folder / LIGHTHOUSE.name
    shutil.copytree(LIGHTHOUSE, path)
    return path


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The game with other words in its rules, in a folder of its own."""
    path = copied(folder)
    for file in path.glob("*.rules"):
        text = file.read_text(encoding="utf-8")
        for before, after in changes:
            text = text.replace(before, after)
        file.write_text(text, encoding="utf-8")
    return path


def compiled_to(game: Path, file: Path) -> Path:
    """The game file of a game, written there."""
    file.write_bytes(load_game_file(make_request(game.name, find_game(str(game)).files, Rules())).content)
    return file
