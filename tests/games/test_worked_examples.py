"""The worked examples of every game, those in its files of tests among them: each holds, and no two have one title."""

from __future__ import annotations

from collections import Counter

import pytest

from bombsight.service.games.library import BUILT_IN, find_games_in
from bombsight.service.games.requests import Rules
from bombsight.service.testing.examples import run_tests
from tests.marking import slow_but


@pytest.mark.parametrize(
    "game", slow_but((game.id for game in find_games_in(BUILT_IN)), "b17_leader", "b17_miniatures")
)
def test_the_examples_of_a_game_hold(game: str):
    checks = [check for check in run_tests([game], Rules()) if check.kind == "example"]
    assert checks
    wrong = [(check.title, check.mismatch) for check in checks if check.mismatch is not None]
    assert not wrong, "\n".join(f"{title}: {mismatch}" for title, mismatch in wrong)
    titles = Counter(check.title for check in checks)
    assert not [title for title, times in titles.items() if times > 1]
