"""Folding ranges of a file: indented blocks, chapters, comments of several lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from bombsight.dsl.source import Source


@frozen
class Fold:
    """A range of lines that an editor can fold into its first.

    Attributes:
        first: The line that stays visible, from 1.
        last: The last line.
        kind: ``block``, ``chapter`` or ``comment``.
    """

    first: int
    last: int
    kind: Literal["block", "chapter", "comment"]


def find_folds(source: Source) -> tuple[Fold, ...]:
    """Find the folding ranges of a file by indentation, so that syntax errors do not matter; ordered by first line."""
    lines = source.text.split("\n")
    return tuple(
        sorted(
            {*fold_blocks(lines), *fold_chapters(lines), *fold_comments(lines)},
            key=lambda fold: (fold.first, -fold.last),
        )
    )


def fold_blocks(lines: list[str]) -> Iterator[Fold]:
    """Yield a fold for each line with an indented block below it; comments belong to the line below them."""
    open_: list[tuple[int, int]] = []  # number and indentation of each line with an open block
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
    """Yield a fold for each chapter, from its heading to its last line with content."""
    start = last = 0
    for number, line in enumerate([*lines, "chapter"], 1):
        if line.startswith("chapter"):
            if start and last > start:
                yield Fold(start, last, "chapter")
            start = number
        elif not is_blank(line):
            last = number


def fold_comments(lines: list[str]) -> Iterator[Fold]:
    """Yield a fold for each run of adjacent comment lines."""
    start = 0
    for number, line in enumerate([*lines, ""], 1):
        if is_comment(line):
            start = start or number
        else:
            if start and number - 1 > start:
                yield Fold(start, number - 1, "comment")
            start = 0


def is_blank(line: str) -> bool:
    """Whether a line has no characters but spaces."""
    return not line.strip()


def is_comment(line: str) -> bool:
    """Whether a line has a comment and nothing else."""
    return line.lstrip().startswith("#")


def indent_width(line: str) -> int:
    """The indentation of a line, in columns."""
    return len(line) - len(line.lstrip())
