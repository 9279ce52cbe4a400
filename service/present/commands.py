"""Commands of play: what can be typed at a question or a throw, as values.

Every front end that reads text has it from :mod:`bombsight.service.present.command_parsing` and matches over
:data:`Command`; what each goes like and does stands in
:mod:`bombsight.service.present.command_table`.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.runtime.run.policies import Question
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.story import Detail
from bombsight.service.present.view import WantedDice

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

    several: RepeatedQuestion
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
    group: QuestionGroup | None = None

    @classmethod
    def of(cls, questions: QuestionFilter) -> Context:
        """Where a game stands that is played with this filter.

        Raises:
            InputError: The game cannot go on.
        """
        view = questions.view()
        return cls(
            questions, view.question, view.throw, questions.question_group() if view.question is not None else None
        )
