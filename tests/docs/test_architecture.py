"""The pages on how the program is built: each stage's page has the same heads, and each room stands on its part's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HEADS = ["In.", "Out.", "Pure?", "Incremental.", "Where.", "Why."]
RECIPES = "adding.md"
STAGES = sorted(path for path in (DOCS / "architecture").glob("*.md") if path.name != RECIPES)
PARTS_OF_ROOMS = ("runtime", "service")
"""The parts whose page is a list of their rooms."""

PARTS_OF_MODULES = ("boundary", "compiler", "dsl", "flat", "runtime", "service")
"""The parts whose page names each module that stands in no room."""


@pytest.mark.parametrize("page", STAGES, ids=lambda page: page.stem)
def test_each_stage_says_the_same_of_itself(page: Path) -> None:
    found = re.findall(r"^\*\*([^*]+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)

    assert [head for head in found if head in HEADS] == HEADS


def test_architecture_leads_to_each_page_behind_it() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")

    assert len(STAGES) > 15
    assert [
        page.name for page in (*STAGES, DOCS / "architecture" / RECIPES) if f"(architecture/{page.name}" not in text
    ] == []


def test_rooms_fit_one_screen() -> None:
    assert len((DOCS / "rooms.md").read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("part", PARTS_OF_ROOMS)
def test_the_page_of_a_part_names_each_of_its_rooms(part: str) -> None:
    text = (ROOT / part / "README.md").read_text(encoding="utf-8")
    rooms = [path.parent.name for path in (ROOT / part).glob("*/__init__.py")]

    assert len(rooms) > 4
    assert [room for room in rooms if f"| `{room}/` |" not in text] == []


@pytest.mark.parametrize("part", PARTS_OF_MODULES)
def test_the_page_of_a_part_names_each_module_beside_its_rooms(part: str) -> None:
    text = (ROOT / part / "README.md").read_text(encoding="utf-8")
    modules = [path.name for path in (ROOT / part).glob("*.py") if path.name != "__init__.py"]

    assert modules
    assert [name for name in modules if f"`{name}`" not in text] == []
