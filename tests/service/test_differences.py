"""What two sets of rules differ in: items part by part, odds, worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare
from bombsight.service.rules_diff.documents import Differences, ItemChange, TableMoved
from bombsight.service.rules_diff.markdown import render_markdown

GAME = """\
game orchard "The Orchard"
  language 1
  sources optional

option frost "Frost" = no

enum Fruit
  | fruit | worth |
  | apple | 1     |
  | pear  | 2     |
  | plum  | 3     |

state career
  rain: 0..5 = 2
  tired: 0..9 = 0

define heavy: yes/no
  base: rain > 3
  except hot: no when tired > 5

table Sale "What it brings"
  for fruit: Fruit
  gives 0..9
  roll 1d6
  +1 heavy when heavy
  -1 frost when option frost
  ..3 "Little": fruit.worth
  4..5 "More": fruit.worth + 1
  6.. "Much"
    add 1 to rain
    return 9

table Care "Care"
  roll 1d6
  ..3: nothing
  4..: roll on Sale(plum)

table Reach "How far"
  for fruit: Fruit
  gives 0..5
  | 1d6  | apple | pear | plum |
  | 1..3 | 0     | 1    | 2    |
  | 4..6 | 3     | 4    | 5    |

procedure mission "A day"
  step Morning "In the morning"
    if rain > 2
      add 1 to tired
    else
      add 2 to tired
  roll on Care
  for each fruit in Fruit
    roll on Reach(fruit)

example "A six brings much"
  roll on Sale(apple)
  roll Sale 6
  expect result is 9

example "A three brings little"
  roll on Sale(pear)
  roll Sale 3
  expect result is 2
"""

HOUSE = """\
house rich "Rich" for orchard by "A. Picker"
  1 "Plums bring more"                                             cite "a letter"
    in table Sale
      add +1 ripe when fruit is plum
      was
        4..5 "More": fruit.worth + 1
      now
        4..5 "More": fruit.worth + 2
  2 "Pears are worth three"
    in enum Fruit row pear column worth
      was 2
      now 3
  3 "Rain comes sooner"
    in define heavy
      was base: rain > 3
      now base: rain > 1
  4 "Hard mornings"
    in procedure mission
      was add 2 to tired
      now add 3 to tired
  5 "Further"
    in table Reach row 1..3 column pear
      was 1
      now 2
