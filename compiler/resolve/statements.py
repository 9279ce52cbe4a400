"""Statements and blocks: what may stand where, and what is known behind it.

The root of the second knot: branches, loops, choices and rolls hold blocks, and are statements. As with expressions,
the modules import each other as modules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import calls, changes, choices, control, expressions, lists, results, rolls
from bombsight.compiler.resolve.endings import gives_always
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import near_in
from bombsight.compiler.resolve.layout import notes_of, row_treated
from bombsight.compiler.resolve.narrowing import behind
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.shorthand import entries_alone
from bombsight.compiler.resolve.sight import seen_by
from bombsight.compiler.resolve.texts import template
from bombsight.dsl import ast

Done = tuple[list[g.Stmt], Scope | None]
"""What a statement becomes, and what is known behind it; None where nothing behind it is reached."""


def block(ctx: Context, stmts: Sequence[ast.Stmt], scope: Scope, frame: Frame) -> tuple[g.Block, Scope | None]:
    """A block, and what is known behind it; None where nothing behind it can be reached."""
    done: list[g.Stmt] = []
    at: Scope | None = scope
    for number, stmt in enumerate(stmts):
        if at is None:
            ctx.findings.add(
                "P020",
                "this is never reached",
                stmt.span,
                labels=[(stmts[number - 1].span, "this always leaves")],
                help=unreached_help(ctx, stmt, stmts[number - 1]),
            )
            break
        resolved, at = statement(ctx, stmt, at, frame)
        done.extend(evolve(r, origin=r.origin.marked(stmt.touched)) if stmt.touched else r for r in resolved)
    return tuple(done), at


def unreached_help(ctx: Context, stmt: ast.Stmt, leaving: ast.Stmt) -> str:
    """What to do where a statement is never reached: an overlay that put it there quotes what leaves before it."""
    text = ctx.env.text(leaving.span)
    if stmt.touched:
        again = "" if "\n" in text else f": `was {text}`, and below `now` these lines and `{text}`"
        return f"Put it before what leaves: quote that{again}."
    if leaving.touched:
        return "What is not to happen is quoted: `remove` it, or let `nothing` stand there now. Or leave in an `if`."
    return "Take it out, or move it before."


def statement(ctx: Context, stmt: ast.Stmt, scope: Scope, frame: Frame) -> Done:
    """One statement."""
    span = stmt.span
    match stmt:
        case ast.Nothing():
            return [g.Nothing(span=span)], scope
        case ast.Result():
            return results.result(ctx, stmt, scope, frame)
        case ast.Entries():
            entries_alone(ctx, stmt, frame.table)
            return [], None
        case ast.Evaluate(value=value):
            expr = expressions.resolve(ctx, value, scope.drawing(), None)
            return [g.Evaluate(value=expr, span=span)], behind(ctx.env, scope, value)
        case ast.UseNote(name=name):
            return use_note(ctx, stmt, name, scope, frame)
        case ast.Set():
            return changes.assign(ctx, stmt, scope)
        case ast.Add():
            return changes.add(ctx, stmt, scope)
        case ast.Take():
            return changes.take(ctx, stmt, scope)
        case ast.Let():
            return changes.let(ctx, stmt, scope, frame)
        case ast.Say(text=text, tone=tone, seen=seen):
            told = template(ctx, text, span, scope)
            return [g.Say(text=told, tone=tone, seen=seen_by(ctx, seen, scope), span=span)], scope
        case ast.Again(limit=limit):
            if frame.table is None or not frame.in_row:
                ctx.findings.add("P021", "`again` belongs in a row of a rolled table", span)
            if limit is None:
                ctx.findings.add("P022", "`again` without a bound", span, help="Write `again at most 20 times`.")
            return [g.Again(limit=limit or 1, span=span)], scope
        case ast.TreatAs(key=key):
            return treat_as(ctx, stmt, key, frame)
        case ast.TakeEvery(table=table, args=args, subrows=subrows):
            resolved = calls.table_args(ctx, table, args, span, scope)
            taken = g.TakeEvery(table=table, args=resolved, subrows=subrows, span=span)
            return [taken], behind(ctx.env, scope, stmt)
        case ast.Step():
            return control.step(ctx, stmt, scope, frame)
        case ast.If():
            return control.branch(ctx, stmt, scope, frame)
        case ast.ForEach():
            return control.for_each(ctx, stmt, scope, frame)
        case ast.ForRange():
            return control.for_range(ctx, stmt, scope, frame)
        case ast.Repeat():
            return control.repeat(ctx, stmt, scope, frame)
        case ast.While():
            return control.while_(ctx, stmt, scope, frame)
        case ast.Remove() | ast.RemoveEach():
            return lists.remove(ctx, stmt, scope)
        case ast.Move():
            return lists.move(ctx, stmt, scope)
        case ast.Reset(target=target):
            return lists.reset(ctx, stmt, target, scope)
        case ast.End():
            return results.end(ctx, stmt, scope)
        case ast.Return():
            return results.return_(ctx, stmt, scope, frame)
        case ast.Stop():
            if not frame.in_loop:
                ctx.findings.add("P023", "`stop` leaves a loop, and there is none here", span)
            return [g.StopLoop(span=span)], None
        case ast.SubRoll():
            return rolls.sub_roll(ctx, stmt, scope, frame)
        case ast.Choose():
            return choices.choose(ctx, stmt, scope, frame)
        case ast.ChooseBranch():
            return choices.choose_branch(ctx, stmt, scope, frame)
        case ast.Draw():
            return choices.draw(ctx, stmt, scope, frame)
        case _:
            assert_never(stmt)


def use_note(ctx: Context, stmt: ast.Stmt, name: str, scope: Scope, frame: Frame) -> Done:
    """``note c``."""
    notes = notes_of(frame.table)
    if name not in notes:
        ctx.findings.add(
            "N001",
            f"there is no note {name} in this table",
            stmt.span,
            help=near_in(ctx.env, name, {name: note.title for name, note in notes.items()}, "The table has"),
        )
        return [], scope
    after = None if gives_always(notes[name].body) else behind(ctx.env, scope, notes[name], table=frame.table)
    return [g.UseNote(note=name, span=stmt.span)], after


def treat_as(ctx: Context, stmt: ast.TreatAs, key: ast.Key, frame: Frame) -> Done:
    """``treat as row 6``."""
    number = row_treated(frame.table, key)
    if number is not None:
        return [g.TreatAs(row=number, span=stmt.span)], None
    ctx.findings.add("N008", "this table has no such row", stmt.span, help="Give a key that one of its rows has.")
    return [], None
