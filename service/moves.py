"""The moves of a program that plays: a line of JSON each."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from attrs import frozen

from bombsight.flat.as_json import Between
from bombsight.runtime.errors import InputError, clip
from bombsight.runtime.odds import MOST
from bombsight.service.boards.shown import Boards
from bombsight.service.document import Document
from bombsight.service.steward import Steward

HIGHEST = 10**9
"""No number in a move is higher."""

FORMS = (
    'Write {"answer": NAME}, {"answers": [NAME]}, {"throw": [3, 4]}, {"undo": 1}, {"odds": 1000} or {"boards": true}.'
)


@frozen
class AnswerMove:
    """Answers the question that is open.

    Attributes:
        answer: The name of an option; `none` where that may be answered.
    """

    answer: str


@frozen
class AnswersMove:
    """Answers the question that is open and those that follow it and are put as one with it.

    Attributes:
        answers: For each, in order, the name of an option; `none` where that may be answered.
    """

    answers: Annotated[tuple[str, ...], Between(1)]


@frozen
class ThrowMove:
    """Says what real dice show.

    Attributes:
        throw: Each die, for a d66 the tens first; or their total alone.
    """

    throw: Annotated[tuple[Annotated[int, Between(1, HIGHEST)], ...], Between(1)]


@frozen
class UndoMove:
    """Takes back answers, or throws of real dice, with all that followed them.

    Attributes:
        undo: How many.
    """

    undo: Annotated[int, Between(1, HIGHEST)]


@frozen
class OddsMove:
    """Asks for the odds of the open question; the game stays as it is.

    Attributes:
        odds: How many runs of each answer are played for them.
    """

    odds: Annotated[int, Between(1, MOST)]


@frozen
class BoardsMove:
    """Asks for the boards as they stand; the game stays as it is.

    Attributes:
        boards: Always true.
    """

    boards: Literal[True]


Move = AnswerMove | AnswersMove | ThrowMove | UndoMove | OddsMove | BoardsMove


def read_move(line: str) -> Move:
    """The move that a line says.

    Raises:
        InputError: It says none.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    match found:
        case {"answer": str(name), **more} if not more:
            return AnswerMove(name)
        case {"answers": [*names], **more} if not more and names and all(isinstance(name, str) for name in names):
            return AnswersMove(tuple(names))
        case {"throw": [*faces], **more} if not more and faces and all(map(is_number, faces)):
            return ThrowMove(tuple(faces))
        case {"undo": count, **more} if not more and is_number(count):
            return UndoMove(count)
        case {"odds": runs, **more} if not more and is_number(runs):
            return OddsMove(runs)
        case {"boards": True, **more} if not more:
            return BoardsMove(True)
    raise InputError(f"this is no move: {clip(line)}", "", FORMS)


def make(steward: Steward, move: Move) -> Document | None:
    """Make a move.

    Returns:
        What is told at once; None where the game as it stands then tells all.

    Raises:
        InputError: It cannot be made here, or the game cannot go on.
    """
    match move:
        case AnswerMove(answer):
            steward.answer(answer)
        case AnswersMove(answers):
            steward.answer_all(answers)
        case ThrowMove(faces):
            steward.throw(faces)
        case UndoMove(count):
            if not steward.undo(count):
                raise InputError("there is nothing to take back")
        case OddsMove(runs):
            return steward.play.odds(runs)
        case BoardsMove():
            return Boards(boards=steward.play.boards())
    return None


def is_number(value: object) -> bool:
    """Whether it is a number that dice, or moves, could count."""
    return type(value) is int and 1 <= value <= HIGHEST
