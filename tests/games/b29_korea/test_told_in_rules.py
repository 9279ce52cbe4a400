"""What the examples of the game's folder ``tests`` must all speak of; what each of them says is tested where they run."""

from __future__ import annotations

import re

from b29_korea.bench import GAME, graph
from bombsight.service.library import BUILT_IN

FOLDER = BUILT_IN / GAME.name / "tests"
CONSTRAINTS = [f"C-{number:02}" for number in range(1, 46)]
"""What the tables demand of the rules that had to be reconstructed."""


def texts() -> str:
    """All examples of the folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.rules")))


def test_every_constraint_is_honoured_somewhere():
    cited = set(re.findall(r"\bC-\d\d\b", texts()))
    assert [number for number in CONSTRAINTS if number not in cited] == []


def test_every_switch_is_set_otherwise_somewhere():
    told = texts()
    assert [option.name for option in graph().options if f"given option {option.name}" not in told] == []


def test_every_file_is_about_a_file_of_the_rules():
    assert [path.name for path in FOLDER.glob("*.rules") if not (FOLDER.parent / path.name).is_file()] == []
