"""The rules of the shipped games can be read beside their cards: no line is wider than a page."""

from pathlib import Path

import pytest

from bombsight.dsl.layout import WIDTH

GAMES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.rules")), ids=lambda path: str(path.relative_to(GAMES)))
def test_no_line_is_wider_than_the_page(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > WIDTH] == []
