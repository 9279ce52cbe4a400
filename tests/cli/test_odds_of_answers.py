"""The odds of answers in words: a star where one is better than all others, and none where nobody can tell."""

from __future__ import annotations

import pytest

from bombsight.service.play.answer_odds import AnswerOdds, Odds
from bombsight.service.present.odds_lines import describe_figure, describe_verdict


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
