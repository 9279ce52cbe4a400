"""The games' independent transcriptions, read by `bombsight compare`: their figures are those of the games.

What the tables do besides, the tests of each game execute.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import bombsight
from tests.marking import slow_but

HERE = Path(__file__).parent

COMPARED = {"amerika_bomber": 270, "b17": 704, "b17_leader": 51, "b29_korea": 484}
"""The fewest cells that are compared of each game."""


@pytest.mark.parametrize("game", slow_but(COMPARED, "b17", "b17_leader"))
def test_the_figures_of_a_transcription_are_those_of_the_game(game):
    folder = HERE / game

    file = bombsight.compare(game, [folder / "transcription.json"], words=folder / "words.toml").files[0]

    assert [(each.table, each.cell, each.game, each.other) for each in file.differences] == []
    assert file.cells >= COMPARED[game]
