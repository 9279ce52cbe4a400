"""Names for the code: as near to the rules' own as a host language allows."""

from __future__ import annotations

import builtins
import keyword
import re

PREFIXES = (
    "act_",
    "at_",
    "body_",
    "break_",
    "call_",
    "chosen",
    "continue_",
    "define_",
    "do_",
    "drop_",
    "enter_",
    "every_",
    "expect_",
    "live_",
    "look_",
    "modifiers_",
    "new_",
    "offer_",
    "reset_",
    "roll_",
    "setup_",
    "value_",
)
"""How the functions' names begin; no variable's may."""

RESERVED = (
    frozenset(keyword.kwlist)
    | frozenset(keyword.softkwlist)
    | frozenset(dir(builtins))
    | {
        "ask",
        "branch",
        "change",
        "choose",
        "entry",
        "fall_back",
        "fault",
        "fit",
        "fit_or_none",
        "following",
        "log",
        "offered",
        "preceding",
        "program",
        "refill",
        "roll",
        "ended",
        "expecting",
        "name_anew",
        "look",
        "nothing",
        "rename",
        "some",
        "start",
        "value",
        "wanted",
    }
)
"""Names that the code has a use for."""

PLAIN = re.compile(r"[a-z][a-z0-9_]*")


def word(text: str) -> str:
    """Any text as a word of letters, digits and underscores."""
    return re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")


CONSTANTS = frozenset({"DEFAULTS", "NAMES", "NONE", "OPEN", "RESERVE", "S", "STEPS", "STEP_BUDGET", "TOO_DEEP"})
"""Constants that every program has."""


class Names:
    """Names given out once."""

    def __init__(self) -> None:
        self.taken = set(CONSTANTS)

    def unique(self, wanted: str) -> str:
        """The name, numbered if it is taken."""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}_{number}"
        self.taken.add(name)
        return name


class Locals:
    """The variables of one function."""

    def __init__(self) -> None:
        self.names = Names()
        self.known: dict[tuple[str, str], str] = {}

    def of(self, variable: str, part: str = "") -> str:
        """The name for a variable of the rules, or for a part of the result it holds."""
        key = (variable, part)
        if key not in self.known:
            name = f"{variable}_{part}" if part else variable
            safe = PLAIN.fullmatch(name) and name not in RESERVED and not name.startswith(PREFIXES)
            self.known[key] = self.names.unique(name if safe else f"its_{name}")
        return self.known[key]

    def temporary(self, hint: str) -> str:
        """A name of its own for a value in between."""
        return self.names.unique(hint)
