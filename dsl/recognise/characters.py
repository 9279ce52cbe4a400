"""Characters that look like others, or that no name has: spaces that are none, dashes, letters beyond a to z."""

from __future__ import annotations

import re
import unicodedata

from attrs import evolve

from bombsight.dsl.failure import Failure
from bombsight.dsl.recognise.changes import Change
from bombsight.dsl.recognise.finding import Finding, strange

SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Characters as wide as a space, or nearly, as a class of a pattern has them."""

NOTHING = "\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff"
"""Characters that nobody sees."""

DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
"""Characters that look like the minus sign."""

LOOK = ((SPACES, " ", "Put a space in its place."), (NOTHING, "", ""), (DASHES, "-", "Write `-`."))
"""What looks like something else, what it looks like, and what is said."""

WORD = re.compile(r"[^\W\d]\w*")


def by_character(failed: Failure) -> Finding:
    """A character that the language does not use, with what is meant by it where that shows."""
    character = failed.text[failed.start]
    for class_, put, help in LOOK:
        if re.match(f"[{class_}]", character):
            line = failed.text[failed.line_start : failed.line_end]
            code = failed.line  # texts and comments may hold what they like
            changes = tuple(
                Change(failed.line_start + found.start(), failed.line_start + found.end(), put)
                for found in re.finditer(f"[{class_}]", line)
                if code[found.start()] == found[0]
            )
            return evolve(strange(failed), help=help or "Remove it: nobody sees it.", changes=changes)
    found = named(failed) if character.isalpha() else None
    return found or strange(failed)


def named(failed: Failure) -> Finding | None:
    """A name with letters that no name has, or None."""
    for word in WORD.finditer(failed.text, failed.line_start, failed.line_end):
        if word.start() <= failed.start < word.end():
            return Finding(
                "E025",
                word.start(),
                word.end(),
                note="letters beyond a to z",
                help=f"Names are of the letters a to z, digits and underscores.{proposed(word[0])}",
            )
    return None


def proposed(word: str) -> str:
    """A sentence with a name for a word, its letters without accents; empty where others are left, or none."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))
    return f" Write `{plain}`, say." if re.fullmatch(r"[A-Za-z]\w*", plain, re.ASCII) else ""
