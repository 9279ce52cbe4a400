"""Abstract values and the operators on them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bombsight.compiler.checks.reasoning.atoms import Operator
from bombsight.compiler.checks.reasoning.diagrams import DecisionDiagrams
from bombsight.compiler.checks.reasoning.forms import Number
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import NONE


@frozen
class ElementValue:
    """An element of a list, of which only the presence is evaluated, not the identity.

    Attributes:
        key: Its identity.
        label: Its name in messages.
        presence: The diagram of whether it is not none.
    """

    key: Hashable
    label: str
    presence: int


AbstractValue = int | ElementValue
"""A diagram, or an element."""


def none_strict(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """Wrap an arithmetic function so that it returns ``none`` if an operand is ``none``."""
    return lambda a, b: NONE if NONE in (a, b) else function(a, b)


# --- linear forms


def add_forms(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
    """Add two constants or linear forms, and return the diagram of the sum."""
    return diagrams.leaf_node(diagrams.forms.add(a, b))


def subtract_forms(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
    """Subtract two constants or linear forms, and return the diagram of the difference."""
    return diagrams.leaf_node(diagrams.forms.add(a, diagrams.forms.scale(b, -1)))


def multiply_forms(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
    """Multiply two constants or linear forms, and return the diagram; two forms are multiplied by enumeration."""
    if isinstance(a, int):
        a, b = b, a
    return (
        diagrams.leaf_node(diagrams.forms.scale(a, b))
        if isinstance(b, int)
        else diagrams.apply_by_enumeration(NUMERIC_OPERATORS["*"], a, b)
    )


def make_divide_forms(rounding: str) -> Callable[[DecisionDiagrams, Number, Number], int]:
    """Make the function that divides constants or linear forms with a rounding, ``down`` or up."""

    def quotient(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
        """Divide ``a`` by ``b``, and return the diagram of the quotient; by enumeration if ``b`` is a linear form."""
        if not isinstance(b, int):
            return diagrams.apply_by_enumeration(NUMERIC_OPERATORS[rounding], a, b)
        if rounding == "down":
            return diagrams.leaf_node(diagrams.forms.floor_divide(a, b))
        return diagrams.leaf_node(diagrams.forms.scale(diagrams.forms.floor_divide(diagrams.forms.scale(a, -1), b), -1))

    return quotient


def make_min_max_forms(least: bool) -> Callable[[DecisionDiagrams, Number, Number], int]:
    """Make the function for the diagram of the lesser (``least``) or greater of two constants or linear forms."""

    def pick(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
        """Build the diagram of the lesser (or greater) of two numbers; ``none`` if one of them is."""
        if NONE in (a, b):
            return diagrams.leaf_node(NONE)
        one, other = (a, b) if least else (b, a)
        return diagrams.if_then_else(diagrams.less_or_equal(a, b), diagrams.leaf_node(one), diagrams.leaf_node(other))

    return pick


def make_compare_forms(
    differences: IntervalSet, negated: bool = False
) -> Callable[[DecisionDiagrams, Number, Number], int]:
    """Make the function that tests whether ``a - b`` is among the differences (or not, if ``negated``)."""

    def compare(diagrams: DecisionDiagrams, a: Number, b: Number) -> int:
        """Build the diagram of whether ``a - b`` is among the differences, or with ``negated`` is not."""
        found = diagrams.number_membership(diagrams.forms.subtract(a, b), differences)
        return diagrams.negation(found) if negated else found

    return compare


ENDLESS = 1 << 62
"""A number beyond all others."""

BELOW, ABOVE = IntervalSet.from_range(-ENDLESS, -1), IntervalSet.from_range(1, ENDLESS)
EQUAL = IntervalSet.from_range(0, 0)

NUMERIC_OPERATORS = {
    "+": Operator("+", none_strict(lambda a, b: a + b), add_forms, is_commutative=True, unit=0),
    "-": Operator("-", none_strict(lambda a, b: a - b), subtract_forms),
    "*": Operator("*", none_strict(lambda a, b: a * b), multiply_forms, is_commutative=True, unit=1),
    "min": Operator("min", none_strict(min), make_min_max_forms(least=True), is_commutative=True, is_idempotent=True),
    "max": Operator("max", none_strict(max), make_min_max_forms(least=False), is_commutative=True, is_idempotent=True),
    "down": Operator("down", none_strict(lambda a, b: a // b if b else NONE), make_divide_forms("down")),
    "up": Operator("up", none_strict(lambda a, b: -(-a // b) if b else NONE), make_divide_forms("up")),
}

COMPARISON_OPERATORS = {
    "<": Operator("<", lambda a, b: int(a < b), make_compare_forms(BELOW), on_equal=0),
    "<=": Operator("<=", lambda a, b: int(a <= b), make_compare_forms(ABOVE, negated=True), on_equal=1),
    ">": Operator(">", lambda a, b: int(a > b), make_compare_forms(ABOVE), on_equal=0),
    ">=": Operator(">=", lambda a, b: int(a >= b), make_compare_forms(BELOW, negated=True), on_equal=1),
    "==": Operator("==", lambda a, b: int(a == b), make_compare_forms(EQUAL), is_commutative=True, on_equal=1),
    "!=": Operator(
        "!=", lambda a, b: int(a != b), make_compare_forms(EQUAL, negated=True), is_commutative=True, on_equal=0
    ),
}
