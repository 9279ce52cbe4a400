"""Resolution of rolls: dice with their modifiers and rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.amendments import origin_of
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.dice import resolve_dice
from bombsight.compiler.resolve.dice_facts import test_of_natural_key
from bombsight.compiler.resolve.endings import has_results, roll_always_exits
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.keys import key_text, resolve_totals
from bombsight.compiler.resolve.narrowing import narrow, scope_after
from bombsight.compiler.resolve.row_titles import resolve_row_title
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.dsl import ast
from bombsight.flat.types import BOOL


def resolve_roll(
    ctx: Context,
    id_: str,
    dice: ast.Dice,
    lines: Sequence[ast.TableLine],
    scope: Scope,
    frame: Frame,
    shared: Sequence[ast.ModifierOn] = (),
) -> g.Rolled:
    """Resolve dice together with their modifiers and rows to one graph node.

    Args:
        ctx: The item.
        id_: The prefix of the ids of rows and modifiers.
        dice: The dice.
        lines: The lines of the table or of the sub-roll.
        scope: The scope.
        frame: The function context.
        shared: Shared modifiers of the table.
    """
    thrown = resolve_dice(ctx, dice)
    rolling = evolve(scope, rolling=thrown)
    modifiers = [
        resolve_modifier(ctx, line, f"modifier:{id_}/{line.label}", rolling, False)
        for line in lines
        if isinstance(line, ast.Modifier)
    ]
    known = {m.label: m.span for m in modifiers}
    for item in shared:
        if item.modifier.label in known:
            ctx.findings.add(
                "N002",
                f"{item.modifier.label} stands on {id_} twice",
                item.span,
                labels=[(known[item.modifier.label], "first here")],
                help="Give each its own name.",
            )
        shared_id = f"modifier:{'+'.join(item.tables)}/{item.modifier.label}"
        resolved = resolve_modifier(ctx, item.modifier, shared_id, rolling, True)
        modifiers.append(evolve(resolved, origin=origin_of(item.modifier, item)))
    naturals: list[g.NaturalRow] = []
    rows: list[g.Row] = []
    inside = evolve(frame, in_row=True)
    for line in lines:
        match line:
            case ast.NaturalRow():
                naturals.append(
                    resolve_natural_row(ctx, line, f"row:{id_}/natural-{len(naturals) + 1}", rolling, inside)
                )
            case ast.Row():
                rows.append(resolve_row(ctx, line, f"row:{id_}/{len(rows) + 1}", rolling, inside))
            case ast.Modifier():
                pass  # handled above
            case ast.ForLine() | ast.Gives() | ast.RollLine() | ast.EveryRow() | ast.Beforehand() | ast.Note():
                pass
            case ast.GridRow() | ast.Short() | ast.Each():
                pass
            case _:
                assert_never(line)
    return g.Rolled(dice=thrown, modifiers=tuple(modifiers), naturals=tuple(naturals), rows=tuple(rows))


def resolve_modifier(ctx: Context, line: ast.Modifier, id_: str, scope: Scope, shared: bool) -> g.Modifier:
    """Resolve a modifier, an amount that is added to the dice under a condition.

    Args:
        ctx: Collects errors.
        line: The line.
        id_: The id of the node.
        scope: The scope.
        shared: Whether it is declared outside its table.
    """
    conditions: list[x.Expr] = []
    texts: list[str] = []
    if line.when is not None:
        conditions.append(expressions.resolve_boolean(ctx, line.when, scope))
        texts.append(ctx.env.source_text(line.when.span))
        scope = narrow(ctx.env, scope, conditions[-1])
    if line.unless is not None:
        unless = expressions.resolve_boolean(ctx, line.unless, scope)
        conditions.append(x.NotExpr(value=unless, type=unless.type, span=line.unless.span))
        texts.append("unless " + ctx.env.source_text(line.unless.span))
        scope = narrow(ctx.env, scope, unless, False)
    condition = conditions[0] if len(conditions) == 1 else None
    if len(conditions) == 2:
        condition = x.AndExpr(terms=tuple(conditions), type=conditions[0].type, span=line.span)
    amount = expressions.resolve_number(ctx, line.amount, scope)
    return g.Modifier(
        id=id_,
        label=line.label,
        amount=amount,
        condition=condition,
        text=", ".join(texts),
        shared=shared,
        span=line.span,
        origin=origin_of(line),
    )


def resolve_natural_row(ctx: Context, line: ast.NaturalRow, id_: str, scope: Scope, frame: Frame) -> g.NaturalRow:
    """Resolve a table row that is selected by the natural dice, before modifiers.

    Args:
        ctx: The context of the item.
        line: The row.
        id_: The id of the row.
        scope: The scope.
        frame: The function context.
    """
    test = test_of_natural_key(ctx, line.keys[0], scope)
    keys = (g.KeySpan(low=None, high=None),) if test is not None else resolve_totals(ctx, line.keys, scope)[0]
    tests = [expressions.resolve_boolean(ctx, part, scope) for part in (test, line.when) if part is not None]
    condition = tests[0] if tests else None
    if len(tests) > 1:
        condition = x.AndExpr(terms=tuple(tests), type=BOOL, span=tests[-1].span)
    title, filled_title, inside = resolve_row_title(ctx, line.title or "", line.span, narrow(ctx.env, scope, condition))
    body, after = statements.resolve_block(ctx, line.body, inside, frame)
    check_row_result(ctx, after, frame, line)
    if filled_title is not None:
        body = (filled_title, *body)
    return g.NaturalRow(
        id=id_,
        keys=keys,
        condition=condition,
        label=key_text(ctx, line.keys),
        body=body,
        title=title,
        span=line.span,
        origin=origin_of(line),
    )


def resolve_row(ctx: Context, line: ast.Row, id_: str, scope: Scope, frame: Frame) -> g.Row:
    """Resolve a row of a rolled table or sub-roll, with its keys and statements.

    Args:
        ctx: The context of the item.
        line: The row.
        id_: The id of the row.
        scope: The scope.
        frame: The function context.
    """
    keys, otherwise = resolve_totals(ctx, line.keys, scope)
    title, filled_title, inside = resolve_row_title(ctx, line.title or "", line.span, scope)
    body, after = statements.resolve_block(ctx, line.body, inside, frame)
    check_row_result(ctx, after, frame, line)
    if filled_title is not None:
        body = (filled_title, *body)
    label = key_text(ctx, line.keys)
    return make_row(line, id_, keys=keys, otherwise=otherwise, title=title, label=label, body=body)


def make_row(
    line: ast.Row | ast.GridRow,
    id_: str,
    *,
    keys: tuple[g.KeySpan, ...] = (),
    otherwise: bool = False,
    matches: tuple[g.Match, ...] = (),
    title: str = "",
    label: str,
    body: g.Block = (),
) -> g.Row:
    """Make a row node with its origin.

    Args:
        line: The syntax node.
        id_: The id of the node.
        keys: Its totals; empty for any.
        otherwise: Whether it is ``else``.
        matches: The parameter values that select it.
        title: The title for the journal; may be empty.
        label: Its keys as written.
        body: Its statements.
    """
    return g.Row(
        id=id_,
        keys=keys,
        otherwise=otherwise,
        matches=matches,
        title=title,
        label=label,
        body=body,
        cell=None,
        span=line.span,
        origin=origin_of(line),
    )


def resolve_sub_roll(ctx: Context, stmt: ast.SubRoll, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
    """Resolve a sub-roll (a statement with dice and rows of its own) to its graph node, with the scope after it."""
    id_ = ctx.unique_id(f"subroll:{frame.name}/roll")
    inside = frame if has_results(stmt) else evolve(frame, result=None)
    inner = scope.without_draws()
    node = g.SubRoll(
        id=id_, rolled=resolve_roll(ctx, id_.split(":", 1)[1], stmt.dice, stmt.lines, inner, inside), span=stmt.span
    )
    after = scope_after(ctx.env, scope, stmt, table=frame.table)
    return [node], None if roll_always_exits(node.rolled) else after


def check_row_result(
    ctx: Context, end_scope: Scope | None, frame: Frame, line: ast.Row | ast.NaturalRow | ast.Beforehand
) -> None:
    """Report a row that may end without a result, in a table that has results.

    Args:
        ctx: The context of the item.
        end_scope: The scope after the row; None if its end is unreachable.
        frame: The function context.
        line: The row.
    """
    if end_scope is None or frame.result is None:
        return
    help = f"Every row of this table gives {frame.result}."
    if line.body and isinstance(line.body[-1], ast.Again):
        help = f"Below `again` stands what holds after the last throw: {frame.result}."
    ctx.findings.add("T015", "this row may end without a result", line.span, help=help)
