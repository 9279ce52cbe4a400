"""A person at a game: what happened is shown, questions are put, and at every question more can be asked."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.asking import (
    PROMPT,
    Ended,
    dice_prompt,
    is_meant,
    phrases_for,
    prompt_for,
    question_lines,
    read_line,
    shown_dice,
)
from bombsight.cli.play.commands import Commands
from bombsight.cli.play.narrating import Left, Narrator
from bombsight.cli.play.together import group_lines, phrases_for_group
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.signals import interrupted_by_keys
from bombsight.runtime.run.policies import Question
from bombsight.service.lookup.phrases import label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.moments import moment_at
from bombsight.service.play.play import Play
from bombsight.service.present.command_parsing import parse_command
from bombsight.service.present.commands import (
    Answer,
    AnswerRows,
    AnswerSeveral,
    AskSingly,
    Beside,
    Context,
    GiveOrder,
    Invalid,
    LeaveThrow,
    Throw,
    Unknown,
)
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.joint_questions import Group
from bombsight.service.present.replies import CHANGED, answer_group
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice


@define
class Sitting:
    """An interactive session: what a person sees and types.

    Attributes:
        steward: Sits beside the person at the game, and answers what need not be asked.
        out: Where questions and answers to commands go.
        detail: How much of the story is told.
        plays: Whether the person answers; else only dice are asked for.
        careful: Whether a grave answer is asked once more.
        recall: Whether the story so far has still to be shown.
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
        narrator: Tells what happens.
        commands: Do what is typed beside answers.
    """

    steward: QuestionFilter
    out: Console
    detail: Detail = "rolls"
    plays: bool = True
    careful: bool = False
    recall: bool = False
    stop: KeyboardInterrupt | None = None
    is_over: bool = False
    narrator: Narrator = field(init=False)
    commands: Commands = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.steward, self.out, self.detail, self.plays, self.recall)
        self.commands = Commands(self.narrator)
        self.narrator.between = self._between

    @property
    def play(self) -> Play:
        """The game."""
        return self.steward.play

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return self.narrator.width

    def sit(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while True:
                view = self._view()
                if view.question is not None:
                    self._answer(view, view.question)
                elif view.throw is not None:
                    self._throw(view, view.throw)
                else:
                    self.narrator.tell(view.kept, None)
                    self.is_over = True
                    return
        except Left:
            return
        except Ended as end:
            self.stop = end.stop

    def _view(self) -> View:
        """The game where the person is wanted; the keys that interrupt end what runs by itself, not the game."""
        if not any(order.is_auto for order in self.steward.orders):
            return self.steward.view()
        with interrupted_by_keys(self.steward.halt):
            return self.steward.view()

    # --- telling

    def rest(self) -> None:
        """Tell what has happened and was not told, where the game could not go on."""
        self.narrator.rest()

    def show(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        self.commands.show(lines)

    def _do(self, command: Beside, view: View) -> None:
        """Carry out a command."""
        self.commands.do(command, view)
        if self._view() is view:
            self.out.print()

    def _between(self, typed: str, told: Debriefing) -> bool:
        """Do what was typed after a debriefing, if it is a command or an order.

        It speaks of the moment at which that mission ended.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        view = evolve(self.play.view(), question=None, throw=None)
        self.commands.moment = moment_at(self.play.session, told.event)
        try:
            match parse_command(typed, Context(self.steward)):
                case GiveOrder() as order:
                    self.commands.give_order(order, view)
                case Invalid() as invalid:
                    self.commands.refuse(invalid)
                case Unknown() | Answer() | AnswerRows() | AnswerSeveral() | AskSingly() | Throw() | LeaveThrow():
                    return False  # nothing is asked here
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self.commands.do(command, view)
            return True
        finally:
            self.commands.moment = None

    # --- asking

    def _answer(self, view: View, asked: Question) -> None:
        """Ask for an answer until there is one, or something else is done.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        group = self.steward.group()
        lines = self._lines_of(asked, group)
        self.narrator.tell(view.kept, asked.prompt, len(lines), offers_again=asked.offer)
        if self._view() is not view:
            return
        self.out.print()
        if not asked.offer and (left := self.commands.kept.clear()):
            self.show([words(f"Not used of what you typed: {shown_dice(left)}.", "yellow")])
        self.show(lines)
        while self._view() is view:
            if group is None:
                typed = read_line(self.out, prompt_for(asked), phrases_for(asked))
            else:
                typed = read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases_for(asked)])
            match parse_command(typed, Context(self.steward, asked, group=group)):
                case Answer(index=index, name=name):
                    if is_meant(asked, index, typed, self.out, self.width, careful=self.careful):
                        self.steward.answer(name)
                        continue
                    self.show([Text()])
                case AnswerRows() | AnswerSeveral() as answers:
                    done, wanted = answer_group(self.steward, answers)
                    if done < wanted:
                        self.show([words(CHANGED, "dim")])
                    continue
                case AskSingly():
                    group = None
                case GiveOrder() as order:
                    self.commands.give_order(order, view)
                case Invalid() as invalid:
                    self.commands.refuse(invalid)
                case Throw() | LeaveThrow() | Unknown():
                    continue  # none of these is read at a question
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self._do(command, view)
            if self._view() is view:
                self._put(asked, group)

    def _lines_of(self, asked: Question, group: Group | None) -> list[Text]:
        """A question, alone or as one with others."""
        return [*(question_lines(asked, self.width) if group is None else group_lines(group, self.width))]

    def _put(self, asked: Question, group: Group | None) -> None:
        """Put a question."""
        self.show(self._lines_of(asked, group))

    def _throw(self, view: View, wanted: WantedDice) -> None:
        """Ask what real dice show, until they can.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        self.narrator.tell(view.kept, label(wanted.table, wanted.title))
        if self._view() is not view:
            return
        self.out.print()
        if not wanted.members and (faces := self.commands.kept.take(wanted.dice)):
            self.show([dice_prompt(wanted, self.width), words(f"{shown_dice(faces)}, as you typed before", "dim")])
            self.play.throw(faces)
        while self._view() is view:
            self.show([dice_prompt(wanted, self.width)])
            typed = read_line(self.out)
            if not typed:
                continue
            match parse_command(typed, Context(self.steward, throw=wanted)):
                case LeaveThrow(always=always):
                    self.commands.leave_throw(always=always)
                case Throw(throws=(first, *more)):
                    self.commands.kept.keep(more, wanted.dice)
                    self.play.throw(first)
                case GiveOrder() as order:
                    self.commands.give_order(order, view)
                case Invalid() as invalid:
                    self.commands.refuse(invalid)
                case Throw() | Answer() | AnswerRows() | AnswerSeveral() | AskSingly() | Unknown():
                    continue  # none of these is read at a throw
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self._do(command, view)
