"""Reconstructed lines that no example looks at: told by table, and only where they are asked for."""

from __future__ import annotations

import pytest

from bombsight.boundary.errors import InputError
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.lint.lint import lint

GAME = """\
game tower "Tower"
  sources optional

state mission
  oil "Oil": 0..20 = 10

table Wind "The wind" reconstructed "rule 4"
  gives 0..3
  roll 1d6
  +1 low when oil < 3
  +1 high when oil > 15 printed "rule 5"
  natural 1: 0
  ..3: 1
  4..5: 2 printed "rule 4 (a)"
  6..: 3

table Rain "The rain" printed "card"
  gives 0..3
  roll 1d6
  ..3: 1
  4..5: 2 reconstructed "nobody knows"
  6..: 3

define burns: 0..3 reconstructed "rule 6"
  base: 1
  except storm: 3 when oil is 20
  except calm: 0 when oil is 0

procedure mission: 0..20
  take roll on Wind from oil
  take roll on Rain from oil
  take burns from oil
  return oil

example "A night" cite "page 1"
  do mission
  roll Wind 1
  roll Rain 1
  expect oil is 8
"""


@pytest.fixture
def look(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "games" / "tower"
    (folder / "tests").mkdir(parents=True)

    def found(text: str, tests: str = "", select: tuple[str, ...] = ()) -> list[str]:
        (folder / "10-tower.rules").write_text(text, encoding="utf-8")
        (folder / "tests" / "more.rules").write_text(tests, encoding="utf-8")
        linted = lint(find_targets([str(folder)]), Rules(folders=[folder.parent]), select)
        return [f"{finding.code} {finding.span.line} {finding.message}" for finding in linted.findings]

    return found


def test_each_table_is_told_once_with_what_is_reconstructed_in_it(look):
    assert look(GAME, select=("S020",)) == [
        "S020 7 table Wind is reconstructed here, and no example looks at modifier low, row ..3 and row 6..",
        "S020 17 table Rain is reconstructed here, and no example looks at row 4..5",
        "S020 24 define burns is reconstructed here, and no example looks at exception storm and exception calm",
    ]


def test_it_is_told_only_where_it_is_asked_for(look):
    assert look(GAME) == []
    assert look(GAME, select=("S",)) == []
    assert look(GAME.replace("table Rain", "# allow: S020 -- later\ntable Rain")) == []


def test_what_an_example_comes_to_is_seen_wherever_it_stands(look):
    seen = (
        'example "Low oil"\n  given oil = 2\n  roll on Wind\n  roll Wind 2\n  expect result is 1\n\n'
        'example "A gale"\n  roll on Wind\n  roll Wind 6\n  expect result is 3\n\n'
        'example "Rain"\n  roll on Rain\n  roll Rain 4\n  expect result is 2\n\n'
    )
    (left,) = look(GAME, seen, ("S020",))
    assert left.startswith("S020 24 define burns")


def test_it_may_be_allowed(look):
    allowed = GAME.replace("table Rain", "# allow: S020 -- later\ntable Rain")
    assert [line[:7] for line in look(allowed, select=("S020",))] == ["S020 7 ", "S020 25"]


def test_an_example_that_does_not_hold_comes_first(look):
    with pytest.raises(InputError, match="does not hold"):
        look(GAME.replace("expect oil is 8", "expect oil is 9"), select=("S020",))
