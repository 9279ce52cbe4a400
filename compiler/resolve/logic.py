"""Conditions put together, as short as they can be said."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.compiler.graph import expressions as x
from bombsight.flat.types import BOOL

YES = x.Const(value=1, type=BOOL)
NO = x.Const(value=0, type=BOOL)


def all_of(terms: Iterable[x.Expr]) -> x.Expr:
    """Whether every one of them holds."""
    return joined(terms, x.AndExpr, idle=YES, settles=NO)


def any_of(terms: Iterable[x.Expr]) -> x.Expr:
    """Whether one of them holds."""
    return joined(terms, x.OrExpr, idle=NO, settles=YES)


def joined(
    terms: Iterable[x.Expr], way: type[x.AndExpr] | type[x.OrExpr], *, idle: x.Const, settles: x.Const
) -> x.Expr:
    """Terms joined, but for those that say nothing; one that settles it is enough.

    Args:
        terms: The terms.
        way: ``and`` or ``or``, as a class of the graph.
        idle: The constant that says nothing among others.
        settles: The constant that settles it.
    """
    left = [term for term in terms if term != idle]
    if settles in left:
        return settles
    if len(left) < 2:
        return left[0] if left else idle
    return way(terms=tuple(left), type=BOOL, span=left[0].span)


def negated(term: x.Expr) -> x.Expr:
    """Whether it does not hold."""
    if term in (YES, NO):
        return NO if term == YES else YES
    return x.NotExpr(value=term, type=BOOL, span=term.span)


def both(first: x.Expr | None, second: x.Expr | None) -> x.Expr | None:
    """Two conditions as one; None where there is neither."""
    if first is None or second is None:
        return first or second
    terms = second.terms if isinstance(second, x.AndExpr) else (second,)
    return x.AndExpr(terms=(first, *terms), type=BOOL, span=second.span)
