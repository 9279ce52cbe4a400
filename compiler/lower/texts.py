"""Lowering of texts with holes: the strings go into the site, the values into the event."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import count

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.lower.expressions import lower_in_order
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.flat import expressions as fx
from bombsight.flat.sites import Hole, TextParts


def lower_template(
    text: x.Template, builder: FunctionBuilder, first: int = 0, *, throws: bool = False
) -> tuple[TextParts, tuple[fx.Expr, ...]]:
    """Lower a text with interpolations to its parts and the list of interpolated values, numbered from ``first``.

    Args:
        text: The text.
        builder: The function context.
        first: The number of its first value.
        throws: Whether its holes may throw dice, which statements before it do.
    """
    holes = [part for part in text.parts if isinstance(part, x.BaseExpr)]
    with nullcontext() if throws else builder.no_statements():
        values = lower_in_order(holes, builder, not_none=False)
    numbers = count(first)
    parts = tuple(part if isinstance(part, str) else Hole(next(numbers), part.type) for part in text.parts)
    return parts, tuple(values)
