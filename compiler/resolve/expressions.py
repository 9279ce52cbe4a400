"""Expressions as their places need them: of a type, a condition, a number.

What an expression means hangs on its kind, and :mod:`bombsight.compiler.resolve.dispatch` knows all of them; the
environment hands it on, so that operators, calls and paths, which hold expressions, need not import it.
"""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import (
    check_range,
    check_type,
    narrow_type,
    narrow_type_by_defines,
    require_not_none,
)
from bombsight.compiler.resolve.types import describe_type
from bombsight.dsl import ast
from bombsight.flat.types import BOOL, UNKNOWN, IntType, Type, UnknownType


def resolve(ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
    """The meaning of an expression; ``expected`` settles words that several enums have."""
    return narrow_type(ctx.env.dispatch.resolve_expression(ctx, node, scope, expected), scope)


def resolve_typed(ctx: Context, node: ast.Expr, scope: Scope, expected: Type) -> x.Expr:
    """A value of the type that its place needs, none allowed only where the type says so."""
    expr = resolve(ctx, node, scope, expected)
    return check_type(ctx, expr if expected.is_optional else narrow_type_by_defines(expr, scope), expected)


def resolve_in_range(ctx: Context, node: ast.Expr, scope: Scope, type_: Type) -> x.Expr:
    """A value of a type, never outside its range."""
    if isinstance(node, ast.CellBlank):
        node = ast.NoneValue(span=node.span)
    value = resolve_typed(ctx, node, scope, type_)
    check_range(ctx, value, type_)
    return value


def resolve_boolean(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """A yes/no."""
    return resolve_typed(ctx, node, scope, BOOL)


def resolve_number(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """A number; dice and rolls too where the statement allows them."""
    return require_number(ctx, narrow_type_by_defines(resolve(ctx, node, scope, None), scope))


def require_number(ctx: Context, expr: x.Expr) -> x.Expr:
    """A value that has to be a number."""
    if isinstance(expr.type, IntType):
        return require_not_none(ctx, expr)
    if not isinstance(expr.type, UnknownType):
        ctx.findings.add("P001", f"this is {describe_type(expr.type)}, but a number is needed", expr.span)
    return evolve(expr, type=UNKNOWN)
