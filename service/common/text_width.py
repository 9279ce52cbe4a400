"""Upper bounds for the width of text in any font, without measuring one."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, east_asian_width

CHARACTER_WIDTHS = (
    (" !',.:;Iijl|", 0.34),
    ('"()*-/[]`frt', 0.46),
    ("%&@MWmw+<=>#~\N{EM DASH}\N{HORIZONTAL ELLIPSIS}\N{RIGHTWARDS ARROW}\N{PLUS-MINUS SIGN}", 1.0),
)
"""Characters with their widths in font sizes: those of DejaVu Sans, a wide font."""

WIDTH_BY_CHARACTER = {sign: width for signs, width in CHARACTER_WIDTHS for sign in signs}

SMALL_WIDTH, LARGE_WIDTH, SQUARE_WIDTH = 0.64, 0.8, 1.1
"""The widths of other lower-case letters and digits, of capitals and signs, and of full-width characters."""

BOLD_FACTOR = 1.13
"""The factor by which bold text is wider."""


def character_width(character: str) -> float:
    """Return an upper bound for the width of a character, in font sizes."""
    if combining(character):
        return 0.0
    if character in WIDTH_BY_CHARACTER:
        return WIDTH_BY_CHARACTER[character]
    if east_asian_width(character) in "FW":
        return SQUARE_WIDTH
    return SMALL_WIDTH if character.islower() or character.isdigit() else LARGE_WIDTH


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper bound for the width of a text, in the units of its font size."""
    return sum(map(character_width, text)) * size * (BOLD_FACTOR if bold else 1)


def wrap_text(text: str, size: float, max_width: float, *, bold: bool = False) -> Iterator[str]:
    """Wrap a text at word boundaries, and inside words that are wider than a line.

    Args:
        text: The text.
        size: The font size.
        max_width: The maximum width of a line, in the units of the size.
        bold: Whether the text is bold.
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
