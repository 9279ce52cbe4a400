"""Abstract values as the checks see them, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bombsight.compiler.checks.reasoning.diagrams import Operator
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import NONE


@frozen
class Element:
    """An element of a list: which one is not worked out, only whether there is one.

    Attributes:
        key: What tells it from others.
        label: What the reader calls it.
        present: The diagram of whether it is not none.
    """

    key: Hashable
    label: str
    present: int


Value = int | Element
"""A diagram, or an element."""


def strict(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Arithmetic that makes none of none."""
    return lambda a, b: NONE if NONE in (a, b) else function(a, b)


NUMERIC = {
    "+": Operator("+", strict(lambda a, b: a + b), commutes=True, unit=0),
    "-": Operator("-", strict(lambda a, b: a - b)),
    "*": Operator("*", strict(lambda a, b: a * b), commutes=True, unit=1),
    "min": Operator("min", strict(min), commutes=True, idempotent=True),
    "max": Operator("max", strict(max), commutes=True, idempotent=True),
    "down": Operator("down", strict(lambda a, b: a // b if b else NONE)),
    "up": Operator("up", strict(lambda a, b: -(-a // b) if b else NONE)),
}

COMPARED = {
    "<": Operator("<", lambda a, b: int(a < b), same=0),
    "<=": Operator("<=", lambda a, b: int(a <= b), same=1),
    ">": Operator(">", lambda a, b: int(a > b), same=0),
    ">=": Operator(">=", lambda a, b: int(a >= b), same=1),
    "==": Operator("==", lambda a, b: int(a == b), commutes=True, same=1),
    "!=": Operator("!=", lambda a, b: int(a != b), commutes=True, same=0),
}
