"""Odds of the game's tables, by another library from what is printed; and the question what a +1 does."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import icepool
import pytest

import bombsight
from bombsight.service.table_odds.documents import Chances
from tests.marking import slow_but

PRINTED = {"light": {2, 12}, "medium": {2, 3, 7, 12}, "heavy": {2, 3, 5, 7, 9, 11, 12}}


def only(told: bombsight.TableOdds) -> Chances:
    (situation,) = told.situations
    assert situation.chances.left == 0
    return situation.chances


def results(chances: Chances) -> dict[str, Fraction]:
    return {each.name: Fraction(each.chance.ratio) for each in chances.results}


def exactly(die: icepool.Die) -> dict[str, Fraction]:
    return {str(outcome): Fraction(number, die.denominator()) for outcome, number in die.items() if number}


@pytest.mark.parametrize("flak", slow_but(PRINTED, "medium"))
def test_flak(flak):
    die = (2 @ icepool.d6).map(lambda total: "hit" if total in PRINTED[flak] else "miss")
    assert results(only(bombsight.odds("b17", "O-3", given=[f"flak is {flak}"]))) == exactly(die)


def landing(total: int) -> str:
    rows = ((-3, "killed"), (-2, "wounds_at_1"), (-1, "wounds"), (0, "irreparable"), (1, "reparable"))
    return next((name for most, name in rows if total <= most), "safe")


@pytest.mark.parametrize(
    ("given", "modifier"),
    slow_but(
        [("landing_weather is bad", -2), ("landing_weather is poor", -1), ("engines_out is 3 and zone is 2", -6)],
        "landing_weather is bad",
    ),
)
def test_landing(given, modifier):
    found = only(bombsight.odds("b17", "G-9", given=[given]))
    assert results(found) == exactly((2 @ icepool.d6 + modifier).map(landing))


@pytest.mark.slow
def test_what_a_better_enemy_does(tmp_path):
    file = tmp_path / "better.rules"
    head = 'house better "Better" for b17\n  1 "One better"\n'
    file.write_text(f"{head}    in table german_fire\n      add +1 fw when f.kind is fw190\n", encoding="utf-8")
    told = bombsight.odds("b17", "german_fire", given=["f.kind is fw190", "f.clock is twelve"], against=[file])
    (situation,) = told.situations
    assert situation.against is not None

    assert [(each.name, each.chance.ratio) for each in situation.against.results] == [("hit", "2/6"), ("miss", "4/6")]
    assert [(each.name, each.chance.ratio) for each in situation.chances.results] == [("hit", "3/6"), ("miss", "3/6")]


@pytest.mark.slow
def test_what_the_example_of_the_docs_changes():
    file = Path(__file__).parents[3] / "docs" / "examples" / "crack-shot.rules"
    told = bombsight.diff("b17", against=[file], examples=False)
    (change,) = told.items
    (table,) = told.tables
    (situation,) = table.situations
    assert situation.against is not None

    assert [(part.where, part.by) for part in change.parts] == [("modifier crack_shot", ("house crack_shot 1",))]
    assert [(each.text, each.values) for each in situation.where] == [("gun", ("tail",))]
    assert [each.chance.ratio for each in situation.against.results] == ["1/6", "5/6"]
    assert [each.chance.ratio for each in situation.chances.results] == ["2/6", "4/6"]
