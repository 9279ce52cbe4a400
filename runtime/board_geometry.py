"""Geometry of maps and pictures, in integers: tenths of a unit, from the upper left corner of the board."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat.boards import BoardMap, Polyline

TENTHS = 10
"""The tenths of a unit, in which shapes are measured."""

QUARTER_TURN = (
    (0, 10_000),
    (1_305, 9_914),
    (2_588, 9_659),
    (3_827, 9_239),
    (5_000, 8_660),
    (6_088, 7_934),
    (7_071, 7_071),
    (7_934, 6_088),
    (8_660, 5_000),
    (9_239, 3_827),
    (9_659, 2_588),
    (9_914, 1_305),
)
"""The sine and the cosine, times 10,000, of the angles of a quarter turn in steps of 7.5 degrees, without its end."""

PER_RADIUS = 10_000
"""What a radius counts in :data:`QUARTER_TURN`."""


def circle_line(x: int, y: int, radius: int) -> Polyline:
    """Make a circle as a polyline of 48 points, clockwise from up; all lengths are in tenths of a unit."""
    points: list[int] = []
    turns = [(sin, -cos) for sin, cos in QUARTER_TURN]
    for _ in range(4):
        for across, down in turns:
            points += [x + scale_down(across * radius), y + scale_down(down * radius)]
        turns = [(-down, across) for across, down in turns]
    return Polyline(points=tuple(points), closed=True)


def scale_down(length: int) -> int:
    """Divide by :data:`PER_RADIUS`, rounded to the nearest integer, halves up."""
    return (length + PER_RADIUS // 2) // PER_RADIUS


def shift_line(line: Polyline, across: int, down: int) -> Polyline:
    """Move a polyline by numbers of tenths."""
    shifts = across, down
    return evolve(line, points=tuple(number + shifts[at % 2] for at, number in enumerate(line.points)))


def origin_in_tenths(numbers: BoardMap, *, is_map: bool) -> tuple[int, int]:
    """Return what to add to absolute tenths: shapes begin at the corner, and a map's numbers are amid their cells."""
    middle = TENTHS // 2 if is_map else 0
    return middle - TENTHS * numbers.left, middle - TENTHS * numbers.top
