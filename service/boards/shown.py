"""The boards of a game as it stands."""

from __future__ import annotations

from attrs import frozen

from bombsight.runtime.boards import BoardShown, Showing
from bombsight.runtime.describe import Describer
from bombsight.service.document import Document


@frozen(kw_only=True)
class Boards(Document):
    """Pictures of the state, as the rules declare them; a front end draws them as it likes."""

    document = "boards"

    boards: tuple[BoardShown, ...]


def boards_of(describer: Describer) -> tuple[BoardShown, ...]:
    """Every board of a program, in the state that a describer knows.

    Args:
        describer: Of a game that has begun.
    """
    boards = describer.program.boards
    if not boards or describer.asides is None:
        return ()
    showing = Showing(describer, describer.asides.at(describer.slots))
    return tuple(map(showing.board, boards))
