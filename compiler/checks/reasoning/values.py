"""Abstract values as the checks see them, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bombsight.compiler.checks.reasoning.atoms import Operator
from bombsight.compiler.checks.reasoning.diagrams import Diagrams
from bombsight.compiler.checks.reasoning.forms import Number
from bombsight.compiler.graph.intervals import IntervalSet
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


# --- of linear forms


def added(space: Diagrams, a: Number, b: Number) -> int:
    """A sum."""
    return space.leaf(space.forms.sum(a, b))


def taken_away(space: Diagrams, a: Number, b: Number) -> int:
    """A difference."""
    return space.leaf(space.forms.sum(a, space.forms.scaled(b, -1)))


def multiplied(space: Diagrams, a: Number, b: Number) -> int:
    """A product; where both are forms, it is none."""
    if isinstance(a, int):
        a, b = b, a
    return space.leaf(space.forms.scaled(a, b)) if isinstance(b, int) else space.gone_through(NUMERIC["*"], a, b)


def divided(rounding: str) -> Callable[[Diagrams, Number, Number], int]:
    """A quotient; one by a form is gone through."""

    def quotient(space: Diagrams, a: Number, b: Number) -> int:
        if not isinstance(b, int):
            return space.gone_through(NUMERIC[rounding], a, b)
        if rounding == "down":
            return space.leaf(space.forms.quotient(a, b))
        return space.leaf(space.forms.scaled(space.forms.quotient(space.forms.scaled(a, -1), b), -1))

    return quotient


def extreme(least: bool) -> Callable[[Diagrams, Number, Number], int]:
    """The lesser of two numbers, or the greater; none of none."""

    def picked(space: Diagrams, a: Number, b: Number) -> int:
        if NONE in (a, b):
            return space.leaf(NONE)
        one, other = (a, b) if least else (b, a)
        return space.choice(space.at_most(a, b), space.leaf(one), space.leaf(other))

    return picked


def compared(wanted: IntervalSet, negated: bool = False) -> Callable[[Diagrams, Number, Number], int]:
    """A comparison, by what the first less the second may be."""

    def held(space: Diagrams, a: Number, b: Number) -> int:
        found = space.number_in(space.forms.difference(a, b), wanted)
        return space.negated(found) if negated else found

    return held


ENDLESS = 1 << 62
"""Beyond every number."""

BELOW, ABOVE = IntervalSet.between(-ENDLESS, -1), IntervalSet.between(1, ENDLESS)
EQUAL = IntervalSet.between(0, 0)

NUMERIC = {
    "+": Operator("+", strict(lambda a, b: a + b), added, commutes=True, unit=0),
    "-": Operator("-", strict(lambda a, b: a - b), taken_away),
    "*": Operator("*", strict(lambda a, b: a * b), multiplied, commutes=True, unit=1),
    "min": Operator("min", strict(min), extreme(least=True), commutes=True, idempotent=True),
    "max": Operator("max", strict(max), extreme(least=False), commutes=True, idempotent=True),
    "down": Operator("down", strict(lambda a, b: a // b if b else NONE), divided("down")),
    "up": Operator("up", strict(lambda a, b: -(-a // b) if b else NONE), divided("up")),
}

COMPARED = {
    "<": Operator("<", lambda a, b: int(a < b), compared(BELOW), same=0),
    "<=": Operator("<=", lambda a, b: int(a <= b), compared(ABOVE, negated=True), same=1),
    ">": Operator(">", lambda a, b: int(a > b), compared(ABOVE), same=0),
    ">=": Operator(">=", lambda a, b: int(a >= b), compared(BELOW, negated=True), same=1),
    "==": Operator("==", lambda a, b: int(a == b), compared(EQUAL), commutes=True, same=1),
    "!=": Operator("!=", lambda a, b: int(a != b), compared(EQUAL, negated=True), commutes=True, same=0),
}
