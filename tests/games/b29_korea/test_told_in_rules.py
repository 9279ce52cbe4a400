"""What the examples of the folder ``tests`` must all speak of; what each of them says is tested where they run."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.service.games.library import BUILT_IN
from tests.games.b29_korea.bench import GAME, graph, sources

FOLDER = BUILT_IN / GAME.name / "tests"
CONSTRAINTS = {f"C-{number:02}" for number in range(1, 46)}
"""What the tables demand of the rules that had to be reconstructed."""
RULINGS = {f"E-{number:02}" for number in range(1, 89)}
WITHOUT_EFFECT = {"E-17", "E-49", "E-87", "E-88"}
"""Rulings that change nothing in play: two names of one man, a title, what no rule needs."""


@cache
def text() -> str:
    """All examples of the folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.rules")))


def cited(pattern: str) -> set[str]:
    """What the examples cite, of the folder and of the rules themselves."""
    cites = [text(), *(example.origin.cite for example in graph().examples)]
    return {found for cite in cites for found in re.findall(pattern, cite)}


def test_every_constraint_is_honoured_somewhere():
    assert CONSTRAINTS - cited(r"\bC-\d\d\b") == set()


def test_every_ruling_that_has_an_effect_is_told():
    assert RULINGS - WITHOUT_EFFECT - cited(r"\bE-\d\d\b") == set()


def test_every_ruling_in_force_touches_something():
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == "rulings")
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries if not entry.changes] == []


def test_every_switch_is_set_otherwise_somewhere():
    assert [option.name for option in graph().options if f"given option {option.name}" not in text()] == []


def test_every_decision_that_caution_weighs_is_told():
    weighed = {node.name for node in graph().defines if node.span.path.endswith("r-caution.rules")}
    assert {decision for decision in weighed - {"failing"} if decision not in text()} == set()


def test_every_file_is_about_a_file_of_the_rules():
    assert [path.name for path in FOLDER.glob("*.rules") if not (FOLDER.parent / path.name).is_file()] == []


@pytest.mark.slow
def test_the_rules_are_proved_sound():
    assert not compile_rules(Request(base=sources())).errors
