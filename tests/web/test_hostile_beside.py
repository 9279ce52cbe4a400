"""Where budgets of play end, the page tells the same as here: beside questions, on boards, in the story."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.hostile_play import RULES_FOLDER
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.site.gamefile import load_game_file
from tests.web.beside_node import needs_node, told_by
from tests.web.test_beside_a_player import moves_of, played

pytestmark = needs_node


@pytest.mark.parametrize("name", ["beside", "beside_nested", "beside_options", "routine"])
def test_what_stands_beside_a_question_ends_alike(name: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / "game.rules").write_bytes((RULES_FOLDER / f"{name}.rules").read_bytes())
    run = played(game, 1, None)
    script, path = tmp_path / "moves.json", tmp_path / "rules.game"
    script.write_text(json.dumps([{"seed": run["seed"], "byHand": run["byHand"], "moves": moves_of(run)}]))
    with start_game(str(game), Rules(), GameSetup()) as play:
        path.write_bytes(load_game_file(play.request).content)
    (seen,) = told_by("seating", str(path), str(script))

    assert name == "routine" or "?" in json.dumps(run["steps"][0]["question"])
    for step, state in zip(run["steps"], seen, strict=True):
        assert {"move": step["move"], **state} == step
