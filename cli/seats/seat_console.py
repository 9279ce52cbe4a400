"""A person at his seat of a table: what he may see is told, his questions are put, and more can be asked.

He knows nothing of the game but what he was told: the rules, and all that is hidden, are the arbiter's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, assert_never

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.joint_questions import draw_group, phrases_for_group
from bombsight.cli.play.narrator import MAX_WIDTH, PlayerLeft
from bombsight.cli.play.paging import show_paged
from bombsight.cli.play.question_input import PROMPT, confirm_answer, draw_question, prompt_for, read_line
from bombsight.cli.play.story import draw_log, draw_story
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, sanitize, show_error, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.events.views import ChoiceView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present import commands
from bombsight.service.present.answer_parsing import (
    answer_name,
    answer_title,
    display_order,
    explain_rejection,
    find_by_full_name,
    parse_option,
)
from bombsight.service.present.command_parsing import parse_word_command
from bombsight.service.present.command_table import SEAT_HELP_ROWS, SEAT_PHRASES, SINGLY_WORD, SOLO_WORDS
from bombsight.service.present.commands import Beside
from bombsight.service.present.debriefing_lines import render_recall
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.joint_answer_parsing import parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion
from bombsight.service.present.pages import help_lines
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story, describe_detail
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.messages import Answered, Looked, Seated, Turn

QUESTION_HEIGHT = 8
"""So many lines are left for a question below a long list."""


class Resignation(Exception):  # noqa: N818 - giving up is no error
    """The person gives the game up."""


class SeatQueries(Protocol):
    """Whom a person asks for more than he was told."""

    def current_state(self) -> Looked:
        """How things stand."""

    def odds(self) -> Odds:
        """The odds of the open question."""

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """What other throws would have led to, by the number of an event that was told."""


@define
class SeatConsole:
    """A person at his seat.

    Attributes:
        seated: What is played.
        queries: Whom more is asked of.
        out: Where he reads.
        detail: How much of the story is told.
        views: All that he was told.
        own_answer_count: How many answers he has just given: they are not told, for he sees them already.
    """

    seated: Seated
    queries: SeatQueries
    out: Console
    detail: Detail = "rolls"
    views: list[Event] = field(factory=list)
    own_answer_count: int = 0
    _narrated_count: int = 0
    _story: Story | None = None

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return min(self.out.width, MAX_WIDTH)

    def title_of(self, seat: str) -> str:
        """What somebody at the table is called."""
        return next((each.title for each in self.seated.seats if each.name == seat), seat)

    # --- telling

    def add_turn(self, turn: Turn) -> None:
        """Take what has happened; it is not told yet.

        Raises:
            InputError: Something before it was not told.
        """
        if turn.start > len(self.views):
            raise InputError("what happened before this was not told")
        del self.views[turn.start :]
        self.views += turn.events

    def narrate(self, turn: Turn, lines_below: int = 0) -> None:
        """Tell what has happened since the last time, down to the headings above what is asked now.

        Args:
            turn: What was taken last.
            lines_below: How many lines follow at once.

        Raises:
            Ended: There is nothing more to read.
        """
        if self._story is None or self._narrated_count > len(self.views):
            self._story, self._narrated_count = self._new_story(), 0
        story = self._story
        lines = story.tell(self._without_own_answers(self.views[self._narrated_count :]))
        self._narrated_count = len(self.views)
        lines += (
            story.announce(turn.question.prompt, offers_again=turn.question.offer)
            if turn.question is not None
            else story.rest()
        )
        show_paged(self.out, draw_story(lines, self.width), lines_below)

    def continue_from(self, other_console: SeatConsole) -> None:
        """Go on where another was told of what happened, on the same screen: nothing is hidden from either."""
        self.views = [*other_console.views]
        self.own_answer_count, self._narrated_count, self._story = (
            other_console.own_answer_count,
            other_console._narrated_count,
            other_console._story,
        )

    def show_recall(self, event_count: int) -> None:
        """Tell where he was when he had been told so many events: he knows them from before."""
        self._story, self._narrated_count = self._new_story(), event_count
        self.show_texts(draw_lines(render_recall(self._story.tell(self.views[:event_count]), ()), self.width))

    def _without_own_answers(self, views: Sequence[Event]) -> list[Event]:
        """Events without the answers that he has just given."""
        own_answers = [at for at, view in enumerate(views) if isinstance(view, ChoiceView)][: self.own_answer_count]
        self.own_answer_count = 0
        return [view for at, view in enumerate(views) if at not in own_answers]

    def _new_story(self) -> Story:
        outer = 2 if self.seated.entry == "career" else 1
        return Story(self.seated.phrases, detail=self.detail, outer=outer, answers=True)

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        print_lines(self.out, lines)

    # --- asking

    def ask_for_answer(self, turn: Turn) -> Answered:
        """Tell what has happened, and ask for the answer to the open question until there is one.

        Raises:
            Left: The person leaves.
            GivenUp: He gives the game up.
            Ended: There is nothing more to read.
        """
        question, group = turn.question, turn.group
        assert question is not None
        question_texts = self._draw_question(question, group)
        self.narrate(turn, len(question_texts))
        self.out.print()
        self.show_texts(question_texts)
        while True:
            typed = self._read_typed(question, group)
            is_name = " " in typed and find_by_full_name(question, typed) is not None
            if group is not None and typed.lower() == SINGLY_WORD:
                group = None
            elif is_name or not self.run_if_command(typed, question):
                names = self._parse_answers(question, group, typed)
                if names is not None:
                    self.own_answer_count = len(names)
                    return Answered(number=turn.number, names=names, together=group is not None)
            self.show_texts(self._draw_question(question, group))

    def _draw_question(self, question: Question, group: QuestionGroup | None) -> list[Text]:
        """A question, alone or as one with others; whose it is need not be said at his seat."""
        if group is None:
            return draw_question(evolve(question, by="player"), self.width)
        return [*draw_group(group, self.width)]

    def _read_typed(self, question: Question, group: QuestionGroup | None) -> str:
        """What is typed at a question.

        Raises:
            Ended: There is nothing more to read.
        """
        phrases = [
            *(sanitize(answer_title(question, index)) for index in display_order(question)),
            *["none"] * question.optional,
            *SEAT_PHRASES,
        ]
        if group is None:
            return read_line(self.out, prompt_for(question), phrases)
        return read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases])

    def _parse_answers(self, question: Question, group: QuestionGroup | None, typed: str) -> tuple[str, ...] | None:
        """The names of the answers that were typed; None where they are none, and that was said.

        Raises:
            Ended: There is nothing more to read.
        """
        if group is None:
            index = parse_option(question, typed)
            if isinstance(index, int):
                is_confirmed = confirm_answer(
                    question, index, typed, self.out, self.width, at_terminal=is_interactive()
                )
                return (answer_name(question, index),) if is_confirmed else None
            self._show_refusal(explain_rejection(question, index, typed))
            return None
        indices = (
            parse_choices(group, typed) if isinstance(group, RepeatedQuestion) else parse_matrix_answers(group, typed)
        )
        if isinstance(indices, str):
            self._show_refusal(f"{indices[:1].upper()}{indices[1:]}.")
            return None
        rows = (group.question,) * len(indices) if isinstance(group, RepeatedQuestion) else group.rows
        return tuple(answer_name(row, index) for row, index in zip(rows, indices, strict=True))

    def _show_refusal(self, problem: str) -> None:
        """Say why something typed would not do."""
        self.show_texts([*wrap_text(styled_text(problem, "yellow"), 0, self.width), Text()])

    # --- what may be typed beside answers

    def run_if_command(self, typed: str, question: Question) -> bool:
        """Do what was typed, if it is a command.

        Raises:
            Left: The person leaves.
            GivenUp: He gives the game up.
        """
        word, _, rest = typed.removeprefix("/").partition(" ")
        word = word.lower()
        if word in SOLO_WORDS:
            self.show_texts(
                [styled_text(f"At a table of two there is no `{word}`. help lists what there is.", "yellow")]
            )
        elif (word, rest.strip().lower()) == ("give", "up"):
            self._confirm_resignation()
        elif (command := parse_word_command(typed)) is None or not self._dispatch(command, question):
            return False
        self.out.print()
        return True

    def _dispatch(self, command: Beside, question: Question) -> bool:
        """Carry out a command; False where there is none such at a table of two."""
        match command:
            case commands.Quit():
                raise PlayerLeft
            case commands.Why(which=which):
                self._run_guarded(lambda: self._show_why(which, question))
            case commands.ShowOdds(runs=None, everything=everything):
                self._run_guarded(lambda: self._show_odds(question, everything=everything))
            case commands.ShowLog(lines=count):
                self._show_log(count)
            case commands.SetDetail(detail=detail):
                self._set_detail(detail or self.detail)
            case commands.ShowSheet(everything=everything):
                self._run_guarded(lambda: self._show_sheet(everything=everything))
            case commands.ShowBoards(name=name):
                self._run_guarded(
                    lambda: self.show_texts(draw_boards(self.queries.current_state().boards, name, self.width))
                )
            case commands.Help():
                self._show_in_pages(draw_lines(help_lines(SEAT_HELP_ROWS), self.width))
            case (
                commands.ShowOdds()
                | commands.Undo()
                | commands.UndoTo()
                | commands.UndoAll()
                | commands.ShowDecisions()
                | commands.ShowOrders()
                | commands.TakeBackOrder()
                | commands.SetLevel()
                | commands.ShowTable()
                | commands.ShowNames()
                | commands.Rename()
                | commands.Save()
                | commands.SetDice()
            ):
                return False
            case _:
                assert_never(command)
        return True

    def _run_guarded(self, command: Callable[[], None]) -> None:
        """Do a command; what is wrong with it ends no game."""
        try:
            command()
        except InputError as error:
            show_error(error)

    def _confirm_resignation(self) -> None:
        """Ask whether it is meant.

        Raises:
            GivenUp: It is.
        """
        self.show_texts(
            [styled_text("The game ends, and all that was hidden is revealed. Type yes to give it up.", "bold yellow")]
        )
        if read_line(self.out).lower() in ("yes", "y"):
            raise Resignation

    def _show_why(self, which: str, question: Question) -> None:
        lines = explain_events(self.views, which, question, self.queries.other_throws, self.seated.phrases)
        self._show_in_pages(draw_lines(lines, self.width))

    def _show_sheet(self, *, everything: bool) -> None:
        self._show_in_pages(
            draw_lines(render_sheet(self.queries.current_state().sheet, everything=everything), self.width)
        )

    def _show_odds(self, question: Question, *, everything: bool) -> None:
        from bombsight.cli.play.odds import draw_odds

        with self.out.status("Working out the odds", spinner="line"):
            odds = self.queries.odds()
        self.show_texts(draw_odds(question, odds, self.width, shows_all=everything))

    def _show_log(self, count: int | None) -> None:
        story = self._new_story()
        story.detail = "books" if story.detail == "books" else "rolls"
        lines = [*draw_log(story.tell_all(self.views), self.width)]
        self._show_in_pages(lines if count is None else lines[-count:])

    def _set_detail(self, detail: Detail) -> None:
        self.detail = detail
        if self._story is not None:
            self._story.detail = detail
        self.show_texts([styled_text(describe_detail(detail), "yellow")])

    def _show_in_pages(self, lines: Iterable[Text]) -> None:
        """Show lines page by page: the question is put again below them."""
        show_paged(self.out, [*lines], QUESTION_HEIGHT)
