"""Terms of an expected condition, and the values that decide each, shown when it fails."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.expressions import Expr
from bombsight.flat.types import BoolType, ElementType, EnumType, IntType, PartsType

SHOWABLE_TYPES = (BoolType, IntType, EnumType, ElementType)
"""The types of values that can be shown."""


def terms_of(condition: Expr) -> Iterator[Expr]:
    """Yield the conjuncts of a condition in their order."""
    if isinstance(condition, x.AndExpr):
        for term in condition.terms:
            yield from terms_of(term)
    else:
        yield condition


def values_deciding(term: Expr) -> tuple[Expr, ...]:
    """List the values that decide a failed term: both sides of a comparison, a tested value, each once.

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
    """Yield the named parts of a value; the value itself, if it has none."""
    if isinstance(value, x.Var) and isinstance(value.type, PartsType):
        for part in value.type.parts:
            yield x.PartOf(variable=value.name, part=part.name, type=part.type.with_none())
    else:
        yield value


def compared_values(term: Expr) -> Iterator[Expr]:
    """Yield the operands that decide a failed term, including constants and values that cannot be shown."""
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
