"""The headings of a file is what its parse says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl import ast
from bombsight.dsl.file_kind import Heading, find_game_id, find_headings, find_overlay_names, lines_of_other_games
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source

ROOT = Path(__file__).parents[2]
FILES = [*sorted(ROOT.glob("games/*/*.rules")), *sorted(ROOT.glob("docs/examples/lighthouse/*.rules"))]


def begins(text: str) -> bool:
    return text.startswith(("game", "errata", "variant", "house"))


def test_it_says_what_the_parser_reads():
    outlined: list[Heading] = []
    parsed: list[Heading] = []
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        outlined += find_headings(text)
        # Only the items that count are parsed: the others take seconds.
        items = [f"{item}\n" for item in split(text) if begins(item)]
        for item in parse(Source(str(path), "".join(items))).file.items:
            if isinstance(item, ast.Game):
                parsed.append(Heading("game", item.name))
            elif isinstance(item, ast.Overlay):
                parsed.append(Heading(item.kind, item.name, item.game or ""))
    assert outlined == parsed
    assert {each.kind for each in outlined} == {"game", "errata", "variant"}


def split(text: str) -> list[str]:
    items: list[str] = []
    for line in text.split("\n"):
        if line[:1] not in ("", " ", "#") or not items:
            items.append(line)
        else:
            items[-1] += f"\n{line}"
    return items


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('game boats "Boats"', [Heading("game", "boats")]),
        ("game boats", [Heading("game", "boats")]),
        ('game"boats" x', []),
        ("games boats", []),
        (' game boats "Boats"', []),
        ('# game boats "Boats"', []),
        ('house mine "My # rules" for boats by "Me"  # mine', [Heading("house", "mine", "boats")]),
        ('house\tmine "Mine" for boats', [Heading("house", "mine", "boats")]),
        ('house mine "Mine" # for boats', [Heading("house", "mine")]),
        ('errata "boats"', []),
        ("variant", []),
    ],
)
def test_lines(line: str, found: list[Heading]):
    assert [*find_headings(f"# top\n{line}\r\n  game inner")] == found


@given(st.text())
def test_any_text_has_headings(text: str):
    assert all(each.name for each in find_headings(text))


def test_of_several_files():
    sources = [Source("a", 'errata one "1" for b\nvariant two "2" for b\n'), Source("b", "game b\nerrata three\n")]
    assert find_game_id(sources) == "b"
    assert find_overlay_names(sources, "errata") == ["one", "three"]
    assert find_game_id([]) == ""


SEVERAL = """\
# what this is
house one "1" for here
  1 "a"

# of another
# game
house two "2" for there
  1 "b"
house three "3" for here
house four "4"
house five "5" for there
"""


@pytest.mark.parametrize(
    ("game", "lines"),
    [("here", [[5, 6, 7, 8], [11, 12]]), ("there", [[1, 2, 3, 4], [9]]), ("nowhere", []), ("", [])],
)
def test_lines_of_overlays_for_other_games(game: str, lines: list[list[int]]):
    assert [[*found] for found in lines_of_other_games(SEVERAL, game)] == lines
