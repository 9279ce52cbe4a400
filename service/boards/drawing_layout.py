"""The layout of what is drawn on maps and pictures: shapes to scale, and the line below with scale and compass.

Lengths are scaled in integers: to the nearest, halves up.
"""

from __future__ import annotations

from attrs import evolve, frozen

from bombsight.flat.boards import BoardScale, Polyline
from bombsight.runtime.boards import BoardShown, ShapeShown
from bombsight.service.boards.text_fitting import LaidShape, Part, StyledLine, Words, line_width

FINE = 100
"""The hundredths of a column or line, in which shapes are placed."""

TENTHS = 10
"""The tenths of a unit, in which shapes are given."""

BAR_STEPS = (1, 2, 5)
"""How many units, times a power of ten, the bar of a scale may show."""

MIN_BAR_COLUMNS = 6
"""The least length of the bar of a scale."""

FOOTER_GAP = 4
"""The columns between scale and compass."""


@frozen
class Extent:
    """The size of a map or picture in its units, and in the columns and lines that it takes."""

    units_across: int
    units_down: int
    columns: int
    lines: int

    def column(self, units: int) -> int:
        """Convert a length across to columns."""
        return scale_length(units, self.columns, self.units_across)

    def line(self, units: int) -> int:
        """Convert a length down to lines."""
        return scale_length(units, self.lines, self.units_down)


def scale_length(length: int, parts: int, whole: int) -> int:
    """Scale a length by ``parts`` of ``whole``, to the nearest integer, halves up."""
    return (2 * length * parts + whole) // (2 * whole)


def lines_for_width(board: BoardShown, columns: int, line_height: int) -> int:
    """Return how many lines a map or picture takes at a width; ``line_height`` is in hundredths of a column."""
    return max(1, scale_length(columns * board.rows, FINE, board.columns * line_height))


def columns_for_height(board: BoardShown, lines: int, line_height: int) -> int:
    """Return how many columns a map or picture takes at a height; ``line_height`` is in hundredths of a column."""
    return max(1, scale_length(lines * board.columns, line_height, board.rows * FINE))


def lay_out_shapes(board: BoardShown, extent: Extent, left: int, top: int) -> tuple[LaidShape, ...]:
    """Scale the shapes of a map or picture whose area begins at a column and a line."""
    return tuple(lay_out_shape(shape, extent, left, top) for shape in board.shapes)


def lay_out_shape(shape: ShapeShown, extent: Extent, left: int, top: int) -> LaidShape:
    """Scale a shape."""
    lines = tuple(lay_out_line(line, extent, left, top) for line in shape.lines)
    return LaidShape(shape.kind, lines, shape.text, shape.tone)


def lay_out_line(line: Polyline, extent: Extent, left: int, top: int) -> Polyline:
    """Scale a polyline from tenths of a unit to hundredths of a column and of a line."""
    sizes = (
        (left, extent.columns * FINE, extent.units_across * TENTHS),
        (top, extent.lines * FINE, extent.units_down * TENTHS),
    )
    points = []
    for at, number in enumerate(line.points):
        start, parts, whole = sizes[at % 2]
        points.append(start * FINE + scale_length(number, parts, whole))
    return evolve(line, points=tuple(points))


def has_footer(board: BoardShown) -> bool:
    """Whether a line with scale or compass stands below a map or picture."""
    return board.scale is not None or board.compass is not None


def lay_out_footer(board: BoardShown, extent: Extent, line: int) -> tuple[list[Words], list[LaidShape]]:
    """Lay out the line with the bar of the scale and the compass, which has a line of the box for itself.

    Args:
        board: The map or picture.
        extent: Its size.
        line: The line.
    """
    words: list[Words] = []
    bars: list[LaidShape] = []
    column = 0
    if board.scale is not None:
        units, width = bar_of_scale(board.scale, extent)
        bars.append(LaidShape("bar", (bar_line(width, line),), "", ""))
        caption: StyledLine = (Part(f"{units} {board.scale.unit}"),)
        words.append(Words(width + 2, line, caption, "more"))
        column = width + 2 + line_width(caption) + FOOTER_GAP
    if board.compass is not None:
        direction = Part(board.compass.text, "", "arrow", board.compass.degrees)
        words.append(Words(column, line, (direction,), "more"))
    return words, bars


def bar_of_scale(scale: BoardScale, extent: Extent) -> tuple[int, int]:
    """Choose how many units the bar of a scale shows, the least with room; return them, and its columns."""
    power = 1
    while True:
        for step in BAR_STEPS:
            columns = extent.column(scale.numbers * step * power)
            if columns >= MIN_BAR_COLUMNS:
                return step * power, columns
        power *= TENTHS


def bar_line(columns: int, line: int) -> Polyline:
    """Make the bar of a scale: a line with a stop at either end."""
    top, middle, bottom = line * FINE + FINE // 4, line * FINE + FINE // 2, line * FINE + 3 * FINE // 4
    right = columns * FINE
    return Polyline(points=(0, top, 0, bottom, 0, middle, right, middle, right, top, right, bottom), closed=False)
