"""Expressions: every name gets its meaning, every value its type.

This is the root of a knot: operators, calls, paths and names hold expressions and are expressions. They import this
module, and it imports them, as modules; so none needs another to be complete while it is loaded, and each can be read
alone.
"""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import calls, domains, names, operators, paths
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.fitting import fit, in_range, known, required, unknown, without_none, wrong
from bombsight.compiler.resolve.foreign import unquoted
from bombsight.compiler.resolve.narrowing import assuming
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.types import describe, same_kind
from bombsight.dsl import ast
from bombsight.flat.types import BOOL, NONE, UNKNOWN, IntType, NoneType, Type, UnknownType

LIFTED = (ast.RollOn, ast.Do, ast.Dice, ast.Binary, ast.Divide, ast.Negate, ast.Compare, ast.Is, ast.Within, ast.Member)
"""What draws, and operators both sides of which are always worked out, so that dice may stand in them."""


def resolve(ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
    """The meaning of an expression; ``expected`` settles words that several enums have."""
    return known(raw(ctx, node, scope, expected), scope)


def raw(ctx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
    """The meaning of an expression, whatever the flow knows."""
    span = node.span
    if not isinstance(node, (*LIFTED, ast.OrElse, ast.Name)):  # in whose place dice may stand
        scope = scope.without_draws()
    match node:
        case ast.Number(value=integer):
            return x.Const(value=integer, type=IntType(integer, integer), span=span)
        case ast.YesNo(value=flag):
            return x.Const(value=int(flag), type=BOOL, span=span)
        case ast.NoneValue():
            return x.Const(value=NONE, type=NoneType(), span=span)
        case ast.Text():
            return wrong(ctx, node, "P002", "a text cannot stand here", *unquoted(ctx, node))
        case ast.Natural():
            if not scope.rolling:
                return wrong(
                    ctx, node, "P003", "no dice lie on the table here", "`natural` belongs inside a rolled table."
                )
            return x.NaturalDice(type=IntType(1, 999), span=span)
        case ast.Name():
            return names.bare(ctx, node, scope, expected)
        case ast.Attribute():
            return names.attribute(ctx, node, scope, expected)
        case ast.Subscript():
            place = paths.place(ctx, node, scope)
            return paths.read(ctx, place, node) if place else unknown(node)
        case ast.OptionValue(name=name):
            return names.option(ctx, node, name)
        case ast.Call():
            return calls.call(ctx, node, scope)
        case ast.NewRecord():
            return wrong(
                ctx,
                node,
                "P004",
                "a new element can only be added to its list",
                f"Write `add {node.name}(...) to ...`.",
            )
        case ast.LookUp():
            return calls.look_up(ctx, node, scope)
        case ast.ModifiersOn():
            args = calls.table_args(ctx, node.table, node.args, node.span, scope)
            return x.ModifiersOn(table=node.table, args=args, type=IntType(-999, 999), span=span)
        case ast.RollOn() | ast.Do() | ast.Dice():
            return calls.draw(ctx, node, scope)
        case ast.Negate(value=inner):
            value = number(ctx, inner, scope)
            type_ = value.type
            if isinstance(type_, IntType):
                type_ = IntType(-type_.high, -type_.low)
            return x.Negation(value=value, type=type_, span=span)
        case ast.Binary():
            return operators.arithmetic(ctx, node, scope)
        case ast.Divide():
            return operators.divide(ctx, node, scope)
        case ast.Compare():
            return operators.compare(ctx, node, scope)
        case ast.Is():
            return operators.equality(ctx, node, scope)
        case ast.Within():
            return operators.within(ctx, node, scope)
        case ast.Member():
            return operators.member(ctx, node, scope)
        case ast.Not(value=inner):
            return x.NotExpr(value=boolean(ctx, inner, scope), type=BOOL, span=span)
        case ast.And(terms=terms):
            resolved = []
            for term in terms:
                value = boolean(ctx, term, scope)
                resolved.append(value)
                scope = assuming(ctx.env, scope, value)
            return x.AndExpr(terms=tuple(resolved), type=BOOL, span=span)
        case ast.Or(terms=terms):
            resolved = []
            for term in terms:
                value = resolve(ctx, term, scope, BOOL)
                if value.type.is_optional:
                    what = f"this is {describe(value.type.required())} or none, and `or` joins conditions"
                    return wrong(ctx, term, "P001", what, "Where a value is to stand for none, write `or else`.")
                if resolved and not same_kind(value.type, BOOL):
                    several = operators.one_of(ctx, node)
                    return wrong(ctx, node, "P001", "what stands behind `or` is no condition", *several)
                resolved.append(fit(ctx, value, BOOL))
                scope = assuming(ctx.env, scope, value, False)
            return x.OrExpr(terms=tuple(resolved), type=BOOL, span=span)
        case ast.OrElse():
            return operators.or_else(ctx, node, scope, expected)
        case ast.Quantifier():
            return domains.quantifier(evolve(ctx, absent=None), node, scope)
        case ast.Sum():
            return domains.summed(evolve(ctx, absent=None), node, scope)
        case ast.SetLiteral() | ast.Interval():
            return wrong(ctx, node, "P005", "a set can only stand behind `in`")
        case ast.ResultsOf() | ast.CellAny() | ast.CellBlank() | ast.CellNote() | ast.CellKey():
            return wrong(ctx, node, "P006", "this cannot stand here as a value")
        case ast.CellBoth() | ast.CellTyped():
            return wrong(ctx, node, "P006", "this cannot stand here as a value")
        case _:
            assert_never(node)


# --- what a place needs


def expect(ctx: Context, node: ast.Expr, scope: Scope, expected: Type) -> x.Expr:
    """A value of the type that its place needs, none allowed only where the type says so."""
    expr = resolve(ctx, node, scope, expected)
    return fit(ctx, expr if expected.is_optional else without_none(expr, scope), expected)


def checked(ctx: Context, node: ast.Expr, scope: Scope, type_: Type) -> x.Expr:
    """A value of a type, never outside its range."""
    if isinstance(node, ast.CellBlank):
        node = ast.NoneValue(span=node.span)
    value = expect(ctx, node, scope, type_)
    in_range(ctx, value, type_)
    return value


def boolean(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """A yes/no."""
    return expect(ctx, node, scope, BOOL)


def number(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """A number; dice and rolls too where the statement allows them."""
    return as_number(ctx, without_none(resolve(ctx, node, scope, None), scope))


def as_number(ctx: Context, expr: x.Expr) -> x.Expr:
    """A value that has to be a number."""
    if isinstance(expr.type, IntType):
        return required(ctx, expr)
    if not isinstance(expr.type, UnknownType):
        ctx.findings.add("P001", f"this is {describe(expr.type)}, but a number is needed", expr.span)
    return evolve(expr, type=UNKNOWN)
