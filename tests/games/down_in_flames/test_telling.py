"""What a battle tells who fights it alone: whose cards are drawn, which of a bandit's lie open, what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bombsight.runtime.run.policies import Question
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.story import Story, StoryLine

SEED = 4
ANSWER = "choice:choose_answer/"


@contextmanager
def battle(**options: str) -> Iterator[Play]:
    """A battle that waits for its first answer."""
    with start_game("down_in_flames", Rules(options=options), GameSetup(seed=SEED)) as play:
        assert play.question is not None
        yield play


def told(play: Play) -> list[StoryLine]:
    """The story so far."""
    return Story(play.phrases).tell_all([*play.events()])


def asked(play: Play) -> Iterator[Question]:
    """The questions of a battle, each answered as the autopilot would."""
    while (question := play.question) is not None:
        yield question
        play.answer(question.options[question.preferred].name if question.preferred >= 0 else "none")


def test_each_draw_says_whose_it_is_on_one_line():
    with battle() as play:
        lines = [line for line in told(play) if line.kind == "roll" and line.text.startswith("Draws")]
    assert [line.text for line in lines] == ["Draws: P-47 1", "Draws: P-47 2"]
    assert [len(line.result.split(", ")) for line in lines] == [5, 5]
    assert [line.names for line in lines] == [(), ()]  # of so many no share is told


def test_what_a_bandit_draws_is_not_told_before_it_is_laid_out():
    with battle() as play:
        for _ in asked(play):
            pass
        lines = told(play)
    drawn = {line.text for line in lines if line.kind == "roll" and line.text.startswith(("Draw", "Lays"))}
    assert {text.split(":")[0] for text in drawn} == {"Drawn", "Draws", "Lays out"}
    assert not any(text.startswith("Draws: ") and "P-47" not in text for text in drawn)
    assert "FW 190A 1 draws cards: 11." in [line.text for line in lines]


def test_a_question_names_the_card_that_it_answers():
    ways = {" manoeuvres with ": "a manoeuvre with ", " attacks ": "", ": ": ""}
    found = []
    with battle() as play:
        for question in asked(play):
            if not question.id.startswith(ANSWER):
                continue
            *_, last = (line.text for line in told(play) if line.kind == "news")
            way = next(each for each in ways if each in last)
            card = last.removesuffix(".").rpartition(way)[2].rpartition(": ")[2].partition(" (")[0]
            assert f" against {ways[way]}{card}" in question.prompt
            assert any(line.startswith("Unanswered") for line in question.remarks)
            found.append(way)
    assert {*found} >= {" manoeuvres with ", " attacks "}
