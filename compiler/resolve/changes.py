"""Resolution of statements that change values: set, add, take, let."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, lists, names, paths
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.hints import field_titles, hint_for_name
from bombsight.compiler.resolve.narrowing import narrow_not_none, scope_after
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.type_check import (
    bind_name,
    narrow_type_by_defines,
    report_error,
    require_not_none,
    result_table_of,
)
from bombsight.compiler.resolve.types import describe_type
from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.flat.types import IntType, ListType, NoneType, UnknownType


def resolve_assignment(ctx: Context, stmt: ast.Set, scope: Scope) -> tuple[list[g.Stmt], Scope]:
    """Resolve ``set target to value`` to an assignment node, with the scope after it."""
    target = resolve_target(ctx, stmt.target, scope)
    after = scope_after(ctx.env, scope, stmt)
    if target is None:
        expressions.resolve(ctx, stmt.value, scope.with_draws(), None)
        return [], after
    value = expressions.resolve_in_range(ctx, stmt.value, scope.with_draws(), target.type)
    if target.type.is_optional and not value.type.is_optional and not isinstance(value.type, NoneType):
        after = narrow_not_none(ctx.env, after, target)
    return [g.Assign(target=target, value=value, span=stmt.span)], after


def resolve_target(ctx: Context, node: ast.Expr, scope: Scope) -> x.Read | x.Var | None:
    """Resolve the target of an assignment, a field or a declared variable; None after an error."""
    if isinstance(node, ast.Name) and node.name in scope.variables:
        variable = scope.variables[node.name]
        if not variable.settable:
            ctx.findings.add(
                "P024",
                f"{node.name} is a name, not a variable, so it cannot be set",
                node.span,
                labels=[(variable.span, "given here")],
                help="Declare it with a type: `let n: 0..6 = 0`.",
            )
            return None
        names.record_variable_mention(ctx, node.name, node.span, scope)
        return x.Var(name=node.name, type=variable.type, span=node.span)
    if isinstance(node, ast.Name) and node.name not in ctx.env.fields:
        known = {**dict.fromkeys(scope.variables, ""), **field_titles(ctx.env.fields)}
        what = hint_for_name(ctx.env, "field", node.name, known)
        report_error(ctx, node, "N001", f"there is no field or variable {node.name}", what)
        return None
    place = paths.resolve_path(ctx, node, scope)
    value = paths.read_path(ctx, place, node) if place is not None else None
    return value if isinstance(value, x.Read) else None


def resolve_add(ctx: Context, stmt: ast.Add, scope: Scope) -> StmtResult:
    """Resolve ``add value to target``, for a number or a list, to a graph statement, with the scope after it."""
    after = scope_after(ctx.env, scope, stmt)
    name = stmt.target.name if isinstance(stmt.target, ast.Name) else None
    if name is not None and name not in scope.variables and name in ctx.env.fields:
        type_ = ctx.env.fields[name].type
        if isinstance(type_, ListType):
            ctx.record_mention(stmt.target.span, "field", name, type_=type_)
            return lists.resolve_add_element(ctx, stmt, name, type_, scope), after
    if name is not None and name in scope.variables:
        type_ = scope.variables[name].type
        if isinstance(type_, ListType):
            names.record_variable_mention(ctx, name, stmt.target.span, scope)
            value = expressions.resolve_typed(ctx, stmt.value, scope.with_draws(), type_.element)
            return [g.AppendValue(variable=name, value=value, span=stmt.span)], after
    target = resolve_target(ctx, stmt.target, scope)
    value = expressions.resolve_number(ctx, stmt.value, scope.with_draws())
    if target is None:
        return [], after
    if not isinstance(target.type, IntType | UnknownType):
        ctx.findings.add(
            "P001", f"this is {describe_type(target.type)}; only numbers and lists can be added to", stmt.target.span
        )
    require_not_none(ctx, narrow_type_by_defines(target, scope))
    return [g.Increase(target=target, value=value, span=stmt.span)], after


def resolve_take(ctx: Context, stmt: ast.Take, scope: Scope) -> StmtResult:
    """Resolve ``take value from target`` to an increase by the negated value, with the scope after it."""
    target = resolve_target(ctx, stmt.target, scope)
    value = expressions.resolve_number(ctx, negate_node(stmt.value), scope.with_draws())
    after = scope_after(ctx.env, scope, stmt)
    if target is None:
        return [], after
    if not isinstance(target.type, IntType | UnknownType):
        ctx.findings.add(
            "P001", f"this is {describe_type(target.type)}; only from numbers can something be taken", stmt.target.span
        )
    require_not_none(ctx, narrow_type_by_defines(target, scope))
    return [g.Increase(target=target, value=value, span=stmt.span)], after


def negate_node(value: ast.Expr) -> ast.Expr:
    """Make the syntax node for the negative of an expression; a number literal stays a literal."""
    if isinstance(value, ast.Number):
        return ast.Number(-value.value, span=value.span)
    return ast.Negate(value, span=value.span)


def resolve_let(ctx: Context, stmt: ast.Let, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``let``, which declares a variable or names a value, to a graph statement, with the scope after it."""
    after = scope_after(ctx.env, scope, stmt.value) if stmt.value is not None else scope
    if stmt.type is not None:
        type_ = ctx.resolve_type(stmt.type)
        value = None
        if stmt.value is not None:
            value = expressions.resolve_in_range(ctx, stmt.value, scope.with_draws(), type_)
        elif not isinstance(type_, ListType):
            ctx.findings.add(
                "P028", f"{stmt.name} needs a first value", stmt.span, help="Write `= ...` behind its type."
            )
        inner = bind_name(ctx, stmt.name, type_, stmt.span, after, settable=True)
        if value is not None and type_.is_optional and not value.type.is_optional:
            inner = narrow_not_none(ctx.env, inner, x.Var(name=stmt.name, type=type_))
        return [g.Let(variable=stmt.name, type=type_, value=value, declared=True, span=stmt.span)], inner
    assert stmt.value is not None
    value = expressions.resolve(ctx, stmt.value, scope.with_draws(), None)
    if isinstance(value.type, NoneType):
        ctx.findings.add("P029", "this gives no value", value.span, help="Let needs something to keep.")
    rolled = isinstance(value, x.RollOn | x.RollDice)
    inner = bind_name(
        ctx,
        stmt.name,
        value.type,
        stmt.span,
        after,
        rolled=rolled,
        dice=dice_thrown_by(ctx, value),
        fewer=isinstance(value, x.RollDice) and value.number is not None,
        table=result_table_of(value),
        help=rename_or_set_help(ctx, stmt),
    )
    kept = g.Let(
        variable=stmt.name,
        type=value.type,
        value=value,
        declared=False,
        natural=rolled and (stmt.name, "natural") in frame.rolls,
        total=rolled and (stmt.name, "total") in frame.rolls,
        faces=rolled and (stmt.name, "faces") in frame.rolls,
        span=stmt.span,
    )
    return [kept], inner


def dice_thrown_by(ctx: Context, value: x.Expr) -> Dice | None:
    """Return the dice that a value throws: its own, or those of the table on which it rolls; None if it throws none."""
    match value:
        case x.RollDice(dice=dice):
            return dice
        case x.RollOn(table=table):
            return ctx.env.tables[table].dice
        case _:  # the rest: throws no dice, or none that a variable keeps
            return None


def rename_or_set_help(ctx: Context, stmt: ast.Let) -> str:
    """Return the advice for a ``let`` whose name is taken: to rename it, or to ``set`` the field of that name."""
    shape = ctx.env.fields.get(stmt.name)
    if shape is None or shape.indices or shape.type is None or isinstance(shape.type, ListType) or stmt.value is None:
        return "Choose another name."
    return (
        f"To change the field write `set {stmt.name} to {ctx.env.source_text(stmt.value.span)}"
        "`; else choose another name."
    )
