"""Offsets in texts, as JavaScript counts them: in code units of UTF-16, of which a rare character has two."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from attrs import frozen

ASTRAL = re.compile("[\U00010000-\U0010ffff]")
"""The characters that have two units."""


@frozen
class Utf16Offsets:
    """Converts offsets in a text between characters and units of UTF-16.

    Attributes:
        length: The length of the text in characters.
        astral_offsets: The offsets, in characters, of the characters that have two units.
        astral_units: The same in units.
    """

    length: int
    astral_offsets: tuple[int, ...]
    astral_units: tuple[int, ...]

    def to_units(self, offset: int) -> int:
        """Convert an offset in characters; one behind the end is the end."""
        inside = min(offset, self.length)
        return inside + bisect_left(self.astral_offsets, inside)

    def from_units(self, units: int) -> int:
        """Convert an offset in units; one behind the end is the end, one within a character its beginning."""
        before = bisect_left(self.astral_units, units)
        within = before > 0 and self.astral_units[before - 1] == units - 1
        return max(0, min(units - before, self.length)) if not within else self.astral_offsets[before - 1]


@lru_cache(maxsize=16)
def offsets_of(text: str) -> Utf16Offsets:
    """Make the converter for a text."""
    places = () if text.isascii() else tuple(found.start() for found in ASTRAL.finditer(text))
    return Utf16Offsets(len(text), places, tuple(place + number for number, place in enumerate(places)))
