"""Execution of a player's input on the full screen: commands, orders, answers, dice.

It knows no widgets: each move returns a reply value, which the screen displays.
"""

from __future__ import annotations

from io import StringIO

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.commands import CommandRunner
from bombsight.cli.play.narrator import Narrator
from bombsight.cli.screen.move_replies import GraveAnswerReply, LinesReply, RefusedReply, Reply
from bombsight.cli.terminal.screen import styled_text
from bombsight.dsl.listing import capitalize_first
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.answer_parsing import answer_title, is_grave_answer
from bombsight.service.present.beats import DEFAULT_PACE, Pace
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
"""The maximum number of lines of a page."""


def make_recording_console() -> Console:
    """Make a console that records the output of commands."""
    file = StringIO()
    return Console(file=file, width=80, height=MAX_PAGE_LINES, record=True, markup=False, emoji=False, highlight=False)


@define
class MoveRunner:
    """Executes a player's typed input in a game, and returns replies for the full screen."""

    question_filter: QuestionFilter
    detail: Detail = "rolls"
    plays: bool = True
    pace: Pace = DEFAULT_PACE
    narrator: Narrator = field(init=False)
    command_runner: CommandRunner = field(init=False)
    _out: Console = field(init=False, factory=make_recording_console)

    def __attrs_post_init__(self) -> None:
        """Make the runner of commands, whose output is recorded."""
        self.narrator = Narrator(self.question_filter, self._out, self.detail, self.plays, pace=self.pace)
        self.command_runner = CommandRunner(self.narrator, report_error=self._print_error)

    def parse(self, typed: str, view: View, group: QuestionGroup | None) -> Command:
        """Parse typed input into a command, by what the game waits for."""
        return parse_command(typed, Context(self.question_filter, view.question, view.throw, group))

    def run(self, command: Command, view: View, width: int) -> Reply:
        """Execute a command, and return the reply: lines for a ``width``, or an irreversible answer to confirm.

        Raises:
            PlayerLeft: The person leaves.
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
            case _:  # the rest: commands for the runner; mypy narrows to them
                self.command_runner.run(command, view)
                return self._take_output()

    def give_answer(self, name: str) -> None:
        """Answer the open question by an option's name."""
        self.question_filter.answer(name)

    def throw_typed_dice(self, wanted: WantedDice) -> bool:
        """Throw dice that were typed ahead, if they fit the wanted throw; return whether there were any."""
        faces = () if wanted.members else self.command_runner.typed_dice.pop(wanted.dice)
        if faces:
            self.question_filter.throw(faces)
        return bool(faces)

    def _take_output(self) -> LinesReply:
        """Make a reply of the lines that the command printed."""
        lines = [*Text.from_ansi(self._out.export_text(styles=True)).split("\n")]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        return LinesReply(tuple(lines))

    def _print_error(self, error: InputError) -> None:
        """Print the error of a command."""
        error = error.for_front_end("command line")
        self._out.print(styled_text(f"{capitalize_first(error.message)}.", "yellow"), soft_wrap=True)
        if error.hint:
            self._out.print(styled_text(error.hint, "dim"), soft_wrap=True)
