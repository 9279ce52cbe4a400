"""The signs of marks: as characters, and as paths of a drawing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bombsight.flat.boards import BoardSign

ARROWS = "↑↗→↘↓↙←↖"
"""The arrows in the eight directions, clockwise from up."""

BARS = "┃\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}━╲"
"""The bars in four directions, clockwise from up."""

CHARACTERS: Mapping[BoardSign, str] = MappingProxyType(
    {
        "": "",
        "dot": "•",
        "ring": "○",
        "cross": "\N{MULTIPLICATION SIGN}",
        "bar": "━",
        "flame": "▲",
        "burst": "✱",
        "star": "★",
        "arrow": "↑",
        "square": "■",
        "figure": "♙",
        "card": "▯",
    }
)
"""The character of each sign that is not turned; of a card, where its text has no room."""

PATHS: Mapping[BoardSign, str] = MappingProxyType(
    {
        "": "",
        "dot": "M 0 -3.2 A 3.2 3.2 0 1 1 0 3.2 A 3.2 3.2 0 1 1 0 -3.2 Z",
        "ring": "M 0 -5 A 5 5 0 1 1 0 5 A 5 5 0 1 1 0 -5 Z M 0 -3 A 3 3 0 1 0 0 3 A 3 3 0 1 0 0 -3 Z",
        "cross": "M -4.5 -3 L -3 -4.5 L 0 -1.5 L 3 -4.5 L 4.5 -3 L 1.5 0 L 4.5 3 L 3 4.5 L 0 1.5 L -3 4.5 L -4.5 3 "
        "L -1.5 0 Z",
        "bar": "M -1.4 -6 H 1.4 V 6 H -1.4 Z",
        "flame": "M 0 -6.5 C 1 -3.5 4.5 -1.5 4.5 2 C 4.5 4.8 2.5 6.5 0 6.5 C -2.5 6.5 -4.5 4.8 -4.5 2 "
        "C -4.5 0.2 -3.6 -1 -2.6 -2 C -2.4 -0.8 -2 -0.2 -1.4 0 C -1.6 -2.5 -1 -4.8 0 -6.5 Z",
        "burst": "M 0 -6.5 L 1.3 -2.8 L 4.6 -4.6 L 2.8 -1.3 L 6.5 0 L 2.8 1.3 L 4.6 4.6 L 1.3 2.8 L 0 6.5 L -1.3 2.8 "
        "L -4.6 4.6 L -2.8 1.3 L -6.5 0 L -2.8 -1.3 L -4.6 -4.6 L -1.3 -2.8 Z",
        "star": "M 0 -6.2 L 1.5 -2 L 5.9 -1.9 L 2.4 0.8 L 3.6 5 L 0 2.5 L -3.6 5 L -2.4 0.8 L -5.9 -1.9 L -1.5 -2 Z",
        "arrow": "M 0 -7 L 4.6 0 H 1.5 V 6.5 H -1.5 V 0 H -4.6 Z",
        "square": "M -4.4 -4.4 H 4.4 V 4.4 H -4.4 Z",
        "figure": "M 0 -6.5 A 2.3 2.3 0 1 1 0 -1.9 A 2.3 2.3 0 1 1 0 -6.5 Z M -4 6.5 V 2.6 Q -4 -1 0 -1 Q 4 -1 4 2.6 "
        "V 6.5 Z",
        "card": "M -3.6 -5.5 H 3.6 V 5.5 H -3.6 Z M -2.2 -4.1 V 4.1 H 2.2 V -4.1 Z",
    }
)
"""The path of each sign, about its middle, about 13 units high; those that can be turned point up."""

TONE_PATHS: Mapping[str, str] = MappingProxyType(
    {
        "": "",
        "good": "M -5 0.4 L -3.2 -1.6 L -1.2 0.6 L 3.4 -4.8 L 5.2 -3 L -1.2 4.6 Z",
        "bad": "M 0 -5.4 L 5.6 4.6 H -5.6 Z",
    }
)
"""The path of the sign of a tone, which stands where there is no other."""


def sign_character(sign: BoardSign, turned: int | None) -> str:
    """Return the character of a sign, in the nearest direction that there is one for."""
    if turned is not None and sign == "arrow":
        return ARROWS[(2 * turned + 45) // 90 % 8]
    if turned is not None and sign == "bar":
        return BARS[(2 * turned + 45) // 90 % 4]
    return CHARACTERS[sign]
