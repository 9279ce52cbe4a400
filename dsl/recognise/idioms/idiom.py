"""The class of idioms: patterns of other languages or plain English for a line or a part of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from bombsight.dsl.node_classes import frozen

REF = r"[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[[^\]\n]*\])*"
"""Matches an assignable name, with indices and attributes."""

ITEM = rf"(?:\d+|{REF}|\([^()\n]*\))"
"""Matches a simple value: a name, a number or an expression in brackets."""

TEXT = r'"[^"\n]*"'

CALL = r"[A-Za-z]\w*(?:\([^()\n]*\))?"

TABLE = r"[A-Za-z0-9][\w-]*(?:\([^()\n]*\))?"

CONDITIONALS = (
    r"(?P<value>[^?\n]+?) if (?P<test>[^?\n]+?) else (?P<rest>(?!.*\bif\b)[^\n]+)",
    r"if (?P<test>[^\n]+?) then (?P<value>[^\n]+?) else (?P<rest>(?!.*\bif\b)[^\n]+)",
    r"(?P<test>[^?\n]+?) ?\? ?(?P<value>[^:?\n]+?) ?: ?(?P<rest>[^:?\n]+)",
)
"""Match a conditional of another language: ``3 if lit else 2``, ``if lit then 3 else 2``, ``lit ? 3 : 2``."""

CONDITIONAL = r"(\g<value> when \g<test>, else \g<rest>)"
"""The conditional that one of :data:`CONDITIONALS` means."""

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


def fill_replacement(replacement: Replacement, match: re.Match[str]) -> str:
    """Return the translation of a match: a template with the match's groups filled in, or a function's result."""
    return match.expand(replacement) if isinstance(replacement, str) else replacement(match)


def sort_idioms(idioms: Iterable[Idiom]) -> tuple[Idiom, ...]:
    """Sort idioms for trial: those with a translation before those with only an explanation."""
    return tuple(sorted(idioms, key=lambda idiom: not idiom.puts))
