"""Resolution of control flow: steps, conditionals and loops, and the facts known after each."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, statements
from bombsight.compiler.resolve.domains import resolve_members
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.narrowing import narrow, scope_after
from bombsight.compiler.resolve.scope import Frame, Scope, join_scopes
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.compiler.resolve.type_check import bind_name, check_not_empty
from bombsight.compiler.resolve.visibility import resolve_seen
from bombsight.dsl import ast
from bombsight.flat.sites import ChroniclePlace
from bombsight.flat.types import IntType


def resolve_step(ctx: Context, stmt: ast.Step, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve a step (a labelled block of a procedure) to its graph node, with the scope after it."""
    id_ = ctx.unique_id(f"step:{frame.name}/{stmt.name}")
    seen = resolve_seen(ctx, stmt.seen, scope)
    body, after = statements.resolve_block(ctx, stmt.body, scope, frame)
    node = g.Step(
        id=id_,
        name=stmt.name,
        title=stmt.title or "",
        body=body,
        seen=seen,
        beat=stmt.beat,
        origin=stmt.origin,
        span=stmt.span,
    )
    return [node], scope.after_block(after)


def resolve_if(ctx: Context, stmt: ast.If, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``if`` to its graph node, with the scope after it; narrow optional types in each branch."""
    condition = expressions.resolve_boolean(ctx, stmt.condition, scope.with_draws())
    at = scope_after(ctx.env, scope, stmt.condition)
    body, after_body = statements.resolve_block(ctx, stmt.body, narrow(ctx.env, at, condition), frame)
    otherwise, after_else = statements.resolve_block(ctx, stmt.otherwise, narrow(ctx.env, at, condition, False), frame)
    node = g.If(condition=condition, body=body, otherwise=otherwise, span=stmt.span)
    return [node], join_scopes(scope, (after_body, after_else))


def resolve_chronicle(ctx: Context, stmt: ast.Chronicle, scope: Scope) -> g.Stmt:
    """Resolve ``chronicle "..." when EXPR`` to a message that play does not show, under its condition."""
    when = expressions.resolve_boolean(ctx, stmt.when, scope) if stmt.when is not None else None
    text = resolve_template(ctx, stmt.text, stmt.span, narrow(ctx.env, scope, when))
    place: ChroniclePlace = "headline" if stmt.is_headline else "only"
    sentence = g.Say(text=text, tone=stmt.tone, chronicle=place, span=stmt.span)
    return sentence if when is None else g.If(condition=when, body=(sentence,), otherwise=(), span=stmt.span)


# --- loops: facts that a turn may invalidate hold neither in any turn nor after the loop


def resolve_for_each(ctx: Context, stmt: ast.ForEach, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve a loop over the members of a domain to its graph node, with the scope after it."""
    stable_scope = scope_after(ctx.env, scope, *stmt.body, table=frame.table)
    prologue: list[g.Stmt] = []
    found = resolve_members(ctx, stmt, scope, stable_scope, prologue)
    if found is None:
        return [], stable_scope
    body = resolve_loop_body(ctx, stmt.body, found.scope, frame)
    node = g.ForEach(variable=stmt.variable, domain=found.domain, where=found.where, body=body, span=stmt.span)
    return [*prologue, node], stable_scope


def resolve_for_range(ctx: Context, stmt: ast.ForRange, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve a loop over numbers, up or down, to its graph node, with the scope after it."""
    stable_scope = scope_after(ctx.env, scope, *stmt.body, table=frame.table)
    first, last = expressions.resolve_number(ctx, stmt.first, scope), expressions.resolve_number(ctx, stmt.last, scope)
    if stmt.down:
        check_not_empty(ctx, last, first, "Put the upper end first.")
    else:
        check_not_empty(ctx, first, last, "Put the lower end first, or count down: `6 down to 1`.")
    if not isinstance(first.type, IntType) or not isinstance(last.type, IntType):
        return [], stable_scope
    type_ = IntType(min(first.type.low, last.type.low), max(first.type.high, last.type.high))
    inner = bind_name(ctx, stmt.variable, type_, stmt.span, stable_scope)
    node = g.ForRange(
        variable=stmt.variable,
        type=type_,
        first=first,
        last=last,
        down=stmt.down,
        body=resolve_loop_body(ctx, stmt.body, inner, frame),
        span=stmt.span,
    )
    return [node], stable_scope


def resolve_repeat(ctx: Context, stmt: ast.Repeat, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``repeat N times`` to its graph node, with the scope after it."""
    stable_scope = scope_after(ctx.env, scope, stmt.times, *stmt.body, table=frame.table)
    times = expressions.resolve_number(ctx, stmt.times, scope.with_draws())
    return [
        g.Repeat(times=times, body=resolve_loop_body(ctx, stmt.body, stable_scope, frame), span=stmt.span)
    ], stable_scope


def resolve_while(ctx: Context, stmt: ast.While, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``while ... at most N times`` to its graph node, with the scope after it; report a missing limit."""
    stable_scope = scope_after(ctx.env, scope, *stmt.body, table=frame.table)
    condition = expressions.resolve_boolean(ctx, stmt.condition, stable_scope)
    body = resolve_loop_body(ctx, stmt.body, narrow(ctx.env, stable_scope, condition), frame)
    if stmt.limit is None:
        ctx.findings.add("P022", "`while` without a bound", stmt.span, help="Write `while ... at most 20 times`.")
    return [g.While(condition=condition, limit=stmt.limit or 1, body=body, span=stmt.span)], stable_scope


def resolve_loop_body(ctx: Context, body: ast.Block, scope: Scope, frame: Frame) -> g.Block:
    """Resolve the body of a loop, in which ``stop`` is allowed."""
    return statements.resolve_block(ctx, body, scope, evolve(frame, in_loop=True))[0]
