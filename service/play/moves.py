"""The moves of a program that plays: a line of JSON each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, assert_never, cast

from attrs import frozen

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.form import Between
from bombsight.boundary.documents import MALFORMED, parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.flat.document_forms import WHOLE
from bombsight.runtime.batch.rollouts import MOST
from bombsight.runtime.events.names import OwnName
from bombsight.service.boards.shown import Boards
from bombsight.service.common.document import Document
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.own_names import Called, Names
from bombsight.service.present.documents import WhoThrows
from bombsight.service.present.questions import put_together

HIGHEST = 10**9
"""No number in a move is higher."""

FORMS = (
    'Write {"answer": NAME}, {"answers": [NAME]}, {"chosen": [NAME]}, {"together": true}, {"throw": [3, 4]},'
    ' {"throw": "seed"}, {"dice": "manual"}, {"undo": 1}, {"odds": 1000}, {"boards": true}, {"names": true}'
    ' or {"name": {"of": LIST, "number": 0, "name": TEXT}}.'
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
class ChosenMove:
    """Answers the question that is open, and is asked again and again, as often as something is chosen.

    Attributes:
        chosen: The names of the options, as they are offered now, in the order in which they are to be answered.
    """

    chosen: tuple[str, ...]


@frozen
class TogetherMove:
    """Asks what the open question is put as one with; the game stays as it is.

    Attributes:
        together: Always true.
    """

    together: Literal[True]


@frozen
class ThrowMove:
    """Says what real dice show.

    Attributes:
        throw: Each die, for a d66 the tens first; or their total alone.
    """

    throw: Annotated[tuple[Annotated[int, Between(1, HIGHEST)], ...], Between(1)]


@frozen
class SeedMove:
    """Leaves the dice that are to be thrown to the seed.

    Attributes:
        throw: Always `seed`.
    """

    throw: Literal["seed"]


@frozen
class DiceMove:
    """Has others throw from here on, also when the game is taken up again.

    Attributes:
        dice: `manual`, real dice are asked for; `seeded`, they fall by the seed.
    """

    dice: Literal["manual", "seeded"]


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


@frozen
class NamesMove:
    """Asks who and what has a name; the game stays as it is.

    Attributes:
        names: Always true.
    """

    names: Literal[True]


@frozen
class NameMove:
    """Gives somebody another name. It changes neither dice nor story.

    Attributes:
        name: Whom, by list and number as `names` tells them, and the new name.
    """

    name: OwnName


Move = (
    AnswerMove
    | AnswersMove
    | ChosenMove
    | TogetherMove
    | ThrowMove
    | SeedMove
    | DiceMove
    | UndoMove
    | OddsMove
    | BoardsMove
    | NamesMove
    | NameMove
)


def read_move(line: str) -> Move:
    """The move that a line says.

    Raises:
        InputError: It says none.
    """
    try:
        move: Move = decode_strictly(parse_json(line), cast(Any, Move), WHOLE)
    except MALFORMED as error:
        raise InputError(f"this is no move: {clip(line)}", "", FORMS) from error
    return move


def make(steward: QuestionFilter, move: Move) -> Document | None:
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
        case ChosenMove(names):
            steward.answer_chosen(names)
        case TogetherMove():
            return put_together(steward.group(always=True))
        case ThrowMove(faces):
            steward.throw(faces)
        case SeedMove():
            steward.play.throw_for_me()
        case DiceMove(dice):
            steward.play.throw_by_hand(dice == "manual")
            return WhoThrows(dice=dice)
        case UndoMove(count):
            if not steward.undo(count):
                raise InputError("there is nothing to take back")
        case OddsMove(runs):
            return steward.play.odds(runs)
        case BoardsMove():
            return Boards(boards=steward.play.boards())
        case NamesMove():
            return Names(called=steward.play.called())
        case NameMove(own):
            steward.play.name_as(one_called(own, steward.play.called()), own.name)
        case _:
            assert_never(move)
    return None


def one_called(own: OwnName, all_called: Sequence[Called]) -> Called:
    """Who has a name of a list with a number.

    Raises:
        InputError: Nobody.
    """
    for one in all_called:
        if (one.of, one.number) == (own.of, own.number):
            return one
    hint = '{"names": true} tells who has a name.'
    raise InputError(f"nobody has the name {own.number} of the list {clip(repr(own.of))}", "", hint)
