"""The story on the full screen: its lines as values, drawn at the present width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field
from rich.text import Text

from bombsight.cli.play.narrator import Narrator
from bombsight.cli.play.story import draw_log, draw_story_line
from bombsight.cli.screen.lazy_lines import LazyLines
from bombsight.runtime.events.views import BeforehandView, ChoiceView, RollView, View
from bombsight.service.present.checkpoints import Checkpoints
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.log import count_throws
from bombsight.service.present.story import Story, StoryLine

MAX_SHOWN_LINES = 1000
"""How many of the last lines are shown; the log shows all of them."""


@define
class Transcript:
    """The story so far as unwrapped story lines, rendered at the present width.

    Attributes:
        narrator: The narrator, which holds the game and the level of detail.
        lines: The lines of the story.
    """

    narrator: Narrator
    lines: list[StoryLine] = field(factory=list)
    _event_count: int = 0
    _story: Story | None = None
    _width: int = 0
    _drawn_lines: dict[int, tuple[StoryLine, Sequence[Text]]] = field(factory=dict)
    _checkpoints: Checkpoints[tuple[Story, int]] = field(factory=Checkpoints)

    def update(self, kept_count: int, prompt: str | None, *, offers_again: bool = False) -> list[Debriefing]:
        """Append the events since the last update; drop lines of events that were taken back.

        Args:
            kept_count: How many of the events before still count.
            prompt: The prompt for the headings; None if the game is over.
            offers_again: Whether the question offers to throw the last dice again.

        Returns:
            The debriefings of missions that ended meanwhile.
        """
        is_news = self._story is not None and kept_count >= self._event_count
        story = self._story if self._story is not None and is_news else self._rewind(kept_count)
        start = self._event_count
        for views in split_into_passages([*self.narrator.play.events(start)], self._checkpoints.interval):
            self.lines += story.tell(views)
            self._event_count += len(views)
            # Before the question's headings, which are emitted again if it is asked again.
            self._checkpoints.add(self._event_count, (story.copy(), len(self.lines)))
        self.lines += story.flush() if prompt is None else story.announce(prompt, offers_again=offers_again)
        self._story = story
        return self.narrator.play.debriefings(start) if is_news else []

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

    def make_log_drawer(self) -> Callable[[int], LazyLines]:
        """Make a function that renders the whole story at a width, with the throw numbers that ``why`` takes.

        At the level of news the story must be rebuilt for that, which takes a while in a long game; another thread may
        do it.
        """
        if not self.is_brief:
            lines = [line for line in self.lines if line.kind != "legend"]
            return lambda width: lazy_log_lines(lines, width)
        story, views = self.narrator.new_story(explains_marks=False), [*self.narrator.play.events()]
        story.detail = "rolls"
        return lambda width: lazy_log_lines(story.copy().tell_all(views), width)

    @property
    def is_brief(self) -> bool:
        """Whether the transcript leaves out details that the log shows."""
        return self.narrator.detail == "news"

    def draw_last_lines(self, width: int, lines_above: Sequence[Text]) -> LazyLines:
        """Make lazy lines of the story's end at a width, below ``lines_above``; lines rendered before are cached."""
        if width != self._width or len(self._drawn_lines) > 2 * MAX_SHOWN_LINES:
            self._drawn_lines.clear()
        self._width = width
        last = self.lines[-MAX_SHOWN_LINES:]

        def draw_rows(line: StoryLine) -> Sequence[Text]:
            """Render one story line; cached."""
            if id(line) not in self._drawn_lines:
                self._drawn_lines[id(line)] = line, [*draw_story_line(line, width)]
            return self._drawn_lines[id(line)][1]

        def make_lines(begin: int, end: int) -> list[Text]:
            """Render the items from one number up to another, for the lazy lines."""
            story_lines = last[max(0, begin - len(lines_above)) : max(0, end - len(lines_above))]
            return [*lines_above[begin:end], *(text for line in story_lines for text in draw_rows(line))]

        return LazyLines(len(lines_above) + len(last), make_lines)


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
