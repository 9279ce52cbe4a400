"""What of a file can be folded away: what stands below a line, chapters, comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from bombsight.dsl.source import Source


@frozen
class Fold:
    """Lines that can be folded into their first.

    Attributes:
        first: The line that stays, from 1.
        last: The last of them.
        kind: What they are: a ``block``, a ``chapter`` or a ``comment``.
    """

    first: int
    last: int
    kind: Literal["block", "chapter", "comment"]


def find_folds(source: Source) -> tuple[Fold, ...]:
    """What can be folded, in the order of the first lines; by its indentation, so that errors do not matter."""
    lines = source.text.split("\n")
    return tuple(
        sorted(
            {*fold_blocks(lines), *fold_chapters(lines), *fold_comments(lines)},
            key=lambda fold: (fold.first, -fold.last),
        )
    )


def fold_blocks(lines: list[str]) -> Iterator[Fold]:
    """Lines with what stands indented below them; comments go with what they stand above."""
    open_: list[tuple[int, int]] = []  # the number and the indent of each line that others may stand below
    last = 0
    for number, line in enumerate(lines, 1):
        if is_blank(line) or is_comment(line):
            continue
        indent = indent_width(line)
        while open_ and open_[-1][1] >= indent:
            start, _ = open_.pop()
            if last > start:
                yield Fold(start, last, "block")
        open_.append((number, indent))
        last = number
    yield from (Fold(begun, last, "block") for begun, _ in open_ if last > begun)


def fold_chapters(lines: list[str]) -> Iterator[Fold]:
    """Chapters, each from its heading to the last line before the next that says anything."""
    start = last = 0
    for number, line in enumerate([*lines, "chapter"], 1):
        if line.startswith("chapter"):
            if start and last > start:
                yield Fold(start, last, "chapter")
            start = number
        elif not is_blank(line):
            last = number


def fold_comments(lines: list[str]) -> Iterator[Fold]:
    """Comments on several lines that stand together."""
    start = 0
    for number, line in enumerate([*lines, ""], 1):
        if is_comment(line):
            start = start or number
        else:
            if start and number - 1 > start:
                yield Fold(start, number - 1, "comment")
            start = 0


def is_blank(line: str) -> bool:
    """Whether a line says nothing."""
    return not line.strip()


def is_comment(line: str) -> bool:
    """Whether a line is a comment and nothing else."""
    return line.lstrip().startswith("#")


def indent_width(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip())
