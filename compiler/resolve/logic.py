"""Constructors of simplified boolean expressions."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.compiler.graph import expressions as x
from bombsight.flat.types import BOOL

YES = x.Const(value=1, type=BOOL)
NO = x.Const(value=0, type=BOOL)


def conjoin(terms: Iterable[x.Expr]) -> x.Expr:
    """Build the conjunction of terms, simplified."""
    return join_terms(terms, x.AndExpr, neutral=YES, absorbing=NO)


def disjoin(terms: Iterable[x.Expr]) -> x.Expr:
    """Build the disjunction of terms, simplified."""
    return join_terms(terms, x.OrExpr, neutral=NO, absorbing=YES)


def join_terms(
    terms: Iterable[x.Expr], node_class: type[x.AndExpr] | type[x.OrExpr], *, neutral: x.Const, absorbing: x.Const
) -> x.Expr:
    """Build a simplified conjunction or disjunction.

    Args:
        terms: The terms.
        node_class: ``and`` or ``or``, as a class of the graph.
        neutral: The constant that drops out.
        absorbing: The constant that decides the result.
    """
    left = [term for term in terms if term != neutral]
    if absorbing in left:
        return absorbing
    if len(left) < 2:
        return left[0] if left else neutral
    return node_class(terms=tuple(left), type=BOOL, span=left[0].span)


def negate(term: x.Expr) -> x.Expr:
    """Build the negation of a condition."""
    if term in (YES, NO):
        return NO if term == YES else YES
    return x.NotExpr(value=term, type=BOOL, span=term.span)


def conjoin_optional(first: x.Expr | None, second: x.Expr | None) -> x.Expr | None:
    """Build the conjunction of two conditions, each of which may be None."""
    if first is None or second is None:
        return first or second
    terms = second.terms if isinstance(second, x.AndExpr) else (second,)
    return x.AndExpr(terms=(first, *terms), type=BOOL, span=second.span)
