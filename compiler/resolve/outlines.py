"""Outlines: SVG paths parsed and flattened to polylines, in tenths of a unit.

Commands are M, L, H, V, C, S, Q, T and Z, absolute or relative; numbers may have decimals. A curve becomes straight
lines; every coordinate is rounded to the nearest tenth, halves up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, floor, radians, sin

from attrs import evolve

from bombsight.dsl.node_classes import frozen
from bombsight.flat.boards import Polyline

TOKEN = re.compile(r"[\s,]*(?:(?P<command>[A-Za-z])|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+))|(?P<other>\S))")
"""Matches the next command or number of a path."""

NUMBERS_OF_COMMAND = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
"""How many numbers each command takes."""

SHORTEST_STEP = 3.0
"""The length in units of the straight lines that replace a curve, of which it has at least four and at most 24."""

ARC_STEP = 7.5
"""The most degrees between two points of an arc."""

Point = tuple[float, float]


class OutlineError(ValueError):
    """A path that cannot be read.

    Attributes:
        start: The offset in the path where the mistake begins.
        end: The offset where it ends.
    """

    def __init__(self, message: str, start: int, end: int) -> None:
        """Make the error of a path: what is wrong, and between which offsets."""
        super().__init__(message)
        self.start, self.end = start, end


@frozen
class Command:
    """A command of a path with its numbers: its letter, and whether these count from the last point."""

    letter: str
    is_relative: bool
    numbers: tuple[float, ...]


@frozen
class Subpath:
    """The points of a part of a path, and whether its end is joined to its beginning."""

    points: tuple[Point, ...]
    is_closed: bool


def parse_outline(path: str) -> tuple[Polyline, ...]:
    """Parse an SVG path and flatten it to polylines in tenths of a unit.

    Raises:
        OutlineError: The path cannot be read.
    """
    subpaths = flatten_commands([*parse_commands(path)])
    return tuple(
        make_polyline(subpath.points, closed=subpath.is_closed) for subpath in subpaths if len(subpath.points) > 1
    )


def parse_commands(path: str) -> Iterator[Command]:
    """Yield the commands of a path; numbers beyond those of a command repeat it, behind M as L.

    Raises:
        OutlineError: A sign or letter is none of a path, or a command has too few numbers.
    """
    letter, written, start = "", "", 0
    numbers: list[float] = []
    for found in TOKEN.finditer(path):
        here = found.start(found.lastgroup or 0), found.end()
        if found["number"] is not None:
            if not letter or letter == "Z":
                raise OutlineError("a path begins with M, and behind Z stands a letter", *here)
            numbers.append(float(found["number"]))
            if len(numbers) == NUMBERS_OF_COMMAND[letter]:
                yield Command(letter, written.islower(), tuple(numbers))
                numbers.clear()
                letter = "L" if letter == "M" else letter
            continue
        if numbers or (letter and written and written.upper() == letter == "M"):
            raise OutlineError(f"{written} takes {NUMBERS_OF_COMMAND[written.upper()]} numbers", start, here[0])
        written = found["command"] or ""
        letter, start = written.upper(), here[0]
        if letter not in NUMBERS_OF_COMMAND:
            raise OutlineError(f"{found[0].strip(' ,')} is no command of a path", *here)
        if letter == "Z":
            yield Command("Z", is_relative=False, numbers=())
    if numbers or letter == "M":
        raise OutlineError(f"{written} takes {NUMBERS_OF_COMMAND[written.upper()]} numbers", start, len(path))
    if not letter:
        raise OutlineError("a path begins with M", 0, len(path))


def flatten_commands(commands: Sequence[Command]) -> Iterator[Subpath]:
    """Yield the parts of a path, with curves as straight lines."""
    points: list[Point] = []
    last_control: tuple[str, Point] = ("", (0.0, 0.0))
    at = begun = (0.0, 0.0)
    for command in commands:
        if command.letter == "Z":
            if points:
                yield Subpath(tuple(points), is_closed=True)
            points, at, last_control = [], begun, ("", begun)
            continue
        targets = target_points(command, at)
        if command.letter == "M":
            if points:
                yield Subpath(tuple(points), is_closed=False)
            points, at, begun = [targets[0]], targets[0], targets[0]
            last_control = ("", at)
            continue
        points = points or [at]
        controls = control_points(command.letter, at, targets, last_control)
        points += [*bezier_points((at, *controls, targets[-1]))]
        kind = "C" if command.letter in "CS" else "Q" if command.letter in "QT" else ""
        at = targets[-1]
        last_control = (kind, controls[-1] if controls else at)
    if points:
        yield Subpath(tuple(points), is_closed=False)


def target_points(command: Command, at: Point) -> tuple[Point, ...]:
    """Return the points that a command names, the last of which is where it leads."""
    x, y = at if command.is_relative else (0.0, 0.0)
    match command.letter:
        case "H":
            return ((x + command.numbers[0], at[1]),)
        case "V":
            return ((at[0], y + command.numbers[0]),)
        case _:  # the rest: pairs of numbers
            return tuple(
                (x + across, y + down) for across, down in zip(command.numbers[::2], command.numbers[1::2], strict=True)
            )


def control_points(
    letter: str, at: Point, targets: Sequence[Point], last_control: tuple[str, Point]
) -> tuple[Point, ...]:
    """Return the control points of a curve, those that S and T mirror included; none for a line.

    Args:
        letter: The command.
        at: Where it begins.
        targets: The points that it names.
        last_control: The kind of the curve before it, C or Q or neither, and the last control point of that.
    """
    kind, (x, y) = last_control
    mirrored = 2 * at[0] - x, 2 * at[1] - y
    match letter:
        case "C" | "Q":
            return tuple(targets[:-1])
        case "S":
            return (mirrored if kind == "C" else at, targets[0])
        case "T":
            return (mirrored if kind == "Q" else at,)
        case _:  # the rest: lines
            return ()


def bezier_points(controls: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a Bezier curve behind its first; of a line, its end."""
    if len(controls) == 2:
        yield controls[1]
        return
    length = sum(dist(one, other) for one, other in pairwise(controls))
    steps = min(24, max(4, ceil(length / SHORTEST_STEP)))
    for step in range(1, steps + 1):
        points = [*controls]
        while len(points) > 1:  # de Casteljau's algorithm
            points = [
                tuple(a + (b - a) * step / steps for a, b in zip(one, other, strict=True))  # type: ignore[misc]  # a pair
                for one, other in pairwise(points)
            ]
        yield points[0]


