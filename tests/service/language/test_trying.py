"""A worked example run while it is written, by the rules as they are typed: of a file of rules, and of the tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.service.common.failure import WrongRules
from bombsight.service.language.example_lens import examples_in, try_example
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

FOG = """\
example "Fog"
  given sky = fog
  roll on Weather
  roll Weather 5 4
  expect result is rain

example "Without the slip"
  given without sheet
  given sky = rain
  roll on Weather
  roll Weather 5 3
  expect result is rain

example "One by one"
  given sky = clear
  roll on Weather
  | case | roll Weather | expect result |
  | a    | 5            | clear         |
  | b    | 8            | fog           |
  | c    | 12           | rain          |
"""


@pytest.fixture
def folder(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    (folder / "tests" / "fog.rules").write_text(FOG, encoding="utf-8")
    return folder


def test_every_example_of_a_file_of_rules_holds(folder):
    path = folder / "95-examples.rules"
    space = Workspace.open(path)
    found = [unwrap(try_example(space, path, each.span.line)) for each in examples_in(space, path)]
    assert len(found) > 3
    assert {each.mismatches for each in found} == {()}


def test_an_example_of_the_tests_is_played_by_the_rules_that_it_asks_for(folder):
    path = folder / "tests" / "fog.rules"
    space = Workspace.open(path)
    fog, without, cases = (unwrap(try_example(space, path, each.span.line)) for each in examples_in(space, path))
    assert (fog.title, fog.runs) == ("Fog", 1)
    (parted,) = fog.mismatches
    assert (parted.place, parted.expected) == (f"{path}:5:3", "expect result is rain")
    assert parted.found
    assert without.mismatches == ()
    assert (cases.runs, len(cases.mismatches)) == (3, 2)


def test_an_example_is_played_by_what_is_typed(folder):
    path, tables = folder / "95-examples.rules", folder / "20-tables.rules"
    space = Workspace.open(path)
    line = next(each.span.line for each in examples_in(space, path) if "reef" not in each.title.lower())
    text = space.source(tables).text
    space.change_text(tables, text.replace("  1..3: note trawler", "  1..3: note trawlr"))
    with pytest.raises(WrongRules):
        try_example(space, path, line)
    space.change_text(tables, text)
    assert unwrap(try_example(space, path, line)).mismatches == ()


def test_where_no_example_begins_none_is_run(folder):
    path = folder / "95-examples.rules"
    assert try_example(Workspace.open(path), path, 1) is None
