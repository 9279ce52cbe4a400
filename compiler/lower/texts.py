"""Texts with holes: the strings stand in the site, the values come with the event."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.flat import expressions as fx
from bombsight.flat.sites import Hole, TextParts


def template(text: x.Template, frame: Frame, first: int = 0) -> tuple[TextParts, tuple[fx.Expr, ...]]:
    """A text's parts, and the values of its holes, which are numbered from ``first``."""
    parts: list[str | Hole] = []
    values: list[fx.Expr] = []
    with frame.pure():
        for part in text.parts:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(Hole(first + len(values), part.type))
                values.append(value(part, frame))
    return tuple(parts), tuple(values)
