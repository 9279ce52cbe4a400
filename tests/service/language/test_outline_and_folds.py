"""What a file looks like from afar: every item below its chapter, every block to be folded."""

from __future__ import annotations

import pytest

from bombsight.dsl.source import Source
from bombsight.service.language.folding import Fold, find_folds
from bombsight.service.language.outline import OutlineEntry, outline, outline_source
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

FILES = sorted(LIGHTHOUSE.glob("*.rules"))


def names(entries: tuple[OutlineEntry, ...], depth: int = 0) -> list[str]:
    return [line for entry in entries for line in ("  " * depth + entry.name, *names(entry.children, depth + 1))]


def test_items_stand_below_their_chapters_and_parts_below_items():
    space = Workspace.open(LIGHTHOUSE)
    assert names(outline(space, LIGHTHOUSE / "20-tables.rules")) == [
        "Weather",
        "Traffic",
        "  trawler",
        "The reef",
        "  Reef",
        "  Leeway",
        "  moonless",
        "  leeway",
        "  horn",
    ]


def test_an_enum_has_its_values_be_it_a_list_or_a_grid():
    text = "enum Sky: clear, rain\n\nenum Kind\n  | kind | due |\n  | brig | 3 |\n  | sloop | 4 |\n"
    found = outline_source(Source("a.rules", text))
    assert names(found) == ["Sky", "  clear", "  rain", "Kind", "  brig", "  sloop"]
    assert [each.kind for each in found[1].children] == ["EnumMember"] * 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_names_stand_within_what_they_name_and_parts_within_wholes(path):
    source = Source(path.name, path.read_text(encoding="utf-8"))

    def look(entries: tuple[OutlineEntry, ...], start: int, end: int) -> None:
        for entry in entries:
            assert start <= entry.span.start <= entry.head.start <= entry.head.end <= entry.span.end <= end
            assert entry.name
            if entry.kind not in ("Namespace", "Event"):
                assert source.text[entry.head.start : entry.head.end] == entry.name
            look(entry.children, entry.span.start, entry.span.end)

    found = outline_source(source)
    assert found
    look(found, 0, len(source.text))


def test_blocks_chapters_and_comments_fold_and_errors_do_not_matter():
    text = """\
# One,
# two.
procedure a
  if b
    take 1 from )
# stands above c
  else
    nothing

chapter "C"

define c: 0..3 = 1
# last
"""
    assert find_folds(Source("a.rules", text)) == (
        Fold(1, 2, "comment"),
        Fold(3, 8, "block"),
        Fold(4, 5, "block"),
        Fold(7, 8, "block"),
        Fold(10, 13, "chapter"),
    )


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ()),
        ("\n", ()),
        ("x", ()),
        ("  x", ()),
        ("x\n\n  y\n\n", (Fold(1, 3, "block"),)),
        ("\tx\n y\n  z", (Fold(2, 3, "block"),)),
        ("# x\n#\n", (Fold(1, 2, "comment"),)),
    ],
)
def test_a_text_that_is_no_rules_folds_by_its_lines(text, folded):
    assert find_folds(Source("a.rules", text)) == folded
