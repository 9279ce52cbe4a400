"""Selection ranges: each part of a file around a place lies within the next, up to the whole file."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bombsight.service.language.selection_ranges import selection_ranges
from bombsight.service.language.workspace import Workspace
from tests.examples import LIGHTHOUSE

SPACE = Workspace.open(LIGHTHOUSE)


def parts(name: str, text: str, inside: int) -> list[str]:
    """What is selected, step by step, from so far behind the beginning of a text that stands first there."""
    source = SPACE.source(LIGHTHOUSE / name)
    found = selection_ranges(SPACE, LIGHTHOUSE / name, source.text.index(text) + inside)
    return [source.text[span.start : span.end] for span in found]


def test_a_value_grows_to_its_line_its_block_its_item_its_chapter_and_the_file():
    text = (LIGHTHOUSE / "10-night.rules").read_text(encoding="utf-8")
    found = parts("10-night.rules", "add 1 to wrecks[s.kind]", 18)
    assert found[:4] == ["kind", "s.kind", "wrecks[s.kind]", "add 1 to wrecks[s.kind]"]
    assert found[4].startswith("if end_of_it is wrecked")
    assert found[5].startswith("procedure pass(s: Ship)")
    assert found[6].startswith('chapter "Ships"')
    assert found[7:] == [text]


def test_a_text_is_selected_without_its_quotes_first():
    found = parts("10-night.rules", 'say "{keeper} has kept', 7)
    assert found[:4] == [
        "keeper",
        "{keeper} has kept {nights} of 4 nights.",
        '"{keeper} has kept {nights} of 4 nights."',
        'say "{keeper} has kept {nights} of 4 nights."',
    ]


@pytest.mark.parametrize("name", sorted(path.name for path in LIGHTHOUSE.glob("*.rules")))
def test_each_part_lies_within_the_next_wherever_one_begins(name):
    source = SPACE.source(LIGHTHOUSE / name)
    for offset in range(0, len(source.text) + 1, 37):
        found = selection_ranges(SPACE, LIGHTHOUSE / name, offset)
        assert found[-1] == source.span(0, len(source.text))
        assert found[0].start <= offset <= found[0].end
        for one, other in pairwise(found):
            assert other.start <= one.start
            assert one.end <= other.end
            assert one != other
