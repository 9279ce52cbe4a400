"""Recognition of characters that resemble others or are not allowed: odd spaces, dashes, letters beyond a to z."""

from __future__ import annotations

import re
import unicodedata

from attrs import evolve

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change, apply_changes
from bombsight.dsl.recognise.finding import Finding, unknown_character_finding

SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Characters as wide as a space, or nearly, as a regex class."""

NOTHING = "\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff"
"""Invisible characters."""

DASHES = "\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
"""Characters that look like the minus sign."""

LOOKALIKES = (
    (SPACES, " ", "Put a space in its place."),
    (NOTHING, "", "Remove it: nobody sees it."),
    (DASHES, "-", "Write `-`."),
    ("\u2025\u2026\u22ef\ufe19", "..", "A range has two dots: write `..`."),
    ("\u2265\u2267\u2a7e", ">=", "Write `>=`."),
    ("\u2264\u2266\u2a7d", "<=", "Write `<=`."),
    ("\u2192\u21d2\u27a1", ":", "Write `:`."),
    ("\u2217\u22c5", "*", "Write `*`."),
    ("\u2044\u2215", "/", "Write `/`, and say how the division rounds: `/ 2 rounded down`."),
    ("\u2227\u22c0", "and", "Write `and`."),
    ("\u2228\u22c1", "or", "Write `or`."),
    ("\u00ac", "not ", "Write `not`."),
    ("\u2208", "in", "Write `in`."),
    ("$\u00a2\u00a3\u00a5\u20ac", "", "Remove it: a number has no unit."),
)
"""Classes of characters, with the replacement and the advice for each."""

WIDE = "\uff01-\uff5e"
"""The fullwidth characters of East Asian keyboards, as a regex class."""

NO_SIGN = "The language has no such sign. Inside a text in double quotes any character may stand."

LINES_OF_THEIR_OWN = (
    "A line ends without a sign, and holds one statement. Put what stands behind it on a line of its own."
)

WORD = re.compile(r"[^\W\d]\w*")


def recognise_character(failure: Failure) -> Finding:
    """The finding for a character that the language does not use, with its replacement where that is clear."""
    character = failure.text[failure.start]
    for class_, put, help in LOOKALIKES:
        if re.match(f"[{class_}]", character):
            line = failure.text[failure.line_start : failure.line_end]
            code = failure.line  # texts and comments may hold any character
            changes = tuple(
                Change(failure.line_start + found.start(), failure.line_start + found.end(), put)
                for found in re.finditer(f"[{class_}]", line)
                if code[found.start()] == found[0]
            )
            return evolve(unknown_character_finding(failure), help=help, changes=changes)
    if re.match(f"[{WIDE}]", character):
        return recognise_wide_characters(failure)
    if character == ";" and failure.line_before.strip() and failure.line_after[1:].strip():
        return evolve(unknown_character_finding(failure), help=LINES_OF_THEIR_OWN, changes=split_statements(failure))
    found = recognise_accented_name(failure) if character.isalpha() else None
    removed = can_read_with(failure, failure.start, failure.start + 1, "")
    return found or (
        unknown_character_finding(failure) if removed else evolve(unknown_character_finding(failure), help=NO_SIGN)
    )


def recognise_wide_characters(failure: Failure) -> Finding:
    """The finding for a fullwidth character, with its normal form."""
    changes = tuple(
        Change(failure.line_start + found.start(), failure.line_start + found.end(), narrow_characters(found[0]))
        for found in re.finditer(f"[{WIDE}]+", failure.line)
    )
    return evolve(
        unknown_character_finding(failure),
        help=f"Write `{narrow_characters(failure.text[failure.start])}`.",
        changes=changes,
    )


def narrow_characters(wide: str) -> str:
    """Convert fullwidth characters to their normal (halfwidth) form."""
    return unicodedata.normalize("NFKC", wide)


def split_statements(failure: Failure) -> tuple[Change, ...]:
    """Return the changes that put a line's statements on separate lines; empty if the result cannot be parsed."""
    line = failure.text[failure.line_start : failure.line_end]
    end = len(failure.text[: failure.line_end].rstrip()) - failure.line_start
    indent = line[: len(line) - len(line.lstrip())]
    signs = [
        re.compile(r" *; *").search(line, len(line[: sign.start()].rstrip())) for sign in re.finditer(";", failure.line)
    ]
    changes = [
        Change(
            failure.line_start + sign.start(),
            failure.line_start + sign.end(),
            f"\n{indent}" if sign.end() < end else "",
        )
        for sign in signs
        if sign
    ]
    text = apply_changes(failure.text[: failure.line_end], changes)[failure.line_start :]
    return tuple(changes) if can_read_with(failure, failure.line_start, failure.line_end, text) else ()


def recognise_accented_name(failure: Failure) -> Finding | None:
    """Return the finding for a name with letters beyond a to z; None for another mistake."""
    for word in WORD.finditer(failure.text, failure.line_start, failure.line_end):
        if word.start() <= failure.start < word.end():
            return Finding(
                "E025",
                word.start(),
                word.end(),
                note="letters beyond a to z",
                help=f"Names are of the letters a to z, digits and underscores.{propose_name(word[0])}",
            )
    return None


def propose_name(word: str) -> str:
    """The sentence that proposes a word without its accents as a name; empty if letters beyond a to z are left."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))
    return f" Write `{plain}`, say." if re.fullmatch(r"[A-Za-z]\w*", plain, re.ASCII) else ""
