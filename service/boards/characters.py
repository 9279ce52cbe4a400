"""Boards drawn with characters, in a box of so many columns and lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.laying import lay
from bombsight.service.boards.room import Frame, Laid, Words

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8

JOINTS = {
    UP | DOWN: "│",
    LEFT | RIGHT: "─",
    DOWN | RIGHT: "┌",
    DOWN | LEFT: "┐",
    UP | RIGHT: "└",
    UP | LEFT: "┘",
    UP | DOWN | RIGHT: "├",
    UP | DOWN | LEFT: "┤",
    DOWN | LEFT | RIGHT: "┬",
    UP | LEFT | RIGHT: "┴",
    UP | RIGHT | DOWN | LEFT: "┼",
}
"""The character that goes on in these directions."""

SIGNS = {"good": "+ ", "bad": "! "}
"""What stands before words that are good or bad, so that it needs no colour to tell."""

Style = Literal["", "line", "title", "key", "mark", "caption", "more", "good", "bad"]


@frozen
class Stretch:
    """Characters of one style: a line of a frame, the words that :class:`Words` has, or words that are good or bad."""

    text: str
    style: Style


def drawn(board: BoardShown, columns: int, lines: int | None = None) -> tuple[tuple[Stretch, ...], ...]:
    """A board as lines of characters; its title is not among them.

    Args:
        board: The board.
        columns: How wide the box is.
        lines: How high; None where there is room for all.
    """
    laid = lay(board, columns, lines)
    canvas: list[list[tuple[str, Style]]] = [[(" ", "")] * laid.columns for _ in range(laid.lines)]
    for (column, line), sides in joints(laid).items():
        canvas[line][column] = JOINTS[sides], "line"
    for words in laid.words:
        write(canvas, words, laid)
    return tuple(tuple(stretches(line)) for line in canvas)


def joints(laid: Laid) -> dict[tuple[int, int], int]:
    """Where lines of frames run, and in which directions they go on there."""
    found: dict[tuple[int, int], int] = {}

    def go(column: int, line: int, sides: int) -> None:
        found[column, line] = found.get((column, line), 0) | sides

    for frame in laid.frames:
        for column in range(frame.left, frame.right):
            for line in (frame.top, frame.bottom):
                go(column, line, RIGHT)
                go(column + 1, line, LEFT)
        for line in range(frame.top, frame.bottom):
            for column in (frame.left, frame.right):
                go(column, line, DOWN)
                go(column, line + 1, UP)
    return found


def write(canvas: list[list[tuple[str, Style]]], words: Words, laid: Laid) -> None:
    """Put words in their place; those in the side of a frame have a space at either end."""
    row = canvas[words.line]
    told: list[tuple[str, Style]] = []
    for part in words.parts:
        style: Style = part.tone or words.kind
        told += [(character, style) for character in SIGNS.get(part.tone, "") + part.text]
    if any(on_top(frame, words) for frame in laid.frames):
        row[words.column - 1 : words.column + len(told) + 1] = [(" ", ""), *told, (" ", "")]
    else:
        row[words.column : words.column + len(told)] = told


def on_top(frame: Frame, words: Words) -> bool:
    """Whether words stand in the upper side of a frame."""
    return frame.top == words.line and frame.left < words.column < frame.right


def stretches(line: list[tuple[str, Style]]) -> Iterator[Stretch]:
    """A line as stretches of one style, without spaces at its end."""
    while line and line[-1][0] == " ":
        line.pop()
    for style, characters in groupby(line, key=itemgetter(1)):
        yield Stretch("".join(character for character, _ in characters), style)
