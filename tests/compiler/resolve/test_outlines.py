"""Outlines: paths as polylines in tenths of a unit."""

import pytest

from bombsight.compiler.resolve.outlines import OutlineError, make_arc, mirror_polylines, parse_outline
from bombsight.flat.boards import Polyline

LINES = {
    "M 0 0 L 3 4": ((0, 0, 30, 40), False),
    "M0,0L3-4.25": ((0, 0, 30, -42), False),
    "m 1 1 2 0 0 2 z": ((10, 10, 30, 10, 30, 30), True),
    "M 1 1 H 4 V 6 h -2 v -1": ((10, 10, 40, 10, 40, 60, 20, 60, 20, 50), False),
    "M 0 0 L 0 0 L 1 0 L 0 0 Z": ((0, 0, 10, 0), True),
    "M .5 0 L 0.25 0": ((5, 0, 3, 0), False),
}


@pytest.mark.parametrize("path", LINES)
def test_lines_are_points_in_tenths(path):
    points, closed = LINES[path]
    assert parse_outline(path) == (Polyline(points=points, closed=closed),)


def test_each_part_of_a_path_is_a_polyline():
    assert parse_outline("M 0 0 L 1 0 Z L 0 1 M 5 5 L 6 6") == (
        Polyline(points=(0, 0, 10, 0), closed=True),
        Polyline(points=(0, 0, 0, 10), closed=False),
        Polyline(points=(50, 50, 60, 60), closed=False),
    )


def test_curves_end_where_they_say_and_go_through_their_middle():
    (cubic,) = parse_outline("M 0 0 C 0 8 8 8 8 0 S 16 -8 16 0")
    (quadratic,) = parse_outline("M 0 0 Q 4 8 8 0 T 16 0")
    pairs = [*zip(cubic.points[::2], cubic.points[1::2], strict=True)]

    assert pairs[-1] == (160, 0)
    assert (40, 60) in pairs
    assert (120, -60) in pairs  # S mirrors the control point before it
    assert (40, 40) in [*zip(quadratic.points[::2], quadratic.points[1::2], strict=True)]
    assert min(quadratic.points[1::2]) == -40  # and so does T


@pytest.mark.parametrize(
    ("path", "start", "end"),
    [("", 0, 0), ("L 1 1 M", 6, 7), ("M 1", 0, 3), ("M 0 0 A 1 1", 6, 7), ("M 0 0 L 1 &", 6, 10), ("3 4", 0, 1)],
)
def test_a_path_that_cannot_be_read_says_where(path, start, end):
    with pytest.raises(OutlineError) as found:
        parse_outline(path)
    assert (found.value.start, found.value.end) == (start, end)


def test_halves_that_meet_in_the_middle_become_one():
    halves = parse_outline("M 10 0 L 14 5 L 10 9 M 12 2 L 13 2")
    assert mirror_polylines(halves, 200) == (
        Polyline(points=(100, 0, 140, 50, 100, 90, 60, 50), closed=True),
        Polyline(points=(120, 20, 130, 20), closed=False),
        Polyline(points=(70, 20, 80, 20), closed=False),
    )


def test_an_arc_goes_clockwise_past_up():
    arc = make_arc(10, 10, 10, 270, 90)
    pairs = [*zip(arc.points[::2], arc.points[1::2], strict=True)]
    assert [pairs[0], pairs[1], pairs[-1]] == [(100, 100), (0, 100), (200, 100)]
    assert (100, 0) in pairs
    assert len(make_arc(10, 10, 10, 0, 360).points) == 2 * 48
