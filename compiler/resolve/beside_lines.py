"""What decides, beside a choice: lines that are told with it, and whether one answer is the one sensible one."""

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
"""``routine`` without a condition."""


AskingNode = ast.Choose | ast.ChooseBranch | ast.Reroll
"""What is asked of a person: choices, and offers to throw again."""


def resolve_beside_lines(ctx: Context, stmt: AskingNode, scope: Scope, option_scope: Scope) -> tuple[g.Beside, ...]:
    """The lines ``beside`` of a choice.

    Args:
        ctx: The item.
        stmt: The choice.
        scope: What is in sight where it stands.
        option_scope: The same for each option.
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
    """Whether a hole of a line, or its condition, names a variable."""
    return any(re.search(rf"\b{re.escape(variable)}\b", hole) for hole in HOLE.findall(line.text)) or any(
        isinstance(node, ast.Name) and node.name == variable for node in parts_of(line)
    )


def resolve_routine(ctx: Context, stmt: AskingNode, scope: Scope) -> x.Expr | None:
    """When the preferred answer of a choice is the one sensible one; None where nothing is said of it."""
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
    """Say of a line what only a line that is worked out beside the run gets wrong."""
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
