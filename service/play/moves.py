"""The moves of a program that plays: a line of JSON each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, assert_never, cast

from attrs import frozen

from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.form import Between
from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError, clip
from bombsight.flat.document_forms import WHOLE
from bombsight.runtime.batch.rollouts import MAX_RUNS
from bombsight.runtime.events.names import OwnName
from bombsight.service.boards.boards import Boards
from bombsight.service.common.document import Document
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.naming import Called, Names
from bombsight.service.present.documents import WhoThrows
from bombsight.service.present.question_documents import group_document

MAX_NUMBER = 10**9
"""No number in a move is higher."""

MOVE_FORMS = (
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

    throw: Annotated[tuple[Annotated[int, Between(1, MAX_NUMBER)], ...], Between(1)]


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

    undo: Annotated[int, Between(1, MAX_NUMBER)]


@frozen
class OddsMove:
    """Asks for the odds of the open question; the game stays as it is.

    Attributes:
        odds: How many runs of each answer are played for them.
    """

    odds: Annotated[int, Between(1, MAX_RUNS)]


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


def parse_move(line: str) -> Move:
    """The move that a line says.

    Raises:
        InputError: It says none.
    """
    try:
        move: Move = decode_strictly(parse_json(line), cast(Any, Move), WHOLE)
    except MALFORMED_ERRORS as error:
        raise InputError(f"this is no move: {clip(line)}", "", MOVE_FORMS) from error
    return move


def apply_move(questions: QuestionFilter, move: Move) -> Document | None:
    """Make a move.

    Returns:
        What is told at once; None where the game as it stands then tells all.

    Raises:
        InputError: It cannot be made here, or the game cannot go on.
    """
    match move:
        case AnswerMove(answer):
            questions.answer(answer)
        case AnswersMove(answers):
            questions.answer_all(answers)
        case ChosenMove(names):
            questions.choose_several(names)
        case TogetherMove():
            return group_document(questions.question_group(always=True))
        case ThrowMove(faces):
            questions.throw(faces)
        case SeedMove():
            questions.play.throw_for_me()
        case DiceMove(dice):
            questions.play.throw_by_hand(dice == "manual")
            return WhoThrows(dice=dice)
        case UndoMove(count):
            if not questions.undo(count):
                raise InputError("there is nothing to take back")
        case OddsMove(runs):
            return questions.play.odds(runs)
        case BoardsMove():
            return Boards(boards=questions.play.boards())
        case NamesMove():
            return Names(called=questions.play.called())
        case NameMove(own_name):
            questions.play.name_as(find_named_thing(own_name, questions.play.called()), own_name.name)
        case _:
            assert_never(move)
    return None


def find_named_thing(own_name: OwnName, named_things: Sequence[Called]) -> Called:
    """Who has a name of a list with a number.

    Raises:
        InputError: Nobody.
    """
    for thing in named_things:
        if (thing.of, thing.number) == (own_name.of, own_name.number):
            return thing
    hint = '{"names": true} tells who has a name.'
    raise InputError(f"nobody has the name {own_name.number} of the list {clip(repr(own_name.of))}", "", hint)
