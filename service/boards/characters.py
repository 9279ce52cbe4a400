"""Boards drawn with characters, in a box of so many columns and lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
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
    canvas = [Row([" "] * laid.columns, [""] * laid.columns) for _ in range(laid.lines)]
    for (column, line), sides in joints(laid).items():
        canvas[line].characters[column], canvas[line].styles[column] = JOINTS[sides], "line"
    tops: dict[int, list[Frame]] = {}
    for frame in laid.frames:
        tops.setdefault(frame.top, []).append(frame)
    for words in laid.words:
        is_on_top = any(frame.left < words.column < frame.right for frame in tops.get(words.line, ()))
        write(canvas[words.line], words, is_on_top=is_on_top)
    return tuple(tuple(row.stretches()) for row in canvas)


@frozen
class Row:
    """A line of characters, and the style of each."""

    characters: list[str]
    styles: list[Style]

    def put(self, column: int, text: str, style: Style) -> int:
        """Write a text in one style; where it ends."""
        end = column + len(text)
        self.characters[column:end] = text
        self.styles[column:end] = [style] * len(text)
        return end

    def stretches(self) -> Iterator[Stretch]:
        """It as stretches of one style, without spaces at its end."""
        size = len("".join(self.characters).rstrip(" "))
        at = 0
        for style, alike in groupby(self.styles[:size]):
            end = at + len([*alike])
            yield Stretch("".join(self.characters[at:end]), style)
            at = end


def joints(laid: Laid) -> dict[tuple[int, int], int]:
    """Where lines of frames run, and in which directions they go on there."""
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for frame in laid.frames:
        for line in (frame.top, frame.bottom):
            for column in range(frame.left + 1, frame.right):
                found[column, line] |= LEFT | RIGHT
        for column in (frame.left, frame.right):
            for line in range(frame.top + 1, frame.bottom):
                found[column, line] |= UP | DOWN
        found[frame.left, frame.top] |= DOWN | RIGHT
        found[frame.right, frame.top] |= DOWN | LEFT
        found[frame.left, frame.bottom] |= UP | RIGHT
        found[frame.right, frame.bottom] |= UP | LEFT
    return found


def write(row: Row, words: Words, *, is_on_top: bool) -> None:
    """Put words in their place; those in the upper side of a frame have a space at either end."""
    at = words.column
    if is_on_top:
        row.put(at - 1, " ", "")
    for part in words.parts:
        at = row.put(at, SIGNS.get(part.tone, "") + part.text, part.tone or words.kind)
    if is_on_top:
        row.put(at, " ", "")
