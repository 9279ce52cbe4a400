"""A value that an overlay adds, and the lists of cases that have one for every other value."""

from __future__ import annotations

import pytest

from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source

GAME = """\
game lightship "The Lightship"
  sources optional

enum Ship
  | ship    | due |
  | trawler | 3   |
  | packet  | 6   |
  | collier | 9   |

state mission
  oil "Oil": 0..20 = 14
  next_ship "Next": Ship = packet

procedure mission "One night"
  if crew(next_ship) > 6
    take 1 from oil
"""
CREW = """
define crew(s: Ship): 0..9
  base: {base}
"""
ADDED = """\
house brig "A brig" for lightship by "A. Keeper"
  1 "A brig"
    in enum Ship
      add | brig | 4 |
"""
TRAWLER, PACKET, COLLIER = (
    f"  except {one}: {at + 6} when s is {one}\n" for at, one in enumerate(("trawler", "packet", "collier"))
)
CASES = {
    "an exception for each": (CREW.format(base=0) + TRAWLER + PACKET + COLLIER, "define crew"),
    "an exception for two together": (
        CREW.format(base=0) + TRAWLER + "  except big: 8 when s in {packet, collier}\n",
        "define crew",
    ),
    "values by condition": (
        CREW.format(base="(5 when s is trawler, 7 when s is packet, 8 when s is collier, else 0)"),
        "define crew",
    ),
    "a case beside what else holds, with a condition more": (
        CREW.format(base=0) + TRAWLER + PACKET + COLLIER.replace("when", "when oil > 3 and"),
        "define crew",
    ),
    "a chain of else if": (
        CREW.format(base=7) + '\nprocedure hail\n  if next_ship is trawler\n    say "A"\n'
        '  else if next_ship is packet\n    say "B"\n  else if next_ship is collier\n    say "C"\n',
        "procedure hail",
    ),
}
SILENT = {
    "no list": CREW.format(base="s.due"),
    "two of three, so the base is meant for the rest": CREW.format(base=0) + TRAWLER + PACKET,
    "one": CREW.format(base=0) + TRAWLER,
    "of two values": CREW.format(base=0) + TRAWLER + PACKET.replace("s is", "s is not trawler and next_ship is"),
}


def find_missing_cases(rules: str, house: str = ADDED) -> list[tuple[str, str]]:
    """Message and place of each O018."""
    request = Request(base=(Source("base.rules", GAME + rules),), house=(Source("house.rules", house),))
    compilation = compile_rules(request)
    assert not compilation.errors
    return [(each.message, str(each.span)) for each in compilation.diagnostics if each.code == "O018"]


@pytest.mark.parametrize("name", CASES)
def test_a_list_with_a_case_for_every_other_value(name):
    rules, title = CASES[name]

    assert find_missing_cases(rules) == [
        (f"Ship.brig is new, and {title} has a case for every other", "house.rules:4:11")
    ]


@pytest.mark.parametrize("name", SILENT)
def test_no_list_of_all_the_others(name):
    assert find_missing_cases(SILENT[name]) == []


def test_the_overlay_has_added_the_case():
    rules, _ = CASES["an exception for each"]

    assert find_missing_cases(rules, ADDED + "    in define crew\n      add except brig: 5 when s is brig\n") == []


def test_all_but_one_for_which_the_base_stands():
    rules = CREW.format(base=5) + PACKET + COLLIER
    more = GAME.replace("collier | 9   |\n", "collier | 9   |\n  | dory    | 2   |\n")
    request = Request(
        base=(Source("base.rules", more + rules + "  except dory: 2 when s is dory\n"),),
        house=(Source("house.rules", ADDED),),
    )

    assert [each.code for each in compile_rules(request).diagnostics if each.code.startswith("O")] == ["O018"]


def test_a_value_that_was_there_is_nothing_new():
    rules, _ = CASES["an exception for each"]
    amended = ADDED.replace("      add | brig | 4 |\n", "      was | packet | 6 |\n      now | packet | 7 |\n")

    assert find_missing_cases(rules, amended) == []
