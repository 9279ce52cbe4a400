"""Differences between a quotation and the program: the first line that does not match."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from attrs import evolve

from bombsight.compiler.overlays.matching import matches_quotation, normalize_text, source_text
from bombsight.compiler.overlays.node_paths import list_fields
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span


@frozen
class TextMismatch:
    """The first difference between a quotation (old text of a patch) and the program, as text.

    Attributes:
        quoted: The first quoted line that does not match; None if the program has more lines.
        span: Its place, or that of the line above it.
        stands: The line of the program in its place; None if there is none.
        stands_at: The place of that line.
        above: The matching line above; empty if the first line differs.
    """

    quoted: str | None
    span: Span
    stands: str | None
    stands_at: Span | None
    above: str

    @property
    def message(self) -> str:
        """The end of a sentence, which states the difference: ``has no line below `a` that reads `b` ``."""
        if self.quoted is None:
            return f"has more below `{self.above}` than is quoted"
        return f"has no line below `{self.above}` that reads `{self.quoted}`"

    @property
    def help(self) -> str:
        """The advice how to correct the quotation: ``Quote what stands there: ...``."""
        if self.quoted is None:
            return f"Quote this, too: {self.stands}"
        if self.stands is None:
            return f"Nothing more stands below `{self.above}`: take this line out."
        return f"Quote what stands there: {self.stands}"


@frozen
class NodeMismatch:
    """The first difference between a quotation (old text of a patch) and the program, as nodes.

    Attributes:
        quoted: The first quoted line that does not match; None if the program has more lines.
        stands: The line of the program in its place; None if there is none.
        above: The matching line above both; None if the first line differs.
    """

    quoted: ast.Node | None
    stands: ast.Node | None
    above: ast.Node | None


def find_mismatch(quoted: Lines, actual: Lines, above: ast.Node | None = None) -> NodeMismatch | None:
    """Find the first line below ``above`` where a quotation (old text) differs, also in blocks; None if equal."""
    for quoted_line, actual_line in zip_longest(quoted, actual):
        if quoted_line is None or actual_line is None:
            return NodeMismatch(quoted_line, actual_line, above)
        if not matches_quotation(quoted_line, actual_line):
            inner = find_mismatch_inside(quoted_line, actual_line)
            return NodeMismatch(quoted_line, actual_line, above) if inner is None else inner
        above = quoted_line
    return None


def find_mismatch_inside(quoted: ast.Node, actual: ast.Node) -> NodeMismatch | None:
    """Find the first difference inside the blocks of two lines; None without any, or if their heads differ."""
    if type(quoted) is not type(actual):
        return None
    kind: type = type(quoted)
    blocks = [name for name in list_fields(kind) if all(is_on_own_lines(each, name) for each in (quoted, actual))]
    heads = evolve(quoted, **{name: getattr(actual, name) for name in blocks})
    if not matches_quotation(heads, actual):
        return None
    found = (find_mismatch(getattr(quoted, name), getattr(actual, name), quoted) for name in blocks)
    return next((each for each in found if each is not None), None)


def is_on_own_lines(node: ast.Node, name: str) -> bool:
    """Whether all members of a node's field (``name``) are written on lines below the node's first line."""
    held = getattr(node, name)
    return isinstance(held, tuple) and all(line.span.line > node.span.line for line in held)


# --- as text


def find_text_mismatch(quoted: Lines, actual: Lines, sources: Mapping[str, Source]) -> TextMismatch | None:
    """Find the first difference between a quotation (old text of a patch) and the program; None if equal."""
    found = find_mismatch(quoted, actual)
    if found is None:
        return None
    above = "" if found.above is None else first_line(found.above, sources)
    if found.quoted is None:
        assert found.stands is not None
        span = found.stands.span if found.above is None else found.above.span
        return TextMismatch(None, span, first_line_with_prefix(found.stands, sources), found.stands.span, above)
    first = first_line(found.quoted, sources)
    if found.stands is None:
        return TextMismatch(first, found.quoted.span, None, None, above)
    if first == first_line(found.stands, sources):  # the difference is below, on a line that is no node
        was, now = (source_text((each,), sources).split("\n") for each in (found.quoted, found.stands))
        at = next(
            (
                at
                for at, (old, new) in enumerate(zip(was, now, strict=False))
                if normalize_text(old) != normalize_text(new)
            ),
            0,
        )
        if at:
            here, there = (line_span(each.span, at, sources) for each in (found.quoted, found.stands))
            return TextMismatch(was[at].strip(), here, now[at].strip(), there, was[at - 1].strip())
    return TextMismatch(
        first, found.quoted.span, first_line_with_prefix(found.stands, sources), found.stands.span, above
    )


def first_line(line: ast.Node, sources: Mapping[str, Source]) -> str:
    """Return the first line of a node's source text, with single spaces."""
    return " ".join(source_text((line,), sources).split("\n", 1)[0].split())


def first_line_with_prefix(line: ast.Node, sources: Mapping[str, Source]) -> str:
    """Return the first line of a node's source with the text before the node on that line, such as ``else``."""
    source = sources.get(line.span.path)
    before = "" if source is None else source.line_text(line.span.line)[: line.span.column - 1].strip()
    return f"{before} {first_line(line, sources)}".strip()


def line_span(span: Span, offset: int, sources: Mapping[str, Source]) -> Span:
    """Return the span of the line ``offset`` lines below the start of a span."""
    source = sources[span.path]
    line, start = source.line_text(span.line + offset), source.line_starts[span.line + offset - 1]
    return source.span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
