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
    """One of several types."""
    return " or ".join(types)


def any_word(words: Sequence[str]) -> str:
    """One of several words, or the only one."""
    return f"{'one of ' if len(words) > 1 else ''}{', '.join(words)}"


def at_least(bound: str) -> str:
    """A number with a lower bound."""
    return f"{bound} or more"


def at_most(bound: str) -> str:
    """A number with an upper bound."""
    return f"{bound} or less"


# --- problems


def mismatch(expected: str, actual: str) -> str:
    """The problem of data of which another type or value is needed."""
    return f"{expected} is needed, not {actual}"


def missing_members(keys: Sequence[str]) -> str:
    """The problem of an object without keys that it must have."""
    return f"{' and '.join(keys)} must stand here"


def unknown_members(keys: Sequence[str], suggestion: str = "") -> str:
    """The problem of an object with keys that its class lacks."""
    return f"nothing here is called {' or '.join(keys)}.{' ' if suggestion else ''}{suggestion}"


def wrong_length(expected: str, actual: int) -> str:
    """The problem of a list with too many or too few values."""
    return f"a list of {expected} values is needed, not of {actual}"
