"""Texts of rows: references to other tables in them, and requests to throw again."""

from __future__ import annotations

import re
from urllib.parse import unquote

from attrs import frozen

from bombsight.service.importing.model import ImportedRow, Reference

QUOTES = "\"'\u201c\u201d\u2018\u2019 "
"""What may stand around the name of a table."""

MIN_TITLE, MAX_TITLE = 3, 80
"""The fewest and the most characters of a row that is nothing but a title."""

COUNTS = {"once": 1, "one": 1, "a": 1, "an": 1, "twice": 2, "two": 2, "thrice": 3, "three": 3, "four": 4, "five": 5}
"""Numbers of rolls in words."""

COUNT = r"(once|twice|thrice|(?:one|two|three|four|five|[1-9])(?:\s+(?:more\s+)?times?)?|[1-9]\s*x)"

ROLL_AGAIN_OFTEN = re.compile(
    rf"\W*(?:re-?)?roll\s+(?:again\s+)?{COUNT}(?:\s+(?:more|again|times|times more))*"
    r"(?:\s+on\s+this\s+(?:table|list|oracle|chart))?(?:\W.*)?",
    re.IGNORECASE | re.DOTALL,
)
"""Matches "Roll twice", "Roll 3 times on this table and combine them": what follows is not a table."""

ROLL_AGAIN = re.compile(r"\W*(?:re-?roll|roll\s+again|throw\s+again)\W*", re.IGNORECASE)

ASKS_AGAIN = re.compile(
    rf"\W*(?:re-?roll|(?:roll|throw)\s+(?:again|{COUNT}\s+more|{COUNT}\s+times|twice|thrice))\b", re.IGNORECASE
)
"""Matches the beginning of a row that asks for another throw of its own table, whatever follows."""

OTHER_TABLE = re.compile(r"\bon\s+(?!this\b|the\s+same\b)", re.IGNORECASE)

ROLL_ON = re.compile(
    rf"\b(?:re-?)?roll\s+(?:{COUNT}\s+)?(?:again\s+)?(?:on|from|using|against)\s+(?:the\s+|a\s+)?"
    r"([\"'\u201c\u2018]?[A-Za-z0-9\u00c0-\u024f][^.;:!?\n\[\](){}]{0,80})",
    re.IGNORECASE,
)
"""Matches "roll twice on the Weather table"."""

SEE = r"(?:see|go\s?to|consult|refer to|turn to)"

ARROW = r"(?:[\u2192\u21d2\u279c\u27a1\u25ba]\ufe0f?|->|=>)"

SEE_CLAUSE = re.compile(
    rf"(?:(?:^|[.;:,!?(\[\u2013\u2014])\s*{SEE}\s|{ARROW})\s*(?:the\s)?([^.;:,!?\n()\[\]{{}}]{{1,80}})", re.IGNORECASE
)
"""Matches "See Weather" and an arrow before the name of a table, a clause of their own."""

SEE_TABLE = re.compile(
    rf"\b(?:{SEE}|use|check)\s+(?:the\s+)?((?:[\w'\u2019&-]+\s+){{1,6}}?)(?:table|chart|list|oracle)s?\b", re.IGNORECASE
)
"""Matches "see the Weather table", anywhere."""

WIKI_LINK = re.compile(r"!?\[\[(?!/)([^\[\]\n|#]{1,200})(?:#\^?([^\[\]\n|]{1,200}))?(?:\|([^\[\]\n]{1,200}))?\]\]")
MARKDOWN_LINK = re.compile(r"\[([^\[\]\n]{1,300})\]\(\s*<?([^()<>\s]{1,400})>?(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)")
FOUNDRY_LINK = re.compile(
    r"@(UUID|Compendium|RollTable|Item|JournalEntry|Actor|Macro|Scene|Draw|Table)\[([^\[\]\n]{1,200})\]"
    r"(?:\{([^{}\n]{0,200})\})?"
)
AT_NAME = re.compile(r"(?<![\w@/.])@([A-Za-z][A-Za-z0-9_-]{1,80})(?![\w\[@])")
FOUNDRY_ROLL = re.compile(
    r"\[\[\s*/(?:r|roll|gmr|pr|br|sr|gmroll)\s+([^\[\]\n]{1,80})\]\](?:\{([^{}\n]{0,80})\})?", re.I
)
INLINE_ROLL = re.compile(r"\[\[\s*([0-9dD+*/() xk-]{1,60})\]\]")
TABLE_LINKS = ("UUID", "Compendium", "RollTable", "Draw", "Table")


