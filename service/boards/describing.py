"""Boards described in sentences, for screen readers and for lines of text."""

from __future__ import annotations

from bombsight.flat.boards import BoardScale
from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.service.boards.drawing_layout import scale_length
from bombsight.service.present import sentences

EMPTY_TEXT = sentences.NO_BOARD
"""The description of a board without places."""


def describe_board(board: BoardShown) -> str:
    """Describe a board in words for screen readers: each occupied or changed place, then the texts beside the board."""
    places = [describe_place(board, place) for place in board.places if place.things or place.is_changed]
    shapes = dict.fromkeys(f"{shape.text.rstrip('.')}." for shape in board.shapes if shape.text)
    notes = [sentences.marked_as_new(f"{thing.text.rstrip('.')}.", thing.is_changed) for thing in board.notes]
    return " ".join([*places, *shapes, *notes]) or EMPTY_TEXT


def describe_place(board: BoardShown, place: PlaceShown) -> str:
    """Describe a place and the things at it in a sentence."""
    return sentences.marked_as_new(f"{place_in_words(board, place)}.", place.is_changed)


def place_in_words(board: BoardShown, place: PlaceShown) -> str:
    """Render a place and the things at it in words; where it is by two numbers in a picture, by its scale only."""
    if not place.name:
        return place.title
    words = "; ".join(thing.text for thing in place.things) or sentences.CLEAR_PLACE
    title = title_in_words(board, place)
    return f"{title}: {words}" if title else words


def title_in_words(board: BoardShown, place: PlaceShown) -> str:
    """Render the title of a place; two numbers in a picture by its scale, empty if it has none."""
    if board.layout == "picture" and not place.piece:
        return point_in_words(board.scale, place) if board.scale is not None else ""
    return place.title


def point_in_words(scale: BoardScale, place: PlaceShown) -> str:
    """Render two numbers of a picture in the units of its scale, from its upper left corner."""
    across, down = (scale_length(number, 1, scale.numbers) for number in (place.column, place.row))
    return f"{across}, {down} {scale.unit}"
