"""Two sets of rules that differ in very much are compared as far as anybody could read, and it is said what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hostile import in_process_command, measure_cost
from bombsight.service.games.requests import Rules
from bombsight.service.rules_diff.differences import compare_rules, requests_to_compare
from bombsight.service.rules_diff.documents import Differences
from bombsight.service.rules_diff.markdown import render_markdown
from tests.boundary.swelling import swollen

HEAD = 'game g "G"\n  sources optional\n\n'
MISSION = 'procedure mission\n  say "x"\n'

ROWS = """\
table T "T"
  gives 0..9
  roll 8d1000
«7500|  {k+8}: BY
»  7508..8000: 3

"""
"""A table of very many rows; ``BY`` stands for what they give."""

TABLES = """\
«1000|table T{k} "T"
  gives 0..9
  roll 1d6
  1..3: BY
  4..6: 3

»
"""

REACHED = """\
state mission
  a: 0..99 = 5

define z: yes/no = a > BY

«1000|table T{k} "T"
  gives 0..9
  roll 1d6
  +1 m when z
  1..3: 1
  4..: 3

»
"""

ALIKE = 'procedure mission\n«5000|  say "{k%BY}"\n»'

ENDLESS = """\
state mission
  n: 0..9 = BY

procedure mission
  repeat 100000 times
    repeat 100000 times
      add 1 to n
      take 1 from n

«20|example "E {k}"
  do mission
  expect n is 2

»
"""


def folders(tmp_path: Path, was: str, now: str) -> tuple[str, str]:
    """Two games of these rules."""
    found = []
    for name, text in (("was", was), ("now", now)):
        rules = swollen(HEAD + text)
        assert len(rules) <= 100_000
        (tmp_path / name).mkdir()
        (tmp_path / name / "g.rules").write_text(rules, encoding="utf-8")
        found.append(str(tmp_path / name))
    return found[0], found[1]


def compared(tmp_path: Path, text: str, was: str, now: str) -> Differences:
    """What two games differ in, of the same text but for a part of it."""
    one, other = folders(tmp_path, *(text.replace("BY", each) for each in (was, now)))
    return compare_rules(*requests_to_compare(one, Rules(), other, ()))


@pytest.mark.slow
def test_of_thousands_of_rows_the_first_are_told(tmp_path) -> None:
    told = compared(tmp_path, ROWS + MISSION, "{k%3}", "{k%7}")
    (table,) = told.items
    assert table.parts[0].where == "row 11"
    assert table.more > 1000
    assert f"And {table.more} changes more." in render_markdown(told)
    assert told.untried == ("T",)


@pytest.mark.slow
@pytest.mark.parametrize("text", [TABLES, REACHED], ids=["changed", "reached"])
def test_of_very_many_tables_the_odds_of_some_are_compared(tmp_path, text) -> None:
    told = compared(tmp_path, text + MISSION, "1", "7")
    assert len(told.tables) + told.same > 10
    assert len(told.tables) + told.same + len(told.untried) == 1000


def test_examples_that_go_on_for_ever_are_not_run_to_the_end(tmp_path) -> None:
    told = compared(tmp_path, ENDLESS, "1", "2")
    assert (told.examined, told.unfinished, told.examples) == (0, 20, ())
    assert "Not run to the end, as they take too many steps: 20 worked examples." in render_markdown(told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "was", "now"),
    [
        (ROWS + MISSION, "{k%3}", "{k%7}"),
        (TABLES + MISSION, "1", "2"),
        (REACHED + MISSION, "1", "2"),
        (ALIKE, "3", "7"),
        (ENDLESS, "1", "2"),
    ],
    ids=["rows", "tables", "reached", "alike", "endless"],
)
def test_the_command_ends_soon(tmp_path, text, was, now) -> None:
    spent = measure_cost(
        in_process_command("diff", *folders(tmp_path, text.replace("BY", was), text.replace("BY", now))), 60
    )
    assert spent.code == 0, spent.said
