"""Idioms of values by condition, as other languages and spreadsheets write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bombsight.dsl.recognise.idioms.idiom import REF, SUM, Idiom
from bombsight.dsl.slips.sentences import BY_CONDITION

NO_CONDITION = "A value by condition is written otherwise."
BEGUN = r"(?:(?<== )|(?<=to )|(?<=from )|(?<=\()|(?<=: ))"
"""Matches the beginning of a value."""

ONE, OTHER, CONDITION = rf"(?P<one>{SUM})", rf"(?P<other>{SUM})", r"(?P<condition>(?:(?! = )[^\n,;?])+?)"

VALUE = r"(\g<one> when \g<condition>, else \g<other>)"

FORMS = (
    rf"{ONE} if {CONDITION},? (?:else|otherwise) {OTHER}",
    rf"\(?{CONDITION}\)? ?\? ?{ONE} ?: ?{OTHER}",
    rf"if {CONDITION},? then {ONE},? (?:else|otherwise) {OTHER}",
    rf"(?i:iif|if) ?\({CONDITION} ?[;,] ?{ONE} ?[;,] ?{OTHER}\)",
    rf"{ONE} when {CONDITION}(?:,? else|,? otherwise|, or else) {OTHER}",
    rf"{ONE} (?:when|if) {CONDITION}, {OTHER} (?:otherwise|else|if not)",
)
"""The forms of such a value, with the groups `one`, `condition` and `other`."""

PLACE = rf"(?P<place>(?:set )?{REF} ?(?:=|:=|to)|(?:let|var|const) \w+ ?=|(?:add|take) (?=\()|return) ?"
"""Matches the beginning of a statement that takes a value."""


def write_statement(match: re.Match[str]) -> str:
    """Translate a match of a statement with a value by condition."""
    value = match.expand(VALUE)
    place = match["place"].strip()
    word, _, name = place.rstrip(" :=").partition(" ")
    if word in ("let", "var", "const"):
        return f"let {name} = {value}"
    return f"return {value}" if word == "return" else f"set {(name or word).removesuffix(' to')} to {value}"


def in_values() -> Iterator[Idiom]:
    """Yield the idioms as parts of a line: with their translation, and explained."""
    for form in FORMS:
        at = form if form.startswith(("(?P<one>", "if")) else BEGUN + form
        yield Idiom(at, (VALUE,), message=NO_CONDITION)
        yield Idiom(at, (), f"Write `{VALUE}`.", NO_CONDITION)
    yield Idiom(r".*\?.*:.*|.*\bif\b.*\belse\b.*", (), BY_CONDITION, NO_CONDITION)


def in_statements() -> Iterator[Idiom]:
    """Yield the idioms as whole statements: with their translation, and explained."""
    for form in FORMS:
        form = rf"\(?{form}\)?"
        yield Idiom(PLACE + form, (write_statement,), message=NO_CONDITION, item="procedure|table|reroll")
        yield Idiom(PLACE + form, (), f"Write `{VALUE}`.", NO_CONDITION, item="procedure|table|reroll")


CONDITIONAL_VALUES = tuple(in_values())
CONDITIONAL_STATEMENTS = tuple(in_statements())
