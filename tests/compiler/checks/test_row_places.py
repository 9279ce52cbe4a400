"""A row that a finding names beside its own place: by its line, and by its file where that is another one."""

from __future__ import annotations

from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source

GAME = """\
game lightship "The Lightship"
  sources optional

table Watch "The watch"
  gives 0..9
  roll 1d6
  ..4: 1
  5: 2
  6: 3

procedure mission "One night"
  let n = roll on Watch
  say "{n}"
"""
HOUSE = """\
house calm "Calm" for lightship by "A. Keeper"
  1 "Calm"
    in table Watch
      was 5: 2
      now 4..5: 2
"""


def clashes(*base: str, house: str = "") -> list[str]:
    sources = [Source(f"lightship/{number}0-part.rules", text) for number, text in enumerate(base)]
    request = Request(base=tuple(sources), house=(Source("mine/calm.rules", house),) if house else ())
    return [finding.message for finding in compile_rules(request).diagnostics if finding.code == "T003"]


def test_the_line_of_another_file_is_told_with_the_name_of_the_file():
    assert clashes(GAME, house=HOUSE) == ["row 4..5 is already covered by row ..4 on line 7 of 00-part.rules"]


def test_the_line_of_the_same_file_is_told_alone():
    assert clashes(GAME.replace("  5: 2", "  4..5: 2")) == ["row 4..5 is already covered by row ..4 on line 7"]
