"""The story on the full screen as it follows the events of a game, and the log of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Protocol

from attrs import define, field, frozen
from rich.text import Text

from bombsight.cli.play.narrator import lines_since
from bombsight.cli.play.story import draw_log
from bombsight.cli.screen.drawn_story import DrawnStory
from bombsight.cli.screen.lazy_lines import LazyLines
from bombsight.runtime.events.views import BeforehandView, ChoiceView, RollView, View
from bombsight.service.present.checkpoints import Checkpoints
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.log import count_throws
from bombsight.service.present.story import Detail, Story, StoryLine


@frozen
class StoryNews:
    """What is new in a story: its lines, and the debriefings of missions that ended in them."""

    lines: Sequence[StoryLine]
    debriefings: Sequence[Debriefing]

    def since(self, event: int) -> StoryNews:
        """Return what is new after a number of events; a debriefing just there has not been read to its end."""
        return StoryNews(lines_since(self.lines, event), [each for each in self.debriefings if each.event + 1 >= event])


class StoryTeller(Protocol):
    """What tells a game's story: its events, and a story at the player's level of detail."""

    @property
    def detail(self) -> Detail:
        """The level of detail."""

    def events(self, start: int = 0) -> Iterable[View]:
        """The events from a number on."""

    def debriefings(self, start: int = 0) -> Sequence[Debriefing]:
        """The debriefings of missions that ended since a number of events."""

    def new_story(self, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story; ``answers`` is whether it tells the player's answers."""


@define
class Transcript:
    """The story so far, which follows the events of a game.

    Attributes:
        narrator: What tells the story of the game.
        drawn: The lines of the story, as they are drawn.
    """

    narrator: StoryTeller
    drawn: DrawnStory = field(factory=DrawnStory)
    _event_count: int = 0
    _story: Story | None = None
    _checkpoints: Checkpoints[tuple[Story, int]] = field(factory=Checkpoints)

    @property
    def event_count(self) -> int:
        """The number of events that it has."""
        return self._event_count

    def covers(self, kept_count: int, new_count: int) -> bool:
        """Whether it has all events of a game, if so many of those before still count, and so many are new."""
        return self._story is not None and self._event_count == kept_count and not new_count

    @property
    def lines(self) -> list[StoryLine]:
        """The lines of the story."""
        return self.drawn.lines

    def update(self, kept_count: int, prompt: str | None, *, offers_again: bool = False) -> StoryNews | None:
        """Append the events since the last update; drop lines of events that were taken back.

        Args:
            kept_count: How many of the events before still count.
            prompt: The prompt for the headings; None if the game is over.
            offers_again: Whether the question offers to throw the last dice again.

        Returns:
            The new lines; None if the story was rebuilt.
        """
        is_first = self._story is None
        is_news = self._story is not None and kept_count >= self._event_count
        story = self._story if self._story is not None and is_news else self._rewind(kept_count)
        start, line_count = self._event_count, len(self.lines)
        for views in split_into_passages([*self.narrator.events(start)], self._checkpoints.interval):
            self.lines.extend(story.tell(views))
            self._event_count += len(views)
            # Before the question's headings, which are emitted again if it is asked again.
            self._checkpoints.add(self._event_count, (story.copy(), len(self.lines)))
        self.lines.extend(story.flush() if prompt is None else story.announce(prompt, offers_again=offers_again))
        self._story = story
        if not is_news and not is_first:
            return None
        return StoryNews(self.lines[line_count:], self.narrator.debriefings(start))

    def _rewind(self, kept_count: int) -> Story:
        """Drop the lines of later events, and return a copy of the story after at most ``kept_count`` events."""
        checkpoint = self._checkpoints.rewind_to(kept_count)
        if checkpoint is None:
            self._event_count = 0
            self.lines.clear()
            return self.narrator.new_story(answers=True)
        self._event_count, (story, count) = checkpoint
        del self.lines[count:]
        return story.copy()

    def make_log_drawer(self, event_count: int | None = None) -> Callable[[int], LazyLines]:
        """Make a function that renders the whole story at a width, with the throw numbers that ``why`` takes.

        At a stop it ends after ``event_count`` events. At the level of news the story must be rebuilt for that, which
        takes a while in a long game; another thread may do it.
        """
        if not self.is_brief:
            shown = [line for line in self.lines if event_count is None or line.event < event_count]
            lines = [line for line in shown if line.kind != "legend"]
            return lambda width: lazy_log_lines(lines, width)
        story = self.narrator.new_story(explains_marks=False)
        views = [*islice(self.narrator.events(), event_count)]
        story.detail = "rolls"
        return lambda width: lazy_log_lines(story.copy().tell_all(views), width)

    @property
    def is_brief(self) -> bool:
        """Whether the transcript leaves out details that the log shows."""
        return self.narrator.detail == "news"


def lazy_log_lines(lines: Sequence[StoryLine], width: int) -> LazyLines:
    """Make lazy lines of the whole log, without a blank line at the top."""
    throws = count_throws(lines)

    def make_lines(begin: int, end: int) -> list[Text]:
        """Render the story lines from one number up to another, for the lazy lines."""
        rows = [*draw_log(lines[begin:end], width, throws)]
        return rows[1:] if begin == 0 and not rows[0].plain else rows

    return LazyLines(len(lines), make_lines)


def split_into_passages(views: Sequence[View], size: int) -> list[Sequence[View]]:
    """Split events into passages of at least ``size`` events, each but the first begun by dice or an answer.

    A message reports changes beside it only up to there, so the split changes no line.
    """
    finished: list[Sequence[View]] = []
    start = 0
    for at, view in enumerate(views):
        if at - start >= size and isinstance(view, RollView | BeforehandView | ChoiceView):
            finished.append(views[start:at])
            start = at
    return [*finished, views[start:]] if views[start:] else finished
