"""Texts of strangers: their encoding, and the characters that a terminal must not be sent."""

from __future__ import annotations

import re

from bombsight.boundary.errors import InputError

CONTROL_CHARACTERS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
"""Characters that move the cursor, ring the bell, start an escape sequence or turn the direction of writing; and halves
of surrogate pairs, which no encoding can write."""

MAX_TEXT_LENGTH = 4_000
"""Characters of one text in rules, of one name, or of one line that a seat sends: forty lines of a printed page."""


def decode_utf8(data: bytes, place: str) -> str:
    """Text from a person's file, which must be UTF-8; a byte order mark is dropped.

    Raises:
        InputError: It is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not a text in UTF-8", f"{place}:{line}", "Save the file as UTF-8 text.") from error


def replace_controls(text: str, substitute: str) -> str:
    """Text that a terminal may be sent: each control character is replaced; tabs and line feeds stay."""
    return text if text.isprintable() else CONTROL_CHARACTERS.sub(substitute, text)


def escape_controls(text: str) -> str:
    """JSON with each control character as a number: programs read the same, and a terminal does nothing."""
    return text if text.isprintable() else CONTROL_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
