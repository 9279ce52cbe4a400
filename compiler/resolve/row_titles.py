"""Resolution of the titles of rows: ``{2d6} wolves`` throws its dice and shows its values when the row is taken."""

from __future__ import annotations

import re

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.narrowing import scope_after
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import parse_expression, resolve_hole, split_template
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk

TITLE_HOLE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
"""Matches a hole of a title, and a doubled brace, which stands for a single one."""

TIMES = "\u00d7"
"""The sign of a product on a card, as printed tables have it."""


def resolve_row_title(ctx: Context, title: str, span: Span, scope: Scope) -> tuple[str, g.Say | None, Scope]:
    """Resolve the title of a row that dice select.

    Braces around what is no expression are shown as they stand, and reported (T041).

    Args:
        ctx: The context of the item.
        title: The title; may be empty.
        span: The place of the row.
        scope: The scope of its statements.

    Returns:
        The title as its card shows it, ``2d6 wolves``, with the sign of a product for ``*``; the statement that fills
        it, None without holes; the scope behind that.
    """
    if "{" not in title and "}" not in title:
        return title, None, scope
    shown: list[str] = []
    parts: list[str | x.Expr] = []
    after = scope
    for piece in split_template(title, span, ctx.env.sources, TITLE_HOLE):
        if isinstance(piece, str):
            shown.append(piece)
            parts.append(piece)
            continue
        inner, source, offset = piece
        node = parse_expression(inner, source, offset)
        if node is None:
            ctx.findings.add(
                "T041",
                f"`{{{inner}}}` is no value: it is shown as it stands",
                source.span(offset, offset + len(inner)),
                help=f"A hole takes one expression, such as {{2d6}}; braces as they stand are `{{{{{inner}}}}}`.",
            )
            shown.append(f"{{{inner}}}")
            parts.append(shown[-1])
            continue
        if any(isinstance(part, ast.RollOn | ast.Do) for part in walk(node)):
            help = "Let the row do it: `let it = ...` and `say` below it. A title throws dice, such as {2d6}."
            ctx.findings.add("P018", "no roll on a table and no procedure may stand in a title", node.span, help=help)
        shown.append(inner.strip().replace(" * ", f" {TIMES} "))
        parts.append(resolve_hole(ctx, node, after.with_draws()))
        after = scope_after(ctx.env, after, node)
    card_title = "".join(shown)
    if not any(isinstance(part, x.BaseExpr) for part in parts):
        return card_title, None, scope
    return card_title, g.Say(text=x.Template(parts=tuple(parts)), row_title=card_title, span=span), after
