"""The odds that a page works out are those that Python does, wherever in a mission or a campaign they are asked for."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.site.gamefile import load_game_file
from tests.web.beside_node import ROOT, needs_node, plain, told_by
from tests.web.small_games import SMALL_GAMES

pytestmark = needs_node

RUNS = 70
"""More than one turn of runs that are played again."""


@pytest.mark.parametrize(
    "game", [ROOT / "tests" / "service" / "coast", SMALL_GAMES["lighthouse"]], ids=lambda at: at.name
)
def test_they_are_those_of_python(game: Path, tmp_path: Path) -> None:
    plays: list[dict[str, Any]] = []
    odds: list[list[Odds]] = []
    for seed, campaign in ((1, False), (2, True), (3, True), (4, True), (5, True)):
        chance = random.Random(seed)
        moves: list[list[Any]] = []
        found: list[Odds] = []
        with start_game(str(game), Rules(), GameSetup(seed=seed, campaign=campaign)) as play:
            while play.view().question is not None and len(moves) < 40:
                question = play.view().question
                assert question is not None
                kind = chance.random()
                if kind < 0.3:
                    moves.append(["odds", RUNS])
                    found.append(play.odds(RUNS))
                elif kind < 0.4:
                    moves.append(["undo", 1])
                    play.undo()
                else:
                    moves.append(["answer", chance.choice(question.options).name])
                    play.answer(moves[-1][1])
            path = tmp_path / "rules.game"
            path.write_bytes(load_game_file(play.request).content)
        plays.append({"seed": seed, "campaign": campaign, "moves": moves})
        odds.append(found)
    script = tmp_path / "plays.json"
    script.write_text(json.dumps(plays))

    there = told_by("weighing", str(path), str(script))

    assert there == json.loads(json.dumps(plain(odds)))
    assert {each.until for found in odds for each in found} >= (
        {"mission", "career", "stage"} if game.name == "coast" else {"mission", "career"}
    )
