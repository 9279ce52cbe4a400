"""Lines known from print in items that otherwise are not: none of them may be amended away unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import attrs

from bombsight.compiler.overlays.report import Report, across, kind_and_name
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.origin import PRINTED, UNSAID
from bombsight.dsl.walk import child_fields, walk

BESIDE: dict[str, Any] = {"title": None, "origin": UNSAID, "exceptions": ()}
"""What does not count when two lines are compared: what they are called, their sources, and exceptions to them."""


def lost_print(edit: ast.Edit, old: Lines, after: ast.File, report: Report) -> Diagnostic | None:
    """The finding on the first printed line that an edit changes or removes although it does not say so.

    Args:
        edit: The edit.
        old: The lines that it replaces.
        after: The program once it is made.
        report: Words the finding; its program is the one before.
    """
    overruled = {line.span for line in called_printed(edit.old, old)}
    before = report.program.items
    gone = {*map(id, before)}.difference(map(id, after.items))
    for item in before:
        if id(item) not in gone or not is_unseen(item):
            continue
        left = [part for other in after.items if kind_and_name(other) == kind_and_name(item) for part in walk(other)]
        for line in printed_lines(item):
            if line.span not in overruled and not any(says(other, line) for other in left):
                return amended_unsaid(edit, item, line, report.label)
    return None


LINES: dict[type[ast.Node], str] = {ast.Modifier: "modifier", ast.Except: "exception"}
"""How the language calls a line that may be known from print; all others are rows."""


def amended_unsaid(edit: ast.Edit, item: ast.Item, line: ast.Node, label: str) -> Diagnostic:
    """O014: a printed line changed or removed without a word about it."""
    kind, standing = kind_and_name(item)[0], ast.stated(item).standing
    quote = f"Quote the whole {LINES.get(type(line), 'row')} with its word `printed`"
    if edit.old and isinstance(edit.old[0], type(line)):
        quote = "Say `printed` in the quotation"
    return Diagnostic(
        "O014",
        f"this line is printed, in a {'chart' if kind in ('table', 'enum') else kind} that is otherwise {standing}",
        across(edit.old) if edit.old else edit.span,
        f"amended by {label}",
        (Label(line.span, "printed"),),
        f"{quote} if it is to be overruled; what stands there then is printed only if it says so.",
    )


def is_printed(line: ast.Node) -> bool:
    """Whether a line of an item that nobody here has seen is itself known from print."""
    return ast.stated(line).standing == PRINTED


def is_unseen(item: ast.Node) -> bool:
    """Whether the original of an item was not at hand."""
    return ast.stated(item).is_unseen


def printed_lines(item: ast.Node) -> Iterator[ast.Node]:
    """The lines within an item that are known from print."""
    return (line for line in walk(item) if is_printed(line))


def bare(line: ast.Node) -> ast.Node:
    """What a line says, without what does not count."""
    beside = {name: none for name, none in BESIDE.items() if name in child_fields(type(line))}
    return attrs.evolve(line, **beside) if beside else line


def says(line: ast.Node, known: ast.Node) -> bool:
    """Whether a line says what another does: a row may say it of more totals, for print knows no more than it names."""
    if type(line) is type(known) and bare(line) == bare(known):
        return True
    if not isinstance(line, ast.Row) or not isinstance(known, ast.Row) or line.body != known.body:
        return False
    spans, asked = [*map(span_of, line.keys)], [*map(span_of, known.keys)]
    return all(one and any(span and within(one, span) for span in spans) for one in asked)


Totals = tuple[float, float]
"""The least and the greatest total of a key."""


def span_of(key: ast.Key) -> Totals | None:
    """The totals that a key of plain numbers is for; None where it is computed, or ``else``."""
    low, high = key.low, key.high
    if key.otherwise or not isinstance(low, ast.Number | None) or not isinstance(high, ast.Number | None):
        return None
    return (low.value if low else -inf), (high.value if high else inf)


def within(inner: Totals, outer: Totals) -> bool:
    """Whether a span lies in another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def called_printed(quoted: object, stands: object) -> Iterator[ast.Node]:
    """The lines whose quotation itself says that they are printed."""
    if isinstance(quoted, tuple) and isinstance(stands, tuple):
        for was, line in zip(quoted, stands, strict=False):
            yield from called_printed(was, line)
    elif isinstance(quoted, ast.Node) and type(quoted) is type(stands) and isinstance(stands, ast.Node):
        if is_printed(quoted) and is_printed(stands):
            yield stands
        for field in child_fields(type(quoted)):
            yield from called_printed(getattr(quoted, field), getattr(stands, field))
