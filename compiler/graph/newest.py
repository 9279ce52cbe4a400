"""The element that has just joined a list, as statements of the graph: no statement gives it a name by itself."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, NONE, ElementType, NoneType


def last_of(added: g.AddElement, named: x.Var, span: Span) -> Iterator[g.Stmt]:
    """A variable comes to hold what has just joined: of all in the list the one with the highest reference."""
    each = ElementType(added.record)
    it = f"each {named.name}"
    nobody = x.Const(value=NONE, type=NoneType(), span=span)
    found = x.Var(name=it, type=each, span=span)
    first = x.Comparison(op="==", left=named, right=nobody, type=BOOL, span=span)
    later = x.Comparison(op=">", left=found, right=named, type=BOOL, span=span)
    newest = x.OrExpr(terms=(first, later), type=BOOL, span=span)
    keep = g.Assign(target=named, value=found, span=span)
    yield g.Let(variable=named.name, type=named.type, value=nobody, declared=True, span=span)
    yield g.ForEach(
        variable=it,
        domain=x.ElementsDomain(type=each, list=added.list),
        where=None,
        body=(g.If(condition=newest, body=(keep,), otherwise=(), span=span),),
        span=span,
    )
