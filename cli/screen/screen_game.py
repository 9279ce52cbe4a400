"""What the whole screen asks of the game that it shows: one of a single player, or that of a seat at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from rich.text import Text

from bombsight.cli.screen.move_replies import Reply
from bombsight.cli.screen.pages import Page
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.play.past_state import Moment
from bombsight.service.play.story_source import StorySource
from bombsight.service.present.beats import Pace
from bombsight.service.present.commands import Command
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Headings
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import Detail, Story
from bombsight.service.present.view import View
from bombsight.service.saves.bookmarks import StoryMark


class ScreenGame(Protocol):
    """The game behind a whole screen: its story, its present state, and what is done with typed input.

    Attributes:
        moment: The past moment that commands refer to; None for the present.
    """

    moment: Moment | None

    @property
    def title(self) -> str:
        """The title at the head of the screen."""

    @property
    def detail(self) -> Detail:
        """The level of detail of the story."""

    @property
    def pace(self) -> Pace:
        """The pace of the story."""

    @property
    def notes(self) -> Sequence[str]:
        """The notes about a resumed game, which the page of its recall shows."""

    # --- the story

    @property
    def story(self) -> Sequence[Event]:
        """All events so far."""

    @property
    def headings(self) -> Headings:
        """The open headings after all events."""

    def events(self, start: int = 0) -> Iterable[Event]:
        """The events from a number on."""

    def debriefings(self, start: int = 0) -> Sequence[Debriefing]:
        """The debriefings of missions that ended since a number of events."""

    def new_story(self, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story; ``answers`` is whether it tells the player's answers."""

    def find_source(self) -> StorySource:
        """Return the source of the story as it is now, with the states behind it."""

    def find_mark(self, *, is_resumed: bool) -> StoryMark:
        """Return the bookmark in the story, of a resumed game as it was left."""

    # --- the present

    def view(self) -> View:
        """The view of the game where it waits for the player, or for others; the same until something changes.

        Raises:
            InputError: The game cannot go on.
        """

    def present_facts(self) -> Sequence[Fact]:
        """What matters most now.

        Raises:
            InputError: The game cannot go on.
        """

    def present_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it is now."""

    def present_boards(self) -> Sequence[BoardShown]:
        """The boards as they are now.

        Raises:
            InputError: The game cannot go on.
        """

    def find_pieces(self, boards: Sequence[BoardShown]) -> Mapping[str, str]:
        """Find the pieces on boards, by their titles."""

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story."""

    def draw_waiting(self, width: int) -> Sequence[Text] | None:
        """Render for whom the game waits, where it asks the player nothing; None if it was stopped."""

    def draw_ending(self, width: int) -> Sequence[Text]:
        """Render what stands in the place of a question when the game is over."""

    # --- questions and moves

    @property
    def asks_group(self) -> object:
        """What the group of the open question rests on, beside the question."""

    def question_group(self) -> QuestionGroup | None:
        """Find the group that the open question is asked in; None if it is asked alone."""

    def draw_ended_orders(self, width: int) -> Sequence[Text]:
        """Render the standing orders that ended since the last call."""

    @property
    def has_autopilot(self) -> bool:
        """Whether the autopilot answers by a standing order."""

    def stop_answering(self) -> None:
        """End the autopilot's orders, before its next answer."""

    def parse(self, typed: str, view: View, group: QuestionGroup | None) -> Command:
        """Parse typed input into a command, by what the game waits for."""

    def run(self, command: Command, view: View, width: int) -> Reply:
        """Execute a command, and return the reply: lines for a width, or an irreversible answer to confirm.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """

    def give_answer(self, name: str) -> None:
        """Answer the open question by an option's name."""

    def throw_typed_dice(self, view: View) -> bool:
        """Throw dice that were typed ahead, if the game waits for such; return whether it did."""

    def forget_typed_dice(self) -> None:
        """Forget dice that were typed ahead, as a question comes first."""

    def make_odds_page(self, question: Question, group: QuestionGroup | None) -> Page:
        """Make the page of the odds of a question's answers."""

    def read_ahead(self) -> None:
        """Read what commands will need, in a thread, while the player reads."""
