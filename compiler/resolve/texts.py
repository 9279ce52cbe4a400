"""Resolution of text templates: ``{expr}`` is replaced by the value of the expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import report_error
from bombsight.compiler.resolve.types import describe_type
from bombsight.dsl import ast
from bombsight.dsl.joined_texts import locate_text, offset_of_character
from bombsight.dsl.parser import read_fragment
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import PartsType

HOLE = re.compile(r"\{([^{}]*)\}")
EXPRESSION_WRAPPER = "define value: yes/no = "
"""The head of a define into which an expression is wrapped for parsing."""


def resolve_template(ctx: Context, text: str, span: Span, scope: Scope) -> x.Template:
    """Resolve a text with interpolated expressions.

    Args:
        ctx: The context of the item.
        text: The text with its interpolations.
        span: Its place.
        scope: The scope.
    """
    parts: list[str | x.Expr] = []
    for piece in split_template(text, span, ctx.env.sources):
        if isinstance(piece, str):
            parts.append(piece)
            continue
        inner, source, offset = piece
        node = parse_expression(inner, source, offset)
        if node is None:
            ctx.findings.add(
                "E057",
                f"{{{inner}}} is no expression",
                source.span(offset, offset + len(inner)),
                help="Between braces stands one expression, such as {oil}.",
            )
            continue
        parts.append(resolve_hole(ctx, node, scope))
    return x.Template(parts=tuple(parts))


def resolve_hole(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """Resolve the expression in a hole of a text; report a result of several parts, for a text takes one value."""
    value = expressions.resolve(ctx, node, scope, None)
    if isinstance(value, x.Var) and isinstance(value.type, PartsType):
        message = f"this is {describe_type(value.type)}, and a text takes a single value"
        help = f"Name the part: {{{value.name}.PART}}."
        return report_error(ctx, node, "P001", message, help)
    return value


def parse_expression(text: str, source: Source, offset: int) -> ast.Expr | None:
    """Parse a text as one expression; None if it is not one."""
    lead = len(text) - len(text.lstrip())
    item = read_fragment(EXPRESSION_WRAPPER, text.strip(), source, offset + lead)
    return item.base if isinstance(item, ast.Define) and not item.origin.cite else None


def split_template(
    text: str, span: Span, sources: Mapping[str, Source], pattern: re.Pattern[str] = HOLE
) -> Iterator[str | tuple[str, Source, int]]:
    """Split a text at interpolations ``{expr}``, each yielded as (expression, source, offset); plain parts as text.

    Args:
        text: The text.
        span: A place that begins before it.
        sources: The files, by path.
        pattern: What is split off; a match without an expression stands for its first character.
    """
    source = sources.get(span.path, Source(span.path, ""))
    pieces = locate_text(source, text, span)
    done = 0
    for match in pattern.finditer(text):
        if match.start() > done:
            yield text[done : match.start()]
        if match.group(1) is None:
            yield match.group()[0]
        else:
            yield match.group(1), source, offset_of_character(pieces, match.start(1))
        done = match.end()
    if done < len(text):
        yield text[done:]
