"""Resolution of expressions against the needs of their places: a type, a condition, a number.

:mod:`bombsight.compiler.resolve.dispatch` knows all kinds of expressions. It is reached through the environment, so
that
operators, calls and paths, which contain expressions, need not import it.
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
    """Resolve an expression, its type narrowed by known facts; ``expected`` disambiguates words of several enums."""
    return narrow_type(ctx.env.dispatch.resolve_expression(ctx, node, scope, expected), scope)


def resolve_typed(ctx: Context, node: ast.Expr, scope: Scope, expected: Type) -> x.Expr:
    """Resolve an expression, and check it against the type that its place needs."""
    expr = resolve(ctx, node, scope, expected)
    return check_type(ctx, expr if expected.is_optional else narrow_type_by_defines(expr, scope), expected)


def resolve_in_range(ctx: Context, node: ast.Expr, scope: Scope, type_: Type) -> x.Expr:
    """Resolve an expression, and check its type and that its range overlaps the expected one."""
    if isinstance(node, ast.CellBlank):
        node = ast.NoneValue(span=node.span)
    value = resolve_typed(ctx, node, scope, type_)
    check_range(ctx, value, type_)
    return value


def resolve_boolean(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """Resolve an expression that must be a yes/no condition."""
    return resolve_typed(ctx, node, scope, BOOL)


def resolve_number(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """Resolve a numeric expression; dice and rolls are allowed if the scope allows draws."""
    return require_number(ctx, narrow_type_by_defines(resolve(ctx, node, scope, None), scope))


def require_number(ctx: Context, expr: x.Expr) -> x.Expr:
    """Return an expression if it is a number and never none; else report it, and return a placeholder."""
    if isinstance(expr.type, IntType):
        return require_not_none(ctx, expr)
    if not isinstance(expr.type, UnknownType):
        ctx.findings.add("P001", f"this is {describe_type(expr.type)}, but a number is needed", expr.span)
    return evolve(expr, type=UNKNOWN)
