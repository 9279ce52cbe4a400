"""Rules are coloured for pages and notebooks by Pygments."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

import pytest
from pygments import highlight, token
from pygments.formatters import HtmlFormatter

from bombsight.service.highlighting.pygments_lexer import RulesLexer
from tests.examples import LIGHTHOUSE

FILES = sorted((Path(__file__).parents[2] / "games").glob("*/*.rules"))


def test_rules_are_coloured_and_nothing_of_them_is_lost():
    text = 'table K-1 "The sky, {sky}"\n\n  roll 2d6  # twice\n  ..6: clear'
    found = [*RulesLexer().get_tokens_unprocessed(text)]
    assert "".join(part for _, _, part in found) == text
    assert [offset for offset, _, part in found if part == "roll"] == [text.index("roll")]
    kinds = {part: str(kind) for _, kind, part in found}
    assert [kinds[part] for part in ("table", "K-1", "sky", "2d6")] == [
        "Token.Keyword.Declaration",
        "Token.Name.Function",
        "Token.Name",
        "Token.Literal.Number",
    ]


@pytest.mark.parametrize(
    "folder",
    [
        LIGHTHOUSE,
        *(
            pytest.param(folder, marks=pytest.mark.slow, id=folder.name)
            for folder in sorted({path.parent for path in FILES})
        ),
    ],
)
def test_every_file_of_a_game_is_coloured_whole(folder):
    for path in sorted(folder.glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        tokens = [*RulesLexer().get_tokens_unprocessed(text)]
        assert "".join(part for _, _, part in tokens) == text
        assert [offset for offset, _, _ in tokens] == sorted({offset for offset, _, _ in tokens})
        plain = sum(len(part.strip()) for _, kind, part in tokens if kind in (token.Text, token.Error))
        assert plain < len(text) / 5, f"{path}: much has no colour"


def test_pygments_makes_a_page_of_it():
    page = highlight("table K-1 <b>\n", RulesLexer(), HtmlFormatter())
    assert "table" in page
    assert "<b>" not in page


def test_the_lexer_is_registered_by_the_installed_program():
    found = [entry for entry in entry_points(group="pygments.lexers") if entry.name == "bombsight"]
    if not found:
        pytest.skip("bombsight was installed before it had a lexer, or is not installed")
    assert found[0].load() is RulesLexer
