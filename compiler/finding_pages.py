"""The page of each finding code: ``pages/CODE.md`` of the part that declares it, ``dsl`` or ``compiler``.

Only documentation reads pages: ``bombsight explain``, the manual, editors. A finding needs none.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bombsight.dsl.node_classes import frozen

FOLDERS = tuple(Path(__file__).resolve().parents[1] / part / "pages" for part in ("dsl", "compiler"))
"""The folders with pages, each with the codes that its part declares."""


@frozen
class FindingPage:
    """The page of a finding code.

    Attributes:
        title: The finding in one sentence.
        explanation: Why it is one and what to do, as plain text with indented examples.
    """

    title: str
    explanation: str


@cache
def read_page(code: str) -> FindingPage:
    """Read the page of a finding code: its heading, and what stands below it.

    Raises:
        FileNotFoundError: There is none.
    """
    in_dsl, in_compiler = (folder / f"{code}.md" for folder in FOLDERS)
    text = (in_dsl if in_dsl.exists() else in_compiler).read_text(encoding="utf-8")
    heading, _, explanation = text.partition("\n")
    return FindingPage(heading.removeprefix("# "), explanation.strip("\n"))
