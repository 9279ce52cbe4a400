"""Boards drawn with text characters, in a box of given columns and lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.text_fitting import Frame, Laid, Words

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8

JOINT_CHARACTERS = {
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
"""The box-drawing character for each set of directions."""

TONE_SIGNS = {"good": "+ ", "bad": "! "}
"""The signs before good and bad words, so that no colour is needed."""

Style = Literal["", "line", "title", "key", "mark", "caption", "more", "good", "bad"]


@frozen
class StyledText:
    """Characters of one style: a line of a frame, a kind of :class:`Words`, or good or bad words."""

    text: str
    style: Style


def draw_board(board: BoardShown, columns: int, lines: int | None = None) -> tuple[tuple[StyledText, ...], ...]:
    """Draw a board as lines of characters, without its title; ``lines`` of None gives the height it needs."""
    layout = lay_out_board(board, columns, lines)
    canvas = [CanvasRow([" "] * layout.columns, [""] * layout.columns) for _ in range(layout.lines)]
    for (column, line), sides in frame_joints(layout).items():
        canvas[line].characters[column], canvas[line].styles[column] = JOINT_CHARACTERS[sides], "line"
    tops: dict[int, list[Frame]] = {}
    for frame in layout.frames:
        tops.setdefault(frame.top, []).append(frame)
    for words in layout.words:
        is_on_top = any(frame.left < words.column < frame.right for frame in tops.get(words.line, ()))
        write_words(canvas[words.line], words, is_on_top=is_on_top)
    return tuple(tuple(row.styled_runs()) for row in canvas)


@frozen
class CanvasRow:
    """A line of characters, with the style of each."""

    characters: list[str]
    styles: list[Style]

    def put_text(self, column: int, text: str, style: Style) -> int:
        """Write a text in one style at a column, and return the column after it."""
        end = column + len(text)
        self.characters[column:end] = text
        self.styles[column:end] = [style] * len(text)
        return end

    def styled_runs(self) -> Iterator[StyledText]:
        """Split the line into runs of equal style, without trailing spaces."""
        size = len("".join(self.characters).rstrip(" "))
        at = 0
        for style, alike in groupby(self.styles[:size]):
            end = at + len([*alike])
            yield StyledText("".join(self.characters[at:end]), style)
            at = end


def frame_joints(layout: Laid) -> dict[tuple[int, int], int]:
    """Compute the box-drawing directions at each cell of the frames: (column, line) to a bit set of left, up ..."""
    sides_by_cell: defaultdict[tuple[int, int], int] = defaultdict(int)
    for frame in layout.frames:
        for line in (frame.top, frame.bottom):
            for column in range(frame.left + 1, frame.right):
                sides_by_cell[column, line] |= LEFT | RIGHT
        for column in (frame.left, frame.right):
            for line in range(frame.top + 1, frame.bottom):
                sides_by_cell[column, line] |= UP | DOWN
        sides_by_cell[frame.left, frame.top] |= DOWN | RIGHT
        sides_by_cell[frame.right, frame.top] |= DOWN | LEFT
        sides_by_cell[frame.left, frame.bottom] |= UP | RIGHT
        sides_by_cell[frame.right, frame.bottom] |= UP | LEFT
    return sides_by_cell


def write_words(row: CanvasRow, words: Words, *, is_on_top: bool) -> None:
    """Write words into a canvas row at their column, padded with spaces if they lie on a frame's upper side."""
    at = words.column
    if is_on_top:
        row.put_text(at - 1, " ", "")
    for part in words.parts:
        at = row.put_text(at, TONE_SIGNS.get(part.tone, "") + part.text, part.tone or words.kind)
    if is_on_top:
        row.put_text(at, " ", "")
