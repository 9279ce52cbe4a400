"""Generates the manual's page of all findings from the pages of the codes.

``python -m bombsight.service.lint.codes_page`` writes the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from bombsight.dsl.diagnostic import Code
from bombsight.service.lint.codes_catalog import AREA_NAMES, all_codes, read_page

PAGE_PATH = Path(__file__).resolve().parents[2] / "docs" / "codes.md"

PAGE_HEAD = """\
# Findings

All that `bombsight lint` can find, area by area. `bombsight explain T002` shows one of them, `bombsight explain T` an
area. `--select`, `--ignore` and the comment `# allow: NAME -- reason` take a code or a name.

An **error** makes the rules wrong: it must be mended. A **warning** is most likely a mistake. **Advice** can be taken
or left. "Since" is the version of Bombsight that was the first to have the finding. A code never comes to mean another.

<!-- Made by python -m bombsight.service.lint.codes_page from the pages beside the checks: change those. -->
"""


def render_page() -> str:
    """Render the manual's page of findings as Markdown."""
    parts = [PAGE_HEAD]
    for letter, codes in groupby(all_codes().values(), key=lambda code: code.code[0]):
        parts += render_area(letter, [*codes])
    return "\n".join(parts)


def render_area(letter: str, codes: list[Code]) -> Iterator[str]:
    """Render the findings of one area as Markdown: a table of all, then the page of each."""
    yield f"## {letter}: {AREA_NAMES[letter]}\n"
    yield "| code | name | severity | |"
    yield "|---|---|---|---|"
    for code in codes:
        title = read_page(code.code).title.rstrip(".").replace("|", "\\|")
        yield f"| [{code.code}](#{code.code.lower()}) | `{code.name}` | {code.severity.value} | {title} |"
    yield ""
    for code in codes:
        page = read_page(code.code)
        yield f"### {code.code}\n"
        yield f"**{page.title.rstrip('.')}.** `{code.name}`, {code.severity.value}, since {code.since}\n"
        yield page.explanation + "\n"


if __name__ == "__main__":
    PAGE_PATH.write_text(render_page(), encoding="utf-8")
