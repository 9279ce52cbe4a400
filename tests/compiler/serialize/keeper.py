"""A small game whose rule graph has a node of nearly every kind, and helpers to compare graphs."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.pipeline import Compilation, Request, compile_rules
from bombsight.dsl.source import Source

BASE = """\
game lighthouse "The Keeper's Night"
  author "A. Keeper"
  names "Ada", "Bo"
  language 1

option new_moon "No moon" = no                                     cite "rule 6"
option wick "Wick" from thin, thick = thin                         recovered "a letter" cite "rule 6"

enum Weather: clear, fog, gale
enum Light printed "light card"                                    cite "rule 3"
  | light | title   | reach |
  | dark  | "Dark"  | 0     |
  | lit   | "Lit"   | 3     |

record Boat
  due "Due": 1..6
  name: text

state career
  nights "Nights": 0..30 full = 0

state mission
  oil "Oil": 0..20 full = 14
  lamp "Lamp": Light = lit
  sky "Sky": Weather = clear
  seen[Weather]: yes/no = no
  fleet "Fleet": list of Boat at most 4

table Sky "The \\sky turns" reconstructed "rule 2"                  cite "rule 2"
  gives Weather
  when lamp is dark: fog                                           cite "rule 2 (b)"
  roll 2d6
  +1 worse when sky is gale                                        cite "rule 2 (a)"
  ..6 "Fair": clear
  7..9: fog
  10..: gale

table Squall "A squall" repaired "two copies"                      cite "rule 8"
  roll 1d6
  natural 6: nothing
  1
    roll 1d6
      +1 oiled when oil > 9
      ..3: set lamp to dark
      4..: note soaked
  2: again at most 3 times
  3: roll on Sky
  else: nothing
  note soaked "Soaked"
    add -1 to oil

table Reach "Reach" printed "card"                                 cite "rule 4"
  for weather: Weather
  gives 0..9
  | weather | reach |
  | clear   | 9     |
  | fog     | 1     |
  | gale    | 4     | recovered "a letter"                           cite "rule 4 (a)"

modifier -1 moonless on Sky, Squall when option new_moon           recovered "a reprint" cite "rule 6"

define reach: 0..9                                                 cite "rule 4"
  base: look up Reach(sky)
  except dim: lamp.reach when option wick is thin                  recovered "a letter" cite "rule 4 (b)"

define busy: yes/no = any(b in fleet where b.due > 2) or modifiers on Sky < 0    reconstructed "a guess" cite "rule 5"

procedure mission "One night"                                      cite "rule 1"
  step dusk "Dusk"
    add Boat(due: 1 + 2) to fleet
    do watch
  step dawn "Dawn"                                                 cite "rule 1 (a)"
    add 1 to nights
    reset seen
    reset fleet

procedure watch "One hour" repaired "a torn page"                  cite "rule 1"
  set sky to roll on Sky
  for each w in Weather where seen[w]
    set seen[w] to no
  choose order
    ask "Reach {reach}"
    answer trim "Trim" when oil > 0 prefer 3
      set lamp to lit
    answer rest "Rest"
      nothing
  if count(b in fleet where b.due is 1) > 0
    choose boat from fleet where boat.due is 1
      ask "Which"
    remove boat from fleet
  remove each b from fleet where b.due > 5
  if busy
    roll on Squall
  say "Oil {oil}."

reroll luck "Luck" when nights > 3 at most 2 times                 cite "rule 9"
  prefer on Squall when natural is 1
  add -1 to nights

example "A clear sky" cite "rule 2"
  given oil = 3
  roll on Sky
  roll Sky 2 3
  expect result is clear
"""

ERRATA = """\
errata slip "Slip of paper" for lighthouse cite "sheet 1"
  1 "Fog from 6"
    in table Sky
      was ..6 "Fair": clear
      now ..5 "Fair": clear
    in table Sky
      was 7..9: fog
      now 6..9: fog
  2 "A trimmed lamp smokes" cite "sheet 2"
    in procedure watch
      was set lamp to lit
      now
        set lamp to lit
        add -1 to oil
  3 "Dawn is dawn"
    confirms procedure mission
"""


def compiled(text: str, *more: str) -> Compilation:
    """What comes of the files of a game."""
    return compile_rules(Request(base=tuple(Source(f"{at}.rules", each) for at, each in enumerate((text, *more)))))


def graph_of(text: str, *more: str) -> RuleGraph:
    """The graph of a game whose texts and names are in order."""
    found = compiled(text, *more)

    assert [f"{d.span}: {d.message}" for d in found.errors if d.code[0] in "ENO"] == []
    assert found.graph is not None
    return found.graph


@cache
def keeper() -> RuleGraph:
    """The graph of the small game with its errata."""
    return graph_of(BASE, ERRATA)


def everything(value: Any) -> object:
    """A value as plain data, with what does not count in equality: places and amendments, and every class."""
    if attrs.has(type(value)):
        return type(value).__name__, {a.name: everything(getattr(value, a.name)) for a in attrs.fields(type(value))}
    if isinstance(value, tuple | list):
        return type(value).__name__, [everything(each) for each in value]
    if isinstance(value, dict):
        return {key: everything(each) for key, each in value.items()}
    return type(value).__name__, value
