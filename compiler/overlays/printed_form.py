"""Protection of printed lines in items that are otherwise reconstructed: no edit may change one silently."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import attrs

from bombsight.compiler.overlays.report import FindingWriter, kind_and_name, span_across
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.origin import NO_ORIGIN, PRINTED
from bombsight.dsl.walk import child_fields, walk

IGNORED_FIELDS: dict[str, Any] = {"title": None, "origin": NO_ORIGIN, "exceptions": ()}
"""Fields that a comparison of two lines ignores: title, origin, and exceptions."""


def check_printed_lines(edit: ast.Edit, replaced: Lines, after: ast.File, report: FindingWriter) -> Diagnostic | None:
    """Return a finding if an edit changes or removes a `printed` line without quoting it as `printed`; else None.

    Args:
        edit: The edit.
        replaced: The lines that it replaces.
        after: The program after the edit.
        report: Writes the finding; holds the program before the edit.
    """
    overruled = {line.span for line in lines_quoted_as_printed(edit.old, replaced)}
    before = report.program.items
    changed = {*map(id, before)}.difference(map(id, after.items))
    for item in before:
        if id(item) not in changed or not is_unseen(item):
            continue
        remaining = [
            part for other in after.items if kind_and_name(other) == kind_and_name(item) for part in walk(other)
        ]
        for line in printed_lines(item):
            if line.span not in overruled and not any(states_same_as(other, line) for other in remaining):
                return report_changed_printed_line(edit, item, line, report.label)
    return None


LINE_WORDS: dict[type[ast.Node], str] = {ast.Modifier: "modifier", ast.Except: "exception"}
"""The keywords of lines that may be printed; all others are rows."""


def report_changed_printed_line(edit: ast.Edit, item: ast.Item, line: ast.Node, label: str) -> Diagnostic:
    """Make finding O014: an edit changes or removes a printed line without quoting it as printed.

    Args:
        edit: The edit.
        item: The item.
        line: The line.
        label: The overlay item.
    """
    kind, standing = kind_and_name(item)[0], ast.stated_origin(item).standing
    quote = f"Quote the whole {LINE_WORDS.get(type(line), 'row')} with its word `printed`"
    if edit.old and isinstance(edit.old[0], type(line)):
        quote = "Say `printed` in the quotation"
    return Diagnostic(
        "O014",
        f"this line is printed, in a {'chart' if kind in ('table', 'enum') else kind} that is otherwise {standing}",
        span_across(edit.old) if edit.old else edit.span,
        f"amended by {label}",
        (Label(line.span, "printed"),),
        f"{quote} if it is to be overruled; what stands there then is printed only if it says so.",
    )


def is_printed(line: ast.Node) -> bool:
    """Whether a line is marked `printed`: it reads as in the original rulebook."""
    return ast.stated_origin(line).standing == PRINTED


def is_unseen(item: ast.Node) -> bool:
    """Whether an item is marked as recovered or reconstructed: nobody has seen its original."""
    return ast.stated_origin(item).is_unseen


def printed_lines(item: ast.Node) -> Iterator[ast.Node]:
    """Yield the lines in an item that are marked `printed`."""
    return (line for line in walk(item) if is_printed(line))


def without_ignored_fields(line: ast.Node) -> ast.Node:
    """Return a line without title, origin and exceptions, which comparisons ignore."""
    beside = {name: none for name, none in IGNORED_FIELDS.items() if name in child_fields(type(line))}
    return attrs.evolve(line, **beside) if beside else line


def states_same_as(line: ast.Node, printed_line: ast.Node) -> bool:
    """Whether a line states the same rule as a line marked `printed`; a row may cover more dice totals."""
    if type(line) is type(printed_line) and without_ignored_fields(line) == without_ignored_fields(printed_line):
        return True
    if not isinstance(line, ast.Row) or not isinstance(printed_line, ast.Row) or line.body != printed_line.body:
        return False
    spans, asked = [*map(totals_of_key, line.keys)], [*map(totals_of_key, printed_line.keys)]
    return all(one and any(span and is_subrange(one, span) for span in spans) for one in asked)


Totals = tuple[float, float]
"""The least and the greatest total of a key."""


def totals_of_key(key: ast.Key) -> Totals | None:
    """Return the lowest and the highest total of a key of number literals; None for a computed key or ``else``."""
    low, high = key.low, key.high
    if key.otherwise or not isinstance(low, ast.Number | None) or not isinstance(high, ast.Number | None):
        return None
    return (low.value if low else -inf), (high.value if high else inf)


def is_subrange(inner: Totals, outer: Totals) -> bool:
    """Whether a range of totals lies inside another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def lines_quoted_as_printed(quoted: object, actual: object) -> Iterator[ast.Node]:
    """Yield the lines of ``actual`` with the mark ``printed`` where the edit's quotation has that mark, too."""
    if isinstance(quoted, tuple) and isinstance(actual, tuple):
        for was, line in zip(quoted, actual, strict=False):
            yield from lines_quoted_as_printed(was, line)
    elif isinstance(quoted, ast.Node) and type(quoted) is type(actual) and isinstance(actual, ast.Node):
        if is_printed(quoted) and is_printed(actual):
            yield actual
        for field in child_fields(type(quoted)):
            yield from lines_quoted_as_printed(getattr(quoted, field), getattr(actual, field))
