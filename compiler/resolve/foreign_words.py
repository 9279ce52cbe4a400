"""Words of other languages for values and types, with their equivalents in this language."""

from __future__ import annotations

import re

from bombsight.compiler.findings import Hint
from bombsight.dsl.suggestions import make_certain_hint

DIE_WORD = re.compile(r"[dD](?!([2-9])\1+$)([1-9]\d{0,3})")
"""A die without its count, such as `d6`; excludes dice that are read digit by digit."""

NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)

FOREIGN_VALUES = {
    **dict.fromkeys(("true", "on", "yes"), "yes"),
    **dict.fromkeys(("false", "off", "no"), "no"),
    **dict.fromkeys(("none", "null", "nil", "undefined", "empty", "nobody"), "none"),
    **{word: str(number) for number, word in enumerate(NUMBER_WORDS)},
}
"""Words for values in other languages, in lower case, with their equivalents."""

SINGLE_DICE_WORDS = {
    **dict.fromkeys(("doubles", "double", "pair", "pairs", "twin", "twins"), ("doubles", "doubles")),
    **dict.fromkeys(("triple", "triples", "triplet", "triplets"), ("matches 3..", "matches >= 3")),
}
"""Words for equal dice: what a row says for them, and what a condition says behind the name of the roll."""

RANGE_HELP = "A number says its range: `0..9`."
FOREIGN_TYPES = {
    **dict.fromkeys(("int", "integer", "number", "num", "float", "uint", "byte", "real", "digit"), RANGE_HELP),
    **dict.fromkeys(("percent", "percentage"), "A number says its range: `0..100`."),
    **dict.fromkeys(("string", "str", "char"), "The one type of text is `text`, a name of the manifest."),
}
"""Types of other languages, in lower case, with an explanation."""


def single_dice_help(word: str, roll: str) -> str:
    """Return the advice for a word for equal dice, such as ``pair``; empty for others.

    Args:
        word: The word.
        roll: The name of the roll; ``natural`` within one.
    """
    asked = SINGLE_DICE_WORDS.get(word.lower())
    if asked is None:
        return ""
    row, condition = asked
    return f"In a row write `natural {row}`, in a condition `{roll}.{condition}`."


def foreign_value_hint(word: str) -> Hint | None:
    """Return the hint to write `yes` for another language's `true`, and so on; None for other words."""
    die = DIE_WORD.fullmatch(word)
    value = f"1d{die[2]}" if die else FOREIGN_VALUES.get(word.lower(), "")
    return make_certain_hint(f"Write `{value}`.", word, value) if value and value != word else None


def foreign_type_help(name: str) -> str:
    """Return the advice for another language's type name, such as `bool`; empty if it is none."""
    if name.lower() in ("bool", "boolean", "bit", "flag"):
        return make_certain_hint("Write `yes/no`.", name, "yes/no")
    if name.lower() in ("true", "false"):
        return make_certain_hint(
            f"A field of two values is `yes/no`: write `yes/no = {FOREIGN_VALUES[name.lower()]}`.",
            name,
            f"yes/no = {FOREIGN_VALUES[name.lower()]}",
        )
    return FOREIGN_TYPES.get(name.lower(), "")


def foreign_collection_help(name: str, element: str) -> str:
    """Return the advice for another language's collection type name, such as `array`; empty if it is none."""
    if name.lower() not in ("array", "set", "vector", "sequence", "collection", "lists", "stack", "queue"):
        return ""
    return f"Write `list of {element} at most 8`: a list says how many there can be."
