"""Valid Python names, as near to the rules' own as possible."""

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
"""Names of helpers, their parameters and globals in printed source."""

RESERVED = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *HELPERS.split()}
"""Names that printed source may not redefine."""

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
"""Names of constants in every program."""

SIMPLE_NAME = re.compile(r"[a-z][a-z0-9_]*")

IDENTIFIER = re.compile(r"[A-Za-z0-9_]+(?:[:-][A-Za-z0-9_]+)*")
"""Matches a key of the rules: names of the grammar after a kind, without quoted text."""

QUOTED_TEXT = re.compile(r' *"[^"]*"')
"""Matches a text of the rules in a remark."""

COMMENT_TEXT = re.compile(r"[0-9A-Za-z_ .,:;()\[\]+<>=/*-]*")
"""Matches characters allowed in a comment: none ends a line in any reader of Python, or occurs only in texts."""


def to_word(text: str) -> str:
    """Convert any text to a word of letters, digits and underscores: ``roll:Sky-1`` to ``roll_Sky_1``."""
    return re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")


def constant_name(text: str) -> str:
    """Convert any text to the name of a constant in upper case: ``ship size`` to ``SHIP_SIZE``."""
    upper = to_word(text).upper()
    return upper if upper[:1].isalpha() else f"TABLE_{upper}"


def check_identifier(key: str) -> str:
    """Return a key that has only characters safe in printed source (letters, digits and the like); raise for any other.

    Raises:
        ValueError: The key has other characters; no text of rules becomes code.
    """
    if IDENTIFIER.fullmatch(key) is None:
        raise ValueError(f"{key!r} is no name")
    return key


def render_comment(remark: str) -> str:
    """Render a remark as a Python comment after two blanks, without its quoted texts; empty if nothing is left.

    The rest of the remark after a character that names do not have is left out too: text by strangers must not become
    code.
    """
    match = COMMENT_TEXT.match(QUOTED_TEXT.sub("", remark))
    shown = match[0].rstrip() if match else ""
    return f"  # {shown}" if shown else ""


class UniqueNames:
    """An allocator of unique names."""

    def __init__(self, initial: Iterable[str]) -> None:
        """Make an allocator that never issues the ``initial`` names."""
        self.initial = frozenset(initial)
        self.issued: set[str] = set()

    @property
    def taken_names(self) -> frozenset[str]:
        """All names that are reserved or issued already."""
        return self.initial | self.issued

    def is_taken(self, name: str) -> bool:
        """Whether a name is reserved or issued already."""
        return name in self.issued or name in self.initial

    def make_unique(self, hint: str) -> str:
        """Issue a name: the hint itself, or with a number if it is taken."""
        name, number = hint, 1
        while self.is_taken(name):
            number += 1
            name = f"{hint}_{number}"
        self.issued.add(name)
        return name

    def variable_name(self, name: str) -> str:
        """Return a unique name for a variable or a label."""
        return self.make_unique(
            name if SIMPLE_NAME.fullmatch(name) and not self.is_taken(name) else f"its_{to_word(name)}"
        )
