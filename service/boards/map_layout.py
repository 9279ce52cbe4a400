"""The layout of maps: points to scale in a frame, a key for the things at each, and the legend of keys below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from string import ascii_letters, digits

from attrs import evolve

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.drawing_layout import Extent, has_footer, lay_out_footer, lay_out_shapes
from bombsight.service.boards.targets import CellBox, targets_of_place
from bombsight.service.boards.text_fitting import (
    MIN_FRAME_WIDTH,
    Frame,
    Laid,
    Part,
    StyledLine,
    Target,
    Words,
    keep_worst_lines,
    line_width,
    sign_part,
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
    footer = int(has_footer(board))
    width, height = scale_to_fit(board, columns - 2, None if lines is None else lines - footer)
    extent = Extent(board.columns, board.rows, width, height)
    frames = [Frame(0, 0, width + 1, height + 1)]
    words: list[Words] = []
    legend: list[StyledLine] = []
    targets: list[Target] = []
    cells = [*keyed_cells(board, width, height)]
    taken = {(frame.left, frame.top) for frame in (frame_of(board, place, width, height) for place, _ in cells)}
    for number, (place, things) in enumerate(cells):
        frame = frame_of(board, place, width, height)
        key = MAP_KEYS[min(number, len(MAP_KEYS) - 1)]
        is_changed = any(thing.is_changed for thing in things)
        if is_area(place):
            frames.append(frame)
            words.append(Words(frame.left + 2, frame.top, (Part(key, is_changed=is_changed),), "key"))
        else:
            words += key_words(frame, key, things, has_room=(frame.left + 1, frame.top) not in taken)
        legend += describe_key(key, things, columns)
        targets += targets_of_place(
            evolve(place, things=tuple(things), is_changed=is_changed), "", cells_of_frame(frame, place)
        )
    for caption in board.places:
        words += caption_words(caption, extent, words)
    if lines is not None:
        legend = keep_worst_lines(legend, max(0, lines - height - 2 - footer))
    below, bars = lay_out_footer(board, extent, height + 2)
    words += below
    words += [Words(0, height + 2 + footer + at, line, "mark") for at, line in enumerate(legend)]
    return Laid(
        max([width + 2, *map(line_width, legend), *(each.column + line_width(each.parts) for each in below)]),
        height + 2 + footer + len(legend),
        tuple(frames),
        tuple(words),
        shapes=(*lay_out_shapes(board, extent, 1, 1), *bars),
        shape_left=1,
        shape_top=1,
        shape_columns=width,
        shape_lines=height,
        targets=tuple(targets),
    )


def key_words(frame: Frame, key: str, things: Sequence[ThingShown], *, has_room: bool) -> Iterator[Words]:
    """Yield the words at a point of a map: the sign of a thing, with the key beside it; or else the key alone.

    Args:
        frame: The frame about the point.
        key: The key.
        things: The things at the point, bad ones of which come first.
        has_room: Whether the cell beside it is free.
    """
    column, line = frame.left + 1, frame.top + 1
    is_changed = any(thing.is_changed for thing in things)
    ordered = sorted(things, key=lambda thing: thing.tone != "bad")
    sign = next((sign_part(mark) for thing in ordered for mark in thing.marks if mark.sign), None)
    if sign is None:
        yield Words(column, line, (Part(key, is_changed=is_changed),), "key")
        return
    yield Words(column, line, (evolve(sign, is_changed=is_changed),), "mark")
    if has_room:
        yield Words(column + 1, line, (Part(key, is_changed=is_changed),), "key")


def caption_words(place: PlaceShown, extent: Extent, words: Sequence[Words]) -> Iterator[Words]:
    """Yield the words of a caption on a map, their middle at its point; nothing for other places, or without room."""
    width = len(place.title)
    column = 1 + extent.column(place.column) - width // 2
    line = 1 + min(extent.line(place.row), extent.lines - 1)
    others = (each for each in words if each.line == line)
    overlaps = any(each.column <= column + width and column <= each.column + line_width(each.parts) for each in others)
    if not place.name and column >= 1 and column + width <= extent.columns + 1 and not overlaps:
        yield Words(column, line, (Part(place.title, is_changed=place.is_changed),), "title")


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


def cells_of_frame(frame: Frame, place: PlaceShown) -> CellBox:
    """Return the cells in which a place is pointed at: those of its frame, or of a point its key and its neighbours."""
    if is_area(place):
        return frame.left, frame.top, frame.right, frame.bottom
    return frame.left, frame.top + 1, frame.right + 1, frame.bottom


def is_area(place: PlaceShown) -> bool:
    """Whether a place on a map is larger than a point."""
    return place.columns > 1 or place.rows > 1


def keyed_cells(board: BoardShown, width: int, height: int) -> Iterator[tuple[PlaceShown, Sequence[ThingShown]]]:
    """Yield the places that get a key letter, with their things: areas first, then points merged by character cell."""
    points: dict[tuple[int, int], list[PlaceShown]] = {}
    for place in board.places:
        if not place.name:  # a caption
            continue
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
