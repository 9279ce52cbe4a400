"""A map laid out: its numbers to scale in a frame, a key for what stands there, and below it what each key means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from string import ascii_letters, digits

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.room import LEAST, Frame, Laid, Line, Part, Words, cut_line, kept, lines_of, size

HIGHER = 2.3
"""How much higher a line is than a column is wide."""

KEYS = digits[1:] + ascii_letters
"""What stands on a map for what stands in a cell; where there are more cells, the last of them share one."""

KEYED = 2
"""Columns before what a key means: the key and a space."""


def chart(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """A map in its frame, with what stands on it.

    Args:
        board: The board.
        columns: How wide the box is.
        lines: How high; None where there is room for all.
    """
    wide, high = scale(board, columns - 2, lines)
    frames = [Frame(0, 0, wide + 1, high + 1)]
    words: list[Words] = []
    told: list[Line] = []
    for number, (place, things) in enumerate(cells(board, wide, high)):
        frame = framed(board, place, wide, high)
        key = KEYS[min(number, len(KEYS) - 1)]
        if is_area(place):
            frames.append(frame)
            words.append(Words(frame.left + 2, frame.top, (Part(key),), "key"))
        else:
            words.append(Words(frame.left + 1, frame.top + 1, (Part(key),), "key"))
        told += meaning(key, things, columns)
    if lines is not None:
        told = kept(told, max(0, lines - high - 2))
    words += [Words(0, high + 2 + at, line, "mark") for at, line in enumerate(told)]
    return Laid(max([wide + 2, *map(size, told)]), high + 2 + len(told), tuple(frames), tuple(words))


def scale(board: BoardShown, wide: int, lines: int | None) -> tuple[int, int]:
    """How many columns and lines the frame holds: all columns, or fewer where the box is too low for them."""
    high = floor(wide * board.rows / board.columns / HIGHER + 0.5)
    if lines is not None:
        keys = sum(len(place.things) for place in board.places)
        most = lines - 2 - min(keys, lines // 2)
        if high > most:
            wide, high = min(wide, floor(most * HIGHER * board.columns / board.rows + 0.5)), most
    return max(LEAST, wide), max(1, high)


def is_area(place: PlaceShown) -> bool:
    """Whether a place is more than a point."""
    return place.columns > 1 or place.rows > 1


def cells(board: BoardShown, wide: int, high: int) -> Iterator[tuple[PlaceShown, Sequence[ThingShown]]]:
    """What has a key: each area, then each cell in which points lie, with all that stands in it, line by line."""
    points: dict[tuple[int, int], list[PlaceShown]] = {}
    for place in board.places:
        if is_area(place):
            yield place, place.things
        else:
            frame = framed(board, place, wide, high)
            points.setdefault((frame.top, frame.left), []).append(place)
    for _, held in sorted(points.items(), key=lambda item: item[0]):
        yield held[0], [thing for place in held for thing in place.things]


def framed(board: BoardShown, place: PlaceShown, wide: int, high: int) -> Frame:
    """The frame around a place: that of the map has its sides at 0 and behind the last column and line."""
    left, top = place.column * wide // board.columns, place.row * high // board.rows
    right = (place.column + place.columns - 1) * wide // board.columns
    bottom = (place.row + place.rows - 1) * high // board.rows
    return Frame(left, top, right + 2, bottom + 2)


def meaning(key: str, things: Sequence[ThingShown], columns: int) -> Iterator[Line]:
    """What a key stands for: a line for each thing, or several."""
    before = key
    for thing in things:
        for line in lines_of(thing, columns - KEYED):
            yield cut_line((Part(f"{before} "), *line), columns)
            before = " "
