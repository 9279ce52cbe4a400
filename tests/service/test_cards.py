"""A table as a card says what it gives, part by part."""

from __future__ import annotations

import pytest

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.language.card_text import render_card
from bombsight.service.lookup.cards import look_up_card

GAME = """\
game tower "Tower"
  sources optional

enum Leg: bandit, flak, run

table Legs "Legs" printed "card"
  gives one: Leg, two: Leg or none, three: 0..9 or none
  roll 1d6
  | 1d6  | one    | two  | three |
  | 1    | bandit | flak | -     |
  | 2..6 | run    | -    | 3     |

procedure mission
  let legs = roll on Legs
  do fly(legs.one)

procedure fly(leg: Leg)
  say "{leg}"
"""
WIND = """
table Wind "The wind" printed "card" cite "rule 2"
  gives Leg
  roll 1d6
  1: run       cite "rule 2 (a)"
  2..6: flak   cite "rule 2 (b)"
"""
HOUSE = """\
house mine "Mine" for tower by "A. Player"
  1 "A row of my own"
    in table Wind
      was 2..6: flak
      now
        2..5: flak
        6 "A storm": bandit
"""


def test_a_row_that_a_house_rule_puts_in_does_not_say_that_it_is_printed():
    sources = Source("tower.rules", GAME.replace("  let legs", "  roll on Wind\n  let legs") + WIND)
    rows = look_up_card(Request(base=(sources,), house=(Source("mine.rules", HOUSE),)), "Wind").table.rows
    assert [(row.key, row.origin.cite, row.origin.amended_by) for row in rows][::2] == [
        ("1", "rule 2 (a)", ()),
        ("6", "house mine 1", ("house mine 1",)),
    ]


def test_a_natural_row_says_under_which_condition_it_is_taken():
    wind = """
option hardy "Hardy" = no

table Wind "The wind"
  gives Leg
  roll 1d6
  natural 1 when option hardy: run
  natural 6 "Out of nowhere": bandit
  1..5: flak
  6..
    roll 1d6
      natural 2 "Away" when option hardy: run
      1..6: bandit
"""
    sources = Source("tower.rules", GAME.replace("  let legs", "  roll on Wind\n  let legs") + wind)
    card = look_up_card(Request(base=(sources,)), "Wind").table
    assert [(row.key, row.title, row.when, row.result) for row in card.before] == [
        ("natural 1", "", "option hardy", ("run",)),
        ("natural 6", "Out of nowhere", "", ("bandit",)),
    ]
    assert card.rows[-1].result == ("roll 1d6", "  natural 2 Away when option hardy: run", "  1..6: bandit")
    assert "natural 1  when option hardy: run" in render_card(card)


@pytest.mark.parametrize(
    ("word", "message", "hint"),
    [
        (
            "Leg",
            "there is no table Leg",
            "Leg is an enum: `bombsight show tower Leg` shows its values and their data. Titles that say it: Legs.",
        ),
        ("lgs", "there is no table lgs", "Did you mean Legs?"),
        ("flak", "there is no table flak", "bombsight.contents('tower', find='flak') looks for it everywhere."),
    ],
)
def test_what_is_no_table_is_told_where_to_be_found(word, message, hint):
    with pytest.raises(InputError, match=message) as found:
        look_up_card(Request(base=(Source("tower.rules", GAME),)), word)
    assert found.value.hint.endswith(hint)


def test_a_part_that_may_be_none_says_so_once():
    card = look_up_card(Request(base=(Source("tower.rules", GAME),)), "Legs").table
    assert card.gives == "one: Leg, two: Leg or none, three: 0..9 or none"
    assert card.head == ("1d6", "one", "two", "three")
    assert card.grid == (("1", "bandit", "flak", "-"), ("2..6", "run", "-", "3"))
