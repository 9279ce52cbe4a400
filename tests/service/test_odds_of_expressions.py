"""The odds of expressions: dice, rolls, defines, procedures; exact, estimated, refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import icepool
import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.pins import parse_pin
from bombsight.service.table_odds.documents import Chances, TableOdds
from bombsight.service.table_odds.situations import compute_expression_odds, compute_table_odds
from bombsight.service.table_odds.wording import collect_means, collect_remarks

GAME = """\
game orchard "The Orchard"
  sources optional

enum Fruit: apple, pear, plum
enum End: good, bad

record Tree
  fruit: Fruit = pear
  age: 0..9 = 3

state mission
  trees: list of Tree at most 4
  rain: 0..5 = 2

define worth(t: Tree): 0..20 = t.age + rain

table Picking "Picking"
  for fruit: Fruit
  gives baskets: 0..6, worms: yes/no
  roll 1d6
  +1 plum when fruit is plum
  ..5: 1, no
  6..: 4, yes

table Storm "A storm"
  for t: Tree
  roll 1d6
  ..4 "It holds": nothing
  5.. "It falls": remove each x from trees where x.age > 0

procedure duel(bonus: 0..6): yes/no
  let act = 1d6 + bonus
  let one = 1d10
  let other = 1d10
  return act > one and act > other

procedure pick: Fruit
  choose f from Fruit
    ask "Which"
    prefer 1
  return f

procedure idle
  add 1 to rain

procedure mission: End
  let p = do pick
  let d = do duel(1)
  let s = roll on Picking(p)
  add Tree(age: 4) to trees
  for each t in trees
    roll on Storm(t)
  do idle
  if d and s.worms
    return bad
  return good
"""


@pytest.fixture
def orchard(tmp_path: Path) -> str:
    folder = tmp_path / "orchard"
    folder.mkdir()
    (folder / "rules.rules").write_text(GAME)
    return str(folder)


def odds_of(game: str, expression: str, *given: str, autopilot: bool = False) -> TableOdds:
    return compute_expression_odds(request_for_game(game, Rules()), expression, given, answers_choices=autopilot)


def chances_of(game: str, expression: str, *given: str, autopilot: bool = False) -> Chances:
    (situation,) = odds_of(game, expression, *given, autopilot=autopilot).situations
    return situation.chances


def shares(chances: Chances) -> dict[str, Fraction]:
    return {each.name: each.chance.fraction for each in chances.results}


def of_die(die: icepool.Die[int]) -> dict[str, Fraction]:
    return {str(outcome): Fraction(die.probability(outcome)) for outcome in die}


def test_dice_are_as_another_library_has_them(orchard):
    assert shares(chances_of(orchard, "2d6 - 1")) == of_die(2 @ icepool.d6 - 1)
    assert shares(chances_of(orchard, "highest of 3d6 + 1d4")) == of_die(icepool.d6.highest(3) + icepool.d4)
    assert chances_of(orchard, "1d6 + 2 > 1d10").results[1].chance.ratio == "9/20"


def test_a_procedure_of_several_throws_is_exact(orchard):
    act, challenge = icepool.d6 + 1, icepool.d10
    wins = sum(
        Fraction(act.probability(face)) * Fraction(challenge.probability("<", face)) ** 2 for face in act.outcomes()
    )

    assert shares(chances_of(orchard, "do duel(1)")) == {"no": 1 - wins, "yes": wins}


def test_means_stand_below_numbers_alone(orchard):
    assert [*collect_means(odds_of(orchard, "3d6"))] == ["Mean 10.5."]
    assert [*collect_means(odds_of(orchard, "1d6 > 2"))] == []


def test_elements_and_state_are_given(orchard):
    tree = "add Tree(age: 5) to trees as oak"

    assert shares(chances_of(orchard, "worth(oak)", tree, "rain is 4")) == {"9": Fraction(1)}
    cases = odds_of(orchard, "worth(oak)", tree, "rain >= 4").situations
    assert [shares(each.chances) for each in cases] == [{"9": Fraction(1)}, {"10": Fraction(1)}]


def test_a_roll_on_a_table_with_constants_is_the_odds_of_that_table(orchard):
    asked = odds_of(orchard, "roll on Picking(plum)")

    assert asked.table == "Picking"
    assert (
        asked.situations
        == compute_table_odds(request_for_game(orchard, Rules()), "Picking", ["fruit is plum"]).situations
    )
    assert len(odds_of(orchard, "roll on Picking").situations) == 2


def test_a_roll_that_gives_nothing_has_the_chances_of_its_rows(orchard):
    chances = chances_of(orchard, "roll on Storm(oak)", "add Tree(age: 5) to trees as oak")
    (roll,) = chances.rolls

    assert [(row.title, row.chance.ratio) for row in roll.rows] == [("It holds", "2/3"), ("It falls", "1/3")]


def test_choices_are_refused_by_name_or_the_autopilots(orchard):
    with pytest.raises(InputError, match="pick/f") as refusal:
        odds_of(orchard, "do mission")

    assert "auto=True" in refusal.value.hint
    chances = chances_of(orchard, "do mission", autopilot=True)
    assert sum(shares(chances).values()) == 1
    assert "The autopilot answers on the way: pick/f." in [*collect_remarks(chances)]


def test_too_many_throws_are_estimated_and_say_so(orchard):
    chances = chances_of(orchard, "4d10 + 5d12 + 6d20 > 120")
    likely = Fraction((4 @ icepool.d(10) + 5 @ icepool.d(12) + 6 @ icepool.d(20)).probability(">", 120))

    (yes,) = (each.chance for each in chances.results if each.name == "yes")
    assert chances.left > 0
    assert yes.low <= likely <= yes.high


def test_many_numbers_are_counted_in_ranges(orchard):
    chances = chances_of(orchard, "30d6")
    dice = 30 @ icepool.d6

    assert len(chances.results) < 26
    (middle,) = (each for each in chances.results if each.name == "100..109")
    assert middle.chance.fraction == Fraction(dice.probability(">=", 100)) - Fraction(dice.probability(">=", 110))


@pytest.mark.parametrize(
    ("expression", "reason"),
    [("", "asks for nothing"), ("do idle", "gives no value"), ("trees", "is a list"), ("2d6\n+ 1", "asks for nothing")],
)
def test_what_has_no_value_is_refused(orchard, expression, reason):
    with pytest.raises(InputError, match=reason):
        odds_of(orchard, expression)


@pytest.mark.parametrize(("expression", "place"), [("2d6 +", "expression:1"), ("1d6 + missing", "expression:1:7")])
def test_findings_stand_at_their_place_in_the_expression(orchard, expression, place):
    with pytest.raises(WrongRules) as wrong:
        odds_of(orchard, expression)

    assert str(wrong.value.findings[0].span).startswith(place)


def test_pinned_tables_show_the_same_and_fields_are_given(orchard):
    def pinned(text: str) -> TableOdds:
        request = request_for_game(orchard, Rules())
        return compute_table_odds(request, "Picking", ["fruit is pear"], pins=[parse_pin(text)])

    odds = pinned("Picking=6")
    assert [(each.name, each.chance.ratio) for each in odds.situations[0].chances.results] == [("4, yes", "1")]
    assert odds.given[-1] == "Picking pinned to 6"
    with pytest.raises(InputError, match="rain is no table"):
        pinned("rain=3")
