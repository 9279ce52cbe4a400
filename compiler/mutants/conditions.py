"""Mutations of conditions and statements: negate a condition, or drop a condition, exception or statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bombsight.compiler.mutants.numbers import replace_operator
from bombsight.compiler.mutants.tree_edits import MutationPoint, NodeEdit, TreePosition, Variant
from bombsight.dsl import ast
from bombsight.dsl.walk import children

CONDITION_FIELDS = frozenset({"when", "unless", "where", "condition"})
"""Attributes of syntax nodes that hold a condition."""

OPPOSITE: Mapping[ast.Comparator, ast.Comparator] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The negation of each comparison operator."""

KEPT_STATEMENTS = (ast.Nothing, ast.Result, ast.Say, ast.Chronicle)
"""Statements that are not dropped: empty ones, the result of a row, journal lines."""


def mutate_condition(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutations of a condition at a position: negated, dropped, or without one of its terms."""
    node, outer = position.node, position.ancestors[-2] if len(position.ancestors) > 1 else None
    if not ast.is_expr(node):
        return
    if isinstance(outer, ast.Except) and position.name == "when":
        yield position.mutation_point("exception", replace_by_constant(node, False))
    elif position.name in CONDITION_FIELDS:
        yield position.mutation_point("turned", negate_condition(node, position))
        yield position.mutation_point("left out", replace_by_constant(node, position.name != "unless"))
    elif isinstance(outer, ast.And | ast.Or):
        yield position.mutation_point("left out", replace_by_constant(node, isinstance(outer, ast.And)))


def replace_by_constant(node: ast.Expr, value: bool) -> Variant:
    """Return the mutation that replaces a condition by ``yes`` or ``no``."""
    return (NodeEdit(node, ast.YesNo(value, span=node.span), "yes" if value else "no"),)


def negate_condition(node: ast.Expr, position: TreePosition) -> Variant:
    """Return the mutation that replaces a condition by its negation."""
    match node:
        case ast.Compare(op=op):
            return replace_operator(node, OPPOSITE[op], position)
        case ast.Not(value=value):
            return (NodeEdit(node, value, position.source_of(value)),)
        case _:  # the rest: has no known opposite
            return (NodeEdit(node, ast.Not(node, span=node.span), f"not ({position.source_of(node)})"),)


def drop_statement(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutation that removes the statement at a position, if it contains no other statement."""
    node = position.node
    if not isinstance(node, ast.BaseStmt) or isinstance(node, KEPT_STATEMENTS):
        return
    if all(isinstance(child, ast.BaseExpr | ast.Key) for child in children(node)):
        yield position.mutation_point("statement", (NodeEdit(node, ast.Nothing(span=node.span), "nothing"),))
