"""The lines of an item by indentation, and the blocks that they form; computed from the text alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import BRACKET, TEXT_OR_COMMENT, mask_texts_and_comments

TAB_WIDTH = 8
"""The columns that a tab counts for."""


@frozen
class CodeLine:
    """A line with code on it.

    Attributes:
        start: The offset of its start.
        end: The offset of its end.
        column: Its indentation.
        inside: Whether it continues a bracket from a line above.
    """

    start: int
    end: int
    column: int
    inside: bool


@lru_cache(4)
def code_lines(text: str) -> tuple[CodeLine, ...]:
    """Split the text of an item into its lines with code, from the top; cached, for recovery calls it repeatedly."""
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
    """Replace the comments of a text by blanks of the same length."""
    return TEXT_OR_COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " " * len(found[0]), text)


def line_number_at(lines: Sequence[CodeLine], offset: int) -> int:
    """Return the index in ``lines`` of the line that holds a text offset, or of the nearest line above that offset."""
    return max((number for number, line in enumerate(lines) if line.start <= offset), default=0)


def last_deeper_line(lines: Sequence[CodeLine], first: int, column: int) -> int:
    """Return the index of the last of the lines right below line ``first`` that are indented deeper than ``column``."""
    last = first
    while last + 1 < len(lines) and lines[last + 1].column > column:
        last += 1
    return last


def block_of_line(lines: Sequence[CodeLine], number: int, *, follow_brackets: bool) -> tuple[int, int]:
    """Return the first and last line index of the block of line ``number``: its continuations and deeper lines.

    Args:
        lines: The lines of the item.
        number: The number of the line.
        follow_brackets: Whether brackets are balanced, so that they may continue lines.
    """
    first = number
    while follow_brackets and lines[first].inside and first:
        first -= 1
    last = first
    while last + 1 < len(lines) and (
        (follow_brackets and lines[last + 1].inside) or lines[last + 1].column > lines[first].column
    ):
        last += 1
    return first, last


def parent_line_number(lines: Sequence[CodeLine], number: int) -> int:
    """The index of the nearest line above with less indentation; 0 if no line above has less."""
    return next((other for other in range(number - 1, 0, -1) if lines[other].column < lines[number].column), 0)
