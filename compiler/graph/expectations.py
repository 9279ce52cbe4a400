"""Terms of an example's expected condition, and the values that decide each, shown when it fails."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.expressions import Expr
from bombsight.flat.types import BoolType, ElementType, EnumType, IntType, PartsType

SHOWABLE_TYPES = (BoolType, IntType, EnumType, ElementType)
"""The types of values that can be shown."""


def terms_of(condition: Expr) -> Iterator[Expr]:
    """Yield the terms that ``and`` joins in a condition, in order; the condition itself if there is no ``and``."""
    if isinstance(condition, x.AndExpr):
        for term in condition.terms:
            yield from terms_of(term)
    else:
        yield condition


def values_deciding(term: Expr) -> tuple[Expr, ...]:
    """Return the values to show for a condition's term that fails: the operands of its comparison, or the tested value.

    Only evaluated operands count: in ``a and b``, ``b`` may be undefined if ``a`` fails.
    """
    found = (part for value in compared_values(term) for part in named_parts_of(value))
    return tuple(
        dict.fromkeys(
            value
            for value in found
            if isinstance(value.type.without_none(), SHOWABLE_TYPES) and not isinstance(value, x.Const)
        )
    )


def named_parts_of(value: Expr) -> Iterator[Expr]:
    """Yield ``x.part`` for each part, if a value is a result with named parts; else yield the value itself."""
    if isinstance(value, x.Var) and isinstance(value.type, PartsType):
        for part in value.type.parts:
            yield x.PartOf(variable=value.name, part=part.name, type=part.type.with_none())
    else:
        yield value


def compared_values(term: Expr) -> Iterator[Expr]:
    """Yield the operands that decide whether a term holds, including constants and values that cannot be shown."""
    match term:
        case x.Comparison(left=left, right=right):
            yield left
            yield right
        case x.InRange(value=value, low=low, high=high):
            yield value
            yield low
            yield high
        case x.OneOf(value=value) | x.InList(value=value):
            yield value
        case x.OrExpr(terms=any_of):
            for each in any_of:
                yield from compared_values(each)
        case x.NotExpr(value=x.AndExpr(terms=all_of)):
            for each in all_of:
                yield from compared_values(each)
        case x.NotExpr(value=x.OrExpr() | x.AndExpr()):
            return
        case x.NotExpr(value=value):
            yield from compared_values(value)
        case x.AndExpr():
            return
        case _:  # the rest: the term itself decides
            yield term
