"""What a person does at the screen, as it is typed: commands, orders, answers, what dice show.

Nothing here knows how it is shown: each move comes back as a reply, and the screen does with it what it likes.
"""

from __future__ import annotations

from io import StringIO

from attrs import define, field, frozen
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.commands import Commands
from bombsight.cli.play.narrating import Narrator
from bombsight.cli.terminal.screen import words
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.answers import is_grave, title_of
from bombsight.service.present.command_parsing import parse_command
from bombsight.service.present.commands import (
    Answer,
    AnswerRows,
    AnswerSeveral,
    AskSingly,
    Command,
    Context,
    GiveOrder,
    Invalid,
    LeaveThrow,
    Throw,
    Unknown,
)
from bombsight.service.present.joint_questions import Group
from bombsight.service.present.replies import CHANGED, answer_group
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice

LONGEST = 1000
"""No page is longer than so many lines."""


@frozen
class Said:
    """It is done, and this is said of it; the game may stand elsewhere now."""

    lines: tuple[Text, ...] = ()


@frozen
class Refused:
    """It would not do, and why."""

    problem: str


@frozen
class Doubtful:
    """A grave answer, which is given only by who means it.

    Attributes:
        title: As people read it.
        name: With which it is given.
    """

    title: str
    name: str


Reply = Said | Refused | Doubtful
"""What comes of something typed."""


def recorder() -> Console:
    """Takes down what commands print."""
    file = StringIO()
    return Console(file=file, width=80, height=LONGEST, record=True, markup=False, emoji=False, highlight=False)


@define
class Moves:
    """Does in a game what a person types.

    Attributes:
        steward: Sits beside the person at the game.
        narrator: Knows how much is told.
        commands: Do what is typed beside answers.
    """

    steward: QuestionFilter
    detail: Detail = "rolls"
    plays: bool = True
    narrator: Narrator = field(init=False)
    commands: Commands = field(init=False)
    _out: Console = field(init=False, factory=recorder)

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.steward, self._out, self.detail, self.plays)
        self.commands = Commands(self.narrator, complain=self._complain)

    def parse(self, typed: str, view: View, group: Group | None) -> Command:
        """What was typed as a command, where the game stands so."""
        return parse_command(typed, Context(self.steward, view.question, view.throw, group))

    def take(self, command: Command, view: View, width: int) -> Reply:
        """Carry out a command.

        Args:
            command: What was typed, or is marked.
            view: Where the game stands.
            width: Of what is said of it, in columns.

        Raises:
            Left: The person leaves.
            InputError: The game cannot go on.
        """
        self._out.width = width
        match command:
            case Answer(index=index, name=name):
                if view.question is not None and is_grave(view.question, index):
                    return Doubtful(title_of(view.question, index), name)
                self.answer(name)
                return Said()
            case AnswerRows() | AnswerSeveral():
                done, wanted = answer_group(self.steward, command)
                return Said((words(CHANGED, "dim"),)) if done < wanted else Said()
            case Throw(throws=throws):
                assert view.throw is not None
                self.commands.kept.keep(throws[1:], view.throw.dice)
                self.steward.throw(throws[0])
                return Said()
            case LeaveThrow(always=always):
                self.commands.leave_throw(always=always)
                return Said()
            case GiveOrder():
                self.commands.give_order(command, view)
                return self._take_output()
            case Invalid(problem=problem):
                return Refused(problem)
            case Unknown() | AskSingly():
                return Refused("The game is over: type undo, or quit.")
            case _:  # the rest: those that `do` takes, and mypy narrows to
                self.commands.do(command, view)
                return self._take_output()

    def answer(self, name: str) -> None:
        """Give an answer by its name."""
        self.steward.answer(name)

    def thrown_before(self, wanted: WantedDice) -> bool:
        """Throw what was typed beforehand for such dice, if anything was."""
        faces = () if wanted.members else self.commands.kept.take(wanted.dice)
        if faces:
            self.steward.throw(faces)
        return bool(faces)

    def _take_output(self) -> Said:
        """What the command printed."""
        lines = [*Text.from_ansi(self._out.export_text(styles=True)).split("\n")]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        return Said(tuple(lines))

    def _complain(self, error: InputError) -> None:
        """Say what is wrong with a command."""
        self._out.print(words(f"{error.message[:1].upper()}{error.message[1:]}.", "yellow"), soft_wrap=True)
        if error.hint:
            self._out.print(words(error.hint, "dim"), soft_wrap=True)
