"""Odds by numbers of many values: split where the rules tell them apart, and each value by itself where it matters."""

from __future__ import annotations

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.table_odds.documents import TableOdds
from bombsight.service.table_odds.situations import compute_table_odds
from bombsight.service.table_odds.value_intervals import ValueIntervals, single_value_intervals

GAME = """\
game caravan "The Caravan"
  language 1
  sources optional

enum Weather: fair, dust, storm

state career
  gold "Gold" good: 0..12000 full = 1000
  debt "Debt" bad: 0..12000 full = 500
  water: 0..40 = 12
  food: 0..1000000 = 7
  luck: 0..12 or none = none
  due: yes/no = no

define thirsty: yes/no = water / 4 rounded down < 3

table Weather_of "Weather"
  gives Weather
  roll 2d6
  +1 late when gold > 2000
  ..7: fair
  8..10: dust
  11..: storm

table Bargain "A bargain"
  roll 1d6
  +1 rich when gold - debt > 4000
  -1 dry when thirsty
  +1 lucky when luck or else 0 > 3
  ..3 "None": nothing
  4..5 "A small one"
    take 300 from gold
    if due
      add 200 to debt
  6.. "A great one"
    take 900 from gold

table Thief "A thief"
  roll 1d6
  1..3 "Some": take 300 from gold
  4..
    if gold > 500
      do flee
    roll on Bargain

procedure flee "Flee"
  say "You have {gold}."

table Weighed "Each coin counts"
  gives 0..12000
  roll 1d6
  1..3: gold
  4..6: 0

table Portions "Portions"
  gives 0..9
  roll 1d6
  +1 plenty when 2 * food + 3 >= 2001 and water in 3..20
  +1 exact when food in {10, 500000}
  -1 odd when water is max(gold / 100 rounded up, 5)
  ..3: 1
  4..: 2

table Purse "What weighs it down"
  gives 0..9
  roll 1d6
  +(2 when gold > 2000, 1 when gold - debt > 900, else 0) heavy
  -(min(n for n in 1..3 where water < 5 * n) or else 0) light
  natural 6 "Torn": 9
  ..3: (4 when water < 10, 3 when luck or else 0 > 5, else 1)
  4..: 2

procedure mission "The journey"
  roll on Bargain
  roll on Thief
  roll on Weather_of
  roll on Weighed
  roll on Portions
  roll on Purse
"""


@pytest.fixture(scope="module")
def caravan(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules") / "caravan"
    folder.mkdir()
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def odds(game: str, table: str, *given: str, every: bool = False) -> TableOdds:
    return compute_table_odds(request_for_game(game, Rules()), table, given, is_exhaustive=every)


def describe_odds(found: TableOdds) -> list[str]:
    """What tells each case."""
    return ["; ".join(f"{each.text} {' or '.join(each.values)}" for each in case.where) for case in found.situations]


# --- where it is only compared


@pytest.mark.parametrize(
    ("given", "cases"),
    [
        ("gold is 500", ["gold 500"]),
        ("gold = 500", ["gold 500"]),
        ("gold > 5000", ["gold 5001..12000"]),
        ("gold in 5000..5003", ["gold 5000..5003"]),
        ("gold is 5000 or gold is 5001", ["gold 5000 or 5001"]),
        ("gold < 12000", ["gold 0..2000", "gold 2001..11999"]),
        ("gold > debt and debt is 600", ["debt 600; gold 601..2000", "debt 600; gold 2001..12000"]),
        ("food is 3", ["food 3"]),
    ],
)
def test_a_number_is_split_where_rules_tell_its_values_apart(caravan, given, cases):
    assert describe_odds(odds(caravan, "Weather_of", given)) == cases


def test_all_cases_of_a_number_are_runs_between_its_thresholds(caravan):
    assert describe_odds(odds(caravan, "Weather_of", every=True)) == ["gold 0..2000", "gold 2001..12000"]


def test_a_number_is_compared_with_another_as_it_stands(caravan):
    found = odds(caravan, "Bargain", "gold > 900")
    assert describe_odds(found) == ["gold 901..4500", "gold 4501..12000"]


def test_sums_quotients_and_the_greater_of_two_have_thresholds(caravan):
    assert describe_odds(odds(caravan, "Portions", "food < 900000")) == [
        "food 0..9 or 11..998",
        "food 10 or 999..499999 or 500001..899999",
        "food 500000",
    ]


def test_a_value_by_condition_is_split_where_its_conditions_are(caravan):
    assert describe_odds(odds(caravan, "Purse", "gold < 12000 and water is 30")) == [
        "gold 0..1400; water 30",
        "gold 1401..2000; water 30",
        "gold 2001..11999; water 30",
    ]


@pytest.mark.parametrize("table", ["Weather_of", "Bargain", "Thief", "Portions", "Purse"])
def test_a_run_has_the_odds_of_each_of_its_values(caravan, table, monkeypatch):
    asked = "water < 40" if table == "Portions" else "water in 5..14 and (luck is none or luck < 9)"
    by_runs = odds(caravan, table, asked)
    monkeypatch.setattr(
        ValueIntervals,
        "_compute_intervals",
        lambda self, number, cases: single_value_intervals(self.space.values[number]),
    )
    assert odds(caravan, table, asked).situations == by_runs.situations


# --- where each value matters


def test_a_value_can_be_said_of_a_number_that_matters_by_itself(caravan):
    (case,) = odds(caravan, "Weighed", "gold is 5400").situations
    assert [(each.name, each.chance.ratio) for each in case.chances.results] == [("0", "3/6"), ("5400", "3/6")]


def test_a_few_values_of_a_number_that_matters_by_itself(caravan):
    assert describe_odds(odds(caravan, "Weighed", "gold in 7..9")) == ["gold 7", "gold 8", "gold 9"]


def test_too_many_values_of_a_number_that_matters_by_itself_are_told(caravan):
    with pytest.raises(InputError, match=r"each of the 12,001 values of gold may come to odds of its own"):
        odds(caravan, "Weighed", "gold < 12000")


def test_numbers_that_are_only_compared_with_each_other_are_told(caravan):
    with pytest.raises(InputError, match=r"gold > debt: each of the 12,001 values of gold"):
        odds(caravan, "Weather_of", "gold > debt")


def test_all_cases_tell_what_was_not_gone_through(caravan):
    found = odds(caravan, "Bargain", every=True)
    assert [(each.text, each.count) for each in found.wide] == [("gold", 12001), ("debt", 12001)]


def test_a_field_that_a_row_changes_before_it_is_asked_for_again_matters_by_itself(caravan):
    with pytest.raises(InputError, match="12,001 values of gold"):
        odds(caravan, "Thief", "gold < 12000")
