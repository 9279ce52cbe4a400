"""A game's folder ``tests``: read by ``test`` alone, its examples played by the rules and options that they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.service.failure import WrongRules
from bombsight.service.library import game_folder
from bombsight.service.linting import lint
from bombsight.service.requests import Rules
from bombsight.service.targets import targets
from bombsight.service.testing import Check, run_tests

GAME = """\
game tower "Tower"
  sources optional

option tide "The tide" = no

state career
  oil: 0..20 = 10

procedure mission: 0..20
  if option tide
    add -1 to oil
  add -2 to oil
  return oil

example "A mission" cite "page 1"
  do mission
  expect oil is 8

example "A mission at high tide" cite "page 1"
  given option tide = yes
  do mission
  expect oil is 7

errata sheet "A sheet" for tower
  1 "Less oil" cite "sheet"
    in procedure mission
      was add -2 to oil
      now add -3 to oil

variant thrift "Thrift" for tower
  1 "No oil"
    in procedure mission
      was add -3 to oil
      now add 0 to oil
"""
GAME = GAME.replace("oil is 8", "oil is 7").replace("oil is 7\n\nerrata", "oil is 6\n\nerrata")

OIL = """\
example "As corrected"
  do mission
  expect oil is 7

example "As printed"
  given without sheet
  do mission
  | given option tide | expect oil |
  | no                | 8          |
  | yes               | 7          |

example "Thrifty"
  given variant thrift
  do mission
  expect oil is 9
"""


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    game = tmp_path / "tower"
    (game / "tests").mkdir(parents=True)
    (game / "10-tower.rules").write_text(GAME)
    (game / "tests" / "oil.rules").write_text(OIL)
    return game


def run(*names: Path, only: str = "") -> list[Check]:
    return [*run_tests([*map(str, names)], Rules(), only)]


def told(checks: list[Check]) -> list[tuple[str, bool]]:
    return [(check.title, check.mismatch is None) for check in checks]


ALL = [
    ("A mission", True),
    ("As corrected", True),
    ("A mission at high tide", True),
    ("As printed (no)", True),
    ("As printed (yes)", True),
    ("Thrifty", False),
]


def test_every_example_is_played_as_it_asks(folder: Path):
    checks = run(folder)
    assert told(checks) == ALL
    mismatch = checks[-1].mismatch
    assert mismatch is not None
    assert (mismatch.expected, mismatch.found) == ("expect oil is 9", "oil is 10")
    assert mismatch.place == checks[-1].place.replace(":12:1", ":15:3")
    assert told(run(folder)) == ALL  # from the cache


def test_one_file_and_only_some(folder: Path):
    assert told(run(folder / "tests" / "oil.rules")) == [each for each in ALL if not each[0].startswith("A mission")]
    assert told(run(folder / "10-tower.rules")) == [each for each in ALL if each[0].startswith("A mission")]
    assert told(run(folder, only="PRINTED (no)")) == [("As printed (no)", True)]
    assert told(run(folder, only="10-tower")) == [ALL[0], ALL[2]]


def test_the_tests_are_no_part_of_the_game(folder: Path):
    game = game_folder(folder)
    assert game is not None
    assert [file.name for file in game.files] == ["10-tower.rules"]
    assert [file.name for file in game.tests] == ["oil.rules"]
    assert [target.name for target in targets([str(folder.parent)])] == ["tower"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("state mission\n  fog: 0..3\n", "E065"), ("example\n", "E026"), ('example "A"\n  do fly\n', "N001")],
)
def test_what_is_wrong_in_them_is_told_before_any_is_run(folder: Path, text: str, code: str):
    (folder / "tests" / "wrong.rules").write_text(text)
    with pytest.raises(WrongRules) as caught:
        run(folder)
    assert [finding.code for finding in caught.value.findings] == [code]
    assert not lint(targets([str(folder)]), Rules()).has_errors
    found = lint(targets([str(folder / "tests" / "wrong.rules")]), Rules()).findings
    assert code in [finding.code for finding in found]
