"""Links of every page in the repository lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for glob in ("*.md", "*/*.md", "docs/*/*.md", "editors/*/*.md", "games/*/*.md")
    for path in ROOT.glob(glob)
    if "bombsight" not in path.relative_to(ROOT).parts  # links to the folders beside it
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
PATH = re.compile(r"`((?:dsl|flat|compiler|backends|runtime|service|cli|tests|docs|bench|web)/[\w./-]*)`")


def anchors(page: Path) -> set[str]:
    """What can be linked to within a page: its headings, as the usual renderers name them."""
    titles = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    lost = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_that_a_page_names_are_there(page: Path):
    named = PATH.findall(page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_there_are_pages_and_links():
    assert len(PAGES) > 20
    assert sum(len(LINK.findall(page.read_text(encoding="utf-8"))) for page in PAGES) > 50
