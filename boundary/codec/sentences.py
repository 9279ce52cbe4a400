"""The catalogue of sentences about data of another shape, which the terminal and the page have in common.

A function gives one sentence, or a part of one, by one expression, so ``python -m web`` can translate it for the page.
Sentences about data that only the terminal reads stand where it needs them.
"""

from __future__ import annotations

from collections.abc import Sequence

# --- types of JSON

OBJECT = "an object"
LIST = "a list"
TEXT = "a text"
WHOLE_NUMBER = "a whole number"
BOOLEAN = "true or false"
NULL = "null"


def any_type(types: Sequence[str]) -> str:
    """The phrase for any of several types, for example: ``a text or a whole number``."""
    return " or ".join(types)


def any_word(words: Sequence[str]) -> str:
    """The phrase for any of several words, or the only one, for example: ``one of text, json``."""
    return f"{'one of ' if len(words) > 1 else ''}{', '.join(words)}"


def at_least(bound: str) -> str:
    """The phrase for a number with a lower bound, for example: ``1 or more``."""
    return f"{bound} or more"


def at_most(bound: str) -> str:
    """The phrase for a number with an upper bound, for example: ``10 or less``."""
    return f"{bound} or less"


# --- problems


def mismatch(expected: str, actual: str) -> str:
    """The problem that another type or value is needed, for example: ``a list is needed, not null``."""
    return f"{expected} is needed, not {actual}"


def missing_members(keys: Sequence[str]) -> str:
    """The problem that an object lacks required keys, for example: ``id and title must stand here``."""
    return f"{' and '.join(keys)} must stand here"


def unknown_members(keys: Sequence[str], suggestion: str = "") -> str:
    """The problem that an object has unknown keys, for example: ``nothing here is called titel. ...``."""
    return f"nothing here is called {' or '.join(keys)}.{' ' if suggestion else ''}{suggestion}"


def wrong_length(expected: str, actual: int) -> str:
    """The problem that a list has too many or too few values: ``a list of 2 values is needed, not of 3``."""
    return f"a list of {expected} values is needed, not of {actual}"
