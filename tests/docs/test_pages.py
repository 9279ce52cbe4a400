"""The list of every page is one: it leads to each page of the manual, of the games and of the editors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "pages.md"
LINKED = {
    (LIST.parent / link).resolve() for link in re.findall(r"\]\(([\w./-]+\.md)\)", LIST.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize(
    "page",
    [
        *sorted({*(ROOT / "docs").glob("*.md")} - {LIST}),
        *sorted(ROOT.glob("games/*/README.md")),
        *sorted(ROOT.glob("editors/*/README.md")),
        *sorted({*ROOT.glob("*.md")} - {ROOT / "README.md"}),
        ROOT / "docs" / "decisions" / "README.md",
    ],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_each_page_is_listed(page: Path) -> None:
    assert page.resolve() in LINKED
