"""The errata: 37 and 3 items as printed, 52 rulings; each that changes something is seen in an example, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl import ast
from bombsight.dsl.files import read_source
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source
from tests.games.b17.bench import FOLDER, OTHER_READINGS, PRINTED, graph, sources, without_errors
from tests.games.b17.transcribed import EFFECT_TABLES, effects_of

BOX = ["1", "2", "3"]
SHEET = [str(number) for number in range(1, 38)]
RULINGS = [str(number) for number in range(1, 53)]
CHANGING = {
    "rulebook_box": {"3"},
    "general": {
        *("1", "3", "4", "5", "6", "8", "9", "10", "14", "15", "16", "18", "20", "21", "22", "24", "26", "27"),
        *("28", "29", "30", "34", "35", "36", "37"),
    },
    "rulings": set(),
}
"""The items that change the printed text; the others say how it is meant."""

UNSEEN = {"8"}
"""A 6 in the sea is a result of its own, and nobody's fate hangs on it: a 6 less 1 saves as well."""


@pytest.mark.parametrize(("name", "numbers"), [("rulebook_box", BOX), ("general", SHEET), ("rulings", RULINGS)])
def test_every_item_is_in_force_under_its_number(name: str, numbers: list[str]):
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == name)
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries] == numbers
    for entry in overlay.entries:
        assert entry.title
        assert entry.changes, f"{name} {entry.number} touches nothing"
    changing = {
        entry.number for entry in overlay.entries if any(change.kind != "confirmed" for change in entry.changes)
    }
    assert changing == CHANGING[name]


@pytest.mark.parametrize(
    "without", [(), pytest.param(PRINTED, marks=pytest.mark.slow)], ids=["as played", "as printed"]
)
def test_the_rules_are_proved_sound(without: tuple[str, ...]):
    assert not compile_rules(Request(base=sources(), without=without)).errors


@pytest.mark.parametrize("name", ["general", "rulebook_box", "rulings"])
def test_each_sheet_can_be_left_out_by_itself(name: str):
    found = without_errors(Request(base=sources(), without=(name,)))
    assert {overlay.name for overlay in found.overlays} == {"general", "rulebook_box", "rulings"} - {name}


# --- what the examples show


def examples() -> list[ast.Example]:
    """The examples of the folder of tests."""
    found = []
    for path in sorted((FOLDER / "tests").glob("*.rules")):
        source = read_source(path)
        assert isinstance(source, Source)
        found += [item for item in parse(source).file.items if isinstance(item, ast.Example)]
    return found


def items_of(example: ast.Example) -> set[str]:
    """The items of errata that an example cites: ``errata 8 and 37, ruling 2``."""
    return {
        number
        for listed in re.findall(r"errata ((?:R?[0-9]+(?:, | and )?)+)", example.origin.cite)
        for number in re.findall(r"R?[0-9]+", listed)
    }


def test_every_item_that_changes_something_is_seen_as_printed_and_as_it_stands():
    printed, amended = set[str](), set[str]()
    for example in examples():
        without = any(isinstance(line, ast.GivenOverlay) and line.kind == "without" for line in example.lines)
        (printed if without else amended).update(items_of(example))
    changing = CHANGING["general"] | {f"R{number}" for number in CHANGING["rulebook_box"]}
    assert printed == changing - UNSEEN
    assert changing <= amended


def test_every_second_reading_is_seen():
    rulings = {option.name for option in graph().options if option.origin.cite.startswith("ruling")}
    assert rulings == set(OTHER_READINGS)
    seen = {option for example in examples() for option in settings(example)}
    assert rulings <= seen


def settings(example: ast.Example) -> Iterator[str]:
    """The options that an example sets, in its lines and its grids."""
    for line in example.lines:
        if isinstance(line, ast.GivenOption):
            yield line.name
        elif isinstance(line, ast.CaseRow):
            heads = (cell for cell in line.cells if isinstance(cell, ast.CaseHead) and cell.kind == "option")
            yield from (str(head.subject) for head in heads)


def test_the_engineer_is_never_without_heat():
    """Ruling 36: no table takes it from him, and one row alone the ball gunner's."""
    found = [effect for table in EFFECT_TABLES for effect in effects_of(table)]
    cold = {(effect.table, effect.roll, name) for effect in found for name in effect.effect if "heat_out" in name}
    assert "heat_out[engineer]" not in {name for _, _, name in cold}
    assert [(table, roll) for table, roll, name in cold if name == "heat_out[ball_gunner]"] == [("P-5", 9)]
