"""The manual's shortest explanation of a keyword."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from bombsight.service.lookup.manual import CODE_SPAN, FENCE, section_for_word


@cache
def describe_word(word: str) -> str:
    """Quote the manual's line that explains a keyword or phrase, in Markdown, with a link to its section."""
    section = section_for_word(word)
    if section is None:
        return f"`{word}`: a word of the language."
    quoted_word = f'"{word}"' if " " in word else word
    more = f"[{section.title}]({section.page}.md#{section.anchor}), `bombsight help {quoted_word}`"
    return "\n\n".join(part for part in (find_best_line(word, section.lines), more) if part)


def find_best_line(word: str, lines: Sequence[str]) -> str:
    """Find the table row of a manual section whose code has a word earliest; without such a row, the sentence."""
    texts = [*split_paragraphs(lines)]
    rows = [": ".join(cell.strip() for cell in each.strip("| ").split(" | ")) for each in texts if each.startswith("|")]
    sentences = [part for each in texts if not each.startswith("|") for part in re.split(r"(?<=\.) ", each)]
    for among in (rows, sentences):
        positions = {each: place for each in among if (place := position_in_code(word, each)) is not None}
        if positions:
            return min(positions, key=lambda each: positions[each])
    return next(iter(sentences), "")


def position_in_code(word: str, text: str) -> tuple[bool, int] | None:
    """Compute the sort key of a word's first position in a text's code spans; None if no code span has the word."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    places = [
        (pattern.match(code[1]) is None, code.start()) for code in CODE_SPAN.finditer(text) if pattern.search(code[1])
    ]
    return min(places, default=None)


def split_paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Split a section into paragraphs, table rows and list items; headings and code blocks are dropped."""
    is_in_example, text = False, ""
    for line in (*lines, ""):
        fence = line.startswith(FENCE)
        is_in_example ^= fence
        begins = line.startswith(("|", "- "))
        if text and (not line or fence or begins):
            yield text
            text = ""
        if line and not is_in_example and not fence and not line.startswith("#"):
            text = f"{text} {line.strip()}".strip() if not begins else line.removeprefix("- ")
