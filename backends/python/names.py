"""Names that Python can take, as near to the rules' own as it allows."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable

HELPERS = """
    ask at branch break_ change choose connect continue_ draw ended entry ever fall_back fault fit fit_or_none
    following known left log look mission missions missions_by name_anew new nothing now offered old or_else preceding
    program refill rename result_of roll some start tell told value
"""
"""What the source calls its own helpers, their parameters, what it looks at itself, and what comes from a caller."""

RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *HELPERS.split()}
"""Names that the source has a use for."""

CONSTANTS = {
    "CLOCKS",
    "DEFAULTS",
    "DICE",
    "Dice",
    "Ended",
    "FUNCTIONS",
    "Fault",
    "NAMES",
    "NONE",
    "OPEN",
    "RESERVE",
    "S",
    "STEPS",
    "STEP_BUDGET",
    "TOO_DEEP",
}
"""Constants that every program has."""

SIMPLE_NAME = re.compile(r"[a-z][a-z0-9_]*")

IDENTIFIER = re.compile(r"[A-Za-z0-9_]+(?:[:-][A-Za-z0-9_]+)*")
"""What identifies a thing of the rules: names of the grammar with a kind before them, no text."""

QUOTED_TEXT = re.compile(r' *"[^"]*"')
"""A text of the rules in a remark."""

COMMENT_TEXT = re.compile(r"[0-9A-Za-z_ .,:;()\[\]+<>=/*-]*")
"""Characters that a comment may hold: none of them ends a line in any reader of Python, or stands only in texts."""


def to_word(text: str) -> str:
    """Any text as a word of letters, digits and underscores."""
    return re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")


def constant_name(text: str) -> str:
    """Any text as the name of a constant."""
    upper = to_word(text).upper()
    return upper if upper[:1].isalpha() else f"TABLE_{upper}"


def check_identifier(key: str) -> str:
    """A key that may stand in the source, as a text or behind a prefix of ours: it is of names alone.

    Raises:
        ValueError: It is not: no text of rules becomes code.
    """
    if IDENTIFIER.fullmatch(key) is None:
        raise ValueError(f"{key!r} is no name")
    return key


def render_comment(remark: str) -> str:
    """A comment with two blanks before it, as far as a remark is made of names and numbers; empty where none of it is.

    Texts of rules are left out, and from a character on that names have not, so is the rest: what strangers wrote
    becomes no part of code.
    """
    match = COMMENT_TEXT.match(QUOTED_TEXT.sub("", remark))
    shown = match[0].rstrip() if match else ""
    return f"  # {shown}" if shown else ""


class UniqueNames:
    """Names given out once, and none of those that are taken already."""

    def __init__(self, initial: Iterable[str]) -> None:
        self.initial = frozenset(initial)
        self.issued: set[str] = set()

    @property
    def taken_names(self) -> frozenset[str]:
        """All names that nobody gets any more."""
        return self.initial | self.issued

    def is_taken(self, name: str) -> bool:
        """Whether a name is one of them."""
        return name in self.issued or name in self.initial

    def make_unique(self, hint: str) -> str:
        """The name, numbered if it is taken."""
        name, number = hint, 1
        while self.is_taken(name):
            number += 1
            name = f"{hint}_{number}"
        self.issued.add(name)
        return name

    def variable_name(self, name: str) -> str:
        """The name for a variable or a label."""
        return self.make_unique(
            name if SIMPLE_NAME.fullmatch(name) and not self.is_taken(name) else f"its_{to_word(name)}"
        )
