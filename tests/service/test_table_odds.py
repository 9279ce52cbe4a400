"""The odds of tables: against another library that works out odds, against throws, and as they are told."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import icepool
import pytest

from bombsight.boundary.errors import InputError
from bombsight.runtime.dice import SeededDice
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.table_odds import situations
from bombsight.service.table_odds.documents import Chances, TableOdds
from bombsight.service.table_odds.situations import compute_table_odds
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")

GAME = """\
game orchard "The Orchard"
  language 1
  sources optional

option frost "Frost" = no

enum Fruit: apple, pear, plum
enum Care: none_at_all, some, much

record Tree
  fruit: Fruit = pear
  age: 0..9 = 3

state career
  trees: list of Tree at most 4
  rain: 0..5 = 2
  care: Care = some

define wet: yes/no = rain >= 4

define helped(fruit: Fruit): yes/no = care is much and fruit is not plum

table Picking "Picking"
  gives baskets: 0..6, worms: yes/no
  roll 2d6
  +1 wet when wet
  -2 frost when option frost
  ..5: 1, no
  6..9: 2, no
  10..11: 4, yes
  12..: 6, yes

table Again "Thrown again"
  gives 0..9
  roll 1d6
  1..4: 1
  5: 3
  6
    again at most 3 times
    return 9

table Wind "The wind"
  gives 0..12
  roll 1d6
  1..4: 0
  5..6
    roll 1d6
      +1 wet when wet
      ..3: 5
      4..: 8

table Basket "What a basket holds"
  for fruit: Fruit
  gives 0..9
  roll 1d6
  +1 helped when helped(fruit)
  +1 ripe when fruit is plum
  1..3: 0
  4: 1
  5..
    let more = roll on Wind
    return min(9, 1 + more)

table Climb "Up a tree"
  for tree: Tree
  roll 1d6
  +1 old when tree.age > 5
  +1 pear when tree.fruit is pear
  ..2: falls
  else: climbs

table Same "The same as another"
  gives 1..3
  roll 1d6
  1..2: 1
  3: treat as row 6
  4..5: 2
  6: 3

table Printed "Half of it is ours" printed
  gives yes/no
  roll 1d6
  ..4: no
  5..: yes  reconstructed "a letter hints at it"

table Broken "It breaks"
  gives 1..6
  roll 1d6
  1..5: 1
  6: rain + 4

table Shake "A shaken tree"
  for fruit: Fruit
  gives yes/no
  roll 1d6
  +3 some when care is some
  +1 apple when fruit is apple
  +1 wet when wet
  +2 ripe when care is much and helped(fruit)
  ..5: no
  6..: yes

table Card "No dice"
  for fruit: Fruit
  gives 1..3
  | fruit | n |
  | apple | 1 |
  | pear  | 2 |
  | plum  | 3 |

procedure mission "A day"
  add Tree(fruit: apple) to trees
  for each tree in trees
    roll on Climb(tree)
  for each fruit in Fruit
    roll on Basket(fruit)
    set rain to look up Card(fruit)
  roll on Picking
  roll on Again
  roll on Same
  roll on Shake(apple)
  roll on Printed
  roll on Broken
  add 1 to rain
