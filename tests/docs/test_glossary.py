"""The glossary: each word is used where its line says that it is defined, and pages for newcomers lead to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "glossary.md"
ROW = re.compile(r"^\| (?!word )([^|-][^|]*) \| ([^|]+) \| \[[^\]]+\]\(([^)#]+)(?:#([\w-]+))?\) \|$", re.MULTILINE)
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = ROW.findall(TEXT)


def passage(target: str, anchor: str) -> str:
    """Return the section of a page that an anchor names, or the whole file."""
    text = (PAGE.parent / target).read_text(encoding="utf-8")
    if not anchor:
        return text
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    (section,) = [each for each in sections if slug(each.partition("\n")[0]) == anchor]
    return section


def slug(heading: str) -> str:
    """Return the anchor by which renderers of Markdown name a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lstrip("#").strip().lower()).replace(" ", "-")


def test_every_line_of_the_tables_is_an_entry():
    lines = [line for line in TEXT.splitlines() if line.startswith("|") and not re.match(r"\| word |\|---", line)]
    assert len(lines) == len(ROWS) >= 60


@pytest.mark.parametrize(("word", "meaning", "target", "anchor"), ROWS, ids=[f"{row[0]}, {row[2]}" for row in ROWS])
def test_a_word_is_used_where_it_is_defined(word: str, meaning: str, target: str, anchor: str):
    assert meaning.strip()
    assert re.search(rf"\b{word}(?:s|d|ed)?\b", passage(target, anchor), re.IGNORECASE)


@pytest.mark.parametrize("table", TEXT.split("\n## ")[1:], ids=lambda text: text.partition("\n")[0])
def test_words_are_sorted_and_stand_once(table: str):
    words = [word for word, *_ in ROW.findall(table)]
    assert words == sorted(set(words))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_pages_that_newcomers_read_lead_to_it(page: str):
    assert re.search(r"\]\((?:docs/)?glossary\.md\)", (ROOT / page).read_text(encoding="utf-8"))
