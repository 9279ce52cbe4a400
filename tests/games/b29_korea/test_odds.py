"""Odds of the game's tables, worked out by another library from what is printed."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

import bombsight

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("given", "modifier"),
    [("f.clock is six", 2), ("f.clock is dive", -3), ("f.clock is six and evasive", 1), ("f.clock is climb", 3)],
)
def test_defensive_fire(given, modifier):
    told = bombsight.odds("b29_korea", "5-7", given=[given, "f.kind is mig15 and t is tail and not goes_past(t, f)"])
    (situation,) = told.situations
    die = (2 @ icepool.d6).map(lambda n: "miss" if n == 2 else "hit" if n == 12 or n + modifier >= 11 else "miss")

    assert {each.name: Fraction(each.chance.ratio) for each in situation.chances.results} == {
        name: Fraction(number, die.denominator()) for name, number in die.items()
    }


def test_a_sight_of_the_stars_is_followed_by_another_roll():
    told = bombsight.odds("b29_korea", "4-6", given=["manned(navigator) and not tools_out and not night_here"])
    (situation,) = told.situations
    modifier = sum(each.amount for each in situation.chances.modifiers if each.counts)
    star = icepool.d6.map(lambda n: -1 if n <= 1 else 1)
    die = (icepool.d6 + modifier).map(lambda n: 0 if n <= 3 else star)

    assert {each.name: Fraction(each.chance.ratio) for each in situation.chances.results} == {
        str(value): Fraction(number, die.denominator()) for value, number in die.items()
    }
    assert [each.table for each in situation.chances.rolls] == ["star_fix"]
