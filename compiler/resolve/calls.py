"""Calls: defines, built-ins, look-ups, rolls and procedures as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.compiler.findings import renamed, replacing
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.dice import dice_of
from bombsight.compiler.resolve.environment import Context, Signature
from bombsight.compiler.resolve.foreign import function_meant
from bombsight.compiler.resolve.hints import hint, near_in
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import required, unknown, without_none, wrong
from bombsight.compiler.resolve.types import describe
from bombsight.compiler.symbols import BUILTINS, is_built_in
from bombsight.dsl import ast
from bombsight.dsl.listing import counted, listed
from bombsight.dsl.source import Span
from bombsight.flat.types import UNKNOWN, EnumType, IntType, NoneType, PartsType, Type, UnknownType


def call(ctx: Context, node: ast.Call, scope: Scope) -> x.Expr:
    """A define or a built-in."""
    if is_built_in(node.name, ctx.env.defines):
        return builtin(ctx, node, scope)
    if node.name not in ctx.env.defines:
        if node.name in ctx.env.procedures or node.name in ctx.env.tables:
            return uncalled(ctx, node, node.name)
        help, fix = function_meant(ctx, node)
        if help:
            return wrong(ctx, node, "N001", f"there is no define {node.name}", help, fix)
        known = dict.fromkeys((*ctx.env.defines, *sorted(BUILTINS)), "")
        return wrong(ctx, node, "N001", f"there is no define {node.name}", hint(ctx.env, "define", node.name, known))
    define = ctx.env.defines[node.name]
    if scope.default:
        ctx.findings.add(
            "P007", "a default may not read state", node.span, help="Defines may read state; use printed data."
        )
    ctx.mention(node.span.first(len(node.name)), "define", node.name, type_=define.result)
    args = arguments(ctx, node.name, define, node.args, node.span, scope)
    return x.CallDefine(define=node.name, args=args, type=define.result or UNKNOWN, span=node.span)


def uncalled(ctx: Context, node: ast.Expr, name: str) -> x.Expr:
    """P013: a procedure or a table stands where a value does, without the word that it is run or rolled with."""
    if name in ctx.env.procedures:
        help = f"Write `do {name}`; it stands on its own or behind let and set."
        return wrong(ctx, node, "P013", f"{name} is a procedure", help)
    help = f"Write `{'roll on' if ctx.env.tables[name].rolled else 'look up'} {name}`."
    return wrong(ctx, node, "P013", f"{name} is a table", help)


def builtin(ctx: Context, node: ast.Call, scope: Scope) -> x.Expr:
    """min, max, abs, next, previous."""
    if node.name in ("min", "max"):
        args = tuple(expressions.number(ctx, a, scope) for a in node.args)
        if len(args) < 2:
            return wrong(ctx, node, "P014", f"{node.name} needs two numbers at least")
        types = [a.type for a in args if isinstance(a.type, IntType)]
        if len(types) < len(args):
            return unknown(node)
        pick = min if node.name == "min" else max
        type_: Type = IntType(pick(t.low for t in types), pick(t.high for t in types))
        return x.Builtin(function="min" if node.name == "min" else "max", args=args, type=type_, span=node.span)
    if len(node.args) != 1:
        return wrong(ctx, node, "P014", f"{node.name} needs one value")
    if node.name == "abs":
        value = expressions.number(ctx, node.args[0], scope)
        if not isinstance(value.type, IntType):
            return unknown(node)
        return x.Builtin(function="abs", args=(value,), type=magnitude(value.type), span=node.span)
    arg = without_none(expressions.resolve(ctx, node.args[0], scope, None), scope)
    if not isinstance(arg.type, EnumType):
        if not isinstance(arg.type, UnknownType):
            ctx.findings.add("P001", f"{node.name} needs an enum value, this is {describe(arg.type)}", arg.span)
        return unknown(node)
    arg = required(ctx, arg)
    assert isinstance(arg.type, EnumType)
    return x.Builtin(
        function="next" if node.name == "next" else "previous",
        args=(arg,),
        type=EnumType(arg.type.enum, optional=True),
        span=node.span,
    )


def magnitude(type_: IntType) -> IntType:
    """The range of the distance of a number from 0."""
    ends = sorted((abs(type_.low), abs(type_.high)))
    return IntType(0 if type_.low <= 0 <= type_.high else ends[0], ends[1])


def arguments(
    ctx: Context, name: str, called: Signature, args: Sequence[ast.Expr], span: Span, scope: Scope
) -> tuple[x.Expr, ...]:
    """Arguments for the parameters of what is called."""
    params = called.params
    if len(params) != len(args):
        wants = listed(f"{n}: {t}" for n, t in params)
        here = "here is 1" if len(args) == 1 else f"here are {len(args) or 'none'}"
        ctx.findings.add(
            "P014",
            f"{name} takes {counted(len(params), 'argument')}, {here}",
            span,
            labels=[(called.span, f"its parameters: {wants}")],
        )
    return tuple(expressions.checked(ctx, arg, scope, type_) for (_, type_), arg in zip(params, args, strict=False))


def table_args(ctx: Context, table: str, args: Sequence[ast.Expr], span: Span, scope: Scope) -> tuple[x.Expr, ...]:
    """Arguments for a table."""
    signature = ctx.env.tables.get(table)
    if signature is None:
        said = hint(ctx.env, "table", table)
        fix = renamed(said, ctx.env.word(span, table))
        ctx.findings.add("N001", f"there is no table {table}", span, help=said, fix=fix)
        return ()
    return arguments(ctx, table, signature, args, span, scope)


def look_up(ctx: Context, node: ast.LookUp, scope: Scope) -> x.Expr:
    """A value from a table without dice."""
    args = table_args(ctx, node.table, node.args, node.span, scope)
    table = ctx.env.tables.get(node.table)
    if table is None:
        return unknown(node)
    if table.rolled:
        return wrong(ctx, node, "P015", f"{node.table} is rolled, not looked up", f"Write `roll on {node.table}`.")
    result = table.result
    if result is None:
        return x.LookUp(table=node.table, args=args, part=None, type=NoneType(), span=node.span)
    expr = x.LookUp(table=node.table, args=args, part=None, type=result, span=node.span)
    if node.part is None:
        return expr
    if isinstance(result, PartsType):
        for part in result.parts:
            if part.name == node.part:
                if result.optional and not scope.knows(expr):
                    required(ctx, expr)
                ctx.mention(node.span.last(len(part.name)), "part", part.name, node.table, part.type)
                return x.LookUp(table=node.table, args=args, part=node.part, type=part.type, span=node.span)
        parts = near_in(ctx.env, node.part, [part.name for part in result.parts], "Its parts are")
        return wrong(ctx, node, "N001", f"{node.table} gives no {node.part}", parts)
    if isinstance(result, EnumType):
        return column(ctx, without_none(expr, scope), node.part, node)
    return wrong(ctx, node, "P011", f"the result of {node.table} has no parts")


def draw(ctx: Context, node: ast.Dice | ast.RollOn | ast.Do, scope: Scope) -> x.Expr:
    """What draws dice or runs a procedure."""
    if not scope.draws:
        ctx.findings.add(
            "P018",
            "no dice, roll or procedure may stand here",
            node.span,
            help="Keep it first: `let it = ...`. They stand behind let, set, add, repeat, return, in a row's "
            "result, and first in an if.",
        )
    scope = scope.without_draws()
    match node:
        case ast.Dice():
            dice = dice_of(ctx, node)
            return x.RollDice(dice=dice, type=IntType(dice.low, dice.high), span=node.span)
        case ast.RollOn(table=table, args=args):
            resolved = table_args(ctx, table, args, node.span, scope)
            signature = ctx.env.tables.get(table)
            if signature is None:
                return unknown(node)
            if not signature.rolled:
                return wrong(ctx, node, "P015", f"{table} is looked up, not rolled", f"Write `look up {table}(...)`.")
            return x.RollOn(table=table, args=resolved, type=signature.result or NoneType(), span=node.span)
        case ast.Do(procedure=name, args=args):
            procedure = ctx.env.procedures.get(name)
            if procedure is None and name == "nothing" and not args:
                return wrong(
                    ctx, node, "N001", f"there is no procedure {name}", "Write it alone.", replacing(node.span, name)
                )
            if procedure is None:
                return wrong(ctx, node, "N001", f"there is no procedure {name}", hint(ctx.env, "procedure", name))
            resolved = arguments(ctx, name, procedure, args, node.span, scope)
            return x.DoCall(procedure=name, args=resolved, type=procedure.result or NoneType(), span=node.span)
        case _:
            assert_never(node)


def column(ctx: Context, owner: x.Expr, name: str, node: ast.Expr) -> x.Expr:
    """Printed data of an enum value."""
    assert isinstance(owner.type, EnumType)
    enum = ctx.env.enums[owner.type.enum]
    for each in enum.columns:
        if each.name == name:
            ctx.mention(node.span.last(len(name)), "column", name, enum.name, each.type)
            return x.EnumData(enum=enum.name, column=name, value=required(ctx, owner), type=each.type, span=node.span)
    columns = near_in(ctx.env, name, [column.name for column in enum.columns], "Its columns are")
    return wrong(ctx, node, "N001", f"{enum.name} has no column {name}", columns)