"""


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOMBSIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def orchard(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("games") / "orchard"
    folder.mkdir()
    (folder / "orchard.rules").write_text(GAME, encoding="utf-8")
    return str(folder)


def odds(game: str, table: str, *given: str, every: bool = False, **rules) -> TableOdds:
    return compute_table_odds(request_for_game(game, Rules(**rules)), table, given, is_exhaustive=every)


def only(told: TableOdds) -> Chances:
    (situation,) = told.situations
    return situation.chances


def results(chances: Chances) -> dict[str, Fraction]:
    assert chances.left == 0
    return {each.name: Fraction(each.chance.ratio) for each in chances.results}


def exactly(die: icepool.Die) -> dict[str, Fraction]:
    return {str(outcome): Fraction(number, die.denominator()) for outcome, number in die.items()}


# --- against icepool


def picked(total: int) -> str:
    return "1, no" if total <= 5 else "2, no" if total <= 9 else "4, yes" if total <= 11 else "6, yes"


@pytest.mark.parametrize(
    ("given", "modifier"),
    [
        ((), 0),
        (("wet",), 1),
        (("rain is 5",), 1),
        (("rain = 5",), 1),
        (("option frost",), -2),
        (("option frost = yes", "wet"), -1),
        (("option frost and wet",), -1),
    ],
)
def test_two_dice_with_modifiers(orchard, given, modifier):
    found = only(odds(orchard, "Picking", *given))
    expected = (2 @ icepool.d6 + modifier).map(picked)

    assert results(found) == exactly(expected)


def test_parts_by_themselves(orchard):
    baskets, worms = only(odds(orchard, "Picking")).parts

    assert baskets.part == "baskets"
    worm = (2 @ icepool.d6).map(lambda total: "yes" if total >= 10 else "no")
    assert {each.name: Fraction(each.chance.ratio) for each in worms.outcomes} == exactly(worm)


def test_dice_thrown_again(orchard):
    die = icepool.d6.map({1: 1, 2: 1, 3: 1, 4: 1, 5: 3, 6: 9})
    for _ in range(3):
        die = icepool.d6.map({1: 1, 2: 1, 3: 1, 4: 1, 5: 3, 6: die})

    assert results(only(odds(orchard, "Again"))) == exactly(die)


@pytest.mark.parametrize(("given", "modifier"), [((), 0), (("wet",), 1)])
def test_a_roll_within_a_row(orchard, given, modifier):
    inner = (icepool.d6 + modifier).map(lambda total: 5 if total <= 3 else 8)
    die = icepool.d6.map(lambda face: inner if face >= 5 else 0)

    found = only(odds(orchard, "Wind", *given))
    assert results(found) == exactly(die)
    (roll,) = found.rolls
    assert Fraction(roll.reached.ratio) == Fraction(1, 3)


@pytest.mark.parametrize("fruit", ["apple", "pear", "plum"])
@pytest.mark.parametrize("care", ["some", "much"])
def test_a_table_that_is_called_and_what_is_given_of_a_parameter(orchard, fruit, care):
    inner = icepool.d6.map(lambda total: 5 if total <= 3 else 8)
    wind = icepool.d6.map(lambda face: inner if face >= 5 else 0)
    bonus = (fruit == "plum") + (care == "much" and fruit != "plum")
    die = (icepool.d6 + bonus).map(lambda n: 0 if n <= 3 else 1 if n == 4 else wind.map(lambda more: min(9, 1 + more)))

    assert results(only(odds(orchard, "Basket", f"fruit is {fruit}", f"care is {care}"))) == exactly(die)


def test_another_row_that_is_taken_instead(orchard):
    die = icepool.d6.map({1: 1, 2: 1, 3: 3, 4: 2, 5: 2, 6: 3})
    assert results(only(odds(orchard, "Same"))) == exactly(die)


@pytest.mark.parametrize(("sky", "modifier"), [("clear", 0), ("fog", 1), ("gale", 1)])
def test_the_lighthouse(sky, modifier):
    found = only(odds(LIGHTHOUSE, "Weather", f"sky is {sky}"))
    die = (2 @ icepool.d6 + modifier).map(
        lambda n: "clear" if n <= 6 else "rain" if n <= 8 else "fog" if n <= 10 else "gale"
    )
    assert results(found) == exactly(die)


def test_two_digits():
    rows = only(odds(LIGHTHOUSE, "Traffic")).rows
    assert [each.chance.ratio for each in rows] == ["9/36", "8/36", "10/36", "5/36", "3/36", "1/36"]


# --- against throws


def test_throws_of_the_same_rules_agree(orchard):
    """The lowered program of the whole game, as it is played, thrown a hundred thousand times: within five sigma."""
    from bombsight.runtime.run.play import start_machine
    from bombsight.service.programs.loaders import load
    from bombsight.service.programs.prepare import program_for

    program = program_for(request_for_game(orchard, Rules()))
    dice = SeededDice(5)
    machine = load(program, dice.roll, lambda *_: 0)
    entry = program.find_entry("roll", "Basket")
    start_machine(machine)
    start = [*machine.slots]
    times = 100_000
    counts: dict[str, int] = {}
    for _ in range(times):
        machine.slots[:] = start
        given = machine.call(entry, 2)
        counts[str(given)] = counts.get(str(given), 0) + 1
    expected = results(only(odds(orchard, "Basket", "fruit is plum")))

    assert counts.keys() == expected.keys()
    for name, share in expected.items():
        sigma = float(share * (1 - share) / times) ** 0.5
        assert abs(counts[name] / times - float(share)) < 5 * sigma, name


def test_what_is_too_long_is_bounded_and_estimated(orchard, monkeypatch):
    exact = results(only(odds(orchard, "Basket", "fruit is plum")))
    monkeypatch.setattr(situations, "MAX_RUNS", 4)
    monkeypatch.setattr(situations, "MIN_CASE_RUNS", 4)
    monkeypatch.setattr("bombsight.service.table_odds.counting.count_runs.__defaults__", (4,))
    found = only(odds(orchard, "Basket", "fruit is plum"))

    assert 0 < found.left < 0.7
    assert found.thrown > 0
    for each in found.results:
        assert each.chance.ratio == ""
        assert each.chance.low - 0.02 <= exact[each.name] <= each.chance.high + 0.02
        assert each.chance.low <= each.chance.share <= each.chance.high


# --- what is asked


def chances_of(told: TableOdds) -> Mapping[str, dict[str, Fraction]]:
    return {
        "; ".join(f"{each.text} {'|'.join(each.values)}" for each in situation.where): results(situation.chances)
        for situation in told.situations
    }


def test_parameters_that_nobody_names_are_gone_through(orchard):
    found = chances_of(odds(orchard, "Basket"))
    assert set(found) == {"fruit apple|pear", "fruit plum"}


def test_all_that_decides_is_gone_through(orchard):
    found = chances_of(odds(orchard, "Basket", every=True))
    assert set(found) == {
        "fruit apple|pear; helped(fruit) no",
        "fruit apple|pear; helped(fruit) yes",
        "fruit plum; helped(fruit) no",
        "fruit plum; helped(fruit) yes",
    }
    told = odds(orchard, "Picking", every=True)
    assert {each.text for situation in told.situations for each in situation.where} == {"wet"}
    assert not told.assumed


def test_a_condition_that_several_values_meet(orchard):
    found = odds(orchard, "Picking", "rain in 1..5")
    assert [situation.where[0].values for situation in found.situations] == [("1..3",), ("4", "5")]


def test_an_element_is_there_with_its_defaults(orchard):
    old = {row.title or row.text: row.chance.ratio for row in only(odds(orchard, "Climb", "tree.age is 7")).rows}
    young = {row.title or row.text: row.chance.ratio for row in only(odds(orchard, "Climb")).rows}
    assert young == {"climbs": "5/6", "falls": "1/6"}
    assert old == {"climbs": "1"}
    assert [each.chance.ratio for each in only(odds(orchard, "Climb", "tree.fruit is apple")).rows] == ["2/6", "4/6"]


def test_a_scene_names_the_element(orchard):
    found = only(odds(orchard, "Climb", "add Tree(fruit: plum, age: 9) to trees as tree"))
    assert {row.chance.ratio for row in found.rows} == {"1/6", "5/6"}


def test_what_is_assumed_is_told(orchard):
    told = odds(orchard, "Picking")
    assert [(each.text, each.values) for each in told.assumed] == [("wet", ("no",))]


@pytest.mark.parametrize(
    "given",
    [
        "fruit is plum and care = much",
        "fruit = plum and care=much",
        "care = much and (fruit = plum or fruit is apple and care = some)",
        "not (fruit = apple or fruit = pear) and care is much",
    ],
)
def test_an_equals_sign_says_is_in_a_condition_of_several_terms(orchard, given):
    expected = odds(orchard, "Basket", "fruit is plum", "care is much")
    assert [each.chances for each in odds(orchard, "Basket", given).situations] == [
        each.chances for each in expected.situations
    ]


@pytest.mark.parametrize(
    ("given", "code"),
    [("wte", "N001"), ("rain is is", "N001"), ("rain +", "E"), ("option frst", "N001"), ("care is apple", "P001")],
)
def test_what_means_nothing_is_a_finding_at_its_place(orchard, given, code):
    with pytest.raises(WrongRules) as wrong:
        odds(orchard, "Picking", given)
    assert wrong.value.findings[0].code.startswith(code)
    assert wrong.value.findings[0].span.path == "given"
    assert wrong.value.findings[0].span.end <= len(given)


@pytest.mark.parametrize(
    ("table", "given", "message"),
    [
        ("Picking", "rain > 5", "nothing makes this so"),
        ("Picking", " ", "says nothing"),
        ("Pikcing", "wet", "there is no table"),
        ("Card", "wet", "no dice are thrown"),
        ("Picking", "count(tree in trees) is 3", "nothing makes this so"),
    ],
)
def test_what_cannot_be_asked(orchard, table, given, message):
    with pytest.raises(InputError, match=message):
        odds(orchard, table, given)


# --- what it hangs on


def test_what_each_modifier_matters(orchard):
    wet, frost = only(odds(orchard, "Picking", "option frost")).modifiers

    assert (wet.label, wet.amount, wet.counts) == ("wet", 1, False)
    assert (frost.label, frost.amount, frost.counts) == ("frost", -2, True)
    assert {each.name: Fraction(each.chance.ratio) for each in wet.outcomes} == exactly(
        (2 @ icepool.d6 - 1).map(picked)
    )
    assert {each.name: Fraction(each.chance.ratio) for each in frost.outcomes} == exactly((2 @ icepool.d6).map(picked))


def test_a_modifier_counts_instead_of_one_that_excludes_it(orchard):
    some, apple, wet, ripe = only(odds(orchard, "Shake", "care is some", "fruit is pear")).modifiers

    assert (some.counts, some.instead) == (True, ())
    assert (ripe.counts, ripe.instead) == (False, ("some",))
    assert {each.name: each.chance.ratio for each in ripe.outcomes} == {"no": "3/6", "yes": "3/6"}
    assert wet.instead == ()
    assert {each.name: each.chance.ratio for each in wet.outcomes} == {"no": "1/6", "yes": "5/6"}
    assert (apple.instead, apple.amount) == ((), 1)


def test_how_much_rests_on_what_is_reconstructed(orchard):
    found = {each.standing: each.chance.ratio for each in only(odds(orchard, "Printed")).standings}
    assert found == {"printed": "4/6", "reconstructed": "2/6"}


def test_a_fault_is_told_with_its_chance(orchard):
    (fault,) = only(odds(orchard, "Broken", "rain is 3")).faults
    assert fault.chance.ratio == "1/6"
    assert fault.message


def test_house_rules_stand_beside_what_they_change(orchard, tmp_path):
    file = tmp_path / "rich.rules"
    file.write_text(
        'house rich "Rich" for orchard\n  1 "More"\n    in table Picking\n      add +1 rich when rain < 4\n',
        encoding="utf-8",
    )
    with_, without = request_for_game(orchard, Rules(house=[file])), request_for_game(orchard, Rules())
    told = compute_table_odds(with_, "Picking", against=without)
    (situation,) = told.situations

    assert told.rules_told == ("house rich", "as it is")
    assert results(situation.chances) == exactly((2 @ icepool.d6 + 1).map(picked))
    assert situation.against is not None
    assert results(situation.against) == exactly((2 @ icepool.d6).map(picked))


def test_rows_are_exact_though_what_follows_is_not(orchard, monkeypatch):
    exact = {row.key: row.chance for row in only(odds(orchard, "Basket", "fruit is plum")).rows}
    monkeypatch.setattr(situations, "MAX_RUNS", 20)
    monkeypatch.setattr(situations, "MIN_CASE_RUNS", 20)
    found = only(odds(orchard, "Basket", "fruit is plum"))

    assert found.left > 0
    assert any(each.chance.low < each.chance.high for each in found.results)
    assert {row.key: row.chance for row in found.rows} == exact


def test_what_is_assumed_is_told_of_all_cases(orchard):
    told = odds(orchard, "Shake", "care is much")
    assert [(each.text, each.values) for each in told.assumed] == [("wet", ("no",)), ("helped(fruit)", ("yes", "no"))]


def test_what_rows_ask_is_assumed_too(orchard):
    told = odds(orchard, "Broken")
    assert [(each.text, each.values) for each in told.assumed] == [("rain", ("2",))]


TRACK = """\
game track "Track"
  sources optional

