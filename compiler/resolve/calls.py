"""Resolution of calls in expressions: defines, built-ins, look-ups, rolls and procedures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bombsight.compiler.findings import fix_from_hint, replacement_fix
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.dice import MAX_COUNTED_DICE, resolve_dice
from bombsight.compiler.resolve.environment import Context, Signature
from bombsight.compiler.resolve.foreign import explain_function
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import narrow_type_by_defines, report_error, require_not_none, unknown_value
from bombsight.compiler.resolve.types import describe_type
from bombsight.compiler.symbols import BUILTINS, is_builtin
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.listing import join_names, pluralize
from bombsight.dsl.source import Span
from bombsight.flat.types import UNKNOWN, EnumType, IntType, NoneType, PartsType, Type, UnknownType


def resolve_call(ctx: Context, node: ast.Call, scope: Scope) -> x.Expr:
    """Resolve a call of a define or a built-in function to a typed expression."""
    if is_builtin(node.name, ctx.env.defines):
        return resolve_builtin(ctx, node, scope)
    if node.name not in ctx.env.defines:
        if node.name in ctx.env.procedures or node.name in ctx.env.tables:
            return report_uncalled(ctx, node, node.name)
        help, fix = explain_function(ctx, node)
        if help:
            return report_error(ctx, node, "N001", f"there is no define {node.name}", help, fix)
        known = dict.fromkeys((*ctx.env.defines, *sorted(BUILTINS)), "")
        return report_error(
            ctx, node, "N001", f"there is no define {node.name}", hint_for_name(ctx.env, "define", node.name, known)
        )
    define = ctx.env.defines[node.name]
    if scope.default:
        ctx.findings.add(
            "P007", "a default may not read state", node.span, help="Defines may read state; use printed data."
        )
    ctx.record_mention(node.span.first_characters(len(node.name)), "define", node.name, type_=define.result)
    args = resolve_arguments(ctx, node.name, define, node.args, node.span, scope)
    return x.CallDefine(define=node.name, args=args, type=define.result or UNKNOWN, span=node.span)


def report_uncalled(ctx: Context, node: ast.Expr, name: str) -> x.Expr:
    """Report P013, a procedure or table used as a value without `do`, `roll on` or `look up`; return a placeholder."""
    if name in ctx.env.procedures:
        help = f"Write `do {name}`; it stands on its own or behind let and set."
        return report_error(ctx, node, "P013", f"{name} is a procedure", help)
    help = f"Write `{'roll on' if ctx.env.tables[name].rolled else 'look up'} {name}`."
    return report_error(ctx, node, "P013", f"{name} is a table", help)


def resolve_builtin(ctx: Context, node: ast.Call, scope: Scope) -> x.Expr:
    """Resolve a call of min, max, abs, next or previous to a typed expression."""
    if node.name in ("min", "max"):
        args = tuple(expressions.resolve_number(ctx, a, scope) for a in node.args)
        if len(args) < 2:
            return report_error(ctx, node, "P014", f"{node.name} needs two numbers at least")
        types = [a.type for a in args if isinstance(a.type, IntType)]
        if len(types) < len(args):
            return unknown_value(node)
        pick = min if node.name == "min" else max
        type_: Type = IntType(pick(t.low for t in types), pick(t.high for t in types))
        return x.Builtin(function="min" if node.name == "min" else "max", args=args, type=type_, span=node.span)
    if len(node.args) != 1:
        return report_error(ctx, node, "P014", f"{node.name} needs one value")
    if node.name == "abs":
        value = expressions.resolve_number(ctx, node.args[0], scope)
        if not isinstance(value.type, IntType):
            return unknown_value(node)
        return x.Builtin(function="abs", args=(value,), type=magnitude_range(value.type), span=node.span)
    arg = narrow_type_by_defines(expressions.resolve(ctx, node.args[0], scope, None), scope)
    if not isinstance(arg.type, EnumType):
        if not isinstance(arg.type, UnknownType):
            ctx.findings.add("P001", f"{node.name} needs an enum value, this is {describe_type(arg.type)}", arg.span)
        return unknown_value(node)
    arg = require_not_none(ctx, arg)
    assert isinstance(arg.type, EnumType)
    return x.Builtin(
        function="next" if node.name == "next" else "previous",
        args=(arg,),
        type=EnumType(arg.type.enum, optional=True),
        span=node.span,
    )


def magnitude_range(type_: IntType) -> IntType:
    """Return the range of the absolute values of a number type: ``0..3`` for ``-3..2``."""
    ends = sorted((abs(type_.low), abs(type_.high)))
    return IntType(0 if type_.low <= 0 <= type_.high else ends[0], ends[1])


def resolve_arguments(
    ctx: Context, name: str, signature: Signature, args: Sequence[ast.Expr], span: Span, scope: Scope
) -> tuple[x.Expr, ...]:
    """Resolve the arguments of a call, and check their number and types against the signature.

    Args:
        ctx: The item.
        name: The callee, for messages.
        signature: Its signature.
        args: The arguments.
        span: The place of the call.
        scope: The scope.
    """
    params = signature.params
    if len(params) != len(args):
        wants = join_names(f"{n}: {t}" for n, t in params)
        here = "here is 1" if len(args) == 1 else f"here are {len(args) or 'none'}"
        ctx.findings.add(
            "P014",
            f"{name} takes {pluralize(len(params), 'argument')}, {here}",
            span,
            labels=[(signature.span, f"its parameters: {wants}")],
        )
    return tuple(
        expressions.resolve_in_range(ctx, arg, scope, type_) for (_, type_), arg in zip(params, args, strict=False)
    )


def resolve_table_args(
    ctx: Context, table: str, args: Sequence[ast.Expr], span: Span, scope: Scope
) -> tuple[x.Expr, ...]:
    """Resolve the arguments of a roll or look-up, and check them against the table; report an unknown table.

    Args:
        ctx: The context of the item.
        table: The name of the table.
        args: The arguments.
        span: The place of the call.
        scope: The scope.
    """
    signature = ctx.env.tables.get(table)
    if signature is None:
        hint_text = hint_for_name(ctx.env, "table", table)
        fix = fix_from_hint(hint_text, ctx.env.word_span(span, table))
        ctx.findings.add("N001", f"there is no table {table}", span, help=hint_text, fix=fix)
        return ()
    return resolve_arguments(ctx, table, signature, args, span, scope)


def resolve_look_up(ctx: Context, node: ast.LookUp, scope: Scope) -> x.Expr:
    """Resolve a look-up of a table without dice, or of one part of its result."""
    args = resolve_table_args(ctx, node.table, node.args, node.span, scope)
    table = ctx.env.tables.get(node.table)
    if table is None:
        return unknown_value(node)
    if table.rolled:
        return report_error(
            ctx, node, "P015", f"{node.table} is rolled, not looked up", f"Write `roll on {node.table}`."
        )
    result = table.result
    if result is None:
        return x.LookUp(table=node.table, args=args, part=None, type=NoneType(), span=node.span)
    expr = x.LookUp(table=node.table, args=args, part=None, type=result, span=node.span)
    if node.part is None:
        return expr
    if isinstance(result, PartsType):
        for part in result.parts:
            if part.name == node.part:
                if result.optional and not scope.knows_not_none(expr):
                    require_not_none(ctx, expr)
                ctx.record_mention(node.span.last_characters(len(part.name)), "part", part.name, node.table, part.type)
                return x.LookUp(table=node.table, args=args, part=node.part, type=part.type, span=node.span)
        parts = suggest_names(ctx.env, node.part, [part.name for part in result.parts], "Its parts are")
        return report_error(ctx, node, "N001", f"{node.table} gives no {node.part}", parts)
    if isinstance(result, EnumType):
        return resolve_column(ctx, narrow_type_by_defines(expr, scope), node.part, node)
    return report_error(ctx, node, "P011", f"the result of {node.table} has no parts")


def resolve_counted_dice(ctx: Context, node: ast.Dice, die: Dice, number: x.Expr) -> x.Expr:
    """Resolve as many dice as a value says, ``(ships)d6``, and report a value that may be negative or too large."""
    if not isinstance(number.type, IntType):
        return unknown_value(node)
    low, high = number.type.low, number.type.high
    if low < 0 or high > MAX_COUNTED_DICE:
        return report_error(
            ctx,
            node,
            "T016",
            f"this may be {low} to {high} dice",
            f"Keep their number in 0..{MAX_COUNTED_DICE}: `(min(ships, 10))d6`, `(max(ships - 1, 0))d6`.",
        )
    dice = Dice(max(high, 1), die.sides)
    return x.RollDice(dice=dice, number=number, type=IntType(low, high * die.sides), span=node.span)


def resolve_throw_or_call(ctx: Context, node: ast.Dice | ast.RollOn | ast.Do, scope: Scope) -> x.Expr:
    """Resolve an expression that throws dice, rolls on a table or runs a procedure; report it where none may stand."""
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
            dice = resolve_dice(ctx, node)
            if node.number is not None:
                return resolve_counted_dice(ctx, node, dice, expressions.resolve_number(ctx, node.number, scope))
            return x.RollDice(dice=dice, type=IntType(dice.low, dice.high), span=node.span)
        case ast.RollOn(table=table, args=args):
            resolved = resolve_table_args(ctx, table, args, node.span, scope)
            signature = ctx.env.tables.get(table)
            if signature is None:
                return unknown_value(node)
            if not signature.rolled:
                return report_error(
                    ctx, node, "P015", f"{table} is looked up, not rolled", f"Write `look up {table}(...)`."
                )
            return x.RollOn(table=table, args=resolved, type=signature.result or NoneType(), span=node.span)
        case ast.Do(procedure=name, args=args):
            procedure = ctx.env.procedures.get(name)
            if procedure is None and name == "nothing" and not args:
                return report_error(
                    ctx,
                    node,
                    "N001",
                    f"there is no procedure {name}",
                    "Write it alone.",
                    replacement_fix(node.span, name),
                )
            if procedure is None:
                return report_error(
                    ctx, node, "N001", f"there is no procedure {name}", hint_for_name(ctx.env, "procedure", name)
                )
            resolved = resolve_arguments(ctx, name, procedure, args, node.span, scope)
            return x.DoCall(procedure=name, args=resolved, type=procedure.result or NoneType(), span=node.span)
        case _:
            assert_never(node)


def resolve_column(ctx: Context, owner: x.Expr, name: str, node: ast.Expr) -> x.Expr:
    """Resolve ``value.column``, a read of a printed data column for an enum value.

    Args:
        ctx: The context of the item.
        owner: The enum value whose datum is read.
        name: The name of the column.
        node: The whole expression.
    """
    assert isinstance(owner.type, EnumType)
    enum = ctx.env.enums[owner.type.enum]
    for each in enum.columns:
        if each.name == name:
            ctx.record_mention(node.span.last_characters(len(name)), "column", name, enum.name, each.type)
            return x.EnumData(
                enum=enum.name, column=name, value=require_not_none(ctx, owner), type=each.type, span=node.span
            )
    columns = suggest_names(ctx.env, name, [column.name for column in enum.columns], "Its columns are")
    return report_error(ctx, node, "N001", f"{enum.name} has no column {name}", columns)
