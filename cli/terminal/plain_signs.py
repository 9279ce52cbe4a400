"""ASCII fallbacks for outputs that cannot encode a text: typewriter signs, and letters without diacritics."""

from __future__ import annotations

import codecs
import unicodedata

ASCII_ERROR_HANDLER = "bombsight.plainly"
"""The name of the codec error handler."""

ASCII_BY_SIGN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad", "-"),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f", " "),
    **dict.fromkeys("\u2022\u25aa\u25cf\u2605", "*"),
    "\u2026": "...",
    "\u00b7": ".",
    "\u00d7": "x",
    "\u2192": "->",
    "\u2190": "<-",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u00b1": "+-",
    "\u00df": "ss",
    "\u00e6": "ae",
    "\u00c6": "AE",
    "\u00f8": "o",
    "\u00d8": "O",
    "\u0142": "l",
    "\u0141": "L",
}
"""The ASCII replacements of typographic signs, and of letters that do not decompose."""


def to_ascii(character: str) -> str:
    """Convert a character to ASCII: a similar sign, or the letter without diacritics; else a question mark."""
    if character in ASCII_BY_SIGN or not character.isalpha():
        return ASCII_BY_SIGN.get(character, "?")
    return "".join(each for each in unicodedata.normalize("NFKD", character) if each.isascii()) or "?"


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler that replaces unencodable characters by ASCII; see :func:`codecs.register_error`.

    Raises:
        UnicodeError: It is no encoding error.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(to_ascii, error.object[error.start : error.end])), error.end


codecs.register_error(ASCII_ERROR_HANDLER, replace_unencodable)
