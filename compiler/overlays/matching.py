"""Matching of quotations against the tree: equality, search, and the most similar lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.overlays.node_paths import NodeRange
from bombsight.compiler.overlays.splice import OMISSIBLE_FIELDS, Lines
from bombsight.dsl import ast
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source
from bombsight.dsl.walk import child_fields

LINE_FAMILIES = (ast.BaseTableLine, ast.BaseStmt, ast.BaseBoardLine, ast.BaseDrawingLine)
"""Families of line classes whose members may replace each other; other lines need the same class."""

CALL_NODES = (ast.RollOn, ast.LookUp, ast.Do)

RESULT_NODES = (ast.Result, ast.Evaluate)
"""Line classes of a row's inline result, as normalized by :func:`as_statement`."""

CITATION = re.compile(r'\bcite "[^"]*"')

ROW_TITLE = re.compile(r"(?<=\S)\s+\"[^\"\n]*\"(?=\s*(?::|$))")
"""The title of a row, if only a colon or nothing follows it on the line."""

MIN_SIMILARITY = 0.4
"""The least similarity (0 to 1) at which a line is shown as the nearest."""


def line_family(line: ast.Node) -> type[ast.Node]:
    """Return the class by which lines count as comparable: a common base class, or else the line's own class."""
    return next((kind for kind in LINE_FAMILIES if isinstance(line, kind)), type(line))


def as_statement(node: ast.Node) -> ast.Node:
    """Convert an inline result that is a call, such as ``roll on T``, to a statement; other nodes unchanged."""
    if isinstance(node, ast.Result) and len(node.values) == 1 and isinstance(node.values[0], CALL_NODES):
        return ast.Evaluate(node.values[0], span=node.span, touched=node.touched)
    return node


def matches_quotation(quoted: object, actual: object) -> bool:
    """Whether a quotation (old text of a patch) equals a node, but for parts that it may omit, such as a title."""
    if isinstance(quoted, ast.Node) and isinstance(actual, ast.Node):
        quoted, actual = as_statement(quoted), as_statement(actual)
        if type(quoted) is not type(actual):
            return False
        pairs = ((name, getattr(quoted, name), getattr(actual, name)) for name in child_fields(type(quoted)))
        return all(
            (name in OMISSIBLE_FIELDS and was == OMISSIBLE_FIELDS[name]) or matches_quotation(was, old)
            for name, was, old in pairs
        )
    if isinstance(quoted, Origin) and isinstance(actual, Origin):
        return quoted.is_quote_of(actual)
    if isinstance(quoted, tuple) and isinstance(actual, tuple):
        return len(quoted) == len(actual) and all(map(matches_quotation, quoted, actual))
    return quoted == actual


def first_key_number(line: ast.Node) -> int | None:
    """Return the number at the start of a row's first key, a quick test before comparing; None for any other line."""
    if type(line) is not ast.Row or not line.keys:
        return None
    low = line.keys[0].low
    return low.value if isinstance(low, ast.Number) else None


def find_quotation(scope: NodeRange, quoted: Lines) -> Iterator[NodeRange]:
    """Yield every range of adjacent lines inside a scope that matches a quotation (the old text of a patch)."""
    size, kinds = len(quoted), RESULT_NODES if isinstance(quoted[0], RESULT_NODES) else (type(quoted[0]),)
    number = first_key_number(quoted[0])
    for run in scope.nested_ranges(kinds):
        lines = run.lines
        for at in range(len(lines) - size + 1):
            if (
                type(lines[at]) in kinds
                and number == first_key_number(lines[at])
                and matches_quotation(quoted, lines[at : at + size])
            ):
                yield evolve(run, start=run.start + at, stop=run.start + at + size)


RANGE_COST = 10
"""The cost of comparing lines with a quotation, in units of a name comparison; each character costs one more."""


def find_nearest_lines(
    scope: Sequence[NodeRange], quoted: Lines, sources: Mapping[str, Source], comparisons: Budget
) -> Lines:
    """Find the lines most similar to a quotation without a match; empty if none is, or past the budget.

    Args:
        scope: The ranges to search.
        quoted: The quotation.
        sources: The files by path.
        comparisons: The budget.
    """
    quoted_text = source_text(quoted, sources)
    first_line = normalize_text(quoted_text.split("\n", 1)[0]) if "\n" in quoted_text else None
    matcher = SequenceMatcher(None, b=normalize_text(quoted_text), autojunk=False)
    best: Lines = ()
    similarity = MIN_SIMILARITY
    for window in (w for stretch in scope for run in stretch.nested_ranges() for w in run.windows(len(quoted))):
        if line_family(window.first) is line_family(quoted[0]):
            if not comparisons.remaining:
                return ()
            candidate_text = source_text(window.lines, sources)
            comparisons.spent += RANGE_COST + len(candidate_text)
            matcher.set_seq1(normalize_text(candidate_text))
            more = (
                row_key(window.first) == row_key(quoted[0]) is not None
                or normalize_text(candidate_text.split("\n", 1)[0]) == first_line
            )
            bounds = (matcher.real_quick_ratio, matcher.quick_ratio)  # faster upper bounds of the ratio
            if all(bound() + more > similarity for bound in bounds) and matcher.ratio() + more > similarity:
                best, similarity = window.lines, matcher.ratio() + more
    return best


def row_key(line: ast.Node) -> object:
    """Return the keys of a row, or the first cell of a grid row, which identify it; None for other lines."""
    match line:
        case ast.Row(keys=keys) | ast.NaturalRow(keys=keys):
            return keys
        case ast.GridRow(cells=(first, *_)):
            return first
        case _:  # the rest: no row
            return None


def normalize_text(text: str) -> str:
    """Remove from a text what comparison ignores: citations, and spaces that align columns."""
    return " ".join(CITATION.sub("", text).split())


def source_text(lines: Lines, sources: Mapping[str, Source]) -> str:
    """Return the source text of lines, with the first one's indentation removed."""
    return "\n".join(line_text(line, sources) for line in lines)


def line_text(line: ast.Node, sources: Mapping[str, Source]) -> str:
    """Return the source text of a line and its block; empty if its file is missing."""
    span = line.span
    if span.path not in sources:
        return ""
    source = sources[span.path]
    if isinstance(line, ast.GridRow) and source.text[span.start] != "|":  # a line of a transposed grid
        return f"| {' | '.join(source.text[cell.span.start : cell.span.end] for cell in line.cells)} |"
    first_line = source.line_text(span.line)
    indent = first_line[: len(first_line) - len(first_line.lstrip())]
    return source.text[span.start : span.end].replace("\n" + indent, "\n")


def omit_unquoted(line: str, quoted: ast.Node, actual: ast.Node) -> str:
    """Return a line's text without the title and the citation if ``quoted`` (a quotation of the line) omits them."""
    quoted_origin, actual_origin = getattr(quoted, "origin", None), getattr(actual, "origin", None)
    drops_citation = (
        quoted_origin and actual_origin and not quoted_origin.has_source and not actual_origin.standing
    )  # a line with a stated standing is quoted with it
    brief = CITATION.sub("", line).rstrip() if drops_citation else line
    if getattr(actual, "title", None) is not None and getattr(quoted, "title", None) is None:
        brief = ROW_TITLE.sub("", brief, count=1)
    return brief
