"""Validation of the names of new games and house rules."""

from __future__ import annotations

import re

from bombsight.boundary.errors import InputError
from bombsight.dsl.words import reserved_words

NAME_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def check_name(name: str, kind: str) -> None:
    """Raise an error unless a name for a new game or house rule (its ``kind``) is valid in the rules language.

    Raises:
        InputError: The name is invalid.
    """
    if not NAME_PATTERN.fullmatch(name):
        hint = "A name begins with a letter and holds letters, digits and _."
        better = re.sub(r"^[^A-Za-z]+|_+$", "", re.sub(r"[^A-Za-z0-9]+", "_", name))
        raise InputError(f"{kind} cannot be called {name}", "", f"{hint} Write {better}." if better else hint)
    if name in reserved_words():
        raise InputError(f"{kind} cannot be called {name}", "", "That is a word of the language.")
