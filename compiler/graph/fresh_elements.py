"""Statements of the graph that find the newest element of a list, since adding one binds no name."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, NONE, ElementType, NoneType


def bind_newest(added: g.AddElement, variable: x.Var, span: Span) -> Iterator[g.Stmt]:
    """Yield statements that assign to a variable the element just added to a list: the one with the highest number."""
    each = ElementType(added.record)
    loop_variable = f"each {variable.name}"
    nobody = x.Const(value=NONE, type=NoneType(), span=span)
    found = x.Var(name=loop_variable, type=each, span=span)
    first = x.Comparison(op="==", left=variable, right=nobody, type=BOOL, span=span)
    later = x.Comparison(op=">", left=found, right=variable, type=BOOL, span=span)
    newest = x.OrExpr(terms=(first, later), type=BOOL, span=span)
    keep = g.Assign(target=variable, value=found, span=span)
    yield g.Let(variable=variable.name, type=variable.type, value=nobody, declared=True, span=span)
    yield g.ForEach(
        variable=loop_variable,
        domain=x.ElementsDomain(type=each, list=added.list),
        where=None,
        body=(g.If(condition=newest, body=(keep,), otherwise=(), span=span),),
        span=span,
    )
