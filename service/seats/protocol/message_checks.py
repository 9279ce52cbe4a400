"""Semantic validation of decoded messages: rules that their types cannot express."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.present.joint_questions import MAX_JOINT_QUESTIONS
from bombsight.service.present.sheet import SheetLine
from bombsight.service.seats.protocol.host_messages import Again, Turn

MAX_MAP_SIDE = 10_000
"""The maximum number of rows or columns of a map, which shows each as a number."""

MAX_GRID_SIDE = 1_000
"""The maximum number of rows or columns of a board that draws each."""

MAX_MARK_COLUMNS = 100
"""The maximum number of columns for the things at a board's places."""


def check_question(question: Question) -> None:
    """Raise if a question has no options, or its preferred one is not among them.

    Raises:
        ValueError: It is not so.
    """
    least = NO_OPTION if question.optional else 0
    if not question.options or not least <= question.preferred < len(question.options):
        raise ValueError("a question without such an answer")


def check_turn(turn: Turn) -> None:
    """Raise if the grouped questions of a turn contradict each other.

    Raises:
        ValueError: They are not.
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
    """Raise if a repeated question asks for more answers than it has options, or prefers impossible ones.

    Raises:
        ValueError: It does not.
    """
    preferred = again.preferred
    are_offered = all(0 <= place < option_count for place in preferred) and len({*preferred}) == len(preferred)
    if not (1 <= again.most <= option_count and are_offered and len(preferred) <= again.most):
        raise ValueError("more to choose than there is")


def check_board(board: BoardShown) -> None:
    """Raise if a place of a board lies outside of it, or the board is too large to draw.

    Raises:
        ValueError: It does not, or cannot.
    """
    is_to_scale = board.layout in ("map", "picture")
    max_side = MAX_MAP_SIDE if is_to_scale else MAX_GRID_SIDE
    if not (0 <= board.rows <= max_side and 0 <= board.columns <= max_side):
        raise ValueError("too large a board")
    for place in board.places:
        least = 0 if is_to_scale else 1  # captions and things there stand at points
        is_down = 0 <= place.row <= place.row + place.rows <= board.rows and place.rows >= least
        is_across = 0 <= place.column <= place.column + place.columns <= board.columns and place.columns >= least
        if not (is_down and is_across):
            raise ValueError("a place beside its board")
        for thing in place.things:
            if not all(0 <= mark.column < MAX_MARK_COLUMNS for mark in thing.marks):
                raise ValueError("a mark beside its place")


def check_sheet_line(line: SheetLine) -> None:
    """Raise if a line of the sheet, unless it is a list, has no value.

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
"""The validator of each class; it raises ``ValueError`` for an impossible value."""
