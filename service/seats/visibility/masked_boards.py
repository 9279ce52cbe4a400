"""Boards in a masked state: the order of their things is hidden with that of the lists which it shows."""

from __future__ import annotations

from attrs import evolve

from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.service.boards.boards import render_boards
from bombsight.service.seats.visibility.masked_state import MaskedState, StateMask


def render_masked_boards(mask: StateMask, masked: MaskedState) -> tuple[BoardShown, ...]:
    """Return the boards in a masked state, which ``mask`` made last, without anything that rests on what is hidden."""
    boards = render_boards(masked.describer)
    mask.close()
    unordered_ids = mask.secrets.unordered
    if not unordered_ids:
        return boards
    lined = (board.lined for board in mask.session.program.boards)
    are_secret = (members is not None and members.list in unordered_ids for members in lined)
    return tuple(
        sort_unordered_things(board, lines_up_secrets=is_secret)
        for board, is_secret in zip(boards, are_secret, strict=True)
    )


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