"""


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOMBSIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def game_in(folder: Path, text: str = GAME) -> str:
    folder.mkdir()
    (folder / "orchard.rules").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture(scope="module")
def orchard(tmp_path_factory) -> str:
    return game_in(tmp_path_factory.mktemp("games") / "orchard")


@pytest.fixture(scope="module")
def found(orchard, tmp_path_factory) -> Differences:
    file = tmp_path_factory.mktemp("house") / "rich.rules"
    file.write_text(HOUSE, encoding="utf-8")
    return compare_rules(*requests_to_compare(orchard, Rules(house=[file]), None, ()))


def changed(told: Differences, kind: str, name: str) -> ItemChange:
    return next(each for each in told.items if (each.kind, each.name) == (kind, name))


def parts(change: ItemChange) -> list[tuple[str, str, str]]:
    return [(part.where, part.was, part.now) for part in change.parts]


def moved(told: Differences, name: str) -> TableMoved:
    return next(each for each in told.tables if each.table == name)


def odds(table: TableMoved) -> dict[str, list[tuple[str, str, str]]]:
    found = {}
    for situation in table.situations:
        where = "; ".join(f"{each.text} {'|'.join(each.values)}" for each in situation.where)
        assert situation.against is not None
        was = {each.name: each.chance.ratio for each in situation.against.results}
        now = {each.name: each.chance.ratio for each in situation.chances.results}
        found[where] = [(name, was.get(name, "0"), now.get(name, "0")) for name in sorted({*was, *now})]
    return found


def test_it_names_what_changed_by_row_column_and_step(found):
    assert {(each.kind, each.name) for each in found.items} == {
        ("table", "Sale"),
        ("enum", "Fruit"),
        ("define", "heavy"),
        ("procedure", "mission"),
        ("table", "Reach"),
    }
    assert parts(changed(found, "table", "Sale")) == [
        ("modifier ripe", "", "+1 ripe when fruit is plum"),
        ("row 4..5", "fruit.worth + 1", "fruit.worth + 2"),
    ]
    assert parts(changed(found, "enum", "Fruit")) == [("row pear column worth", "2", "3")]
    assert parts(changed(found, "define", "heavy")) == [("base", "rain > 3", "rain > 1")]
    assert parts(changed(found, "procedure", "mission")) == [
        ("step In the morning", "add 2 to tired", "add 3 to tired")
    ]
    assert parts(changed(found, "table", "Reach")) == [("row 1..3 column pear", "1", "2")]


def test_each_change_names_who_did_it(found):
    by = {(each.kind, each.name): {item for part in each.parts for item in part.by} for each in found.items}
    assert by == {
        ("table", "Sale"): {"house rich 1"},
        ("enum", "Fruit"): {"house rich 2"},
        ("define", "heavy"): {"house rich 3"},
        ("procedure", "mission"): {"house rich 4"},
        ("table", "Reach"): {"house rich 5"},
    }
    first = found.entries[0]
    assert (first.item, first.origin.cite, first.side) == ("house rich 1", "a letter", "now")
    assert len(found.entries) == 5


def test_it_finds_where_odds_move(found):
    sale = odds(moved(found, "Sale"))
    assert any("fruit plum" in where for where in sale)
    assert odds(moved(found, "Reach")) == {"fruit pear": [("1", "3/6", "0"), ("2", "0", "3/6"), ("4", "3/6", "3/6")]}


def test_a_derived_value_that_changed_moves_the_odds_of_what_asks_it(orchard, tmp_path):
    file = tmp_path / "rain.rules"
    lines = ('house wet "Wet" for orchard', '1 "Sooner"', "in define heavy", "was base: rain > 3", "now base: rain > 2")
    file.write_text("\n".join("  " * min(depth, 3) + line for depth, line in enumerate(lines)) + "\n", encoding="utf-8")
    told = compare_rules(*requests_to_compare(orchard, Rules(house=[file]), None, ()))
    (sale,) = told.tables

    assert sale.table == "Sale"
    assert not sale.direct
    for where, shares in odds(sale).items():
        assert "rain 3" in where
        assert shares[-1] == ("9", "1/6", "2/6")
    assert all("tired 0..5" in where for where in odds(sale))


def test_worked_examples_that_come_out_otherwise(found):
    (example,) = found.examples
    assert example.title == "A three brings little"
    assert not example.holds
    assert found.examined == 2


def test_folders_are_compared_by_their_items(orchard, tmp_path):
    text = GAME.replace("  +1 heavy when heavy\n", "").replace("| plum  | 3     |", "| plum  | 4     |")
    text = text.replace('option frost "Frost" = no', 'option frost "Frost" = no\noption hail "Hail" = no')
    other = game_in(tmp_path / "other", text.replace("tired > 5", "tired > 6"))
    told = compare_rules(*requests_to_compare(orchard, Rules(), other, ()))

    assert {(each.change, each.kind, each.name) for each in told.items} == {
        ("added", "option", "hail"),
        ("changed", "enum", "Fruit"),
        ("changed", "table", "Sale"),
        ("changed", "define", "heavy"),
    }
    assert parts(changed(told, "table", "Sale")) == [("modifier heavy", "+1 heavy when heavy", "")]
    assert (told.was, told.now) == (f"The Orchard, in {orchard}", f"The Orchard, in {other}")
    back = compare_rules(*requests_to_compare(other, Rules(), orchard, ()))
    assert next(each for each in back.items if each.change == "removed").name == "hail"


def test_a_row_more_makes_no_other_row_of_those_below_it(orchard, tmp_path):
    text = GAME.replace('  ..3 "Little": fruit.worth\n', '  ..1 "Nothing": 0\n  2..3 "Little": fruit.worth\n')
    told = compare_rules(*requests_to_compare(orchard, Rules(), game_in(tmp_path / "other", text), ()))

    assert parts(changed(told, "table", "Sale")) == [
        ("rows ..1 and 2..3", '..3 "Little": fruit.worth', '..1 "Nothing": 0\n2..3 "Little": fruit.worth')
    ]


CRATES = """
table Crates "Crates"
  for fruit: Fruit, care: yes/no
  gives 0..9
  | fruit | care | crates |
  | apple | yes  | 6      |
  | apple | no   | 5      |
  | pear  | any  | 4      |
  | plum  | any  | 3      |

table Weight "Weight"
  for fruit: Fruit, care: yes/no
  gives 0..9
  | fruit | yes | no |
  | apple | 6   | 5  |
  | pear  | 4   | 4  |
  | plum  | 3   | 2  |
