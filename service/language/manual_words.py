"""What the manual says of a word of the language, in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from bombsight.service.lookup.manual import CODE, FENCE, section_on


@cache
def on_word(word: str) -> str:
    """What the manual says of a word or a phrase of the language, in Markdown, and where it says more."""
    section = section_on(word)
    if section is None:
        return f"`{word}`: a word of the language."
    called = f'"{word}"' if " " in word else word
    more = f"[{section.title}]({section.page}.md#{section.anchor}), `bombsight help {called}`"
    return "\n\n".join(part for part in (line_on(word, section.lines), more) if part)


def line_on(word: str, lines: Sequence[str]) -> str:
    """The row of a table, or else the sentence, that says a word the soonest; else how a section begins."""
    said = [*paragraphs(lines)]
    rows = [": ".join(cell.strip() for cell in each.strip("| ").split(" | ")) for each in said if each.startswith("|")]
    sentences = [part for each in said if not each.startswith("|") for part in re.split(r"(?<=\.) ", each)]
    for among in (rows, sentences):
        found = {each: place for each in among if (place := place_in(word, each)) is not None}
        if found:
            return min(found, key=lambda each: found[each])
    return next(iter(sentences), "")


def place_in(word: str, text: str) -> tuple[bool, int] | None:
    """Where a text has a word in its code, what begins with the word before what only has it; None where it has not."""
    has = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    places = [(has.match(code[1]) is None, code.start()) for code in CODE.finditer(text) if has.search(code[1])]
    return min(places, default=None)


def paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """The paragraphs of a section, rows of tables and points of lists each by itself, without headings and examples."""
    inside, text = False, ""
    for line in (*lines, ""):
        fence = line.startswith(FENCE)
        inside ^= fence
        begins = line.startswith(("|", "- "))
        if text and (not line or fence or begins):
            yield text
            text = ""
        if line and not inside and not fence and not line.startswith("#"):
            text = f"{text} {line.strip()}".strip() if not begins else line.removeprefix("- ")
