"""Untrusted texts: decoding, and removal of control characters before a terminal gets them."""

from __future__ import annotations

import re

from bombsight.boundary.errors import InputError

CONTROL_CHARACTERS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
"""Matches characters that move the cursor, ring the bell, start an escape sequence or change the direction of
writing,"""

MAX_TEXT_LENGTH = 4_000
"""The most characters of a text in rules, a name, or a line from a seat: forty lines of a printed page."""


def decode_utf8(data: bytes, place: str) -> str:
    """Decode a file's bytes as UTF-8, and drop a byte order mark; raise an input error if they are not UTF-8.

    Raises:
        InputError: They are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not a text in UTF-8", f"{place}:{line}", "Save the file as UTF-8 text.") from error


def replace_controls(text: str, substitute: str) -> str:
    """Replace each control character of a text, except tabs and line feeds, by ``substitute``."""
    return text if text.isprintable() else CONTROL_CHARACTERS.sub(substitute, text)


def escape_controls(text: str) -> str:
    r"""Escape each control character in a JSON text as ``\u001b``, so that a terminal ignores it."""
    return text if text.isprintable() else CONTROL_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
