"""How wide text is where nobody can measure it: no font of those that a reader's screen may choose needs more."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

CHARACTER_WIDTHS = (
    (" !',.:;Iijl|", 0.34),
    ('"()*-/[]`frt', 0.46),
    ("%&@MWmw+<=>#~\N{EM DASH}\N{HORIZONTAL ELLIPSIS}\N{RIGHTWARDS ARROW}\N{PLUS-MINUS SIGN}", 1.0),
)
"""Characters with their widths as parts of the size of the letters: those of DejaVu Sans, which is wide."""

WIDTH_BY_CHARACTER = {sign: width for signs, width in CHARACTER_WIDTHS for sign in signs}

SMALL_WIDTH, LARGE_WIDTH, SQUARE_WIDTH = 0.64, 0.8, 1.1
"""The widths of other small letters and digits, of capitals and signs, and of such as are as wide as they are high."""

BOLD_FACTOR = 1.13
"""So much wider are bold letters."""


def character_width(character: str) -> float:
    """The width of a character, in sizes of its letters."""
    if combining(character):
        return 0.0
    if character in WIDTH_BY_CHARACTER:
        return WIDTH_BY_CHARACTER[character]
    if east_asian_width(character) in "FW":
        return SQUARE_WIDTH
    return SMALL_WIDTH if character.islower() or character.isdigit() else LARGE_WIDTH


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text, in the units of its size."""
    return sum(map(character_width, text)) * size * (BOLD_FACTOR if bold else 1)


def wrap_text(text: str, size: float, max_width: float, *, bold: bool = False) -> Iterator[str]:
    """The lines of a text that is broken between words, and within one that is wider than the room.

    Args:
        text: The text.
        size: The size of its letters.
        max_width: How wide a line may be, in the units of the size.
        bold: Whether its letters are.
    """
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size, bold=bold) <= max_width:
            line = longer
            continue
        if line:
            yield line
        line = ""
        for sign in word:
            if line and text_width(line + sign, size, bold=bold) > max_width:
                yield line
                line = ""
            line += sign
    if line:
        yield line
