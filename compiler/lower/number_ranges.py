"""Upper bounds on the size of number ranges."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.limits import MAX_TURNS
from bombsight.flat.types import INT_MAX, INT_MIN, IntType


def range_size(low: x.Expr, high: x.Expr) -> int:
    """The maximal count of numbers from ``low`` to ``high``, computed from the ranges of their types."""
    lowest = low.type.low if isinstance(low.type, IntType) else INT_MIN
    return max(0, upper_bound(high) - lowest + 1)


def upper_bound(node: x.Expr) -> int:
    """The greatest value of a number's type."""
    return node.type.high if isinstance(node.type, IntType) else INT_MAX


def is_counted_at_runtime(domain: x.RangeDomain) -> bool:
    """Whether the size of a range is computed in play, because its types are too wide to bound it.

    Both ends must be cheap and free of effects, and their distance must fit 32 bits in either direction.
    """
    low, high = domain.low, domain.high
    if range_size(low, high) <= MAX_TURNS or low.type.is_optional or high.type.is_optional:
        return False
    if not (isinstance(low.type, IntType) and isinstance(high.type, IntType)):
        return False
    apart = max(high.type.high - low.type.low, low.type.high - high.type.low) + 1
    return apart <= INT_MAX and not any(map(has_own_work, walk((low, high))))


def has_own_work(part: object) -> bool:
    """Whether an expression node does run-time work beyond its operands: a quantifier, a throw of dice or a call."""
    does = node_effect_of(part)
    return isinstance(part, x.Quantifier) or does.rolls or bool(does.calls)