"""


def test_a_row_of_several_keys_is_named_by_all_of_them(tmp_path):
    was = game_in(tmp_path / "was", GAME + CRATES)
    now = game_in(
        tmp_path / "now", GAME + CRATES.replace("| no   | 5 ", "| no   | 4 ").replace("| 3   | 2 ", "| 3   | 1 ")
    )
    told = compare_rules(*requests_to_compare(was, Rules(), now, ()))

    assert parts(changed(told, "table", "Crates")) == [("row apple, no", "| apple | no | 5 |", "| apple | no | 4 |")]
    assert parts(changed(told, "table", "Weight")) == [("row plum column no", "2", "1")]


def test_the_same_rules_in_another_place_differ_in_nothing(orchard, tmp_path):
    text = f"# a comment more\n\n{GAME}"
    told = compare_rules(*requests_to_compare(orchard, Rules(), game_in(tmp_path / "other", text), ()))

    assert (told.items, told.tables, told.examples) == ((), (), ())
    assert "They differ in nothing that is a rule." in render_markdown(told)


def test_an_option_moves_odds_too(orchard):
    told = compare_rules(*requests_to_compare(orchard, Rules(options={"frost": "yes"}), None, ()))

    assert parts(changed(told, "option", "frost")) == [("value", "no", "yes")]
    assert all(lines[-1] == ("9", "1/6", "0") for lines in odds(moved(told, "Sale")).values())
    assert told.now.endswith("frost yes")


def test_markdown_is_a_post(found):
    text = render_markdown(found)

    assert text.startswith("## The Orchard with house rich\n")
    assert "- house rich 1: Plums bring more \\[a letter\\]" in text
    assert "```diff\n@@ row pear column worth, by house rich 2 @@\n- 2\n+ 3\n```" in text
    assert "| 1 | 3/6 50.0 % | 0 % | -50.0 |" in text


def test_nothing_to_compare_is_told(orchard):
    with pytest.raises(InputError, match="differs from itself in nothing"):
        requests_to_compare(orchard, Rules(), None, ())


def test_house_rules_on_top_of_house_rules(orchard, tmp_path):
    under, over = tmp_path / "under.rules", tmp_path / "over.rules"
    under.write_text(
        'house under "Under" for orchard\n  1 "A"\n    in table Sale\n      add +1 ripe when fruit is plum\n'
    )
    over.write_text(
        'house over "Over" for orchard\n  1 "B"\n    in table Sale\n      add -1 sour when fruit is apple\n'
    )
    told = compare_rules(*requests_to_compare(orchard, Rules(house=[under]), None, [over]))

    assert [part.where for part in changed(told, "table", "Sale").parts] == ["modifier sour"]
    assert {where.partition(";")[0] for where in odds(moved(told, "Sale"))} == {"fruit apple"}
    assert told.now.endswith("with house over")


def test_a_value_that_is_new_has_no_odds_as_it_was(orchard, tmp_path):
    text = GAME.replace("  | plum  | 3     |\n", "  | plum  | 3     |\n  | sloe  | 4     |\n")
    text = text.replace("| 1d6  | apple | pear | plum |", "| 1d6  | apple | pear | plum | sloe |")
    text = text.replace("| 1..3 | 0     | 1    | 2    |", "| 1..3 | 0     | 1    | 2    | 0    |")
    text = text.replace("| 4..6 | 3     | 4    | 5    |", "| 4..6 | 3     | 4    | 5    | 1    |")
    told = compare_rules(*requests_to_compare(orchard, Rules(), game_in(tmp_path / "other", text), ()))

    assert ("value sloe", "") in [(part.where, part.was) for part in changed(told, "enum", "Fruit").parts]
    assert odds(moved(told, "Reach")) == {"fruit sloe": [("0", "0", "3/6"), ("1", "0", "3/6")]}
    back = compare_rules(*requests_to_compare(str(tmp_path / "other"), Rules(), orchard, ()))
    assert "Reach" not in {table.table for table in back.tables}


WORDS = """
explain field rain "Rain makes fruit heavy."

primer "How it goes"
  "One picks fruit and sells it."
  "Much care helps."

procedure order
  choose what
    ask "What is done"
    beside "Rain falls: {rain}"
    answer pick "Pick" prefer 1
      nothing
    answer wait "Wait"
      nothing
    answer sleep "Sleep"
      nothing

example "Nothing is done"
  do order
  answer wait

example "Fruit by fruit"
  do order
  | given rain | answer order/what |
  | 1          | pick              |
  | 2          | wait              |
"""


def test_versions_differ_in_words_for_players_and_in_examples_too(tmp_path):
    now = WORDS.replace("makes fruit heavy", "makes all fruit heavy").replace("Rain falls", "It rains")
    now = now.replace('"Nothing is done"', '"Everybody waits"').replace("| pick  ", "| sleep ")
    was = game_in(tmp_path / "was", GAME + WORDS)
    told = compare_rules(*requests_to_compare(was, Rules(), game_in(tmp_path / "now", GAME + now), ()), examples=False)

    assert [(each.change, each.kind, each.name) for each in told.items] == [
        ("changed", "procedure", "order"),
        ("changed", "explain", "field rain"),
        ("added", "example", "Everybody waits"),
        ("changed", "example", "Fruit by fruit"),
        ("removed", "example", "Nothing is done"),
    ]
    assert parts(told.items[0]) == [("choose what", 'beside "Rain falls: {rain}"', 'beside "It rains: {rain}"')]


def test_a_manifest_is_compared_line_by_line(orchard, tmp_path):
    text = GAME.replace("game orchard", "game orchard", 1).replace("\n", '\n  about "Fruit is picked and sold."\n', 1)
    told = compare_rules(*requests_to_compare(orchard, Rules(), game_in(tmp_path / "now", text), ()), examples=False)

    (game,) = told.items
    assert game.kind == "game"
    assert 'about "Fruit is picked and sold."' in game.parts[0].now
