"""Signature help: how a thing is called whose arguments are being written, and which of them the cursor is in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bombsight.dsl.source import Source
from bombsight.service.language.signatures import SignatureHelp, open_calls_at, signature_at
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

NIGHT = "10-night.rules"


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    folder = Path(shutil.copytree(LIGHTHOUSE, tmp_path_factory.mktemp("signatures") / "lighthouse"))
    return Workspace.open(folder)


def helped(space: Workspace, line: str) -> SignatureHelp | None:
    """The help where ``|>`` stands in a line that takes the place of another."""
    path = next(Path(source.file) for source in space.files if source.file.endswith(NIGHT))
    text = (LIGHTHOUSE / NIGHT).read_text(encoding="utf-8").replace("    do pass(s)\n", f"    {line}\n")
    space.change_text(path, text.replace("|>", ""))
    return signature_at(space, path, text.index("|>"))


@pytest.mark.parametrize(
    ("line", "label", "marked"),
    [
        ("do comes(|>", "comes(kind: Kind, side: Side)", "kind: Kind"),
        ("do comes(packet|>, south)", "comes(kind: Kind, side: Side)", "kind: Kind"),
        ("do comes(packet, |>)", "comes(kind: Kind, side: Side)", "side: Side"),
        ("do comes(packet, south, |>)", "comes(kind: Kind, side: Side)", None),
        ("set lost to look up Leeway(sky, |>", "Leeway(weather: Sky, from_side: Side) 0..3", "from_side: Side"),
        ("if roll on Reef(|>) is safe", "Reef(s: Ship) Reef result", "s: Ship"),
        ("set lost to max(lost, min(|>3, 4))", "min(a number, a number ...)", "a number"),
        ("set lost to max(lost, min(3, 4), |>)", "max(a number, a number ...)", "a number ..."),
        ("set lost to max(wrecks[trawler|>], 4)", "max(a number, a number ...)", "a number"),
        ("add Ship(side: |>) to ships", "Ship(kind: Kind, side: Side, warned: yes/no, waited: 0..3)", "side: Side"),
        ("add Ship(|>) to ships", "Ship(kind: Kind, side: Side, warned: yes/no, waited: 0..3)", "kind: Kind"),
        ('say "{max(lost, |>"', "max(a number, a number ...)", "a number ..."),
        ('say "(, {max(|>3, 4)} of"', "max(a number, a number ...)", "a number"),
    ],
)
def test_a_call_is_told_with_the_parameter_that_is_written(space, line, label, marked):
    found = helped(space, line)
    assert found is not None
    assert found.label == label
    assert (found.active is None) is (marked is None)
    if found.active is not None:
        assert found.label[slice(*found.params[found.active])] == marked


def test_the_title_of_what_is_called_stands_by_it(space):
    assert unwrap(helped(space, "roll on Reef(|>")).title == "A ship at the reef"


@pytest.mark.parametrize(
    "line",
    [
        "do comes|>(packet, south)",
        "do comes(packet, south)|>",
        'say "max(|>"',
        "do comes(packet, south) # max(|>",
        'say "{max(3, 4)} (|>"',
        "let there = (|>lost)",
        "do oyl(|>)",
    ],
)
def test_where_nothing_is_called_nothing_is_told(space, line):
    assert helped(space, line) is None


def test_of_very_many_brackets_the_innermost_are_looked_at():
    line = "  if " + "max(" * 5000
    calls = [*open_calls_at(Source("g.rules", line), len(line))]
    assert len(calls) == 100
    assert {len(call.before) for call in calls} == {200}
