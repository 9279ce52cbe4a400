"""Control flow: steps, branches and loops, and what is known behind each."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.domains import members
from bombsight.compiler.resolve.environment import Context, Done
from bombsight.compiler.resolve.narrowing import assuming, behind
from bombsight.compiler.resolve.scope import Frame, Scope, joined
from bombsight.compiler.resolve.type_check import bind, not_empty
from bombsight.compiler.resolve.visibility import seen_by
from bombsight.dsl import ast
from bombsight.flat.types import IntType


def step(ctx: Context, stmt: ast.Step, scope: Scope, frame: Frame) -> Done:
    """A named step."""
    id_ = ctx.numbered(f"step:{frame.name}/{stmt.name}")
    seen = seen_by(ctx, stmt.seen, scope)
    body, after = statements.block(ctx, stmt.body, scope, frame)
    node = g.Step(
        id=id_, name=stmt.name, title=stmt.title or "", body=body, seen=seen, origin=stmt.origin, span=stmt.span
    )
    return [node], scope.leaving(after)


def branch(ctx: Context, stmt: ast.If, scope: Scope, frame: Frame) -> Done:
    """``if``."""
    condition = expressions.boolean(ctx, stmt.condition, scope.drawing())
    at = behind(ctx.env, scope, stmt.condition)
    body, after_body = statements.block(ctx, stmt.body, assuming(ctx.env, at, condition), frame)
    otherwise, after_else = statements.block(ctx, stmt.otherwise, assuming(ctx.env, at, condition, False), frame)
    node = g.If(condition=condition, body=body, otherwise=otherwise, span=stmt.span)
    return [node], joined(scope, (after_body, after_else))


# --- loops: whatever a turn may change is not known in any turn, nor behind the loop


def for_each(ctx: Context, stmt: ast.ForEach, scope: Scope, frame: Frame) -> Done:
    """A turn for each member of a domain."""
    settled = behind(ctx.env, scope, *stmt.body, table=frame.table)
    kept: list[g.Stmt] = []
    found = members(ctx, stmt, scope, settled, kept)
    if found is None:
        return [], settled
    body = turn(ctx, stmt.body, found.scope, frame)
    node = g.ForEach(variable=stmt.variable, domain=found.domain, where=found.where, body=body, span=stmt.span)
    return [*kept, node], settled


def for_range(ctx: Context, stmt: ast.ForRange, scope: Scope, frame: Frame) -> Done:
    """A turn for each number, up or down."""
    settled = behind(ctx.env, scope, *stmt.body, table=frame.table)
    first, last = expressions.number(ctx, stmt.first, scope), expressions.number(ctx, stmt.last, scope)
    if stmt.down:
        not_empty(ctx, last, first, "Put the upper end first.")
    else:
        not_empty(ctx, first, last, "Put the lower end first, or count down: `6 down to 1`.")
    if not isinstance(first.type, IntType) or not isinstance(last.type, IntType):
        return [], settled
    type_ = IntType(min(first.type.low, last.type.low), max(first.type.high, last.type.high))
    inner = bind(ctx, stmt.variable, type_, stmt.span, settled)
    node = g.ForRange(
        variable=stmt.variable,
        type=type_,
        first=first,
        last=last,
        down=stmt.down,
        body=turn(ctx, stmt.body, inner, frame),
        span=stmt.span,
    )
    return [node], settled


def repeat(ctx: Context, stmt: ast.Repeat, scope: Scope, frame: Frame) -> Done:
    """So many turns."""
    settled = behind(ctx.env, scope, stmt.times, *stmt.body, table=frame.table)
    times = expressions.number(ctx, stmt.times, scope.drawing())
    return [g.Repeat(times=times, body=turn(ctx, stmt.body, settled, frame), span=stmt.span)], settled


def while_(ctx: Context, stmt: ast.While, scope: Scope, frame: Frame) -> Done:
    """Turns while a condition holds, within a bound."""
    settled = behind(ctx.env, scope, *stmt.body, table=frame.table)
    condition = expressions.boolean(ctx, stmt.condition, settled)
    body = turn(ctx, stmt.body, assuming(ctx.env, settled, condition), frame)
    if stmt.limit is None:
        ctx.findings.add("P022", "`while` without a bound", stmt.span, help="Write `while ... at most 20 times`.")
    return [g.While(condition=condition, limit=stmt.limit or 1, body=body, span=stmt.span)], settled


def turn(ctx: Context, body: ast.Block, scope: Scope, frame: Frame) -> g.Block:
    """The body of a loop."""
    return statements.block(ctx, body, scope, evolve(frame, in_loop=True))[0]
