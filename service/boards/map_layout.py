"""The layout of maps: points to scale in a frame, a key for the things at each, and the legend of keys below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from string import ascii_letters, digits

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.text_fitting import (
    MIN_FRAME_WIDTH,
    Frame,
    Laid,
    Part,
    StyledLine,
    Words,
    keep_worst_lines,
    line_width,
    thing_lines,
    truncate_line,
)

LINE_HEIGHT_RATIO = 2.3
"""The height of a line in widths of a column."""

MAP_KEYS = digits[1:] + ascii_letters
"""The keys for occupied cells of a map; with more cells than keys, the last cells share one."""

KEY_COLUMNS = 2
"""The columns before an entry of the legend: the key and a space."""


def lay_out_map(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Lay a map out as a frame with a key letter at each place, and a legend below it."""
    width, height = scale_to_fit(board, columns - 2, lines)
    frames = [Frame(0, 0, width + 1, height + 1)]
    words: list[Words] = []
    legend: list[StyledLine] = []
    for number, (place, things) in enumerate(keyed_cells(board, width, height)):
        frame = frame_of(board, place, width, height)
        key = MAP_KEYS[min(number, len(MAP_KEYS) - 1)]
        if is_area(place):
            frames.append(frame)
            words.append(Words(frame.left + 2, frame.top, (Part(key),), "key"))
        else:
            words.append(Words(frame.left + 1, frame.top + 1, (Part(key),), "key"))
        legend += describe_key(key, things, columns)
    if lines is not None:
        legend = keep_worst_lines(legend, max(0, lines - height - 2))
    words += [Words(0, height + 2 + at, line, "mark") for at, line in enumerate(legend)]
    return Laid(max([width + 2, *map(line_width, legend)]), height + 2 + len(legend), tuple(frames), tuple(words))


def scale_to_fit(board: BoardShown, width: int, lines: int | None) -> tuple[int, int]:
    """Compute the map's size inside its frame, in columns and lines: the full width, or less if the box is too low."""
    height = floor(width * board.rows / board.columns / LINE_HEIGHT_RATIO + 0.5)
    if lines is not None:
        keys = sum(len(place.things) for place in board.places)
        max_height = lines - 2 - min(keys, lines // 2)
        if height > max_height:
            width, height = (
                min(width, floor(max_height * LINE_HEIGHT_RATIO * board.columns / board.rows + 0.5)),
                max_height,
            )
    return max(MIN_FRAME_WIDTH, width), max(1, height)


def is_area(place: PlaceShown) -> bool:
    """Whether a place on a map is larger than a point."""
    return place.columns > 1 or place.rows > 1


def keyed_cells(board: BoardShown, width: int, height: int) -> Iterator[tuple[PlaceShown, Sequence[ThingShown]]]:
    """Yield the places that get a key letter, with their things: areas first, then points merged by character cell."""
    points: dict[tuple[int, int], list[PlaceShown]] = {}
    for place in board.places:
        if is_area(place):
            yield place, place.things
        else:
            frame = frame_of(board, place, width, height)
            points.setdefault((frame.top, frame.left), []).append(place)
    for _, cell_places in sorted(points.items(), key=lambda item: item[0]):
        yield cell_places[0], [thing for place in cell_places for thing in place.things]


def frame_of(board: BoardShown, place: PlaceShown, width: int, height: int) -> Frame:
    """Scale a place of a map to the rectangle of its frame in characters.

    Args:
        board: The map.
        place: The place.
        width: The columns inside the frame.
        height: The lines inside the frame.
    """
    left, top = place.column * width // board.columns, place.row * height // board.rows
    right = (place.column + place.columns - 1) * width // board.columns
    bottom = (place.row + place.rows - 1) * height // board.rows
    return Frame(left, top, right + 2, bottom + 2)


def describe_key(key: str, things: Sequence[ThingShown], columns: int) -> Iterator[StyledLine]:
    """Yield the legend's lines for a key letter: one line or several for each thing at its place."""
    prefix = key
    for thing in things:
        for line in thing_lines(thing, columns - KEY_COLUMNS):
            yield truncate_line((Part(f"{prefix} "), *line), columns)
            prefix = " "
