"""The boards of a game, evaluated in its present state."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.boards import Board
from bombsight.flat.types import EnumType, TextType
from bombsight.runtime.board_renderer import BoardRenderer
from bombsight.runtime.boards import BoardShown, MarkShown
from bombsight.runtime.events.describe import Describer
from bombsight.service.common.document import Document
from bombsight.service.lookup.name_matching import find_best_matches
from bombsight.service.present import sentences


@frozen(kw_only=True)
class Boards(Document):
    """The boards that the rules declare, evaluated; a front end draws them."""

    document = "boards"

    boards: tuple[BoardShown, ...]


def listed_members(describer: Describer, enum: str) -> frozenset[int] | None:
    """Evaluate which values of an enum the game's boards list as rows with names; None if no board lists any.

    A board that says ``rows p in Post where has_post(p)`` and marks each row with a name tells which posts there are.

    Returns:
        The values, or None if no board lists any: then all exist.
    """
    if describer.asides is None:
        return None
    renderer = BoardRenderer(describer, describer.asides.evaluator_at(describer.slots, describer.program.budgets.board))
    row_domains = [board.lined for board in describer.program.boards if board.by == "rows" and has_name_mark(board)]
    listed = [members for members in row_domains if members is not None and members.type == EnumType(enum)]
    return frozenset(member for members in listed for member in renderer.evaluate_members(members)) if listed else None


def has_name_mark(board: Board) -> bool:
    """Whether a board has a mark (a text at a row or place) that shows a name which the player can change."""
    return any(
        not isinstance(part, str) and isinstance(part.type, TextType)
        for marks in board.marks
        for mark in marks.marks
        for part in mark.text
    )


def is_empty_board(board: BoardShown) -> bool:
    """Whether a board has neither a place nor anything beside it, as before anything is there."""
    return not board.places and not board.notes


def find_boards(boards: Sequence[BoardShown], name: str) -> Sequence[BoardShown]:
    """Find the boards that a name, or a part of one or of a title, names best.

    Args:
        boards: The boards of a game.
        name: The player's word; empty for all boards with anything on them, or the first if there are none.

    Raises:
        InputError: There is no such board, or no board.
    """
    if not boards:
        raise InputError(sentences.NO_BOARDS)
    if not name:
        return [board for board in boards if not is_empty_board(board)] or boards[:1]
    matching = find_best_matches(name, boards, lambda board: (board.name,), lambda board: board.title)
    if not matching:
        raise InputError(sentences.no_board(name), "", sentences.board_names([board.name for board in boards]))
    return matching


def render_boards(describer: Describer) -> tuple[BoardShown, ...]:
    """Evaluate every board of a program in the state of a describer, under one common budget."""
    boards = describer.program.boards
    if not boards or describer.asides is None:
        return ()
    renderer = BoardRenderer(describer, describer.asides.evaluator_at(describer.slots, describer.program.budgets.board))
    return tuple(map(renderer.render_board, boards))


def render_headline(describer: Describer) -> list[MarkShown] | None:
    """Evaluate what the rules show in one line all through play; None if they declare no such line."""
    headline = describer.program.headline
    if not headline or describer.asides is None:
        return None
    renderer = BoardRenderer(describer, describer.asides.evaluator_at(describer.slots, describer.program.budgets.board))
    return renderer.render_headline(headline)