enum Skill: green, fair, good

state career
  flown: 0..9 = 0

define skill: Skill = look up Track(flown + 1)

table Track "Track" reconstructed "a letter names the first rows"
  for number: 1..10
  gives Skill
  1..2: green   printed "page 3"
  3..4: green
  5..: good

table Bonus "Bonus" printed
  for of: Skill
  gives 0..3
  green: 1
  fair: 2
  good: 3

table Place "Place" printed
  roll 1d6
  +(look up Bonus(skill)) skill
  ..4: nothing
  5..: nothing

procedure mission
  roll on Place
"""


@pytest.mark.parametrize(
    ("given", "share"),
    [
        ((), 0),  # it begins with the first row, which is printed
        (("flown = 1",), 0),
        (("flown = 2",), 1),
        (("flown = 5",), 1),
        (("flown in 0..1",), 0),
        (("flown in 0..3",), 1),  # of cases of the same odds the one that is known least is told
        (("skill is good",), 0),  # then it rests on nothing but what is said
    ],
)
def test_what_a_modifier_rests_on_is_what_it_is_as_things_stand(tmp_path, given, share):
    (tmp_path / "track.rules").write_text(TRACK, encoding="utf-8")
    (situation,) = odds(str(tmp_path), "Place", *given).situations
    known = {each.standing: each.chance.share for each in situation.chances.standings}
    assert known.get("reconstructed", 0) == share
    assert sum(known.values()) == 1


CHARMED = """\
enum Charm: none_at_all, clover, penny

option loud "Loud" = no

house charmed "Charmed" for orchard
  1 "A charm to carry"
    in state career
      add charm: Charm = none_at_all
    in record Tree
      add tall: yes/no = no
    in table Picking
      add +1 tall when any(t in trees where t.tall)
      add +1 charm when charm is clover and not wet
      add +1 loud when option loud
"""


@pytest.mark.parametrize(
    "given",
    [
        "charm is clover",
        "charm is clover and not wet",
        "charm is clover and option loud",
        "add Tree(tall: yes, age: 5) to trees",
    ],
)
def test_what_only_house_rules_know_can_be_given(orchard, tmp_path, given):
    file = tmp_path / "charmed.rules"
    file.write_text(CHARMED, encoding="utf-8")
    told = compute_table_odds(
        request_for_game(orchard, Rules(house=[file])), "Picking", [given], against=request_for_game(orchard, Rules())
    )
    (situation,) = told.situations
    assert situation.against is not None

    bonus = 2 if "loud" in given else 1
    assert results(situation.chances) == exactly((2 @ icepool.d6 + bonus).map(picked))
    assert results(situation.against) == exactly((2 @ icepool.d6).map(picked))
