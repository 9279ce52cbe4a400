"""How wide text is where nobody can measure it: no font of those that a reader's screen may choose needs more."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

WIDTHS = (
    (" !',.:;Iijl|", 0.34),
    ('"()*-/[]`frt', 0.46),
    ("%&@MWmw+<=>#~\N{EM DASH}\N{HORIZONTAL ELLIPSIS}\N{RIGHTWARDS ARROW}\N{PLUS-MINUS SIGN}", 1.0),
)
"""Characters with their widths as parts of the size of the letters: those of DejaVu Sans, which is wide."""

KNOWN = {sign: width for signs, width in WIDTHS for sign in signs}

SMALL, GREAT, SQUARE = 0.64, 0.8, 1.1
"""The widths of other small letters and digits, of capitals and signs, and of such as are as wide as they are high."""

BOLD = 1.13
"""So much wider are bold letters."""


def advance(sign: str) -> float:
    """The width of a character, in sizes of its letters."""
    if combining(sign):
        return 0.0
    if sign in KNOWN:
        return KNOWN[sign]
    if east_asian_width(sign) in "FW":
        return SQUARE
    return SMALL if sign.islower() or sign.isdigit() else GREAT


def breadth(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text, in the units of its size."""
    return sum(map(advance, text)) * size * (BOLD if bold else 1)


def broken(text: str, size: float, room: float, *, bold: bool = False) -> Iterator[str]:
    """The lines of a text that is broken between words, and within one that is wider than the room.

    Args:
        text: The text.
        size: The size of its letters.
        room: How wide a line may be, in the units of the size.
        bold: Whether its letters are.
    """
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if breadth(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            yield line
        line = ""
        for sign in word:
            if line and breadth(line + sign, size, bold=bold) > room:
                yield line
                line = ""
            line += sign
    if line:
        yield line