@frozen
class RowText:
    """The text of a row, taken apart.

    Attributes:
        text: The text for readers, links replaced by their words.
        references: The tables that it names.
        again: How many more throws of its own table it asks for.
    """

    text: str
    references: tuple[Reference, ...] = ()
    again: int = 0


def read_row_text(text: str) -> RowText:
    """Take the text of a row apart: links of wikis, of Markdown and of Foundry, "roll on X", ``@X``, "roll twice"."""
    references: list[Reference] = []

    def take_wiki_link(found: re.Match[str]) -> str:
        page = found[1].strip()
        names = (found[2], page, page.rpartition("/")[2]) if found[2] else (page, page.rpartition("/")[2])
        references.append(Reference(names, is_explicit=False))
        return str(found[3] or found[1]).strip()

    def take_markdown_link(found: re.Match[str]) -> str:
        references.append(Reference((unquote(found[2]), found[1]), is_explicit=False))
        return found[1]

    def take_foundry_link(found: re.Match[str]) -> str:
        if found[1] in TABLE_LINKS:
            is_table = "RollTable" in found[2] or found[1] in ("RollTable", "Draw", "Table")
            names = (found[2], found[3]) if found[3] else (found[2],)
            references.append(Reference(names, is_explicit=is_table))
        return str(found[3] or found[2].rpartition(".")[2])

    plain = FOUNDRY_ROLL.sub(lambda found: found[2] or found[1].strip(), text)
    plain = INLINE_ROLL.sub(lambda found: found[1].strip(), plain)
    plain = WIKI_LINK.sub(take_wiki_link, plain)
    plain = MARKDOWN_LINK.sub(take_markdown_link, plain)
    plain = FOUNDRY_LINK.sub(take_foundry_link, plain)
    references += [Reference((found[1],), is_explicit=False) for found in AT_NAME.finditer(plain)]
    references += roll_on_references(plain)
    references += see_references(plain)
    return RowText(plain, tuple(references), count_again(plain))


def roll_on_references(text: str) -> list[Reference]:
    """List the tables that a text says to roll on: "roll twice on the Weather table" names ``Weather``, 2 times."""
    found_all: list[Reference] = []
    for found in ROLL_ON.finditer(text):
        name = found[2].strip(QUOTES)
        words = name.split()
        times = parse_count(found[1])
        # What follows the name is unknown: each beginning is tried, the longest first.
        beginnings = (" ".join(words[:count]) for count in range(min(len(words), 10), 0, -1))
        found_all.append(Reference(tuple(beginnings), times, is_explicit=False))
    return found_all


def see_references(text: str) -> list[Reference]:
    """List the tables that a text says to see: "See Weather", "(see the Weather table)", "→ Weather"."""
    names = [found[1].strip(QUOTES) for pattern in (SEE_CLAUSE, SEE_TABLE) for found in pattern.finditer(text)]
    return [Reference((name,), is_explicit=False, may_be_own=False) for name in names if name]


def title_references(text: str) -> list[Reference]:
    """List the table whose title a row's text is, or its first cell: ``Weather``, ``Weather; Page: 3``."""
    name = text.partition(";")[0].strip(QUOTES)
    is_name = MIN_TITLE <= len(name) <= MAX_TITLE
    return [Reference((name,), is_explicit=False, may_be_own=False)] if is_name else []


def asks_for_roll(text: str) -> bool:
    """Whether a text asks for a roll, on its own table or another, in whatever words."""
    return ASKS_AGAIN.match(text) is not None or ROLL_ON.search(text) is not None


def parse_count(words: str | None) -> int:
    """Parse the number of rolls, "twice", "3 times"; 1 where there is none."""
    if not words:
        return 1
    first = words.split()[0].lower().rstrip("x")
    return int(first) if first.isdigit() else COUNTS.get(first, 1)


def count_again(text: str) -> int:
    """Count the throws of its own table that a text asks for: 1 for "Roll again", 2 for "Roll twice", 0 for none."""
    if len(text) > 200:
        return 0
    if ROLL_AGAIN.fullmatch(text):
        return 1
    found = ROLL_AGAIN_OFTEN.fullmatch(text)
    if found is None or OTHER_TABLE.search(text):
        return 0
    return parse_count(found[1])


def make_row(text: str, place: str, remark: str = "") -> ImportedRow:
    """Make a row, without keys, of the text of a line; a text that is a title alone refers to that table."""
    read = read_row_text(text)
    references = (*read.references, *title_references(read.text))
    return ImportedRow(None, None, read.text, references, read.again, place, remark)
