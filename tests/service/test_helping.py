"""What a value of an enum is said to be: what it goes with, too, by tables that answer yes or no."""

from __future__ import annotations

import pytest

from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.service.lookup.help import find_help

RULES = """\
game signals "Signals"
  sources optional

enum Sky: clear, fog, gale
enum Signal: bell "the bell", horn "the horn"

table carry "What carries"
  for weather: Sky, signal: Signal
  | weather | signal |
  | fog     | horn   |
  | clear   | any    |

procedure mission
  for each s in Signal where look up carry(fog, s)
    say "{s}"
"""


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("fog", (("What carries, signal", "the horn"),)),
        ("clear", (("What carries, signal", "the bell, the horn"),)),
        ("gale", ()),
        ("the horn", (("What carries, weather", "clear, fog"),)),
        ("bell", (("What carries, weather", "clear"),)),
    ],
)
def test_a_value_says_what_it_goes_with(word: str, told: tuple[tuple[str, str], ...]) -> None:
    (found,) = find_help(Request(base=(Source("signals.rules", RULES),)), word)
    assert found.told == told


EXPLAINED = """\
game signals "Signals"
  sources optional

option horns "Horns" from brass, tin = brass

enum Sky: clear, fog "Fog"
enum Signal: bell "the bell", horn "the horn"

state mission
  sky "Sky": Sky = clear

define reach: 1..9 = 4

procedure mission
  choose order
    ask "What now"
    answer sound "Sound {reach} times"
      set sky to fog
    answer wait "Wait"
      nothing

explain enum Sky.fog "Seen {reach} miles, by {option horns}." cite "R-7"
explain enum Signal "It is heard."
explain field sky "What it looks like."
explain answer mission/order: sound "They hear it."
explain option horns "What they are made of."
explain option horns.tin "A cheap one."

primer "How it goes"
  "It goes,"
  "and goes {reach} times."
  ""
  "Then it is over."
"""


@pytest.mark.parametrize(
    ("word", "explanation", "told"),
    [
        ("fog", "Seen 4 miles, by brass.", ()),
        ("bell", "It is heard.", ()),
        ("Sky", "What it looks like.", (("is", "clear, Fog"), ("Fog", "Seen 4 miles, by brass."))),
        ("sound", "They hear it.", ()),
        ("horns", "What they are made of.", (("now", "brass"), ("can be", "brass, tin"), ("tin", "A cheap one."))),
        ("game", "It goes, and goes 4 times.\n\nThen it is over.", ()),
        ("R-7", "", (("Fog", "Seen 4 miles, by brass."),)),
    ],
)
def test_a_thing_says_what_it_does_in_play(word: str, explanation: str, told: tuple[tuple[str, str], ...]) -> None:
    (found,) = find_help(Request(base=(Source("signals.rules", EXPLAINED),)), word)
    assert (found.explanation, found.told) == (explanation, told)
