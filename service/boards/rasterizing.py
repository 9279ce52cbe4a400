"""Rasterization of polylines to Braille dots: two across and four down in each cell of characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from bombsight.flat.boards import Polyline
from bombsight.service.boards.drawing_layout import FINE

BRAILLE = 0x2800
"""The Braille character without dots; the others add the bits of their dots."""

DOTS_ACROSS, DOTS_DOWN = 2, 4
"""The dots of a cell."""

DOT_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot of a Braille character, by column and line."""

MAX_STEPS = 4_000
"""The most dots of one straight line: those far outside of the box are not worth more."""

Cell = tuple[int, int]
"""A column and a line."""


def rasterize(lines: Iterable[Polyline]) -> dict[Cell, int]:
    """Compute the Braille dots of each cell that polylines go through, without cells left of or above the box."""
    cells: dict[Cell, int] = {}
    for line in lines:
        points = [*dots_of(line)]
        ends = pairwise([*points, points[0]] if line.closed and len(points) > 2 else points)
        for start, end in ends:
            for x, y in straight_line(start, end):
                if x >= 0 and y >= 0:
                    cell = x // DOTS_ACROSS, y // DOTS_DOWN
                    cells[cell] = cells.get(cell, 0) | DOT_BITS[x % DOTS_ACROSS][y % DOTS_DOWN]
    return cells


def dots_of(line: Polyline) -> Iterator[Cell]:
    """Yield the dots at the points of a polyline, which are in hundredths of a column and of a line."""
    for x, y in zip(line.points[::2], line.points[1::2], strict=True):
        yield x * DOTS_ACROSS // FINE, y * DOTS_DOWN // FINE


def straight_line(start: Cell, end: Cell) -> Iterator[Cell]:
    """Yield the dots of a straight line, both ends included: one for each step of the longer way."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = min(MAX_STEPS, max(abs(across), abs(down)))
    yield start
    for step in range(1, steps + 1):
        yield (
            start[0] + (2 * across * step + steps) // (2 * steps),
            start[1] + (2 * down * step + steps) // (2 * steps),
        )
