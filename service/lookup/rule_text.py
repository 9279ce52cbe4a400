"""Source text of graph nodes: expressions, keys and statements as the rules files have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.compiler.graph.expressions import Const, Expr
from bombsight.compiler.graph.statements import Block, KeySpan
from bombsight.dsl.source import Source, Span

Sources = Mapping[str, Source]


def span_lines(span: Span, sources: Sources) -> list[str]:
    """The source lines of a span, with the indentation of its first line removed from all."""
    source = sources.get(span.path)
    if source is None:
        return []
    source_line = source.line_text(span.line)
    indent = len(source_line) - len(source_line.lstrip())
    first, *others = source.text[span.start : span.end].split("\n")
    return [first, *(line[min(indent, len(line) - len(line.lstrip())) :] for line in others)]


def expression_text(expression: Expr, sources: Sources) -> str:
    """The source text of an expression in a rule graph."""
    return " ".join(" ".join(span_lines(expression.span, sources)).split())


def amount_text(amount: Expr, sources: Sources) -> str:
    """The source text of a modifier's amount: ``+1``, or ``+(lamp)`` if it is computed."""
    if isinstance(amount, Const):
        return f"{amount.value:+}"
    text = expression_text(amount, sources)
    return text if text.startswith(("+", "-")) else f"+({text})"


def block_lines(body: Block, sources: Sources) -> list[str]:
    """The source lines of a block of statements that no overlay amended."""
    return [line for statement in body for line in span_lines(statement.span, sources)]


def key_text(keys: Sequence[KeySpan], sources: Sources) -> str:
    """Format the keys of a row: ``2``, ``4..10``, ``11..``."""

    def bound_text(bound: Expr | None) -> str:
        """Format one bound of a key; empty if it is open."""
        if bound is None:
            return ""
        return str(bound.value) if isinstance(bound, Const) else expression_text(bound, sources)

    def span_text(key: KeySpan) -> str:
        """Format one key of a row; ``any`` if both bounds are open."""
        if key.low is None and key.high is None:
            return "any"
        return bound_text(key.low) if key.low == key.high else f"{bound_text(key.low)}..{bound_text(key.high)}"

    return ", ".join(map(span_text, keys))


def collapse_spaces(text: str) -> str:
    """Collapse runs of spaces within each line, keeping its indentation."""
    return "\n".join(line[: len(line) - len(line.lstrip())] + " ".join(line.split()) for line in text.split("\n"))
