"""A table as a card says what it gives, part by part."""

from __future__ import annotations

from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.cards import card_in

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
  say "{legs.one}"
"""


def test_a_part_that_may_be_none_says_so_once():
    card = card_in(Request(base=(Source("tower.rules", GAME),)), "Legs").table
    assert card.gives == "one: Leg, two: Leg or none, three: 0..9 or none"
    assert card.head == ("1d6", "one", "two", "three")
    assert card.grid == (("1", "bandit", "flak", "-"), ("2..6", "run", "-", "3"))
