"""One roll on a table: what comes of named dice in each case that is left open, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.table_rolls.documents import TableRoll
from bombsight.service.table_rolls.rolling import MAX_SHOWN_CASES, roll_on_table
from bombsight.service.table_rolls.wording import describe_remarks

GAME = """\
game orchard "The Orchard"
  sources optional

enum Fruit: apple, pear, plum
enum End: good, bad

state mission
  rain "Rain": 0..5 = 2
  wind: 0..900 = 1
  snow: 0..30 = 0
  ice: 0..30 = 0

table Picking "Picking" cite "card 1"
  for fruit: Fruit
  gives 0..9
  when rain is 5: 0
  roll 2d6
  +1 plum when fruit is plum
  +2 dry when rain is 0
  ..8: 2
  9..10 "Plenty": roll on Basket
  11..
    add 1 to rain
    choose more
      ask "Go on"
      answer stop "Stop"
        return 7
      answer on "On" prefer 1
        return 8

table Basket "A basket"
  gives 0..9
  roll 1d6
  ..3: 3
  4..: 4

table Gale "A gale"
  roll 1d6
  +(wind) wind
  +(snow) snow
  -(ice) ice
  ..6: nothing
  7..: take 1 from rain

table Look "Looked up"
  for fruit: Fruit
  gives 0..9
  apple: 1
  pear: 2
  plum: 3

table Finds "Finds"
  roll 1d10
  1..4 "{2d6} apples": nothing
  5..9 "A ladder": nothing
  10 "Two finds": again twice, each once

procedure mission: End
  let a = roll on Picking(pear)
  let b = look up Look(pear)
  roll on Gale
  set wind to 3
  set snow to 1
  set ice to 2
  if a > b
    return good
  return bad
"""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("games") / "orchard"
    folder.mkdir()
    (folder / "rules.rules").write_text(GAME)
    return str(folder)


def roll(game: str, table: str, *dice: str, given: tuple[str, ...] = (), seed: int = 1) -> TableRoll:
    return roll_on_table(request_for_game(game, Rules()), table, dice, given, seed=seed)


def test_everything_given_is_one_case_with_its_row_and_why(orchard):
    rolled = roll(orchard, "picking", "3", "4", given=("fruit is plum", "rain is 1"))
    (case,) = rolled.cases
    (throw,) = case.throws

    assert (throw.faces, throw.natural, throw.total) == ((3, 4), 7, 8)
    assert [(each.label, each.amount) for each in throw.modifiers] == [("plum", 1)]
    assert throw.row is not None
    assert (throw.row.key, case.result, case.where) == ("..8", "2", ((),))
    assert case.why[0].startswith("Picking")
    assert rolled.seed is None
    assert case.marks is not None
    assert rolled.card is not None
    assert [row.key for row in rolled.card.rows if case.marks.has(row)] == ["..8"]
    assert [each.label for each in rolled.card.modifiers if case.marks.has(each)] == ["plum"]


def test_what_is_left_open_is_told_case_by_case_as_far_as_it_matters(orchard):
    cases = roll(orchard, "Picking", "3", "4", given=("fruit is not plum",)).cases

    told = {case.result + " " + (case.throws[0].row.key if case.throws[0].row else ""): case for case in cases}
    assert {key: len(case.where) for key, case in told.items()} == {"0 when rain is 5": 1, "4 9..10": 1, "2 ..8": 1}
    assert cases[0].where[0][0].text == "rain"


def test_further_dice_go_to_the_tables_that_the_row_sends_to(orchard):
    given = ("fruit is pear", "rain is 2")
    (case,) = roll(orchard, "Picking", "4", "5", "2", given=given).cases
    (joined,) = roll(orchard, "Picking", "4+5", "5", given=given).cases

    assert [(each.table, each.faces) for each in case.throws] == [("Picking", (4, 5)), ("Basket", (2,))]
    assert (case.result, joined.result) == ("3", "4")


def test_dice_in_a_title_and_rows_taken_each_once_go_on_with_further_dice(orchard):
    (case,) = roll(orchard, "Finds", "10", "2", "3", "4", "10", "6").cases
    assert [(each.faces, each.row and each.row.key) for each in case.throws] == [
        ((10,), "10"),
        ((2,), "1..4"),
        ((3, 4), None),
        ((10,), "10"),
        ((6,), "5..9"),
    ]
    assert any("7 apples" in line for line in case.story)
    assert case.why[1].strip() == "1d10: 10"


def test_dice_that_are_not_named_fall_by_the_seed(orchard):
    given = ("fruit is pear", "rain is 2")
    first, again = (roll(orchard, "Picking", "9", given=given, seed=7) for _ in range(2))

    assert first == again
    assert first.seed == 7
    assert any("--seed 7" in remark for remark in describe_remarks(first))


def test_choices_are_the_autopilots_and_named_and_effects_are_told(orchard):
    (case,) = (rolled := roll(orchard, "Picking", "6", "6", given=("fruit is pear", "rain is 2"))).cases

    assert case.result == "8"
    assert case.choices == ("choice:Picking/more",)
    assert "The autopilot answers on the way: Picking/more." in [*describe_remarks(rolled)]
    assert "Rain: 2 → 3" in case.story


def test_a_change_that_differs_between_cases_is_left_out(orchard):
    (case,) = roll(orchard, "Picking", "6", "6", given=("fruit is pear", "rain in 1..2")).cases

    assert case.result == "8"
    assert not any("Rain" in line for line in case.story)


def test_too_many_cases_are_named_and_the_beginning_of_a_game_is_told(orchard):
    rolled = roll(orchard, "Gale", "3")

    assert 0 < len(rolled.cases) <= MAX_SHOWN_CASES
    assert {"snow", "ice"} <= set(rolled.open)
    assert "--given" in next(describe_remarks(rolled))


def test_a_table_that_is_looked_up_has_a_result_without_dice(orchard):
    cases = roll(orchard, "Look", given=("fruit in pear..",)).cases

    assert [case.result for case in cases] == ["2", "3"]


@pytest.mark.parametrize(
    ("table", "dice", "reason"),
    [
        ("Basket", ("7",), "7 is not on a die with 6 sides"),
        ("Basket", ("3", "4"), "4 is left over"),
        ("Look", ("3",), "no dice are thrown"),
        ("Picking", ("two",), "two: write what each die shows"),
        ("Missing", (), "Missing"),
    ],
)
def test_dice_that_do_not_fit_are_refused(orchard, table, dice, reason):
    with pytest.raises(InputError, match=reason):
        roll(orchard, table, *dice)


def test_what_is_given_must_be_possible(orchard):
    with pytest.raises(InputError, match="nothing makes this so"):
        roll(orchard, "Picking", "3", "4", given=("rain is 2 and rain is 3",))
