"""The interactive session in lines: shows events, asks questions, and executes commands."""

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
from bombsight.cli.play.story_pager import BACK_WORDS, SKIP_WORDS
from bombsight.cli.terminal.facts import draw_facts
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.signals import call_on_interrupt
from bombsight.runtime.run.policies import Question
from bombsight.service.lookup.phrases import table_label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.play import Play
from bombsight.service.present import sentences
from bombsight.service.present.answer_parsing import find_by_full_name
from bombsight.service.present.beats import DEFAULT_PACE, Pace
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
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.replies import CHANGED_TEXT, answer_group
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice


@define
class InteractiveSession:
    """A game of one person at a terminal, line by line: story, questions, commands.

    Attributes:
        question_filter: The question filter of the game.
        out: The console for questions and the output of commands.
        detail: The level of detail of the story.
        pace: The pace of the story.
        plays: Whether the person answers questions; else only dice are asked for.
        confirms_grave_answers: Whether grave answers need confirmation.
        needs_recall: Whether the recall of a resumed game has still to be shown.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
        shown_facts: The line of what matters most, as it was last shown.
        narrator: The narrator of events.
        command_runner: The runner of commands.
    """

    question_filter: QuestionFilter
    out: Console
    detail: Detail = "rolls"
    pace: Pace = DEFAULT_PACE
    plays: bool = True
    confirms_grave_answers: bool = False
    needs_recall: bool = False
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    shown_facts: Text = field(factory=Text, init=False)
    narrator: Narrator = field(init=False)
    command_runner: CommandRunner = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the narrator and the runner of commands."""
        self.narrator = Narrator(self.question_filter, self.out, self.detail, self.plays, self.needs_recall, self.pace)
        self.command_runner = CommandRunner(self.narrator)
        self.narrator.handle_at_event = self._handle_at_event

    @property
    def play(self) -> Play:
        """The game in play."""
        return self.question_filter.play

    @property
    def width(self) -> int:
        """The maximum width in columns of a line."""
        return self.narrator.width

    def run(self) -> None:
        """Play to the end of the game, or until the person leaves."""
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
        """Play on to the player's next question or throw; an interrupt ends automatic answers, not the game."""
        if not any(order.is_auto for order in self.question_filter.orders):
            return self.question_filter.view()
        with call_on_interrupt(self.question_filter.stop_answering):
            return self.question_filter.view()

    # --- events

    def show_remaining(self) -> None:
        """Print the events that were not printed yet, after the game failed."""
        self.narrator.show_remaining()

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Print lines of styled text."""
        self.command_runner.show_texts(lines)

    def _run_command(self, command: Beside, view: View) -> None:
        """Execute a typed command."""
        self.command_runner.run(command, view)
        if self._current_view() is view:
            self.out.print()

    def _handle_at_event(self, typed: str, event: int) -> bool:
        """Execute input if it is a command or a standing order; return whether it is.

        It refers to the moment of a past event: the end of a mission, or a stop of the story.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        view = evolve(self.play.view(), question=None, throw=None)
        self.command_runner.moment = moment_at(self.play.session, event)
        try:
            match parse_command(typed, Context(self.question_filter)):
                case GiveOrder() as order:
                    self.command_runner.give_order(order, view)
                case Invalid() as invalid:
                    self.command_runner.show_refusal(invalid)
                case Unknown() | Answer() | AnswerRows() | AnswerSeveral() | AskSingly() | Throw() | LeaveThrow():
                    return False  # no question is open here
                case command:  # the rest: commands for `_run_command`; mypy narrows to them
                    self.command_runner.run(command, view)
            return True
        finally:
            self.command_runner.moment = None

    # --- questions

    def _ask_question(self, view: View, question: Question) -> None:
        """Ask a question until the player answers it, or a command changes the game.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        group = self.question_filter.question_group()
        lines = [*([] if question.offer else self._draw_new_facts()), *self._draw_question(question, group)]
        self.narrator.narrate(view.kept, question.prompt, len(lines), offers_again=question.offer)
        if self._current_view() is not view:
            return
        self.out.print()
        if not question.offer and (unused_dice := self.command_runner.typed_dice.clear()):
            self.show_texts([styled_text(sentences.unused_faces(format_faces(unused_dice)), "yellow")])
        self.show_texts(lines)
        self.narrator.drop_keys_of_stop()
        while self._current_view() is view:
            if group is None:
                typed = read_line(self.out, prompt_for(question), phrases_for(question))
            else:
                typed = read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases_for(question)])
            if typed.lower() in (*SKIP_WORDS, *BACK_WORDS) and find_by_full_name(question, typed) is None:
                self.show_texts(
                    [styled_text(f"{typed}: that is for a stop of the story. Here is the question.", "yellow")]
                )
                continue
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
                    continue  # the parser gives none of these at a question
                case command:  # the rest: commands for `_run_command`; mypy narrows to them
                    self._run_command(command, view)
            if self._current_view() is view:
                self._show_question(question, group)

    def _draw_new_facts(self) -> list[Text]:
        """Render the line that the rules keep in sight, if they declare one that has changed since it was shown."""
        line = draw_facts(self.play.facts(), self.width) if self.play.session.program.headline else Text()
        if line == self.shown_facts:
            return []
        self.shown_facts = line
        return [line] if line else []

    def _draw_question(self, question: Question, group: QuestionGroup | None) -> list[Text]:
        """Render a question alone, or with the group that is asked together."""
        return [*(draw_question(question, self.width) if group is None else draw_group(group, self.width))]

    def _show_question(self, question: Question, group: QuestionGroup | None) -> None:
        """Print a question alone, or with the group that is asked together."""
        self.show_texts(self._draw_question(question, group))

    def _ask_throw(self, view: View, wanted: WantedDice) -> None:
        """Ask the player for the faces of real dice until they are valid.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
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
            self.narrator.drop_keys_of_stop()
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
                    continue  # the parser gives none of these at a throw
                case command:  # the rest: commands for `_run_command`; mypy narrows to them
                    self._run_command(command, view)
