"""How chances read."""

from __future__ import annotations

import pytest

from bombsight.service.table_odds.counting import IMPOSSIBLE, Chance
from bombsight.service.table_odds.documents import OutcomeOdds, SubjectValues
from bombsight.service.table_odds.wording import (
    assumptions_text,
    chance_text,
    format_percent,
    pair_outcomes,
    points_text,
)


def chance(share: float, reach: float = 0.0) -> Chance:
    return Chance(share=share, ratio="", low=share - reach, high=share + reach)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (5 / 36, "13.9 %"),
        (1 / 7776, "0.013 %"),
        (0.9999, "> 99.9 %"),
        (0.9990, "99.9 %"),
        (1e-8, "< 0.0001 %"),
        (0.0099, "0.99 %"),
        (0.01, "1.0 %"),
    ],
)
def test_shares(share, text):
    assert format_percent(share) == text


@pytest.mark.parametrize(
    ("share", "reach", "text"),
    [(0.5, 0.012, "50.0 ± 1.2 %"), (0.0833, 0.0002, "8.330 ± 0.020 %"), (0.25, 1e-7, "25.0 %"), (0.25, 0, "25.0 %")],
)
def test_what_was_estimated_says_how_far_it_may_be_off(share, reach, text):
    assert chance_text(chance(share, reach)) == text


@pytest.mark.parametrize(
    ("was", "now", "text"), [(2 / 6, 3 / 6, "+16.7"), (0.5, 0.5, "="), (0.5, 0.4, "-10.0"), (0.1, 0.1001, "+0.01")]
)
def test_differences_are_in_points(was, now, text):
    assert points_text(chance(now), chance(was)) == text


def test_what_is_alike_stands_together():
    told = [SubjectValues(text=text, values=(value,), titles=(value,)) for text, value in
            (("zone", "1"), ("tired", "no"), ("wet", "no"))]  # fmt: skip
    assert assumptions_text(told) == "zone 1; no: tired, wet"


def test_outcomes_of_two_sides_stand_in_the_order_of_each():
    now, was = (
        [OutcomeOdds(name=name, title="", chance=chance(0.25)) for name in names.split()]
        for names in ("0 1 1 3..", "-1 0 2 3..")
    )
    found = pair_outcomes(now, was)
    assert [line.name for line in found] == ["-1", "0", "2", "1", "1", "3.."]
    assert [line.against is not IMPOSSIBLE for line in found] == [True, True, True, False, False, True]
