"""The boards of a game as it stands."""

from __future__ import annotations

from attrs import frozen

from bombsight.flat.boards import Board
from bombsight.flat.types import EnumType, TextType
from bombsight.runtime.boards import BoardShown, Showing
from bombsight.runtime.events.describe import Describer
from bombsight.service.common.document import Document


@frozen(kw_only=True)
class Boards(Document):
    """Pictures of the state, as the rules declare them; a front end draws them as it likes."""

    document = "boards"

    boards: tuple[BoardShown, ...]


def members_named(describer: Describer, enum: str) -> frozenset[int] | None:
    """The values of an enum that boards list by name, in rows, in the state that a describer knows.

    A board that says ``rows p in Post where has_post(p)`` and marks each row with a name tells which posts there are.

    Returns:
        The values, or None where no board lists any: then all are there.
    """
    if describer.asides is None:
        return None
    showing = Showing(describer, describer.asides.at(describer.slots, describer.program.budgets.board))
    lined = [board.lined for board in describer.program.boards if board.by == "rows" and is_named(board)]
    listed = [members for members in lined if members is not None and members.type == EnumType(enum)]
    return frozenset(member for members in listed for member in showing.members(members)) if listed else None


def is_named(board: Board) -> bool:
    """Whether a board marks anything with a name that was given."""
    return any(
        not isinstance(part, str) and isinstance(part.type, TextType)
        for marks in board.marks
        for mark in marks.marks
        for part in mark.text
    )


def boards_of(describer: Describer) -> tuple[BoardShown, ...]:
    """Every board of a program, in the state that a describer knows; all together have one budget.

    Args:
        describer: Of a game that has begun.
    """
    boards = describer.program.boards
    if not boards or describer.asides is None:
        return ()
    showing = Showing(describer, describer.asides.at(describer.slots, describer.program.budgets.board))
    return tuple(map(showing.board, boards))
