"""What an idiom is: how other languages, or plain English, write a line or a part of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from bombsight.dsl.node_classes import frozen

REF = r"[A-Za-z]\w*(?:\.[A-Za-z]\w*|\[[^\]\n]*\])*"
"""What can be set: a name with its index and its parts."""

ITEM = rf"(?:\d+|{REF}|\([^()\n]*\))"
"""A value that is a word, a number or stands in brackets."""

TEXT = r'"[^"\n]*"'

CALL = r"[A-Za-z]\w*(?:\([^()\n]*\))?"

TABLE = r"[A-Za-z0-9][\w-]*(?:\([^()\n]*\))?"

Replacement = str | Callable[[re.Match[str]], str]
"""What is written instead: a template with the groups of the pattern, or what makes the text of them."""


@frozen
class Idiom:
    r"""One way of writing what the language writes otherwise.

    Attributes:
        at: How it looks. Of a whole line, the code without indentation, comment and a sign that opens a block
            elsewhere; of a part of one, what stands where reading stops, or around it.
        puts: What is written instead. Of several, each may be meant.
        help: What is said, with the groups of the pattern: ``take \1 from \2``. Where it is empty, what is put.
        message: What is wrong, where the finding's own title does not say it.
        item: What the item begins with; anything where it is empty.
        line: What the line begins with, of which it is a part; likewise.
        doubtful: Whether what is put is no more than an offer: a name in it is made up, say.
        code: The slip that it is.
        inside: Whether it stands only below the first line of an item.
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
    """What is written instead of what was found."""
    return match.expand(replacement) if isinstance(replacement, str) else replacement(match)


def sort_idioms(idioms: Iterable[Idiom]) -> tuple[Idiom, ...]:
    """Idioms as they are tried: those that say what to write before those that only explain."""
    return tuple(sorted(idioms, key=lambda idiom: not idiom.puts))
