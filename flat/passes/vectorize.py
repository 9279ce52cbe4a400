"""Vectorization: conditions that can be evaluated for all members of a quantifier at once, four to an instruction.

Such a condition depends on the member only through adjacent slots and data; no evaluation takes steps or may fault, so
superfluous ones make no difference.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.walking import depends_on

MIN_LANES = 3
"""The fewest members that are vectorized."""

MAX_LANES = 32
"""The most members: one bit each of a number."""

MAX_CONSTANTS = 4
"""The most constants of a vectorized membership test."""


@frozen
class LaneSplit:
    """A quantifier over consecutive numbers or a list's places, with its condition split for vectorization.

    Attributes:
        first: The first number or place.
        count: Their number.
        at_once: The vectorized part of the condition.
        then: The part tested for each member that passes, in order; None for none.
    """

    first: int
    count: int
    at_once: fx.Expr
    then: fx.Expr | None


def split_into_lanes(node: fx.Quantifier, *, of_elements: bool = False) -> LaneSplit | None:
    """Split the condition of a quantifier into a vectorized part and the rest; None if no part can be vectorized.

    Args:
        node: The quantifier.
        of_elements: Whether to accept elements, too: then every place is tested, occupied or not.
    """
    match node.source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if MIN_LANES <= last - first + 1 <= MAX_LANES:
            pass
        case fx.Elements(most=most) if of_elements and MIN_LANES <= most <= MAX_LANES:
            first, last = 0, most - 1
        case _:  # the rest: no constant range of members
            return None
    if node.where is None or node.value is not None:
        return None
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    safe_count = next((at for at, term in enumerate(terms) if not is_effect_free(term)), len(terms))
    at_once = [term for term in terms[:safe_count] if is_lane_condition(term, node.variable)]
    if not any(depends_on(term, node.variable) for term in at_once):
        return None
    rest = [term for at, term in enumerate(terms) if at >= safe_count or term not in at_once]
    return LaneSplit(first, last - first + 1, fold.conjunction(at_once), fold.conjunction(rest) if rest else None)


def can_vectorize(node: fx.Quantifier) -> bool:
    """Whether a part of a quantifier's condition can be evaluated for all members at once."""
    return split_into_lanes(node) is not None


def is_lane_condition(node: fx.Expr, variable: str) -> bool:
    """Whether a condition on the member ``variable`` can be evaluated for four members at once (vectorized)."""
    match node:
        case fx.Compare(left=left, right=right):
            return is_lane_value(left, variable) and is_lane_value(right, variable)
        case fx.Between(value, fx.Num(), fx.Num()):
            return is_lane_value(value, variable)
        case fx.Among(value, members):
            return (
                is_lane_value(value, variable)
                and len(members) <= MAX_CONSTANTS
                and all(isinstance(member, fx.Num) for member in members)
            )
        case fx.Not(value):
            return is_lane_condition(value, variable)
        case fx.All(terms) | fx.Either(terms):
            return all(is_lane_condition(term, variable) for term in terms)
        case fx.Slot() | fx.Datum():
            return is_contiguous(node, variable) or is_uniform(node, variable)
        case _:  # the rest: not vectorizable
            return False


def is_lane_value(node: fx.Expr, variable: str) -> bool:
    """Whether a value can be loaded for four members at once: adjacent in memory, ``variable`` itself, or uniform."""
    return node == fx.Local(variable) or is_contiguous(node, variable) or is_uniform(node, variable)


def is_contiguous(node: fx.Expr, variable: str) -> bool:
    """Whether the values of an expression for successive members ``variable`` are in adjacent slots or data."""
    if not isinstance(node, fx.Slot | fx.Datum):
        return False
    match node.offset if isinstance(node, fx.Slot) else node.index:
        case fx.Local(name) | fx.Place(_, fx.Local(name), None) | fx.Arithmetic("+", fx.Local(name), fx.Num()):
            return name == variable
        case _:  # the rest: no provable stride of 1
            return False


def is_uniform(node: fx.Expr, variable: str) -> bool:
    """Whether a value is the same for all members ``variable``, and cheap to read."""
    match node:
        case fx.Num() | fx.Slot(offset=fx.Num()):
            return True
        case fx.Local(name):
            return name != variable
        case _:  # the rest: not cheap
            return False
