"""Play commands: the values that typed input parses to, at a question or a throw.

Every front end that reads text gets them from :mod:`bombsight.service.present.command_parsing` and matches over
:data:`Command`; syntax and help stand in :mod:`bombsight.service.present.command_table`.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.runtime.run.policies import Question
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.order_parsing import OrderBasis
from bombsight.service.play.standing_orders import Level, Order
from bombsight.service.present.beats import Pace
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.story import Detail
from bombsight.service.present.view import WantedDice

# --- commands beside answers


@frozen
class Undo:
    """Take back a number of the player's last decisions; 0 if the input has no valid number."""

    count: int


@frozen
class UndoTo:
    """Take back all decisions from the one with a number on, counted from 1; 0 for an invalid number."""

    number: int


@frozen
class UndoAll:
    """Take back all decisions, to the first question."""


@frozen
class UndoBeat:
    """Take back all decisions of the beat, the moment of the story, in which the last one was made."""


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
    """Estimate the outcomes of each answer to the open question.

    Attributes:
        runs: How many runs per answer; None for as many as fit into about a second.
        everything: Whether to show all measures.
    """

    runs: int | None = None
    everything: bool = False


@frozen
class ShowLuck:
    """Show how the dice fell in the mission so far, against their chances."""


@frozen
class ShowOrders:
    """List the standing orders."""


@frozen
class TakeBackOrder:
    """Take back a standing order by its number, from 1, or all of them for an empty word."""

    which: str


@frozen
class SetLevel:
    """Set which questions are asked; None for an unknown level. Without a level, show the current one."""

    level: Level | None
    word: str


@frozen
class ShowLog:
    """Show the last lines of the story; None for all."""

    lines: int | None


@frozen
class SetDetail:
    """Set the story's level of detail; None keeps it."""

    detail: Detail | None


@frozen
class SetPace:
    """Set the pace of the story; None keeps it."""

    pace: Pace | None


@frozen
class ShowSheet:
    """Show the sheet (the titled values of the state); with ``everything``, also unchanged values."""

    everything: bool


@frozen
class ShowBoards:
    """Show all boards, or the one with a name."""

    name: str


@frozen
class LookBack:
    """Show the boards as they stood at a throw, by its number as in the log: 1 is the last; 0 for an invalid number."""

    number: int


@frozen
class ShowTable:
    """Show a table of the rules as a card."""

    name: str


@frozen
class ShowNames:
    """List the people and things that have names."""


@frozen
class Rename:
    """Rename a person or a thing: whom, then the new name."""

    text: str


@frozen
class Save:
    """Save a copy of the game in a file; for an empty path, show where the game is saved."""

    path: str


@frozen
class SetDice:
    """Switch between dice thrown by hand and dice from the seed."""

    by_hand: bool


@frozen
class Help:
    """List the commands; or explain one thing of the game."""

    topic: str


Beside = (
    Undo
    | UndoTo
    | UndoAll
    | UndoBeat
    | ShowDecisions
    | Quit
    | Why
    | ShowOdds
    | ShowLuck
    | ShowOrders
    | TakeBackOrder
    | SetLevel
    | ShowLog
    | SetDetail
    | SetPace
    | ShowSheet
    | ShowBoards
    | LookBack
    | ShowTable
    | ShowNames
    | Rename
    | Save
    | SetDice
    | Help
)
"""A command that begins with its own word, and can be given at any time."""

UndoCommand = Undo | UndoTo | UndoAll | UndoBeat | ShowDecisions
"""A command that takes decisions back, or lists those that can be taken back."""

# --- replies to a question or a throw


@frozen
class GiveOrder:
    """Give a standing order; it also applies to the open question."""

    order: Order


@frozen
class Answer:
    """Answer the open question.

    Attributes:
        index: The index of the option; -1 for none.
        name: The stable name of the answer.
    """

    index: int
    name: str


@frozen
class AnswerRows:
    """Answer a group of questions that are asked as one: an option index for each row."""

    matrix: Matrix
    indices: tuple[int, ...]


@frozen
class AnswerSeveral:
    """Choose several options of a repeated question, by their indices among its options."""

    several: RepeatedQuestion
    places: tuple[int, ...]


@frozen
class AskSingly:
    """Ask the first question of a group alone."""


@frozen
class Throw:
    """Enter the faces of real dice for this throw, and for any that follow it."""

    throws: tuple[tuple[int, ...], ...]


@frozen
class LeaveThrow:
    """Let the seeded generator make this throw; with ``always``, all later throws, too."""

    always: bool


@frozen
class Invalid:
    """Invalid input, with an error text and the usage of the probable command.

    Attributes:
        problem: The reason, in sentences.
        usage: The usage of the command whose word was typed, or misspelt; may be empty.
    """

    problem: str
    usage: str = ""


@frozen
class Unknown:
    """Input that is no command, typed while no question or throw is open."""


Reply = GiveOrder | Answer | AnswerRows | AnswerSeveral | AskSingly | Throw | LeaveThrow
"""A command that answers a question or a throw, or orders how it is answered."""

Command = Beside | Reply | Invalid | Unknown
"""The result of parsing the player's input."""


@frozen
class Context:
    """The state of play in which a command is parsed.

    Attributes:
        questions: Where play stands, which the parsing of orders needs.
        question: The open question; None for none.
        throw: The real dice that the game waits for; None for none.
        group: The group that the question is asked in; None if it is asked alone.
    """

    questions: OrderBasis
    question: Question | None = None
    throw: WantedDice | None = None
    group: QuestionGroup | None = None

    @classmethod
    def of(cls, questions: QuestionFilter) -> Context:
        """Make the parsing context from the question or throw that a game waits for, as its question filter tells it.

        Raises:
            InputError: The game cannot go on.
        """
        view = questions.view()
        return cls(
            questions, view.question, view.throw, questions.question_group() if view.question is not None else None
        )
