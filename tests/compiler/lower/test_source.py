"""The generated source: what it looks like, and that both forms are Python without a word of the game's texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bombsight.backends.python.source import render_program
from bombsight.compiler.lower.assemble import lower
from tests.reference.comparing import graph_of

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("form", ["plain", "traced"])
def test_golden(form: str) -> None:
    """Rewritten with BOMBSIGHT_UPDATE=1; the difference is the review."""
    program = lower(graph_of((GOLDEN / "shape.rules").read_text(encoding="utf-8")))
    printed = render_program(program, traced=form == "traced")
    file = GOLDEN / f"shape.{form}.txt"
    if os.environ.get("BOMBSIGHT_UPDATE"):
        file.write_text(printed, encoding="utf-8")

    assert printed == file.read_text(encoding="utf-8")


def test_the_plain_form_keeps_no_journal() -> None:
    program = lower(graph_of((GOLDEN / "shape.rules").read_text(encoding="utf-8")))

    assert "log(" not in render_program(program, traced=False)
    assert "log(" in render_program(program, traced=True)


NAMED = """\
game names "Names that a host language has other uses for"
  sources optional

state mission
  S: 0..9 = 1
  steps: 0..9 full = 0
  none_left: 0..9 = 2
  NONE_2: 0..9 = 3
  defaults: 0..99 full = 0

table A-1 "Two tables" printed
  gives 0..9
  roll 1d2
  1: 1
  2: 2

table A_1 "with one name" printed
  for lambda: 0..9, its_lambda: 0..9, value: 0..9
  gives 0..99
  0..4: lambda + its_lambda * 2 + value * 3
  5..9: 9

procedure mission: 0..999
  let range = 1
  let sum: 0..9 = range
  let do_it = S + none_left + NONE_2
  for each class in {1, 2}
    add class to sum
  let choose_2 = count(any_1 in 1..3 where any_1 < 3)
  choose roll_A_1 from {1, 2}
    ask "{sum}"
    prefer roll_A_1
  let log = roll on A-1
  return sum + do_it * 10 + look up A_1(range, sum, log) + steps + defaults + choose_2 + roll_A_1
"""


def test_any_name_will_do() -> None:
    from tests.reference.comparing import Lowered, Seeded, by_reference

    graph = graph_of(NAMED)
    lowered = Lowered(lower(graph))
    for seed in range(5):
        assert lowered.play("mission", Seeded(seed)).result == by_reference(graph, "mission", Seeded(seed)).result


WIDE = (
    """\
game wide "Wide"
  sources optional

table Far "Far" printed
  for x: 0..99
  gives 0..999999
"""
    + "".join(f"  {at}: {at * 9999}\n" for at in range(100))
    + """
procedure mission: 0..999999
  let n = 1d6
  return look up Far(n)
"""
)


def test_no_line_of_data_is_wider_than_a_screen() -> None:
    lines = render_program(lower(graph_of(WIDE)), traced=False).splitlines()

    assert "9999, " in "".join(lines)
    assert 90 < max(map(len, lines)) <= 100
