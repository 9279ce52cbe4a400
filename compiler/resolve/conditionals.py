"""Resolution of conditionals: ``(3 when a, 2 when b, else 0)``."""

from __future__ import annotations

from functools import reduce

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions, names
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import report_error, unknown_value
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.flat.types import BoolType, IntType, ListType, NoneType, PartsType, Type, UnknownType


def resolve_conditional(ctx: Context, node: ast.Conditional, scope: Scope, expected: Type | None) -> x.Expr:
    """Resolve a conditional: each value knows that its condition holds, and that all before it have failed.

    Args:
        ctx: The item.
        node: The conditional.
        scope: The scope, without draws: only one of the values counts.
        expected: The type that disambiguates enum words; None for that of the first value that has one of its own.
    """
    conditions: list[x.Expr] = []
    branches: list[tuple[ast.Expr, Scope]] = []
    for case in node.cases:
        condition = expressions.resolve_boolean(ctx, case.condition, scope)
        conditions.append(condition)
        branches.append((case.value, narrow(ctx.env, scope, condition)))
        scope = narrow(ctx.env, scope, condition, False)
    if node.otherwise is not None:
        branches.append((node.otherwise, scope))
    values = resolve_branches(ctx, branches, expected)
    type_ = common_type(ctx, node, values)
    if node.otherwise is None:
        return report_missing_else(ctx, node, type_)
    if isinstance(type_, UnknownType):
        return unknown_value(node)
    *before, found = values
    for condition, value in zip(reversed(conditions), reversed(before), strict=True):
        type_ = union_type(found.type, value.type)
        span = value.span.extend_to(node.span)
        found = x.Conditional(condition=condition, value=value, otherwise=found, type=type_, span=span)
    return found


def resolve_branches(ctx: Context, branches: list[tuple[ast.Expr, Scope]], expected: Type | None) -> list[x.Expr]:
    """Resolve the values of a conditional, each in its scope; bare words of an enum take the type of the others."""
    found: dict[int, x.Expr] = {}
    for waits in (False, True):
        for at, (value, scope) in enumerate(branches):
            if names.needs_expected_type(ctx, value, scope) is waits:
                found[at] = expressions.resolve(ctx, value, scope, expected)
                if expected is None and not isinstance(found[at].type, NoneType | UnknownType):
                    expected = found[at].type
    return [found[at] for at in range(len(branches))]


def common_type(ctx: Context, node: ast.Conditional, values: list[x.Expr]) -> Type:
    """Return the type of all values of a conditional together; report one of another kind, or of no single value."""
    for value in values:
        if isinstance(value.type, PartsType | ListType):
            what = f"this is {describe_type(value.type)}, and a value by condition is a single one"
            return report_error(ctx, node, "P001", what, "Write `if`, with a statement for each case.").type
    first = next((value for value in values if not isinstance(value.type, NoneType)), values[0])
    for value in values:
        if not is_same_kind(value.type, first.type.with_none()):
            ctx.findings.add(
                "P001",
                f"this is {describe_type(value.type)}, but {describe_type(first.type.without_none())} is needed",
                value.span,
                labels=[(first.span, "as here")],
                help="All values in one pair of brackets are of one kind.",
            )
            return unknown_value(node).type
    return reduce(union_type, (value.type for value in values))


def union_type(first: Type, second: Type) -> Type:
    """Return the type of the values of either of two types of the same kind, one of which may be none."""
    if isinstance(first, UnknownType) or isinstance(second, NoneType):
        return first.with_none() if isinstance(second, NoneType) else first
    if isinstance(first, NoneType):
        return second.with_none()
    found = first.without_none()
    if isinstance(first, IntType) and isinstance(second, IntType):
        found = IntType(min(first.low, second.low), max(first.high, second.high))
    return found.with_none() if first.is_optional or second.is_optional else found


def report_missing_else(ctx: Context, node: ast.Conditional, type_: Type) -> x.Expr:
    """Report a conditional without ``else`` (V025), with a fix where its value can be nothing but 0 or no."""
    word = "0" if isinstance(type_, IntType) else "no" if isinstance(type_, BoolType) else ""
    fix = Fix(f"Write `else {word}`", (Edit(node.span.last_characters(0), f", else {word}"),)) if word else None
    what = "this has no value where none of its conditions holds"
    return report_error(ctx, node, "V025", what, f"Say what counts then: `, else {word or '...'}` at its end.", fix)
