"""How many numbers there can be."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.flat.types import INT_MAX, INT_MIN, IntType


def span_of(low: x.Expr, high: x.Expr) -> int:
    """How many numbers there can be from one to another."""
    lowest = low.type.low if isinstance(low.type, IntType) else INT_MIN
    return max(0, highest(high) - lowest + 1)


def highest(node: x.Expr) -> int:
    """The highest that a number can be."""
    return node.type.high if isinstance(node.type, IntType) else INT_MAX
