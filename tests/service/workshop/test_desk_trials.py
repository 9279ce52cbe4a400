"""Worked examples and coverage of the workshop beside those of ``test``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.games.targets import find_targets
from bombsight.service.testing.coverage import kind_title, measure_games
from bombsight.service.testing.examples import check_examples
from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage

EXAMPLE = 'example "Fog"\n  roll on Weather\n  roll Weather 5 5\n  expect result is gale\n'

GALE = """\
house gale "Gales" for lighthouse by "Ada"
  1 "Fog is a gale"
    in table Weather
      was 9..10: fog
      now 9..10: gale
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a game, as a site has it: without scripts."""
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse", ignore=shutil.ignore_patterns("*.script"))
    return tmp_path / "games"


@pytest.fixture
def page(games: Path) -> DeskPage:
    """A page with its desk."""
    return DeskPage(games)


def run_all(page, file, of_game):
    """The results of examples, run in the smallest parts."""
    assert page.call("begin_examples", str(file), of_game) is None
    checks = []
    for _ in range(1000):
        progress = page.call("continue_examples", 0)
        checks += progress["checks"]
        if progress["is_complete"]:
            return checks
    raise AssertionError("it never ends")


def test_the_examples_of_a_file_and_where_one_fails(page, games):
    file = games / "lighthouse" / "tests" / "fog.rules"
    page.write(file, "# \U0001f32b\n\n" + EXAMPLE)
    (check,) = run_all(page, file, False)
    assert (check["line"], check["place"]["file"]) == (3, str(file))
    failure = check["failure"]
    assert (failure["line"], failure["expected"]) == (6, "expect result is gale")
    assert "fog" in failure["found"]
    unit = (EXAMPLE.index("expect"), len(EXAMPLE.rstrip()))
    assert (failure["place"]["start"], failure["place"]["end"]) == tuple(6 + at for at in unit)
    page.write(file, EXAMPLE.replace("gale", "fog"), "change_text")
    assert run_all(page, file, False)[0]["failure"] is None


def test_the_game_s_examples_by_a_house_rule_come_out_as_test_has_them(page, games, tmp_path):
    house = tmp_path / "mine" / "fog.rules"
    page.write(house, GALE)
    assert run_all(page, house, False) == []
    checks = run_all(page, house, True)
    (target,) = find_targets([str(games / "lighthouse")])
    expected = [*check_examples(target, Rules(house=(house,)))]
    assert [check["title"] for check in checks] == [check.title for check in expected]
    found = [check["failure"] and check["failure"]["found"] for check in checks]
    assert found == [check.mismatch and check.mismatch.found for check in expected]
    assert any(found)
    assert not all(found)


def test_coverage_is_that_of_test(page, games):
    tables = games / "lighthouse" / "20-tables.rules"
    page.write(tables, tables.read_text(encoding="utf-8"))
    assert "refusal" in page.ask("covered_file", str(tables))
    page.call("begin_coverage", str(tables))
    steps = 0
    while not (progress := page.call("continue_coverage", 0))["is_complete"]:
        assert progress["steps"] > steps
        steps = progress["steps"]
    expected = next(
        each for each in measure_games([str(games / "lighthouse")], Rules()).files if each.file.endswith(tables.name)
    )
    covered = page.call("covered_file", str(tables))
    assert (covered["places"], covered["reached"]) == (expected.places, expected.reached)
    missed = [(each["line"], text) for each in covered["lines"] for text in each["missed"]]
    assert missed == [(each.line, f"{kind_title(each.kind, 1)} {each.label}".rstrip()) for each in expected.missed]
    assert sum(each["places"] for each in covered["lines"]) == covered["places"]


def test_an_example_that_fails_counts_as_far_as_it_comes(page, games):
    file = games / "lighthouse" / "tests" / "fog.rules"
    page.write(file, EXAMPLE)
    page.call("begin_coverage", str(file))
    assert page.call("continue_coverage", 60_000)["is_complete"]
    assert page.call("covered_file", str(games / "lighthouse" / "20-tables.rules"))["failing"] == 1
