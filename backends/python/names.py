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

PLAIN = re.compile(r"[a-z][a-z0-9_]*")

KEY = re.compile(r"[A-Za-z0-9_]+(?:[:-][A-Za-z0-9_]+)*")
"""What identifies a thing of the rules: names of the grammar with a kind before them, no text."""

TITLE = re.compile(r' *"[^"]*"')
"""A text of the rules in a remark."""

REMARK = re.compile(r"[0-9A-Za-z_ .,:;()\[\]+<>=/*-]*")
"""Characters that a comment may hold: none of them ends a line in any reader of Python, or stands only in texts."""


def word(text: str) -> str:
    """Any text as a word of letters, digits and underscores."""
    return re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")


def constant(text: str) -> str:
    """Any text as the name of a constant."""
    upper = word(text).upper()
    return upper if upper[:1].isalpha() else f"TABLE_{upper}"


def identifier(key: str) -> str:
    """A key that may stand in the source, as a text or behind a prefix of ours: it is of names alone.

    Raises:
        ValueError: It is not: no text of rules becomes code.
    """
    if KEY.fullmatch(key) is None:
        raise ValueError(f"{key!r} is no name")
    return key


def comment(remark: str) -> str:
    """A comment with two blanks before it, as far as a remark is made of names and numbers; empty where none of it is.

    Texts of rules are left out, and from a character on that names have not, so is the rest: what strangers wrote
    becomes no part of code.
    """
    found = REMARK.match(TITLE.sub("", remark))
    shown = found[0].rstrip() if found else ""
    return f"  # {shown}" if shown else ""


class Names:
    """Names given out once, and none of those that are taken already."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.before = frozenset(taken)
        self.given: set[str] = set()

    @property
    def taken(self) -> frozenset[str]:
        """All names that nobody gets any more."""
        return self.before | self.given

    def is_taken(self, name: str) -> bool:
        """Whether a name is one of them."""
        return name in self.given or name in self.before

    def unique(self, wanted: str) -> str:
        """The name, numbered if it is taken."""
        name, number = wanted, 1
        while self.is_taken(name):
            number += 1
            name = f"{wanted}_{number}"
        self.given.add(name)
        return name

    def variable(self, name: str) -> str:
        """The name for a variable or a label."""
        return self.unique(name if PLAIN.fullmatch(name) and not self.is_taken(name) else f"its_{word(name)}")
