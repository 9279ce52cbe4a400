"""The moves of a program that plays a game: one JSON line each."""

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
from bombsight.service.play.naming import NamedThing, Names
from bombsight.service.present.documents import WhoThrows
from bombsight.service.present.question_documents import group_document

MAX_NUMBER = 10**9
"""The highest number in a move."""

MOVE_FORMS = (
    'Write {"answer": NAME}, {"answers": [NAME]}, {"chosen": [NAME]}, {"together": true}, {"throw": [3, 4]},'
    ' {"throw": "seed"}, {"dice": "manual"}, {"undo": 1}, {"odds": 1000}, {"boards": true}, {"names": true}'
    ' or {"name": {"of": LIST, "number": 0, "name": TEXT}}.'
)


@frozen
class AnswerMove:
    """A move that answers the open question.

    Attributes:
        answer: The name of an option; `none` where that may be answered.
    """

    answer: str


@frozen
class AnswersMove:
    """A move that answers the open question and those of its group that follow.

    Attributes:
        answers: For each, in order, the name of an option; `none` where that may be answered.
    """

    answers: Annotated[tuple[str, ...], Between(1)]


@frozen
class ChosenMove:
    """A move that answers a repeated question once for each chosen option.

    Attributes:
        chosen: The names of the options, as now offered, in the order in which to answer them.
    """

    chosen: tuple[str, ...]


@frozen
class TogetherMove:
    """A request for the group that the open question is asked in; the game stays as it is.

    Attributes:
        together: Always true.
    """

    together: Literal[True]


@frozen
class ThrowMove:
    """A move with the faces of real dice.

    Attributes:
        throw: Each die, for a d66 the tens first; or their total alone.
    """

    throw: Annotated[tuple[Annotated[int, Between(1, MAX_NUMBER)], ...], Between(1)]


@frozen
class SeedMove:
    """A move that leaves the awaited dice to the seed.

    Attributes:
        throw: Always `seed`.
    """

    throw: Literal["seed"]


@frozen
class DiceMove:
    """A move that switches the source of dice from here on, also for resumed play.

    Attributes:
        dice: `manual`, real dice are asked for; `seeded`, they fall by the seed.
    """

    dice: Literal["manual", "seeded"]


@frozen
class UndoMove:
    """A move that takes back answers, or throws of real dice, with all that followed them.

    Attributes:
        undo: How many decisions.
    """

    undo: Annotated[int, Between(1, MAX_NUMBER)]


@frozen
class OddsMove:
    """A request for the odds of the open question; the game stays as it is.

    Attributes:
        odds: How many runs of each answer to play.
    """

    odds: Annotated[int, Between(1, MAX_RUNS)]


@frozen
class BoardsMove:
    """A request for the boards; the game stays as it is.

    Attributes:
        boards: Always true.
    """

    boards: Literal[True]


@frozen
class NamesMove:
    """A request for all people and things with names; the game stays as it is.

    Attributes:
        names: Always true.
    """

    names: Literal[True]


@frozen
class NameMove:
    """A move that renames a person or a thing. It changes neither dice nor story.

    Attributes:
        name: The list and number as `names` gives them, and the new name.
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
    """Parse a move from a JSON line.

    Raises:
        InputError: The line is no move.
    """
    try:
        move: Move = decode_strictly(parse_json(line), cast(Any, Move), WHOLE)
    except MALFORMED_ERRORS as error:
        raise InputError(f"this is no move: {clip(line)}", "", MOVE_FORMS) from error
    return move


def apply_move(questions: QuestionFilter, move: Move) -> Document | None:
    """Apply a move to a game in play, and return the reply's document if it is not the game's next one.

    Returns:
        The document of the reply; None if the game's next document is the reply.

    Raises:
        InputError: The move is not possible here, or the game cannot go on.
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
            return Names(called=questions.play.named_things())
        case NameMove(own_name):
            questions.play.rename_thing(find_named_thing(own_name, questions.play.named_things()), own_name.name)
        case _:
            assert_never(move)
    return None


def find_named_thing(own_name: OwnName, named_things: Sequence[NamedThing]) -> NamedThing:
    """Find the person or thing whose present name has a given list and number.

    Raises:
        InputError: No thing has it.
    """
    for thing in named_things:
        if (thing.of, thing.number) == (own_name.of, own_name.number):
            return thing
    hint = '{"names": true} tells who has a name.'
    raise InputError(f"nobody has the name {own_name.number} of the list {clip(repr(own_name.of))}", "", hint)
