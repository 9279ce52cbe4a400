"""Commands of play: what can be typed at a question or a throw, read as values.

Every front end that reads text matches over :data:`Command`; what each goes like and does stands in
:mod:`bombsight.service.present.command_table`.
"""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from bombsight.runtime.run.policies import Question
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.order_parsing import NoOrder, read_order
from bombsight.service.play.standing_orders import LEVELS, Level, Order
from bombsight.service.play.throws import typed_faces
from bombsight.service.present.answers import by_whole_name, complaint, name_of, read_answer
from bombsight.service.present.command_table import ALONE, usage
from bombsight.service.present.joint_answers import read_matrix, read_several
from bombsight.service.present.joint_questions import Group, Matrix, Several
from bombsight.service.present.log import LOG_LINES
from bombsight.service.present.story import DETAILS, Detail
from bombsight.service.present.view import WantedDice

DIGITS = 6
"""A number of more digits than this is none."""

# --- commands beside answers


@frozen
class Undo:
    """Take back so many of the player's decisions, from the last; 0 where what was typed says no number."""

    count: int


@frozen
class UndoTo:
    """Take back decisions down to the one with a number, from 1, which is asked again; 0 where none was typed."""

    number: int


@frozen
class UndoAll:
    """Take back all, to the first question."""


@frozen
class ShowDecisions:
    """List the last decisions with their numbers."""


@frozen
class Quit:
    """Leave the game."""


@frozen
class Why:
    """Explain a roll: the last for an empty word, the Nth last for a number, the last on a table for its name."""

    which: str


@frozen
class ShowOdds:
    """Estimate what each answer leads to.

    Attributes:
        runs: How many runs of each answer; None for as many as about a second takes.
        everything: Whether all measures are shown.
    """

    runs: int | None = None
    everything: bool = False


@frozen
class ShowOrders:
    """List the standing orders."""


@frozen
class TakeBackOrder:
    """Take back a standing order by its number, from 1, or all of them for an empty word."""

    which: str


@frozen
class SetLevel:
    """Set how much is asked; None for a level that there is not, or to say which is set where no word is."""

    level: Level | None
    word: str


@frozen
class ShowLog:
    """Show so many of the last lines of the story; None for all."""

    lines: int | None


@frozen
class SetDetail:
    """Set how much is told; None leaves it."""

    detail: Detail | None


@frozen
class ShowSheet:
    """Show the state of the game; with ``everything``, also what is as it was at first."""

    everything: bool


@frozen
class ShowBoards:
    """Show the boards, or the one with a name."""

    name: str


@frozen
class ShowTable:
    """Show a table as a card."""

    name: str


@frozen
class ShowNames:
    """List who is called what."""


@frozen
class Rename:
    """Give somebody another name: the one who is meant, then the new name."""

    text: str


@frozen
class Save:
    """Save a copy of the game in a file; for an empty path, say where it is saved."""

    path: str


@frozen
class SetDice:
    """Have dice thrown by hand, or by the seed."""

    by_hand: bool


@frozen
class Help:
    """List the commands; or say what a thing of the game is."""

    topic: str


Beside = (
    Undo
    | UndoTo
    | UndoAll
    | ShowDecisions
    | Quit
    | Why
    | ShowOdds
    | ShowOrders
    | TakeBackOrder
    | SetLevel
    | ShowLog
    | SetDetail
    | ShowSheet
    | ShowBoards
    | ShowTable
    | ShowNames
    | Rename
    | Save
    | SetDice
    | Help
)
"""A command by its word: it can be given at any time."""

# --- what answers a question or a throw


@frozen
class GiveOrder:
    """Give a standing order; it counts for the open question, too."""

    order: Order


@frozen
class Answer:
    """Answer the open question.

    Attributes:
        index: Of the option; -1 for none.
        name: Its stable name, with which it is given.
    """

    index: int
    name: str


@frozen
class AnswerRows:
    """Answer the questions that are put as one, each with the option of an index."""

    matrix: Matrix
    indices: tuple[int, ...]


@frozen
class AnswerSeveral:
    """Choose several options of a question that is put again and again, by their places."""

    several: Several
    places: tuple[int, ...]


@frozen
class AskSingly:
    """Have the first of the questions that are put as one by itself."""


@frozen
class Throw:
    """Say what real dice show: the faces of this throw, and of any that follow it."""

    throws: tuple[tuple[int, ...], ...]


@frozen
class LeaveThrow:
    """Leave this throw to the seed; with ``always``, all that follow, too."""

    always: bool


@frozen
class Invalid:
    """What was typed will not do.

    Attributes:
        problem: Why, in sentences.
        usage: How the command goes whose word was typed, or nearly; may be empty.
    """

    problem: str
    usage: str = ""


@frozen
class Unknown:
    """What was typed is no command, and neither a question nor a throw is open that it could answer."""


Reply = GiveOrder | Answer | AnswerRows | AnswerSeveral | AskSingly | Throw | LeaveThrow
"""What answers a question or a throw, or orders how it is answered."""

Command = Beside | Reply | Invalid | Unknown
"""What something typed means."""


