"""The worked examples in the rules files of every game: each holds, and no two have one title."""

from __future__ import annotations

from collections import Counter

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.runtime.examples import run_example
from bombsight.service.library import BUILT_IN
from scenes import Game

GAMES = tuple(Game(folder.name) for folder in sorted(BUILT_IN.iterdir()) if any(folder.glob("*.rules")))
EXAMPLES = tuple((game, number) for game in GAMES for number in range(len(game.graph().examples)))
TITLES = [f"{game.name}: {game.graph().examples[number].title}" for game, number in EXAMPLES]


@pytest.mark.parametrize(("game", "number"), EXAMPLES, ids=TITLES)
def test_a_worked_example_holds(game: Game, number: int):
    report = run_example(game.program(), number, load=instantiate)
    assert report.passed, report.mismatch


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_two_examples_have_one_title(game: Game):
    titles = Counter(example.title for example in game.graph().examples)
    assert titles
    assert not [title for title, times in titles.items() if times > 1]
