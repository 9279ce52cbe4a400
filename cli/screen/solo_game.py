"""The game of a single player behind the whole screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define
from rich.text import Text

from bombsight.cli.play.narrator import NOTHING_ASKED
from bombsight.cli.screen.frame_lines import draw_opening
from bombsight.cli.screen.move_replies import Reply
from bombsight.cli.screen.move_runner import MoveRunner
from bombsight.cli.screen.pages import OddsPage, Page
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.pieces import pieces_by_title
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.past_state import Moment
from bombsight.service.play.play import Play
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.story_source import StorySource
from bombsight.service.present.beats import Pace
from bombsight.service.present.commands import Command
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Headings
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import Detail, Story
from bombsight.service.present.view import View
from bombsight.service.saves.bookmarks import Bookmark, StoryMark

HOW_TO_DECIDE_ALL = "Enter leaves. To decide all yourself: / ask all, then / undo all."
"""The hint at the end of a game in which every question was answered automatically."""


@define
class SoloGame:
    """A single player's game, as the whole screen asks for it.

    Attributes:
        question_filter: The question filter of the game.
        move_runner: The runner of typed input.
    """

    question_filter: QuestionFilter
    move_runner: MoveRunner

    @classmethod
    def make(cls, question_filter: QuestionFilter, detail: Detail, pace: Pace, *, plays: bool) -> SoloGame:
        """Make the game of a question filter; ``plays`` is whether the person answers questions, not only dice."""
        return cls(question_filter, MoveRunner(question_filter, detail, plays, pace))

    @property
    def play(self) -> Play:
        """The game in play."""
        return self.question_filter.play

    @property
    def title(self) -> str:
        """The title at the head of the screen."""
        return self.play.session.program.title

    @property
    def detail(self) -> Detail:
        """The level of detail of the story."""
        return self.move_runner.narrator.detail

    @property
    def pace(self) -> Pace:
        """The pace of the story."""
        return self.move_runner.narrator.pace

    @property
    def notes(self) -> Sequence[str]:
        """The notes about the save."""
        return self.play.session.notes

    @property
    def moment(self) -> Moment | None:
        """The past moment that commands refer to; None for the present."""
        return self.move_runner.command_runner.moment

    @moment.setter
    def moment(self, moment: Moment | None) -> None:
        self.move_runner.command_runner.moment = moment

    # --- the story

    @property
    def story(self) -> Sequence[Event]:
        """All events so far."""
        return self.play.story

    @property
    def headings(self) -> Headings:
        """The open headings after all events."""
        return self.question_filter.headings

    def events(self, start: int = 0) -> Iterable[Event]:
        """The events from a number on."""
        return self.play.events(start)

    def debriefings(self, start: int = 0) -> Sequence[Debriefing]:
        """The debriefings of missions that ended since a number of events."""
        return self.play.debriefings(start)

    def new_story(self, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story; ``answers`` is whether it tells the player's answers."""
        return self.move_runner.narrator.new_story(answers=answers, explains_marks=explains_marks)

    def find_source(self) -> StorySource:
        """Return the source of the story as it is now: an undo would make another one."""
        return SessionStory(self.play.session)

    def find_mark(self, *, is_resumed: bool) -> StoryMark:
        """Return the bookmark in the story, of a resumed game as it was left."""
        session = self.play.session
        return Bookmark.find(session) if is_resumed else Bookmark(session)

    # --- the present

    def view(self) -> View:
        """The view of the game at the player's next question, throw or end.

        Raises:
            InputError: The game cannot go on.
        """
        return self.question_filter.view()

    def present_facts(self) -> Sequence[Fact]:
        """What matters most now.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.facts()

    def present_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it is now."""
        return self.play.view().sheet

    def present_boards(self) -> Sequence[BoardShown]:
        """The boards as they are now.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.boards()

    def find_pieces(self, boards: Sequence[BoardShown]) -> Mapping[str, str]:
        """Find the pieces on boards, by their titles."""
        return pieces_by_title(self.play.session.describer, boards)

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story: game, introduction, save."""
        return draw_opening(self.play, self.question_filter.level, width)

    def draw_waiting(self, width: int) -> Sequence[Text] | None:
        """Return None: a game that asks a single player nothing was stopped."""
        return None

    def draw_ending(self, width: int) -> Sequence[Text]:
        """Render what stands in the place of a question when the game is over."""
        leaving = "Enter leaves; u takes the last answer back." if self.play.view().can_undo else "Enter leaves."
        messages = [styled_text("The game is over.", "bold"), styled_text(leaving, "dim")]
        if self.question_filter.has_asked_nothing:
            messages[1:] = [styled_text(NOTHING_ASKED, "yellow"), styled_text(HOW_TO_DECIDE_ALL, "dim")]
        return messages

    # --- questions and moves

    @property
    def asks_group(self) -> object:
        """What the group of the open question rests on: the level of asking and the orders."""
        return self.question_filter.level, tuple(self.question_filter.orders)

    def question_group(self) -> QuestionGroup | None:
        """Find the group that the open question is asked in; None if it is asked alone."""
        return self.question_filter.question_group() if self.move_runner.plays else None

    def draw_ended_orders(self, width: int) -> Sequence[Text]:
        """Render the standing orders that ended since the last call."""
        return draw_lines(render_ended_orders(self.question_filter.pop_ended_orders()), width)

    @property
    def has_autopilot(self) -> bool:
        """Whether the autopilot answers by a standing order."""
        return any(order.is_auto for order in self.question_filter.orders)

    def stop_answering(self) -> None:
        """End the autopilot's orders, before its next answer."""
        self.question_filter.stop_answering()

    def parse(self, typed: str, view: View, group: QuestionGroup | None) -> Command:
        """Parse typed input into a command, by what the game waits for."""
        return self.move_runner.parse(typed, view, group)

    def run(self, command: Command, view: View, width: int) -> Reply:
        """Execute a command, and return the reply.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        return self.move_runner.run(command, view, width)

    def give_answer(self, name: str) -> None:
        """Answer the open question by an option's name."""
        self.move_runner.give_answer(name)

    def throw_typed_dice(self, view: View) -> bool:
        """Throw dice that were typed ahead, if the game waits for such; return whether it did."""
        return view.throw is not None and self.move_runner.throw_typed_dice(view.throw)

    def forget_typed_dice(self) -> None:
        """Forget dice that were typed ahead, as a question comes first."""
        self.move_runner.command_runner.typed_dice.clear()

    def make_odds_page(self, question: Question, group: QuestionGroup | None) -> Page:
        """Make the page of the odds of a question's answers."""
        return OddsPage(question, self.play.odds_estimator, group)

    def read_ahead(self) -> None:
        """Read the rules that the cards of `why` are made of, before the first is asked for."""
        self.move_runner.command_runner.thrown_cards().read_rules()
