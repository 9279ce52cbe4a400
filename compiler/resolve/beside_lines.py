"""Resolution of information beside a choice: its ``beside`` lines, and its ``routine`` condition."""

from __future__ import annotations

import re

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import HOLE, resolve_template
from bombsight.dsl import ast
from bombsight.dsl.walk import walk as parts_of
from bombsight.flat.types import BOOL

ALWAYS_TRUE = x.Const(value=1, type=BOOL)
"""The condition of a ``routine`` line without one."""


AskingNode = ast.Choose | ast.ChooseBranch | ast.Reroll
"""Nodes that ask a player: choices and standing offers."""


def resolve_beside_lines(ctx: Context, stmt: AskingNode, scope: Scope, option_scope: Scope) -> tuple[g.Beside, ...]:
    """Resolve the ``beside`` lines of a choice: information shown with the question or with one of its answers.

    Args:
        ctx: The item.
        stmt: The choice.
        scope: The scope of the choice.
        option_scope: The scope of each option.
    """
    found = []
    for line in stmt.asides:
        if isinstance(line, ast.Beside):
            of_option = isinstance(stmt, ast.Choose) and mentions_variable(line, stmt.variable)
            line_scope = option_scope if of_option else scope
            condition = expressions.resolve_boolean(ctx, line.when, line_scope) if line.when is not None else None
            text = resolve_template(ctx, line.text, line.span, narrow(ctx.env, line_scope, condition))
            check_beside_line(ctx, text.parts if condition is None else (*text.parts, condition), line)
            found.append(g.Beside(text=text, condition=condition, span=line.span, origin=own_origin(line)))
    return tuple(found)


def mentions_variable(line: ast.Beside, variable: str) -> bool:
    """Whether the text or the condition of a ``beside`` line names a variable."""
    return any(re.search(rf"\b{re.escape(variable)}\b", hole) for hole in HOLE.findall(line.text)) or any(
        isinstance(node, ast.Name) and node.name == variable for node in parts_of(line)
    )


def resolve_routine(ctx: Context, stmt: AskingNode, scope: Scope) -> x.Expr | None:
    """Resolve the ``routine`` condition of a choice: while it holds, the question may be skipped. None without one."""
    routine_lines = [line for line in stmt.asides if isinstance(line, ast.Routine)]
    for again in routine_lines[1:]:
        label = (routine_lines[0].span, "first here")
        ctx.findings.add("P064", "`routine` stands twice", again.span, labels=[label], help="Join them by `or`.")
    if not routine_lines:
        return None
    when = routine_lines[0].when
    found = ALWAYS_TRUE if when is None else expressions.resolve_boolean(ctx, when, scope)
    check_beside_line(ctx, (found,), routine_lines[0])
    return found


def check_beside_line(ctx: Context, parts: tuple[str | x.Expr, ...], line: ast.Beside | ast.Routine) -> None:
    """Report a ``beside`` line that is constant or reads a list variable, which display-only code cannot."""
    if not any(isinstance(part, x.BaseExpr) for part in parts):
        ctx.findings.add(
            "P062",
            "this line is always the same",
            line.span,
            help="Say in braces what decides, such as {oil}; what never changes belongs in `ask`.",
        )
    for part in walk(parts):
        if isinstance(part, x.InList | x.LocalListDomain):
            ctx.findings.add(
                "P063",
                f"this asks for the list {part.variable}, which is a variable",
                line.span,
                help="Give what is asked of it a name before the choice, by `let`, or ask a list of the state.",
            )
