"""Boards without the order of things, where that order is hidden."""

from __future__ import annotations

from attrs import evolve

from bombsight.runtime.boards import BoardShown, PlaceShown


def sort_unordered_things(board: BoardShown, *, lines_up_secrets: bool) -> BoardShown:
    """Copy a board with the things at each place sorted, so that their order reveals nothing.

    Args:
        board: The board.
        lines_up_secrets: Whether its places are elements of a list whose order is hidden: they are then sorted, in
            rows or in columns, by their visible contents.
    """
    places = tuple(evolve(place, things=tuple(sorted(place.things, key=repr))) for place in board.places)
    if lines_up_secrets:
        places = tuple(
            evolve(place, row=at, column=0) if board.layout == "rows" else evolve(place, row=0, column=at)
            for at, place in enumerate(sorted(places, key=place_sort_key))
        )
    if board.layout == "map":  # areas may begin at the same place
        places = tuple(sorted(places, key=lambda place: (place.row, place.column, place.name)))
    return evolve(board, places=places, notes=tuple(sorted(board.notes, key=repr)))


def place_sort_key(place: PlaceShown) -> tuple[str, str, str]:
    """Sort key: all the visible contents of a board's place, without its position."""
    return place.name, place.title, repr(place.things)
