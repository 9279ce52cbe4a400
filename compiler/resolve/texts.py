"""Texts with values in them."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.expressions import Expressions
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.templates import parse_expression, pieces
from bombsight.dsl.source import Span


class Texts(Expressions):
    """Resolves the holes in texts."""

    def template(self, text: str, span: Span, scope: Scope) -> x.Template:
        """A text with values in it."""
        parts: list[str | x.Expr] = []
        for piece in pieces(text, span, self.sources):
            if isinstance(piece, str):
                parts.append(piece)
                continue
            inner, source, offset = piece
            node = parse_expression(inner, source, offset)
            if node is None:
                self.findings.add(
                    "E057",
                    f"{{{inner}}} is no expression",
                    source.span(offset, offset + len(inner)),
                    help="Between braces stands one expression, such as {oil}.",
                )
                continue
            parts.append(self.resolve(node, scope, None))
        return x.Template(parts=tuple(parts))
