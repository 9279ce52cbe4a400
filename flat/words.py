"""Conversion of values to and from the words of the rules: ``yes``, ``7``, ``fog``, ``none``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType, Type

INTEGER = re.compile(r"-?[0-9]{1,9}")


def word_for(value: int, kind: Type | None, values: Sequence[str] = ()) -> str:
    """The word for a value in the rules; its number for a type without words.

    Args:
        value: The integer that represents it.
        kind: Its type; None if unknown.
        values: The words of its enum, for an enum's value.
    """
    if value == NONE:
        return "none"
    if isinstance(kind, BoolType):
        return "yes" if value else "no"
    if isinstance(kind, EnumType) and 0 <= value < len(values):
        return values[value]
    return str(value)


def value_of(word: str, kind: Type | None, values: Sequence[str] = ()) -> int | None:
    """The integer for a word of the rules; None if it is no value of the type."""
    match kind:
        case IntType(low=low, high=high):
            return int(word) if INTEGER.fullmatch(word) and low <= int(word) <= high else None
        case EnumType():
            return values.index(word) if word in values else None
        case BoolType():
            return {"no": 0, "yes": 1}.get(word)
        case BaseWordless() | None:
            return None
        case _:
            assert_never(kind)
