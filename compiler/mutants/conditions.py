"""Conditions turned round or left out, exceptions dropped, statements left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bombsight.compiler.mutants.figures import compared
from bombsight.compiler.mutants.trees import Edit, Place, Step, Variant
from bombsight.dsl import ast
from bombsight.dsl.walk import children

ASKED = frozenset({"when", "unless", "where", "condition"})
"""Attributes that hold a condition."""

OPPOSITE: Mapping[ast.Comparator, ast.Comparator] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another does not."""

TELLING = (ast.Nothing, ast.Result, ast.Say)
"""Statements that are not left out: nothing happens in them, a row must give its result, texts are no rules."""


def condition(step: Step) -> Iterator[Place]:
    """A condition turned round, and one left out; of several terms, each by itself."""
    node, outer = step.node, step.around[-2] if len(step.around) > 1 else None
    if not ast.is_expr(node):
        return
    if isinstance(outer, ast.Except) and step.name == "when":
        yield step.place("exception", constant(node, False))
    elif step.name in ASKED:
        yield step.place("turned", turned(node, step))
        yield step.place("left out", constant(node, step.name != "unless"))
    elif isinstance(outer, ast.And | ast.Or):
        yield step.place("left out", constant(node, isinstance(outer, ast.And)))


def constant(node: ast.Expr, value: bool) -> Variant:
    """``yes`` or ``no`` in the place of a condition."""
    return (Edit(node, ast.YesNo(value, span=node.span), "yes" if value else "no"),)


def turned(node: ast.Expr, step: Step) -> Variant:
    """A condition that holds where this one does not."""
    match node:
        case ast.Compare(op=op):
            return compared(node, OPPOSITE[op], step)
        case ast.Not(value=value):
            return (Edit(node, value, step.written(value)),)
        case _:  # the rest: not known to have an opposite
            return (Edit(node, ast.Not(node, span=node.span), f"not ({step.written(node)})"),)


def statement(step: Step) -> Iterator[Place]:
    """A statement left out that holds no others."""
    node = step.node
    if not isinstance(node, ast.BaseStmt) or isinstance(node, TELLING):
        return
    if all(isinstance(child, ast.BaseExpr | ast.Key) for child in children(node)):
        yield step.place("statement", (Edit(node, ast.Nothing(span=node.span), "nothing"),))
