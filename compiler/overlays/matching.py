"""Quotations: what a quoted line is equal to, where it stands, and what comes nearest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.overlays.places import Stretch
from bombsight.compiler.overlays.splice import OMISSIBLE, Lines
from bombsight.dsl import ast
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Source
from bombsight.dsl.walk import child_fields

FAMILIES = (ast.BaseTableLine, ast.BaseStmt, ast.BaseBoardLine)
"""Lines of one family may stand in each other's place; of others, only those of one class."""

CALLS = (ast.RollOn, ast.LookUp, ast.Do)

RESULTS = (ast.Result, ast.Evaluate)
"""What says what is come to, as :func:`as_statement` has it."""

CITE = re.compile(r'\bcite "[^"]*"')

TITLE = re.compile(r"(?<=\S)\s+\"[^\"\n]*\"(?=\s*(?::|$))")
"""The title of a row, in a line of which nothing stands behind it but a colon or nothing."""

NEAR = 0.4
"""How alike two texts must be (0 to 1) for one to be shown as the nearest line."""


def family(line: ast.Node) -> type[ast.Node]:
    """The kind of line that may stand in its place."""
    return next((kind for kind in FAMILIES if isinstance(line, kind)), type(line))


def as_statement(node: ast.Node) -> ast.Node:
    """``roll on T`` is a value behind a row's colon and a statement on its own line: the same thing said."""
    if isinstance(node, ast.Result) and len(node.values) == 1 and isinstance(node.values[0], CALLS):
        return ast.Evaluate(node.values[0], span=node.span, touched=node.touched)
    return node


def same(quoted: object, stands: object) -> bool:
    """Whether a quotation quotes this: equal, save for what it may leave out and does."""
    if isinstance(quoted, ast.Node) and isinstance(stands, ast.Node):
        quoted, stands = as_statement(quoted), as_statement(stands)
        if type(quoted) is not type(stands):
            return False
        pairs = ((name, getattr(quoted, name), getattr(stands, name)) for name in child_fields(type(quoted)))
        return all((name in OMISSIBLE and was is None) or same(was, old) for name, was, old in pairs)
    if isinstance(quoted, Origin) and isinstance(stands, Origin):
        return quoted.quotes(stands)
    if isinstance(quoted, tuple) and isinstance(stands, tuple):
        return len(quoted) == len(stands) and all(map(same, quoted, stands))
    return quoted == stands


def first_number(line: ast.Node) -> int | None:
    """The number that a row's keys begin with, by which most rows are told apart; None where they begin otherwise."""
    if type(line) is not ast.Row or not line.keys:
        return None
    low = line.keys[0].low
    return low.value if isinstance(low, ast.Number) else None


def find(scope: Stretch, quoted: Lines) -> Iterator[Stretch]:
    """Every stretch of neighbouring lines in ``scope`` or beneath it that the quotation quotes."""
    size, kinds = len(quoted), RESULTS if isinstance(quoted[0], RESULTS) else (type(quoted[0]),)
    number = first_number(quoted[0])
    for run in scope.inside(kinds):
        lines = run.lines
        for at in range(len(lines) - size + 1):
            if type(lines[at]) in kinds and number == first_number(lines[at]) and same(quoted, lines[at : at + size]):
                yield evolve(run, start=run.start + at, stop=run.start + at + size)


EACH_STRETCH = 10
"""What it costs to compare lines with a quotation, as names compared; besides, each character of them is one."""


def nearest(scope: Sequence[Stretch], quoted: Lines, sources: Mapping[str, Source], comparisons: Budget) -> Lines:
    """The lines most like a quotation; empty if none is much like it, or too many were compared to tell."""
    written = text(quoted, sources)
    begun = bare(written.split("\n", 1)[0]) if "\n" in written else None
    matcher = SequenceMatcher(None, b=bare(written), autojunk=False)
    best: Lines = ()
    likeness = NEAR
    for window in (w for stretch in scope for run in stretch.inside() for w in run.windows(len(quoted))):
        if family(window.first) is family(quoted[0]):
            if not comparisons.left:
                return ()
            stands = text(window.lines, sources)
            comparisons.spent += EACH_STRETCH + len(stands)
            matcher.set_seq1(bare(stands))
            more = keyed(window.first) == keyed(quoted[0]) is not None or bare(stands.split("\n", 1)[0]) == begun
            bounds = (matcher.real_quick_ratio, matcher.quick_ratio)  # told sooner, and never less than the ratio
            if all(bound() + more > likeness for bound in bounds) and matcher.ratio() + more > likeness:
                best, likeness = window.lines, matcher.ratio() + more
    return best


def keyed(line: ast.Node) -> object:
    """What names a row: its keys, or its first cell; None for other lines."""
    match line:
        case ast.Row(keys=keys) | ast.NaturalRow(keys=keys):
            return keys
        case ast.GridRow(cells=(first, *_)):
            return first
        case _:  # the rest: no row
            return None


def bare(text: str) -> str:
    """A text without its cites and the spaces that line things up."""
    return " ".join(CITE.sub("", text).split())


def text(lines: Lines, sources: Mapping[str, Source]) -> str:
    """The source text of lines, as if the first stood in column 1."""
    return "\n".join(line_text(line, sources) for line in lines)


def line_text(line: ast.Node, sources: Mapping[str, Source]) -> str:
    """The source text of a line and its block; empty if its file is not at hand."""
    span = line.span
    if span.path not in sources:
        return ""
    source = sources[span.path]
    if isinstance(line, ast.GridRow) and source.text[span.start] != "|":  # of a turned grid
        return f"| {' | '.join(source.text[cell.span.start : cell.span.end] for cell in line.cells)} |"
    begun = source.line_text(span.line)
    indent = begun[: len(begun) - len(begun.lstrip())]
    return source.text[span.start : span.end].replace("\n" + indent, "\n")


def omit_unquoted(written: str, quoted: ast.Node, stands: ast.Node) -> str:
    """A line without the title and the citation that a quotation of it leaves out: what neither side says is kept.

    Args:
        written: The line as it stands.
        quoted: What the quotation says.
        stands: What stands there.
    """
    says, said = getattr(quoted, "origin", None), getattr(stands, "origin", None)
    cited = says and said and not says.names_source and not said.standing  # what is printed is quoted as such
    brief = CITE.sub("", written).rstrip() if cited else written
    if getattr(stands, "title", None) is not None and getattr(quoted, "title", None) is None:
        brief = TITLE.sub("", brief, count=1)
    return brief
