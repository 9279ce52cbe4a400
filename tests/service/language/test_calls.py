"""Call hierarchy: who calls whom, over the files of a game, its overlays and its examples."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.service.language.call_hierarchy import CallNode, call_node_at, find_callees, find_callers
from bombsight.service.language.rule_configurations import read_side_files
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

SPACE = Workspace.open(LIGHTHOUSE)


def find_party(file: str, line: str, word: str, space: Workspace = SPACE, folder: Path = LIGHTHOUSE) -> CallNode | None:
    """The item that a word names in the first line of a file that holds a text; None where it names none."""
    text = space.source(folder / file).text
    return call_node_at(space, folder / file, text.index(word, text.index(line)))


def party(file: str, line: str, word: str, space: Workspace = SPACE, folder: Path = LIGHTHOUSE) -> CallNode:
    """The same, where the word names one."""
    return unwrap(find_party(file, line, word, space, folder))


def test_who_calls_a_thing_is_told_with_the_places():
    reef = party("10-night.rules", "roll on Reef", "Reef")
    assert (reef.path.name, reef.entry.name, reef.entry.detail) == ("20-tables.rules", "Reef", "A ship at the reef")
    found = {call.node.entry.name: call for call in find_callers(SPACE, reef)}
    assert {"pass", "hand_lantern", "horn", "One hour in the fog"} <= {*found}
    (span,) = found["pass"].spans
    text = SPACE.source(LIGHTHOUSE / "10-night.rules").text
    assert text[: span.end].endswith("let end_of_it = roll on Reef")


def test_what_a_thing_calls_is_told_each_once():
    orders = party("10-night.rules", "procedure give_orders", "give_orders")
    found = [(call.node.entry.name, len(call.spans)) for call in find_callees(SPACE, orders)]
    assert found == [("unwarned", 4), ("burn", 1), ("sound", 1)]


def test_examples_of_the_tests_call_as_well(tmp_path):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse"))
    (folder / "tests").mkdir()
    text = 'example "Fog, of the tests"\n  roll on Weather\n  roll Weather 9\n  expect result is fog\n'
    (folder / "tests" / "fog.rules").write_text(text, encoding="utf-8")
    space = Workspace.open(folder)
    weather = party("20-tables.rules", "table Weather", "Weather", space, folder)
    names = [call.node.entry.name for call in find_callers(space, weather, read_side_files(space.request))]
    assert "watch" in names
    assert names[-1] == "Fog, of the tests"


@pytest.mark.parametrize(
    ("file", "line", "word"), [("00-game.rules", "enum Sky", "Sky"), ("10-night.rules", "set sky to", "set")]
)
def test_what_is_not_called_is_no_party(file, line, word):
    assert find_party(file, line, word) is None
