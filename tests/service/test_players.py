"""Several at one table: who of them is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.runtime.events.views import ChoiceView
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.question_documents import question_document

RUNNERS = str(Path(__file__).parents[1] / "runners")


@pytest.fixture
def play():
    with start_game(RUNNERS, Rules(), GameSetup(seed=4)) as play:
        yield play


def test_a_choice_says_whose_it_is(play):
    found = []
    while play.question is not None:
        question = play.question
        document = question_document(question, play.view())
        assert (document.seat, document.by) == (question.seat, question.by)
        found.append((question.id.partition("/")[2], question.seat, question.by))
        play.answer(question.options[0].name)
    assert found[:5] == [
        ("cove", "cutter", "the cutter"),  # named
        ("searched", "cutter", "the cutter"),
        ("c", "runner", "player"),  # the value of a field: the first need not be told who he is
        ("cove", "runner", "player"),  # nobody is named: the first
        ("light", "cutter", "the cutter"),  # worked out
    ]
    told = [event.by for event in play.events() if isinstance(event, ChoiceView)]
    assert told == [by for _, _, by in found]


def test_odds_are_told_to_each_and_the_best_to_the_first_alone(play):
    assert play.question.seat == "cutter"
    odds = play.odds(20)
    assert (odds.best, odds.level, odds.against) == (None, (), None)
    while play.question.seat == "cutter":
        play.answer(play.question.options[0].name)
    assert play.question.seat == "runner"
    odds = play.odds(20)
    assert odds.against is not None
    assert (odds.best is None) == bool(odds.level)
