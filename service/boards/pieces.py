"""Pieces: what places and things of boards stand for, so that they can be found by name."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.flat.types import ElementType, EnumType
from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.runtime.events.describe import Describer
from bombsight.service.boards.text_fitting import Target


def pieces_by_title(describer: Describer, boards: Iterable[BoardShown]) -> dict[str, str]:
    """Map titles to the pieces that boards show: those of values and elements, and those on the boards."""
    pieces: dict[str, str] = {}
    for place in (place for board in boards for place in board.places):
        for piece in (place.piece, *(thing.piece for thing in place.things)):
            if piece:
                pieces[title_of_piece(describer, piece)] = piece
        if place.piece:
            pieces.setdefault(place.title, place.piece)
    return pieces


def title_of_piece(describer: Describer, piece: str) -> str:
    """Return the title of the value or element that a piece is."""
    list_name, sign, reference = piece.partition("#")
    if sign:
        record = describer.lists[list_name].record
        return describer.value_title(ElementType(record), int(reference))
    enum, _, value = piece.partition(".")
    return describer.value_title(EnumType(enum), describer.enums[enum].values.index(value))


def has_words(board: BoardShown, target: Target) -> bool:
    """Whether a target has more to say than its title: it is a place with things, or a thing at a point."""
    place = place_of_target(board, target)
    return place is not None and place.piece in ("", target.piece)


def place_of_target(board: BoardShown, target: Target) -> PlaceShown | None:
    """Find the place of a board that a target stands for, or at which its thing stands; None if nothing stands there.

    A target without a piece is found by its words.
    """
    for place in board.places:
        if target.piece:
            is_there = target.piece in (place.piece, *(thing.piece for thing in place.things))
        else:
            texts = [thing.text for thing in place.things]
            is_there = target.text in ("; ".join(texts), *texts)
        if place.things and is_there:
            return place
    return None