def make_polyline(points: Sequence[Point], *, closed: bool) -> Polyline:
    """Round points to tenths of a unit, without repeated ones."""
    rounded: list[tuple[int, int]] = []
    for x, y in points:
        point = floor(x * 10 + 0.5), floor(y * 10 + 0.5)
        if not rounded or rounded[-1] != point:
            rounded.append(point)
    if closed and len(rounded) > 2 and rounded[0] == rounded[-1]:
        rounded.pop()
    return Polyline(points=tuple(number for point in rounded for number in point), closed=closed)


def mirror_polylines(polylines: Sequence[Polyline], middle: int) -> tuple[Polyline, ...]:
    """Add the mirror images of polylines about a vertical line; halves that begin and end on it become one.

    Args:
        polylines: The polylines.
        middle: Twice the x coordinate of the line, in tenths.
    """
    result: list[Polyline] = []
    for polyline in polylines:
        pairs = [*zip(polyline.points[::2], polyline.points[1::2], strict=True)]
        image = [(middle - x, y) for x, y in reversed(pairs)]
        if 2 * pairs[0][0] == middle == 2 * pairs[-1][0]:
            joined = [*pairs, *image[1:-1]]
            result.append(Polyline(points=tuple(number for point in joined for number in point), closed=True))
        else:
            mirrored = tuple(number for point in image for number in point)
            result += [polyline, evolve(polyline, points=mirrored)]
    return tuple(result)


def make_arc(x: int, y: int, radius: int, first: int, last: int) -> Polyline:
    """Make the sector of a circle between two directions, in degrees clockwise from up, as a polyline.

    Args:
        x: The centre across, in units.
        y: The centre down.
        radius: The radius.
        first: The direction in which it begins.
        last: The direction in which it ends, behind the first.
    """
    width = (last - first) % 360 or 360
    steps = ceil(width / ARC_STEP)
    angles = [radians(first + width * step / steps) for step in range(steps + 1)]
    rim = [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]
    return make_polyline(rim if width == 360 else [(float(x), float(y)), *rim], closed=True)
