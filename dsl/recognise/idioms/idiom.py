"""The class of idioms: patterns of other languages or plain English for a line or a part of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from bombsight.dsl.node_classes import frozen

REF = r"[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[[^\]\n]*\])*"
"""Matches an assignable name, with indices and attributes."""

DICE = r"\d*d\d+"

ITEM = rf"(?:\d+d\d+|\d+|{REF}|\([^()\n]*\))"
"""Matches a simple value: a name, a number, dice or an expression in brackets."""

SUM = rf"{ITEM}(?: ?[-+*] ?{ITEM})*"
"""Matches a value without comparisons."""

TEXT = r'"[^"\n]*"'

CALL = r"[A-Za-z]\w*(?:\([^()\n]*\))?"

TABLE = r"[A-Za-z0-9][\w-]*(?:\([^()\n]*\))?"

VERB = "(?:do|set|add|take|say|roll|look up|stop|return|remove|reset|end|nothing|let)"
"""Matches the word that begins a statement of one line."""

COUNTED = {
    **{
        word: number
        for number, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1
        )
    },
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "a": 1,
    "an": 1,
}
"""The numbers that words say, also of times."""

COUNT = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
"""Matches a small number in digits or words."""

Replacement = str | Callable[[re.Match[str]], str]
"""A template with the groups of the pattern, or a function that makes the text from the match."""


@frozen
class Idiom:
    r"""A pattern of other languages or plain English, with its translation.

    Attributes:
        at: The pattern. For a whole line, of its code without indentation, comment and foreign block opener; for a part
            of one, of the text at or around the failure.
        puts: The translations; of several, each may be meant.
        help: The explanation, with the groups of the pattern: ``take \1 from \2``. If empty, the translation is shown.
        message: The message, if the finding's own title does not fit.
        item: A pattern for the beginning of the item; empty for any.
        line: A pattern for the beginning of the line, for a part of one; empty for any.
        doubtful: Whether the translation is no more than an offer: a name in it is made up, say.
        code: The slip's code.
        inside: Whether it occurs only below the first line of an item.
        needs: A terminal that the parser must accept where it stopped; empty for any.
    """

    at: str
    puts: tuple[Replacement, ...] = ()
    help: str = ""
    message: str = ""
    item: str = ""
    line: str = ""
    doubtful: bool = False
    code: str = "E084"
    inside: bool = False
    needs: str = ""


def fill_replacement(replacement: Replacement, match: re.Match[str]) -> str:
    """Return the translation of a match: a template with the match's groups filled in, or a function's result."""
    return match.expand(replacement) if isinstance(replacement, str) else replacement(match)


def sort_idioms(idioms: Iterable[Idiom]) -> tuple[Idiom, ...]:
    """Sort idioms for trial: those with a translation before those with only an explanation."""
    return tuple(sorted(idioms, key=lambda idiom: not idiom.puts))


def read_count(word: str) -> int:
    """The number that digits or a word such as ``three`` or ``twice`` say."""
    return int(word) if word.isdigit() else COUNTED[word.lower()]


def is_simple_condition(condition: str) -> bool:
    """Whether a condition's text is one name, call or option, so that `not` before it negates all of it."""
    return re.fullmatch(rf"{REF}|{CALL}|option \w+", condition) is not None


def negate_condition(condition: str) -> str:
    """Return the text of a condition that holds where another does not."""
    return f"not {condition}" if is_simple_condition(condition) else f"not ({condition})"
