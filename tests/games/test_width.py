"""The rules of the shipped games can be read beside their cards: no line is wider than a page."""

from pathlib import Path

from bombsight.dsl.layout import WIDTH

GAMES = Path(__file__).parents[2] / "games"


def test_no_line_is_wider_than_the_page():
    files = sorted(GAMES.rglob("*.rules"))
    assert files
    lines = [(path, *line) for path in files for line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)]
    assert [f"{path.relative_to(GAMES)}:{number}" for path, number, line in lines if len(line) > WIDTH] == []
