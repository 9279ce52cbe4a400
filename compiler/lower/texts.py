"""Lowering of texts with holes: the strings go into the site, the values into the event."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.flat import expressions as fx
from bombsight.flat.sites import Hole, TextParts


def lower_template(text: x.Template, builder: FunctionBuilder, first: int = 0) -> tuple[TextParts, tuple[fx.Expr, ...]]:
    """Lower a text with interpolations to its parts and the list of interpolated values, numbered from ``first``."""
    parts: list[str | Hole] = []
    values: list[fx.Expr] = []
    with builder.no_statements():
        for part in text.parts:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(Hole(first + len(values), part.type))
                values.append(lower_expr(part, builder))
    return tuple(parts), tuple(values)
