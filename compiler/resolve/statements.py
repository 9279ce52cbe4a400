"""Resolution of blocks: statements in sequence, and the scope after them.

:mod:`bombsight.compiler.resolve.dispatch` knows all kinds of statements. It is reached through the environment, so that
branches, loops, choices and rolls, which contain blocks, need not import it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.dsl import ast


def resolve_block(ctx: Context, stmts: Sequence[ast.Stmt], scope: Scope, frame: Frame) -> tuple[g.Block, Scope | None]:
    """Resolve a block of statements, with the scope after it; the scope is None if control never gets there."""
    done: list[g.Stmt] = []
    at: Scope | None = scope
    for number, stmt in enumerate(stmts):
        if at is None:
            ctx.findings.add(
                "P020",
                "this is never reached",
                stmt.span,
                labels=[(stmts[number - 1].span, "this always leaves")],
                help=unreachable_help(ctx, stmt, stmts[number - 1]),
            )
            break
        resolved, at = ctx.env.dispatch.resolve_statement(ctx, stmt, at, frame)
        done.extend(evolve(r, origin=r.origin.with_amendments(stmt.touched)) if stmt.touched else r for r in resolved)
    return tuple(done), at


def unreachable_help(ctx: Context, stmt: ast.Stmt, exit_stmt: ast.Stmt) -> str:
    """Return the advice for an unreachable statement, also if an overlay inserted it or the exit before it."""
    text = ctx.env.source_text(exit_stmt.span)
    if stmt.touched:
        again = "" if "\n" in text else f": `was {text}`, and below `now` these lines and `{text}`"
        return f"Put it before what leaves: quote that{again}."
    if exit_stmt.touched:
        return "What is not to happen is quoted: `remove` it, or let `nothing` stand there now. Or leave in an `if`."
    return "Take it out, or move it before."
