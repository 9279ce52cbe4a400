"""How many numbers there can be."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.limits import MAX_TURNS
from bombsight.flat.types import INT_MAX, INT_MIN, IntType


def range_size(low: x.Expr, high: x.Expr) -> int:
    """How many numbers there can be from one to another."""
    lowest = low.type.low if isinstance(low.type, IntType) else INT_MIN
    return max(0, upper_bound(high) - lowest + 1)


def upper_bound(node: x.Expr) -> int:
    """The highest that a number can be."""
    return node.type.high if isinstance(node.type, IntType) else INT_MAX


def is_counted_at_runtime(domain: x.RangeDomain) -> bool:
    """Whether it is counted in play how many numbers a range has: of types so wide that they say nothing of it.

    Both ends must be worked out for little, and how far they lie apart must fit 32 bits, in either direction.
    """
    low, high = domain.low, domain.high
    if range_size(low, high) <= MAX_TURNS or low.type.is_optional or high.type.is_optional:
        return False
    if not (isinstance(low.type, IntType) and isinstance(high.type, IntType)):
        return False
    apart = max(high.type.high - low.type.low, low.type.high - high.type.low) + 1
    return apart <= INT_MAX and not any(map(has_own_work, walk((low, high))))


def has_own_work(part: object) -> bool:
    """Whether a part of an expression takes steps itself, or does something."""
    does = node_effect_of(part)
    return isinstance(part, x.Quantifier) or does.rolls or bool(does.calls)
