"""The lines of an item by their columns, and which of them belong together; told by the text alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import BRACKET, TEXT_OR_COMMENT, mask_texts_and_comments

TAB_WIDTH = 8
"""How many columns a tab indents."""


@frozen
class CodeLine:
    """A line that holds code.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        column: How far it is indented.
        inside: Whether it stands within a bracket that was opened above it.
    """

    start: int
    end: int
    column: int
    inside: bool


@lru_cache(4)
def code_lines(text: str) -> tuple[CodeLine, ...]:
    """The lines of an item that hold code, from the top; kept, for recovery asks for them several times."""
    lines: list[CodeLine] = []
    start = depth = 0
    for bare in mask_comments(text).split("\n"):
        code = bare.strip(" \t\r")
        if code:
            indent = bare[: len(bare) - len(bare.lstrip(" \t\r"))]
            lines.append(
                CodeLine(start, start + len(bare), len(indent) + (TAB_WIDTH - 1) * indent.count("\t"), depth > 0)
            )
        for bracket in BRACKET.findall(mask_texts_and_comments(bare)) if BRACKET.search(bare) else ():
            depth = max(0, depth + (1 if bracket in "([{" else -1))
        start += len(bare) + 1
    return tuple(lines)


def mask_comments(text: str) -> str:
    """The text with its comments blanked out."""
    return TEXT_OR_COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " " * len(found[0]), text)


def line_number_at(lines: Sequence[CodeLine], offset: int) -> int:
    """The number of the line that holds a place, or else of the one above it."""
    return max((number for number, line in enumerate(lines) if line.start <= offset), default=0)


def last_deeper_line(lines: Sequence[CodeLine], first: int, column: int) -> int:
    """The number of the last line in a row, from one on, that is indented further than to a column."""
    last = first
    while last + 1 < len(lines) and lines[last + 1].column > column:
        last += 1
    return last


def block_of_line(lines: Sequence[CodeLine], number: int, *, broken: bool) -> tuple[int, int]:
    """The first and the last of the lines that belong to one: it goes on within brackets, and deeper below.

    Args:
        lines: Those of the item.
        number: Of one of them.
        broken: Whether brackets can be trusted, so that a line may be broken within them.
    """
    first = number
    while broken and lines[first].inside and first:
        first -= 1
    last = first
    while last + 1 < len(lines) and (
        (broken and lines[last + 1].inside) or lines[last + 1].column > lines[first].column
    ):
        last += 1
    return first, last


def parent_line_number(lines: Sequence[CodeLine], number: int) -> int:
    """The number of the line that one stands below, one level deeper; the first line where there is none."""
    return next((other for other in range(number - 1, 0, -1) if lines[other].column < lines[number].column), 0)
