"""What a person does at the screen, as it is typed: commands, orders, answers, what dice show.

Nothing here knows how it is shown: each move comes back as a reply, and the screen does with it what it likes.
"""

from __future__ import annotations

from io import StringIO

from attrs import define, field, frozen
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.commands import CommandRunner
from bombsight.cli.play.narrator import Narrator
from bombsight.cli.terminal.screen import styled_text
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.answer_parsing import answer_title, is_grave_answer
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
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.replies import CHANGED_TEXT, answer_group
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice

MAX_PAGE_LINES = 1000
"""No page is longer than so many lines."""


@frozen
class LinesReply:
    """It is done, and this is said of it; the game may stand elsewhere now."""

    lines: tuple[Text, ...] = ()


@frozen
class RefusedReply:
    """It would not do, and why."""

    problem: str


@frozen
class GraveAnswerReply:
    """A grave answer, which is given only by who means it.

    Attributes:
        title: As people read it.
        name: With which it is given.
    """

    title: str
    name: str


Reply = LinesReply | RefusedReply | GraveAnswerReply
"""What comes of something typed."""


def make_recording_console() -> Console:
    """Takes down what commands print."""
    file = StringIO()
    return Console(file=file, width=80, height=MAX_PAGE_LINES, record=True, markup=False, emoji=False, highlight=False)


@define
class MoveRunner:
    """Does in a game what a person types.

    Attributes:
        question_filter: Sits beside the person at the game.
        narrator: Knows how much is told.
        command_runner: Do what is typed beside answers.
    """

    question_filter: QuestionFilter
    detail: Detail = "rolls"
    plays: bool = True
    narrator: Narrator = field(init=False)
    command_runner: CommandRunner = field(init=False)
    _out: Console = field(init=False, factory=make_recording_console)

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.question_filter, self._out, self.detail, self.plays)
        self.command_runner = CommandRunner(self.narrator, report_error=self._print_error)

    def parse(self, typed: str, view: View, group: QuestionGroup | None) -> Command:
        """What was typed as a command, where the game stands so."""
        return parse_command(typed, Context(self.question_filter, view.question, view.throw, group))

    def run(self, command: Command, view: View, width: int) -> Reply:
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
                if view.question is not None and is_grave_answer(view.question, index):
                    return GraveAnswerReply(answer_title(view.question, index), name)
                self.give_answer(name)
                return LinesReply()
            case AnswerRows() | AnswerSeveral():
                given_count, wanted_count = answer_group(self.question_filter, command)
                return LinesReply((styled_text(CHANGED_TEXT, "dim"),)) if given_count < wanted_count else LinesReply()
            case Throw(throws=throws):
                assert view.throw is not None
                self.command_runner.typed_dice.add(throws[1:], view.throw.dice)
                self.question_filter.throw(throws[0])
                return LinesReply()
            case LeaveThrow(always=always):
                self.command_runner.leave_throw(always=always)
                return LinesReply()
            case GiveOrder():
                self.command_runner.give_order(command, view)
                return self._take_output()
            case Invalid(problem=problem):
                return RefusedReply(problem)
            case Unknown() | AskSingly():
                return RefusedReply("The game is over: type undo, or quit.")
            case _:  # the rest: those that `do` takes, and mypy narrows to
                self.command_runner.run(command, view)
                return self._take_output()

    def give_answer(self, name: str) -> None:
        """Give an answer by its name."""
        self.question_filter.answer(name)

    def throw_typed_dice(self, wanted: WantedDice) -> bool:
        """Throw what was typed beforehand for such dice, if anything was."""
        faces = () if wanted.members else self.command_runner.typed_dice.pop(wanted.dice)
        if faces:
            self.question_filter.throw(faces)
        return bool(faces)

    def _take_output(self) -> LinesReply:
        """What the command printed."""
        lines = [*Text.from_ansi(self._out.export_text(styles=True)).split("\n")]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        return LinesReply(tuple(lines))

    def _print_error(self, error: InputError) -> None:
        """Say what is wrong with a command."""
        self._out.print(styled_text(f"{error.message[:1].upper()}{error.message[1:]}.", "yellow"), soft_wrap=True)
        if error.hint:
            self._out.print(styled_text(error.hint, "dim"), soft_wrap=True)
