"""Words of other languages for values and types, and what is written here instead."""

from __future__ import annotations

import re

from bombsight.compiler.findings import Hint
from bombsight.dsl.suggestions import hint_of

DIE = re.compile(r"[dD](?!([2-9])\1+$)([1-9]\d{0,3})")
"""A die without its number, but for those that are read digit by digit."""

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

VALUES = {
    **dict.fromkeys(("true", "on", "yes"), "yes"),
    **dict.fromkeys(("false", "off", "no"), "no"),
    **dict.fromkeys(("none", "null", "nil", "undefined", "empty", "nobody"), "none"),
    **{word: str(number) for number, word in enumerate(NUMBERS)},
}
"""Words that stand for a value elsewhere, in small letters, and how it is written here."""

WHOLE = "A number says its range: `0..9`."
TYPES = {
    **dict.fromkeys(("int", "integer", "number", "num", "float", "uint", "byte", "real", "digit"), WHOLE),
    **dict.fromkeys(("string", "str", "char"), "The one type of text is `text`, a name of the manifest."),
}
"""Types that other languages have, in small letters, and what is said of them."""


def value_meant(word: str) -> Hint | None:
    """The value that a word of another language stands for; None where it stands for none."""
    die = DIE.fullmatch(word)
    value = f"1d{die[2]}" if die else VALUES.get(word.lower(), "")
    return hint_of(f"Write `{value}`.", word, value) if value and value != word else None


def type_meant(name: str) -> str:
    """What a type of another language is here; empty where it is none."""
    if name.lower() in ("bool", "boolean", "bit", "flag"):
        return hint_of("Write `yes/no`.", name, "yes/no")
    return TYPES.get(name.lower(), "")


def several_meant(name: str, of: str) -> str:
    """What an array or a set of something is here; empty where the word means none."""
    if name.lower() not in ("array", "set", "vector", "sequence", "collection", "lists", "stack", "queue"):
        return ""
    return f"Write `list of {of} at most 8`: a list says how many there can be."
