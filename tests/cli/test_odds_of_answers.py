"""The odds of answers in words: a star where one is better than all others, and none where nobody can tell."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import AnswerOdds, MeasureTold, Odds
from bombsight.service.present.joint_questions import Matrix
from bombsight.service.present.odds_lines import (
    describe_difference,
    describe_figure,
    describe_verdict,
    describe_worse_mark,
    render_group_note,
)


def odds(best: str | None = None, level: tuple[str, ...] = (), against: str | None = None) -> Odds:
    answers = tuple(
        AnswerOdds(name=name, title=name.title(), faults=0, measured=()) for name in ("trim", "rest", "sing")
    )
    return Odds(
        id="choice:watch/order",
        runs=2000,
        until="mission",
        measures=(),
        answers=answers,
        best=best,
        level=level,
        against=against,
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (odds("trim", (), "trim"), "serves best; below the figures, how they differ from its own with the same dice."),
        (
            odds(None, ("trim", "rest", "sing"), "rest"),
            "No answer is better, as far as 2,000 runs show; below the figures, how they differ from those of Rest "
            "with the same dice.",
        ),
        (odds(None, ("trim", "sing"), "sing"), "No answer of Trim and Sing is better, as far as 2,000 runs show; "),
        (odds(), ""),
    ],
)
def test_the_verdict(told, said):
    assert said in describe_verdict(told)
    assert bool(said) == bool(describe_verdict(told))


@pytest.mark.parametrize(
    ("value", "reach", "chance", "text"),
    [
        (-0.004, 0.01, False, "0.00 ± 0.01"),
        (0.004, 0.01, False, "0.00 ± 0.01"),
        (-0.0004, 0.02, True, "0 ± 2 %"),
        (-0.006, 0.01, False, "-0.01 ± 0.01"),
        (0.012, 0.002, True, "+1.2 ± 0.2 %"),
    ],
)
def test_a_difference_that_is_not_seen_has_no_sign(value, reach, chance, text):
    assert describe_figure(value, reach, chance, is_signed=True).replace("+-", "±") == text


def test_where_the_mark_is_worse_it_says_so():
    worse = evolve(odds("trim", (), "trim"), worse_mark="rest")
    assert describe_worse_mark(worse) == "What is marked, Rest, is the worse answer by these runs: Trim is better."
    assert not describe_worse_mark(odds("trim", (), "trim"))


def test_what_rounds_to_nothing_is_no_difference():
    measure = MeasureTold(name="lost", title="Lost", kind="mean", matters="bad", required=False)
    assert describe_difference(measure, -0.004, 0.01) == "the same ± 0.01"
    assert describe_difference(measure, -0.3, 0.1) == "-0.3 ± 0.1"


def test_at_a_joint_question_it_says_for_which_row():
    row = Question(
        site=1,
        id="choice:aim",
        prompt="Aim",
        by="player",
        seat="",
        options=(Option("a", "A"),),
        optional=True,
        offer=False,
        preferred=0,
    )
    matrix = Matrix("Guns", (row, row), ("Top turret", "Tail"), "Aim", (Option("a", "A"),))
    (note,) = render_group_note(matrix)
    assert note.text.startswith("These are for Top turret, the first of 2 rows")
    assert not render_group_note(None)
