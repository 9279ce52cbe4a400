"""The records of decisions: a page each, with its four parts, and listed by its title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
PARTS = ["Context", "Decision", "Alternatives", "Consequences"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_a_page_with_its_four_parts(path: Path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(\w+)\.\*\* ", text, re.MULTILINE) == PARTS
    assert 15 <= text.count("\n") <= 40


def test_all_records_are_listed_in_their_order_by_their_titles():
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    titles = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in RECORDS]
    assert len(RECORDS) >= 30
    assert re.findall(r"^- \[(\d+)\]\((.*?)\) (.*)$", index, re.MULTILINE) == [
        (f"{number:04}", path.name, title) for number, (path, title) in enumerate(zip(RECORDS, titles, strict=True), 1)
    ]
