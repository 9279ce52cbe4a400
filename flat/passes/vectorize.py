"""Lanes: conditions that can be asked of all members of a quantifier at once, four in one instruction.

So can be asked whatever depends on a member only through slots and data that stand in a row: no member's answer takes
steps or may be a fault, so it makes no difference whether it is asked for.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.passes.facts import is_effect_free
from bombsight.flat.walking import depends_on

MIN_LANES = 3
"""Of fewer members each is asked by itself."""

MAX_LANES = 32
"""So many answers are the bits of one number."""

MAX_CONSTANTS = 4
"""So many constants may be compared one after the other."""


@frozen
class LaneSplit:
    """A quantifier over numbers that follow one another, or over the places of a list, its condition in two parts.

    Attributes:
        first: The first number, or place.
        count: How many there are.
        at_once: What can be asked of all at once.
        then: What is asked of each for which that holds, in order; None for nothing more.
    """

    first: int
    count: int
    at_once: fx.Expr
    then: fx.Expr | None


def split_into_lanes(node: fx.Quantifier, *, of_elements: bool = False) -> LaneSplit | None:
    """A quantifier in lanes; None where nothing can be asked of all its members at once.

    Args:
        node: The quantifier.
        of_elements: Whether elements will do, too: of each place it is asked, whether anything is there or not.
    """
    match node.source:
        case fx.Numbers(fx.Num(first), fx.Num(last)) if MIN_LANES <= last - first + 1 <= MAX_LANES:
            pass
        case fx.Elements(most=most) if of_elements and MIN_LANES <= most <= MAX_LANES:
            first, last = 0, most - 1
        case _:  # the rest: not a row of members that is known here
            return None
    if node.where is None or node.kind == "sum":
        return None
    terms = node.where.terms if isinstance(node.where, fx.All) else (node.where,)
    safe_count = next((at for at, term in enumerate(terms) if not is_effect_free(term)), len(terms))
    at_once = [term for term in terms[:safe_count] if is_lane_condition(term, node.variable)]
    if not any(depends_on(term, node.variable) for term in at_once):
        return None
    rest = [term for at, term in enumerate(terms) if at >= safe_count or term not in at_once]
    return LaneSplit(first, last - first + 1, fold.conjunction(at_once), fold.conjunction(rest) if rest else None)


def can_vectorize(node: fx.Quantifier) -> bool:
    """Whether something can be asked of all members of a quantifier at once."""
    return split_into_lanes(node) is not None


def is_lane_condition(node: fx.Expr, variable: str) -> bool:
    """Whether a condition can be asked of all members at once."""
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
        case _:  # the rest: asked of one member after another
            return False


def is_lane_value(node: fx.Expr, variable: str) -> bool:
    """Whether a value is known for all members at once: it stands in a row, is the member, or is the same for all."""
    return node == fx.Local(variable) or is_contiguous(node, variable) or is_uniform(node, variable)


def is_contiguous(node: fx.Expr, variable: str) -> bool:
    """Whether a value stands in a row, a member's behind the one before it."""
    if not isinstance(node, fx.Slot | fx.Datum):
        return False
    match node.offset if isinstance(node, fx.Slot) else node.index:
        case fx.Local(name) | fx.Place(_, fx.Local(name), None) | fx.Arithmetic("+", fx.Local(name), fx.Num()):
            return name == variable
        case _:  # the rest: not seen to go up by one from member to member
            return False


def is_uniform(node: fx.Expr, variable: str) -> bool:
    """Whether a value is the same for all members, and soon read."""
    match node:
        case fx.Num() | fx.Slot(offset=fx.Num()):
            return True
        case fx.Local(name):
            return name != variable
        case _:  # the rest: not soon read
            return False
