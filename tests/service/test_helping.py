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
