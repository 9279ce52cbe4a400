"""A person at a game: what happened is shown, questions are put, and at every question more can be asked."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.commands import CommandRunner
from bombsight.cli.play.joint_questions import draw_group, phrases_for_group
from bombsight.cli.play.narrator import Narrator, PlayerLeft
from bombsight.cli.play.question_input import (
    PROMPT,
    InputEnded,
    confirm_answer,
    draw_dice_prompt,
    draw_question,
    format_faces,
    phrases_for,
    prompt_for,
    read_line,
)
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.signals import call_on_interrupt
from bombsight.runtime.run.policies import Question
from bombsight.service.lookup.phrases import table_label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.play import Play
from bombsight.service.present import sentences
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
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.replies import CHANGED_TEXT, answer_group
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice


@define
class InteractiveSession:
    """An interactive session: what a person sees and types.

    Attributes:
        question_filter: Sits beside the person at the game, and answers what need not be asked.
        out: Where questions and answers to commands go.
        detail: How much of the story is told.
        plays: Whether the person answers; else only dice are asked for.
        confirms_grave_answers: Whether a grave answer is asked once more.
        needs_recall: Whether the story so far has still to be shown.
        interrupt: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
        narrator: Tells what happens.
        command_runner: Do what is typed beside answers.
    """

    question_filter: QuestionFilter
    out: Console
    detail: Detail = "rolls"
    plays: bool = True
    confirms_grave_answers: bool = False
    needs_recall: bool = False
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    narrator: Narrator = field(init=False)
    command_runner: CommandRunner = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.question_filter, self.out, self.detail, self.plays, self.needs_recall)
        self.command_runner = CommandRunner(self.narrator)
        self.narrator.handle_after_debriefing = self._handle_after_debriefing

    @property
    def play(self) -> Play:
        """The game."""
        return self.question_filter.play

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return self.narrator.width

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        try:
            while True:
                view = self._current_view()
                if view.question is not None:
                    self._ask_question(view, view.question)
                elif view.throw is not None:
                    self._ask_throw(view, view.throw)
                else:
                    self.narrator.narrate(view.kept, None)
                    self.is_over = True
                    return
        except PlayerLeft:
            return
        except InputEnded as end:
            self.interrupt = end.interrupt

    def _current_view(self) -> View:
        """The game where the person is wanted; the keys that interrupt end what runs by itself, not the game."""
        if not any(order.is_auto for order in self.question_filter.orders):
            return self.question_filter.view()
        with call_on_interrupt(self.question_filter.stop_answering):
            return self.question_filter.view()

    # --- telling

    def show_remaining(self) -> None:
        """Tell what has happened and was not told, where the game could not go on."""
        self.narrator.show_remaining()

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        self.command_runner.show_texts(lines)

    def _run_command(self, command: Beside, view: View) -> None:
        """Carry out a command."""
        self.command_runner.run(command, view)
        if self._current_view() is view:
            self.out.print()

    def _handle_after_debriefing(self, typed: str, debriefing: Debriefing) -> bool:
        """Do what was typed after a debriefing, if it is a command or an order.

        It speaks of the moment at which that mission ended.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        view = evolve(self.play.view(), question=None, throw=None)
        self.command_runner.moment = moment_at(self.play.session, debriefing.event)
        try:
            match parse_command(typed, Context(self.question_filter)):
                case GiveOrder() as order:
                    self.command_runner.give_order(order, view)
                case Invalid() as invalid:
                    self.command_runner.show_refusal(invalid)
                case Unknown() | Answer() | AnswerRows() | AnswerSeveral() | AskSingly() | Throw() | LeaveThrow():
                    return False  # nothing is asked here
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self.command_runner.run(command, view)
            return True
        finally:
            self.command_runner.moment = None

    # --- asking

    def _ask_question(self, view: View, question: Question) -> None:
        """Ask for an answer until there is one, or something else is done.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        group = self.question_filter.question_group()
        lines = self._draw_question(question, group)
        self.narrator.narrate(view.kept, question.prompt, len(lines), offers_again=question.offer)
        if self._current_view() is not view:
            return
        self.out.print()
        if not question.offer and (unused_dice := self.command_runner.typed_dice.clear()):
            self.show_texts([styled_text(sentences.unused_faces(format_faces(unused_dice)), "yellow")])
        self.show_texts(lines)
        while self._current_view() is view:
            if group is None:
                typed = read_line(self.out, prompt_for(question), phrases_for(question))
            else:
                typed = read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases_for(question)])
            match parse_command(typed, Context(self.question_filter, question, group=group)):
                case Answer(index=index, name=name):
                    if confirm_answer(
                        question, index, typed, self.out, self.width, at_terminal=self.confirms_grave_answers
                    ):
                        self.question_filter.answer(name)
                        continue
                    self.show_texts([Text()])
                case AnswerRows() | AnswerSeveral() as answers:
                    given_count, wanted_count = answer_group(self.question_filter, answers)
                    if given_count < wanted_count:
                        self.show_texts([styled_text(CHANGED_TEXT, "dim")])
                    continue
                case AskSingly():
                    group = None
                case GiveOrder() as order:
                    self.command_runner.give_order(order, view)
                case Invalid() as invalid:
                    self.command_runner.show_refusal(invalid)
                case Throw() | LeaveThrow() | Unknown():
                    continue  # none of these is read at a question
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self._run_command(command, view)
            if self._current_view() is view:
                self._show_question(question, group)

    def _draw_question(self, question: Question, group: QuestionGroup | None) -> list[Text]:
        """A question, alone or as one with others."""
        return [*(draw_question(question, self.width) if group is None else draw_group(group, self.width))]

    def _show_question(self, question: Question, group: QuestionGroup | None) -> None:
        """Put a question."""
        self.show_texts(self._draw_question(question, group))

    def _ask_throw(self, view: View, wanted: WantedDice) -> None:
        """Ask what real dice show, until they can.

        Raises:
            Left: The person leaves.
            Ended: There is nothing more to read.
        """
        self.narrator.narrate(view.kept, table_label(wanted.table, wanted.title))
        if self._current_view() is not view:
            return
        self.out.print()
        if not wanted.members and (faces := self.command_runner.typed_dice.pop(wanted.dice)):
            self.show_texts(
                [
                    draw_dice_prompt(wanted, self.width),
                    styled_text(f"{format_faces(faces)}, as you typed before", "dim"),
                ]
            )
            self.play.throw(faces)
        while self._current_view() is view:
            self.show_texts([draw_dice_prompt(wanted, self.width)])
            typed = read_line(self.out)
            if not typed:
                continue
            match parse_command(typed, Context(self.question_filter, throw=wanted)):
                case LeaveThrow(always=always):
                    self.command_runner.leave_throw(always=always)
                case Throw(throws=(first, *more)):
                    self.command_runner.typed_dice.add(more, wanted.dice)
                    self.play.throw(first)
                case GiveOrder() as order:
                    self.command_runner.give_order(order, view)
                case Invalid() as invalid:
                    self.command_runner.show_refusal(invalid)
                case Throw() | Answer() | AnswerRows() | AnswerSeveral() | AskSingly() | Unknown():
                    continue  # none of these is read at a throw
                case command:  # the rest: those that `do` takes, and mypy narrows to
                    self._run_command(command, view)
