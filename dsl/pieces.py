"""Splitting of a rules file into the texts of its items, without parsing; masking of texts and comments.

Every item starts in column 0. Splitting there before parsing keeps one bad item from spoiling the others.
"""

from __future__ import annotations

import re
from itertools import pairwise

from bombsight.dsl.node_classes import frozen

TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|#[^\n]*')
BRACKET = re.compile(r"[()\[\]{}]")
OPENERS = {")": "(", "]": "[", "}": "{"}
ITEM_HEADER = re.compile(
    r"""(?: (?: game | option | reroll | tally | luck | board | errata | variant | preferences | house )
            \s+ \w+ \s* "
          | table \s+ [\w-]+ \s* "
          | forecast \s+ \w+ \s* (?: in \s+ (?: tenths | hundredths | thousandths ) \s* )? :
          | (?: chapter | example | primer ) \s* "
          | explain \s+ (?: table | option | enum | field | procedure | define | tally | question | answer ) \s+ \w
          | modifier \s+ [+-]
          | (?: enum | record | state | define | procedure ) \s+ \w
        )""",
    re.VERBOSE,
)
"""Matches the beginning of an item, even where a bracket above was never closed."""


WORD = re.compile(r"[A-Za-z_][\w-]*")


@frozen
class Piece:
    """The text of one item, up to the beginning of the next.

    Attributes:
        offset: Its offset in the file.
        text: Its text, with the blank lines and comments behind it.
    """

    offset: int
    text: str

    @property
    def code(self) -> str:
        """The item's text for the parser, without blanks at its end and with one line end there."""
        return self.text.rstrip(" \t\r\n") + "\n"


def is_word_character(character: str) -> bool:
    """Whether a character belongs to a word or number."""
    return character.isalnum() or character == "_"


@frozen
class SplitFile:
    """A file split into its items; ``preamble`` is the text before the first."""

    preamble: str
    pieces: tuple[Piece, ...]


def mask_texts_and_comments(text: str) -> str:
    """Replace string literals and comments by blanks of the same length."""
    return TEXT_OR_COMMENT.sub(lambda found: " " * len(found[0]), text)


def split_items(text: str) -> SplitFile:
    """Split a file into its items.

    A line in column 0 begins an item unless it continues a bracket.
    """
    starts: list[int] = []
    depth = position = 0
    for line, bare in zip(text.split("\n"), mask_texts_and_comments(text).split("\n"), strict=True):
        if line and line[0] not in " \t\r#" and (depth == 0 or ITEM_HEADER.match(line)):
            starts.append(position)
            depth = 0
        for bracket in BRACKET.findall(bare):
            depth = max(0, depth + (1 if bracket in "([{" else -1))
        position += len(line) + 1
    found = tuple(Piece(start, text[start:end]) for start, end in pairwise([*starts, len(text)]))
    return SplitFile(text[: starts[0]] if starts else text, found)


def find_stray_code(preamble: str) -> tuple[int, int] | None:
    """The range of code before the first item of a file, up to its last character; None without such code."""
    position = 0
    for line in preamble.split("\n"):
        code = line.strip(" \t\r")
        if code and not code.startswith("#"):
            start = position + line.index(code)
            return start, start + len(code)
        position += len(line) + 1
    return None


def find_unclosed_texts(text: str) -> list[int]:
    """The offsets of double quotes that are not closed on the same line."""
    return [
        found.start()
        for found in TEXT_OR_COMMENT.finditer(text)
        if found[0].startswith('"') and (len(found[0]) == 1 or not found[0].endswith('"'))
    ]


def find_unmatched_bracket(text: str) -> int | None:
    """Return the offset of the first bracket that closes nothing, else of the innermost unclosed one, or None."""
    opened: list[tuple[str, int]] = []
    for found in BRACKET.finditer(mask_texts_and_comments(text)):
        if found[0] in "([{":
            opened.append((found[0], found.start()))
        elif opened and opened[-1][0] == OPENERS[found[0]]:
            opened.pop()
        else:
            return found.start()
    return opened[-1][1] if opened else None
