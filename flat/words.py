"""Values as the rules write them, and back: ``yes``, ``7``, ``fog``, ``none``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType, Type

INTEGER = re.compile(r"-?[0-9]{1,9}")


def word_for(value: int, kind: Type | None, values: Sequence[str] = ()) -> str:
    """A value as the rules write it; of a type whose values have no words, its number.

    Args:
        value: The integer that stands for it.
        kind: Its type, or None where it is not known.
        values: The words of its enum, where it is of one.
    """
    if value == NONE:
        return "none"
    if isinstance(kind, BoolType):
        return "yes" if value else "no"
    if isinstance(kind, EnumType) and 0 <= value < len(values):
        return values[value]
    return str(value)


def value_of(word: str, kind: Type | None, values: Sequence[str] = ()) -> int | None:
    """The integer that stands for a word; None where it is no value of the type."""
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
