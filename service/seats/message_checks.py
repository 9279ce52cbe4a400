"""What cannot be, though it has the shape of a message: checked as messages are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.present.joint_questions import MAX_JOINT_QUESTIONS
from bombsight.service.present.sheet import SheetLine
from bombsight.service.seats.messages import Again, Turn

MAX_MAP_SIDE = 10_000
"""How many rows or columns a board has at most: on a map each is a number."""

MAX_GRID_SIDE = 1_000
"""How many it has where each is drawn."""

MAX_MARK_COLUMNS = 100
"""How many columns there are at most for what stands at the places of a board."""


def check_question(question: Question) -> None:
    """See that there is something to choose, and that what is preferred is among it.

    Raises:
        ValueError: It is not so.
    """
    least = NO_OPTION if question.optional else 0
    if not question.options or not least <= question.preferred < len(question.options):
        raise ValueError("a question without such an answer")


def check_turn(turn: Turn) -> None:
    """See that the questions that are put as one can be.

    Raises:
        ValueError: They cannot.
    """
    if not turn.rows and turn.again is None:
        return
    if turn.question is None or (turn.rows and turn.again is not None):
        raise ValueError("questions that are put as one with none")
    if turn.rows and not 2 <= len(turn.rows) <= MAX_JOINT_QUESTIONS:
        raise ValueError("too many rows, or a single one")
    if turn.again is not None:
        check_again(turn.again, len(turn.question.options))


def check_again(again: Again, option_count: int) -> None:
    """See that so many can be chosen, each once.

    Args:
        again: How many of the options are chosen.
        option_count: How many there are.

    Raises:
        ValueError: They cannot.
    """
    preferred = again.preferred
    are_offered = all(0 <= place < option_count for place in preferred) and len({*preferred}) == len(preferred)
    if not (1 <= again.most <= option_count and are_offered and len(preferred) <= again.most):
        raise ValueError("more to choose than there is")


def check_board(board: BoardShown) -> None:
    """See that each place lies on its board, and that the board can be drawn.

    Raises:
        ValueError: It does not, or cannot.
    """
    max_side = MAX_MAP_SIDE if board.layout == "map" else MAX_GRID_SIDE
    if not (0 <= board.rows <= max_side and 0 <= board.columns <= max_side):
        raise ValueError("too large a board")
    for place in board.places:
        is_down = 0 <= place.row < place.row + place.rows <= board.rows
        is_across = 0 <= place.column < place.column + place.columns <= board.columns
        if not (is_down and is_across):
            raise ValueError("a place beside its board")
        for thing in place.things:
            if not all(0 <= mark.column < MAX_MARK_COLUMNS for mark in thing.marks):
                raise ValueError("a mark beside its place")


def check_sheet_line(line: SheetLine) -> None:
    """See that what is no list has a value.

    Raises:
        ValueError: It has none.
    """
    if not line.is_list and not line.values:
        raise ValueError("a field without a value")


CHECKS_BY_CLASS: Mapping[Any, Callable[[Any], None]] = {
    BoardShown: check_board,
    Question: check_question,
    SheetLine: check_sheet_line,
    Turn: check_turn,
}
"""By the class of what is read, what sees that it can be; each raises ``ValueError`` where it cannot."""