@frozen
class Context:
    """Where a command is typed.

    Attributes:
        questions: Which questions the player is asked; orders are read by where it has come to.
        question: The open question; None where there is none.
        throw: The dice that are waited for; None where there are none.
        group: What the question is put as one with; None where it is put alone.
    """

    questions: QuestionFilter
    question: Question | None = None
    throw: WantedDice | None = None
    group: Group | None = None

    @classmethod
    def of(cls, questions: QuestionFilter) -> Context:
        """Where a game stands that is played with this filter.

        Raises:
            InputError: The game cannot go on.
        """
        view = questions.view()
        return cls(questions, view.question, view.throw, questions.group() if view.question is not None else None)


def parse_command(text: str, context: Context) -> Command:
    """What was typed as a value. A command's word is never an answer, but an answer's whole name of several words is.

    Args:
        text: What was typed, without blanks around it; empty for what Enter alone answers.
        context: Where it is typed.
    """
    question, throw = context.question, context.throw
    is_name = question is not None and " " in text and by_whole_name(question, text) is not None
    found: Command | None = None
    if not is_name:
        found = parse_leave(text) if throw is not None else None
        found = found or parse_beside(text) or parse_order(text, context)
    if found is not None:
        return found
    if question is not None:
        return parse_answer(text, question, context.group)
    if throw is not None:
        return parse_throw(text, throw)
    return Unknown()


def parse_beside(text: str) -> Beside | None:
    """A command by its word; None where it is none."""
    word, _, rest = text.removeprefix("/").partition(" ")
    rest = rest.strip()
    match word.lower():
        case "undo":
            return parse_undo(rest)
        case "quit" | "exit" | "q" if not rest:
            return Quit()
        case "why":
            return Why(rest)
        case "odds" if not rest or rest == "all" or rest.isdecimal():
            return ShowOdds(int(rest[:9]) if rest.isdecimal() else None, rest == "all")
        case "orders" if not rest:
            return ShowOrders()
        case "orders" if rest.split()[0] == "off":
            return TakeBackOrder(rest.removeprefix("off").strip())
        case "ask":
            return SetLevel(next((level for level in LEVELS if rest and level.startswith(rest.lower())), None), rest)
        case "log" if not rest or rest == "all" or rest.isdecimal():
            return parse_log(rest)
        case "tell" if rest in ("", *DETAILS):
            return SetDetail(next((each for each in DETAILS if each == rest), None))
        case "state" if rest in ("", "all"):
            return ShowSheet(rest == "all")
        case "board" | "boards":
            return ShowBoards(rest)
        case "table" if rest:
            return ShowTable(rest)
        case "save":
            return Save(rest)
        case "name":
            return Rename(rest) if rest else ShowNames()
        case "dice" if rest in ("manual", "seeded"):
            return SetDice(rest == "manual")
        case "help" | "?":
            return Help(rest)
        case _:  # the rest: no command's word
            return None


def parse_undo(rest: str) -> Undo | UndoTo | UndoAll | ShowDecisions:
    """What an undo takes back: ``2``, ``to 7``, ``all``; or ``list``."""
    if rest in ("", "list"):
        return ShowDecisions() if rest else Undo(1)
    if rest == "all":
        return UndoAll()
    to, _, number = rest.rpartition(" ")
    count = int(number) if number.isdecimal() and len(number) <= DIGITS else 0
    if to == "to":
        return UndoTo(count)
    return Undo(count if not to else 0)


def parse_log(rest: str) -> ShowLog:
    """How many lines of the story are wanted."""
    return ShowLog(None if rest == "all" else int(rest[:DIGITS] or LOG_LINES))


def parse_leave(text: str) -> LeaveThrow | None:
    """Whether a throw, or all from here on, is left to the seed; None where that was not typed."""
    match text.lower().split():
        case ["r" | "roll"]:
            return LeaveThrow(always=False)
        case ["r" | "roll", "all"]:
            return LeaveThrow(always=True)
        case _:  # the rest: other words
            return None


def parse_order(text: str, context: Context) -> GiveOrder | Invalid | None:
    """A standing order; None where it is none."""
    try:
        order = read_order(context.questions, context.question, text)
    except NoOrder as problem:
        return Invalid(str(problem))
    if order is None:
        return None
    if order.answer and isinstance(context.group, Matrix):
        return Invalid(f"An order with an answer is given at a question by itself: type {ALONE} first.")
    return GiveOrder(order)


def parse_answer(
    text: str, question: Question, group: Group | None
) -> Answer | AnswerRows | AnswerSeveral | AskSingly | Invalid:
    """An answer to a question, or to those that are put as one with it."""
    if group is not None and text.lower() == ALONE:
        return AskSingly()
    match group:
        case None:
            index = read_answer(question, text)
            if isinstance(index, int):
                return Answer(index, name_of(question, index))
            return Invalid(complaint(question, index, text), usage(text))
        case Several():
            places = read_several(group, text)
            return refuse(places, text) if isinstance(places, str) else AnswerSeveral(group, tuple(places))
        case Matrix():
            indices = read_matrix(group, text)
            return refuse(indices, text) if isinstance(indices, str) else AnswerRows(group, tuple(indices))
        case _:
            assert_never(group)


def parse_throw(text: str, throw: WantedDice) -> Throw | Invalid:
    """What real dice show."""
    faces = typed_faces(throw, text)
    return refuse(faces, "") if isinstance(faces, str) else Throw(tuple(faces))


def refuse(problem: str, text: str) -> Invalid:
    """A problem as a sentence, with how the command goes that may be meant."""
    return Invalid(f"{problem[:1].upper()}{problem[1:]}.", usage(text))
