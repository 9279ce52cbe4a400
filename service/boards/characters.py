"""Boards drawn with text characters, in a box of given columns and lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.rasterizing import BRAILLE, rasterize
from bombsight.service.boards.signs import sign_character
from bombsight.service.boards.text_fitting import Frame, Laid, Part, Words, line_width

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

TONE_SIGNS = {"good": "+", "bad": "!"}
"""The signs before good and bad words, so that no colour is needed."""

CHANGE_SIGN = "»"
"""The sign at what has changed, so that neither colour nor type is needed."""

Style = Literal["", "line", "title", "key", "mark", "caption", "more", "good", "bad", "changed"]


@frozen
class StyledText:
    """Characters of one style: a line of a frame, a kind of :class:`Words`, good or bad words, the sign of a change.

    Attributes:
        text: The characters.
        style: Their style.
        is_changed: Whether they stand for what has changed.
    """

    text: str
    style: Style
    is_changed: bool = False


def draw_board(board: BoardShown, columns: int, lines: int | None = None) -> tuple[tuple[StyledText, ...], ...]:
    """Draw a board as lines of characters, without its title; ``lines`` of None gives the height it needs."""
    return draw_layout(lay_out_board(board, columns, lines))


def draw_layout(layout: Laid) -> tuple[tuple[StyledText, ...], ...]:
    """Draw a board that is laid out as lines of characters, without its title."""
    canvas = [CanvasRow([" "] * layout.columns, [PLAIN] * layout.columns) for _ in range(layout.lines)]
    for (column, line), (dots, style) in rasterize_shapes(layout).items():
        canvas[line].characters[column], canvas[line].styles[column] = chr(BRAILLE + dots), (style, False)
    for (column, line), sides in frame_joints(layout).items():
        canvas[line].characters[column], canvas[line].styles[column] = JOINT_CHARACTERS[sides], ("line", False)
    tops: dict[int, list[Frame]] = {}
    for frame in layout.frames:
        tops.setdefault(frame.top, []).append(frame)
    for words in layout.words:
        is_on_top = any(frame.left < words.column < frame.right for frame in tops.get(words.line, ()))
        write_words(canvas[words.line], words, is_on_top=is_on_top)
    for sign in layout.signs:
        canvas[sign.line].put_part(sign.column, sign.part, "mark")
    put_change_signs(canvas, layout)
    return tuple(tuple(row.styled_runs()) for row in canvas)


def rasterize_shapes(layout: Laid) -> dict[tuple[int, int], tuple[int, Style]]:
    """Compute the Braille dots and the style of each cell that shapes go through; later shapes set the style."""
    cells: dict[tuple[int, int], tuple[int, Style]] = {}
    for shape in layout.shapes:
        for (column, line), dots in rasterize(shape.lines).items():
            in_area = (
                layout.shape_left <= column < layout.shape_left + layout.shape_columns
                and layout.shape_top <= line < layout.shape_top + layout.shape_lines
            )
            if (in_area or shape.kind == "bar") and column < layout.columns and line < layout.lines:
                before = cells.get((column, line), (0, "line"))[0]
                cells[column, line] = before | dots, shape.tone or "line"
    return cells


CellStyle = tuple[Style, bool]
"""The style of a cell, and whether it stands for what has changed."""

PLAIN: CellStyle = ("", False)


@frozen
class CanvasRow:
    """A line of characters, with the style of each."""

    characters: list[str]
    styles: list[CellStyle]

    def put_text(self, column: int, text: str, style: CellStyle) -> int:
        """Write a text in one style at a column, and return the column after it."""
        end = column + len(text)
        self.characters[column:end] = text
        self.styles[column:end] = [style] * len(text)
        return end

    def put_part(self, column: int, part: Part, style: Style) -> int:
        """Write a part of a line at a column in its tone, or else a style, and return the column after it."""
        return self.put_text(column, part_text(part), (part.tone or style, part.is_changed))

    def is_open(self, column: int) -> bool:
        """Whether a cell holds nothing, or only a line of a shape."""
        has_cell = 0 <= column < len(self.characters)
        return has_cell and (self.characters[column] == " " or ord(self.characters[column]) >= BRAILLE)

    def styled_runs(self) -> Iterator[StyledText]:
        """Split the line into runs of equal style, without trailing spaces."""
        size = len("".join(self.characters).rstrip(" "))
        at = 0
        for (style, is_changed), alike in groupby(self.styles[:size]):
            end = at + len([*alike])
            yield StyledText("".join(self.characters[at:end]), style, is_changed)
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


def part_text(part: Part) -> str:
    """Render a part of a line with its sign, or that of its tone; a card in brackets."""
    if part.is_continued:
        return part.text
    if part.sign == "card" and part.text:
        return f"[{part.text}]"
    sign = sign_character(part.sign, part.turned) if part.sign else TONE_SIGNS.get(part.tone, "")
    return f"{sign} {part.text}" if sign and part.text else sign + part.text


def write_words(row: CanvasRow, words: Words, *, is_on_top: bool) -> None:
    """Write words into a canvas row at their column, padded with spaces if they lie on a frame's upper side."""
    at = words.column
    if is_on_top:
        row.put_text(at - 1, " ", PLAIN)
    for part in words.parts:
        at = row.put_part(at, part, words.kind)
    if is_on_top:
        row.put_text(at, " ", PLAIN)


def put_change_signs(canvas: Sequence[CanvasRow], layout: Laid) -> None:
    """Write a sign before the first of changed words that stand beside each other, or else behind them.

    The title of a row in a table has one only if nothing else in the row has.
    """
    changed = [words for words in layout.words if any(part.is_changed for part in words.parts)]
    ends: set[tuple[int, int]] = set()
    for words in sorted(changed, key=lambda words: (words.line, words.column == 0, words.column)):
        row, start, end = canvas[words.line], words.column, words.column + line_width(words.parts)
        before = next(at for at, part in enumerate(words.parts) if part.is_changed)
        start += line_width(words.parts[:before])
        is_signed = (start - 1, words.line) in ends or (not start and any(line == words.line for _, line in ends))
        ends.add((end, words.line))
        spot = next((column for column in (start - 1, end) if row.is_open(column)), None)
        if spot is not None and not is_signed:
            row.put_text(spot, CHANGE_SIGN, ("changed", True))
