"""The narrator of a game in lines: page by page, with debriefings, and the recall of a resumed game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.paging import fits_unbroken, is_attended, show_paged, wait_at_break
from bombsight.cli.play.story import draw_story
from bombsight.cli.play.story_pager import STOP_HEIGHT, StoryPager
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, styled_text
from bombsight.runtime.events.views import View as Event
from bombsight.service.common import sentences
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.play import Play
from bombsight.service.play.session_story import SessionStory
from bombsight.service.play.story_source import count_events_of_state, with_stakes
from bombsight.service.present.beats import (
    DEFAULT_PACE,
    Pace,
    StoryPart,
    divide_story,
    find_left_part,
)
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import render_debriefing, render_recall
from bombsight.service.present.order_lines import render_ended_orders
from bombsight.service.present.pages import begin_story
from bombsight.service.present.story import Detail, Story, StoryLine
from bombsight.service.present.view import WantedDice
from bombsight.service.saves.bookmarks import Bookmark

MAX_WIDTH = 100
"""The maximum width in columns of a line, however wide the terminal is."""

LEAVE_WORDS = ("q", "quit", "exit", "leave", "n", "no")
"""The inputs that leave the game after a debriefing."""

CONTINUE_WORDS = ("", "y", "yes", "next")
"""The inputs that begin the next mission."""


STORY_BEGINS = "Enter: the story begins"
"""The prompt between the introduction of a game and its story."""

NOTHING_ASKED = sentences.ASKED_NOTHING
"""The message at the end of a game without any question."""


class PlayerLeft(Exception):  # noqa: N818 - leaving a game is no error
    """Raised when the player leaves the game."""


@define
class Narrator:
    """Prints the events of a game line by line, with page breaks and debriefings.

    Attributes:
        question_filter: The question filter of the game.
        out: The console.
        detail: The level of detail.
        plays: Whether the person answers; else answers are shown, too.
        needs_recall: Whether the recall of a resumed game has still to be shown.
        pace: The pace of the story.
        bookmark: How far the player has been shown the story; of a resumed game, before it goes on.
        lines_above: How many new lines stand above the first printed ones.
        handle_at_event: Executes input if it is a command that can be given at a past event, and returns whether it is;
            None for none.
    """

    question_filter: QuestionFilter
    out: Console
    detail: Detail = "rolls"
    plays: bool = True
    needs_recall: bool = False
    pace: Pace = DEFAULT_PACE
    lines_above: int = 0
    handle_at_event: Callable[[str, int], bool] | None = None
    bookmark: Bookmark = field(init=False)
    _narrated_count: int = 0
    _is_telling: bool = False
    _story: Story | None = None
    _pager: StoryPager | None = None

    def __attrs_post_init__(self) -> None:
        """Find the place in the story of a resumed game."""
        self.bookmark = Bookmark.find(self.play.session) if self.needs_recall else Bookmark(self.play.session)

    @property
    def play(self) -> Play:
        """The game in play."""
        return self.question_filter.play

    @property
    def width(self) -> int:
        """The maximum width in columns of a line."""
        return min(self.out.width, MAX_WIDTH)

    def show_remaining(self) -> None:
        """Print the events that were not printed yet, after the game failed, or the player was interrupted.

        If he was interrupted in the middle of its story nothing is printed, for it goes on there.
        """
        if not self._is_telling:
            self.narrate(self._narrated_count, None)

    def narrate(self, kept_count: int, prompt: str | None, lines_below: int = 0, *, offers_again: bool = False) -> None:
        """Print the events since the last call, down to the headings above the next question.

        If a command after a debriefing leads elsewhere, later events are not shown. After an undo the story is rebuilt
        silently up to the events kept, except for dice that may be thrown again. A resumed game is recalled up to its
        bookmark.

        Args:
            kept_count: How many of the events before still count.
            prompt: The question; None if the game is over.
            lines_below: How many lines the question takes.
            offers_again: Whether the question offers to throw the last dice again.

        Raises:
            PlayerLeft: The person leaves after a mission.
            InputEnded: The input has ended.
        """
        self._is_telling = True
        self._tell(kept_count, prompt, lines_below, offers_again=offers_again)
        self._is_telling = False

    def _tell(self, kept_count: int, prompt: str | None, lines_below: int, *, offers_again: bool) -> None:
        """Print the events since the last call, as :meth:`narrate` says."""
        is_first, is_silent = self._story is None, self._story is not None and kept_count < self._narrated_count
        if self._story is None or is_silent:
            self._story, self._narrated_count = self.new_story(answers=not self.plays), 0
        start, views = self._narrated_count, [*self.play.events(self._narrated_count)]
        self._narrated_count += len(views)
        shown_count = self.bookmark.event_count if self.needs_recall else None
        left_part = None
        if shown_count is not None and not is_silent and shown_count <= len(views):
            self.needs_recall, is_first = False, not shown_count
            left_part = self._recall_to_bookmark(views, shown_count) if shown_count else None
        else:
            shown_count = 0
        if is_silent or self.needs_recall:
            self.bookmark.remove()
            lines = self._add_closing_lines(self._story, self._story.tell(views), prompt, offers_again=offers_again)
            if self.needs_recall:
                self._show_pages(draw_lines(render_recall(lines, self.play.view().sheet), self.width), 0)
            self.needs_recall = False
            self._show_pages(draw_story(last_throw(lines) if offers_again else (), self.width), 0)
            return
        for debriefing in self.play.debriefings(max(start, shown_count)):
            passage = self._story.tell(views[: debriefing.event + 1 - start])
            if not self._show_story(lines_since(passage, shown_count), 2, left_part):
                return
            left_part = None
            self._show_pages(draw_lines(render_debriefing(debriefing), self.width), 2)
            if (
                prompt is not None
                and self.plays
                and is_attended(self.out)
                and not self._wait_for_next_mission(debriefing)
            ):
                self._narrated_count = debriefing.event + 1
                return
            views, start = views[debriefing.event + 1 - start :], debriefing.event + 1
        lines = self._add_closing_lines(self._story, self._story.tell(views), prompt, offers_again=offers_again)
        lines = lines_since(lines, shown_count)
        ended_orders = draw_lines(render_ended_orders(self.question_filter.pop_ended_orders()), self.width)
        if left_part is None and self.plays and self.pace != "straight" and is_attended(self.out):
            first_part = draw_story(divide_story(lines, self.pace)[0].lines, self.width)
            if not fits_unbroken(self.out, len(first_part), lines_below, self.lines_above if is_first else 0):
                self.bookmark.move(max(start, shown_count), self.pace)
                if is_first:
                    wait_at_break(self.out, STORY_BEGINS)
        if self._show_story(lines, lines_below + len(ended_orders), left_part):
            print_lines(self.out, ended_orders)
            self.bookmark.remove()

    def _recall_to_bookmark(self, views: Sequence[Event], shown_count: int) -> StoryPart | None:
        """Recall the events that the player of a resumed game has been shown.

        Args:
            views: All events of the game.
            shown_count: How many of them he has been shown.

        Returns:
            The last part that he was shown; None if nothing follows it.

        Raises:
            InputEnded: The input has ended.
        """
        lines = self.new_story(answers=not self.plays).tell_all(views)
        sheet = moment_at(self.play.session, shown_count - 1).sheet
        shown_lines = [line for line in lines if line.event < shown_count]
        self._show_pages(draw_lines(render_recall(shown_lines, sheet), self.width), STOP_HEIGHT)
        return find_left_part(lines, shown_count, self.pace)

    def _wait_for_next_mission(self, debriefing: Debriefing) -> bool:
        """Wait after a debriefing until the player goes on; return False if an undo changed the game.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        view = self.play.view()
        self.bookmark.move(debriefing.event + 1, self.pace)
        self.out.print()
        while True:
            previous, view = view, self.play.view()
            if view is not previous and view.kept <= debriefing.event:
                return False
            typed = wait_at_break(self.out, "Enter: fly the next; quit: leave, and go on another day; help: what else")
            if typed.lower() in LEAVE_WORDS:
                raise PlayerLeft
            if typed.lower() in CONTINUE_WORDS:
                return True
            if self.handle_at_event is None or not self.handle_at_event(typed, debriefing.event):
                self.out.print(
                    styled_text(f"{typed}: nothing that can be typed here. Enter alone flies the next.", "yellow")
                )

    def events(self, start: int = 0) -> Iterator[Event]:
        """Yield the events of the game from a number on."""
        return self.play.events(start)

    def debriefings(self, start: int = 0) -> Sequence[Debriefing]:
        """Make the debriefings of missions that ended since a number of events."""
        return self.play.debriefings(start)

    def set_detail(self, detail: Detail) -> None:
        """Set the level of detail from here on."""
        self.detail = detail
        if self._story is not None:
            self._story.detail = detail

    def new_story(self, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story; ``answers`` is whether it tells the player's answers."""
        return begin_story(self.question_filter, self.detail, answers=answers, explains_marks=explains_marks)

    def _add_closing_lines(
        self, story: Story, lines: list[StoryLine], prompt: str | None, *, offers_again: bool
    ) -> list[StoryLine]:
        """Append the buffered lines of a story, and the headings above the next question, to the lines to print.

        Args:
            story: The story.
            lines: Its lines so far.
            prompt: The question; None if the game is over.
            offers_again: Whether the question offers to throw the last dice again.
        """
        return [*lines, *(story.flush() if prompt is None else story.announce(prompt, offers_again=offers_again))]

    def _show_story(self, lines: Sequence[StoryLine], lines_below: int, left_part: StoryPart | None = None) -> bool:
        """Print story lines at the present pace; return False if a command at a stop changed the game.

        Args:
            lines: The lines.
            lines_below: How many screen lines follow the last part.
            left_part: The part that the player of a resumed game was shown before; None for none.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        self._pager = self._pager or StoryPager(
            self.out, self.pace, self._describe_throw, self._add_stakes, self._handle_at_stop, self._note_stop
        )
        self._pager.pace = self.pace if self.plays else "straight"
        return self._pager.show(lines, self.width, lines_below, left_part)

    def drop_keys_of_stop(self) -> None:
        """Drop the keys that were meant for the last stop of the story, before an answer is read."""
        if self._pager is not None:
            self._pager.drop_keys_of_stop()

    def _describe_throw(self, event: int) -> WantedDice | None:
        """Describe the dice of an event as before they fell."""
        return describe_past_throw(self.play.session, event)

    def _add_stakes(self, lines: Sequence[StoryLine]) -> Sequence[StoryLine]:
        """Add what was at stake to the throws of lines, at a terminal."""
        return with_stakes(SessionStory(self.play.session), lines) if is_attended(self.out) else lines

    def _note_stop(self, part: StoryPart) -> None:
        """Move the bookmark to the stop behind a part of the story."""
        self.bookmark.move(part.event_count or 0, self.pace)

    def _handle_at_stop(self, typed: str, part: StoryPart) -> bool:
        """Execute input at the stop behind a part of the story; return False if it took back what is told there."""
        view, event_count = self.play.view(), count_events_of_state(SessionStory(self.play.session), part) or 0
        if self.handle_at_event is None or not self.handle_at_event(typed, event_count - 1):
            self.out.print(
                styled_text(
                    f"{typed}: nothing that can be typed here. Enter alone goes on, s leads to the question.", "yellow"
                )
            )
        if self._pager is not None:
            self._pager.pace = self.pace
        return self.play.view() is view or self.play.view().kept >= self._narrated_count

    def _show_pages(self, lines: Sequence[Text], lines_below: int) -> None:
        """Print lines page by page."""
        show_paged(self.out, lines, lines_below)


def lines_since(lines: Sequence[StoryLine], event: int) -> list[StoryLine]:
    """Return the lines of a story that report an event from a number on."""
    return [line for line in lines if line.event >= event]


def last_throw(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """Find the line of the last throw; return a list with that line, or an empty one."""
    last = next((line for line in reversed(lines) if line.kind == "roll"), None)
    return [evolve(last, depth=0)] if last is not None else []
