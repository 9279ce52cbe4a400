"""Columns of an enum that name tables: what is wrong with one, and with a look-up of a value's table."""

from __future__ import annotations

import pytest

from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source

RULES = """\
game ship "A ship"
  sources optional

enum Gun: bow, stern
enum Craft
  | craft | due | guns      | crew      |
  | brig  | 3   | table g-1 | table C-1 |
  | dory  | 4   | table g-2 | -         |

state mission
  craft "Craft": Craft = brig
  other "Other": Craft or none = none
  oil "Oil": 0..9 = 3

table g-1 "One"
  for gun: Gun
  gives man: 0..1, power: 0..3
  bow: 1, 2
  stern: 0, 3

table g-2 "Two"
  for gun: Gun
  gives man: 0..1, power: 0..7
  bow: 0, 7
  stern: 1, 3

table C-1 "Crew"
  for gun: Gun
  gives 1..4
  bow: 1
  stern: 2

table Sky "The sky"
  gives 0..1
  roll 1d6
  ..3: 0
  else: 1

procedure mission "M"
  set craft to dory
  repeat oil times
    set other to brig
  set oil to {value}
"""
FINE = (
    "look up craft.guns(bow).power",
    "look up craft.crew(stern) or else 0",
    "max(look up c.guns(bow).power for c in Craft)",
)
WRONG = {
    "look up craft.guns(bow)": "P001 table g-1 gives a result with parts (man: 0..1, power: 0..3)",
    "look up craft.crew(bow)": "V006 this may be none here",
    "look up other.guns(bow).power": "V006 this may be none here",
    "look up craft.gun(bow)": "N001 Craft has no column of tables gun",
    "look up craft.due(bow)": "P015 the column due of Craft has values, no tables",
    "look up craft.guns(bow).pow": "N001 g-1 gives no pow",
    "look up craft.guns(3).power": "P001 this is the number 3, but a value of Gun is needed",
    "look up craft.guns().power": "P014 g-1 takes 1 argument, here are none",
    "look up oil.guns(bow).power": "P001 only a value of an enum has a column of tables, and this is a number 0..9",
}
CELLS = {
    ("| table g-2 |", "| table g-3 |"): "N001 there is no table g-3",
    ("| table g-2 |", "| 3         |"): "T010 the other cells of this column name tables",
    ("| guns      |", "| guns: Gun |"): "T010 a column of tables has no type",
    ("| table g-2 |", "| table Sky |"): "P015 Sky is rolled, not looked up",
    ("| table g-2 |", "| table C-1 |"): "P011 the result of C-1 has no parts",
}


def errors(text: str) -> list[str]:
    """The codes and messages of the errors of rules."""
    compilation = compile_rules(Request(base=(Source("ship.rules", text),)))
    return [f"{finding.code} {finding.message}" for finding in compilation.errors]


@pytest.mark.parametrize("value", FINE)
def test_a_look_up_of_a_values_table(value):
    assert errors(RULES.replace("{value}", value)) == []


@pytest.mark.parametrize("value", WRONG)
def test_what_is_wrong_with_a_look_up(value):
    assert errors(RULES.replace("{value}", value))[:1] == [WRONG[value]]


@pytest.mark.parametrize("cells", CELLS)
def test_what_is_wrong_with_a_cell(cells):
    assert CELLS[cells] in errors(RULES.replace("{value}", FINE[0]).replace(*cells))


def test_a_value_that_is_known_makes_no_condition_idle():
    rules = RULES.replace("{value}", FINE[0])
    found = compile_rules(Request(base=(Source("ship.rules", rules),))).diagnostics
    assert [each.code for each in found if each.code[0] == "V"] == []
