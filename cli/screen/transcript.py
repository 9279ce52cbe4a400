"""The story as a screen keeps it: its lines as values, drawn for the width that there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field
from rich.text import Text

from bombsight.cli.play.narrating import Narrator
from bombsight.cli.play.story import line_of, log_lines
from bombsight.cli.screen.rows import Rows
from bombsight.runtime.events.views import BeforehandView, ChoiceView, RollView, View
from bombsight.service.present.checkpoints import Marks
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.log import count_throws
from bombsight.service.present.story import Story, StoryLine

KEPT = 1000
"""So many of the last lines are shown; the log shows all of them."""


@define
class Told:
    """What has been told of a game.

    Attributes:
        narrator: Knows the game, and how much is told.
        lines: What was told.
    """

    narrator: Narrator
    lines: list[StoryLine] = field(factory=list)
    _events: int = 0
    _story: Story | None = None
    _width: int = 0
    _drawn: dict[int, tuple[StoryLine, Sequence[Text]]] = field(factory=dict)
    _marks: Marks[tuple[Story, int]] = field(factory=Marks)

    def tell(self, kept: int, asked: str | None, *, offers_again: bool = False) -> list[Debriefing]:
        """Tell what has happened since the last time; what was taken back is told no more.

        Args:
            kept: How many of the events told before still count.
            asked: What the headings are told of; None where the game is over.
            offers_again: Whether what is asked offers to throw the last dice again.

        Returns:
            The missions that ended meanwhile.
        """
        is_news = self._story is not None and kept >= self._events
        story = self._story if self._story is not None and is_news else self._back(kept)
        start = self._events
        for views in passages([*self.narrator.play.events(start)], self._marks.apart):
            self.lines += story.tell(views)
            self._events += len(views)
            # Before the headings above a question are told: they are told again where it is asked again.
            self._marks.keep(self._events, (story.copied(), len(self.lines)))
        self.lines += story.rest() if asked is None else story.announce(asked, offers_again=offers_again)
        self._story = story
        return self.narrator.play.debriefings(start) if is_news else []

    def _back(self, kept: int) -> Story:
        """The story as it was behind so many events, or less far."""
        marked = self._marks.back(kept)
        if marked is None:
            self._events = 0
            self.lines.clear()
            return self.narrator.story(answers=True)
        self._events, (story, count) = marked
        del self.lines[count:]
        return story.copied()

    def log(self) -> Callable[[int], Rows]:
        """The whole story at a width, with the numbers that ``why`` takes.

        Where news are told it must be told anew for that, which takes a while in a long game and may be done beside.
        """
        if not self.is_brief:
            lines = [*self.lines]
            return lambda width: rows_of_log(lines, width)
        story, views = self.narrator.story(), [*self.narrator.play.events()]
        story.detail = "rolls"
        return lambda width: rows_of_log(story.copied().whole(views), width)

    @property
    def is_brief(self) -> bool:
        """Whether the log tells more than was told."""
        return self.narrator.detail == "news"

    def drawn(self, width: int, above: Sequence[Text]) -> Rows:
        """The last lines at a width, below others; those that were drawn before are not drawn again."""
        if width != self._width or len(self._drawn) > 2 * KEPT:
            self._drawn.clear()
        self._width = width
        last = self.lines[-KEPT:]

        def rows(line: StoryLine) -> Sequence[Text]:
            if id(line) not in self._drawn:
                self._drawn[id(line)] = line, [*line_of(line, width)]
            return self._drawn[id(line)][1]

        def make(begin: int, end: int) -> list[Text]:
            told = last[max(0, begin - len(above)) : max(0, end - len(above))]
            return [*above[begin:end], *(text for line in told for text in rows(line))]

        return Rows(len(above) + len(last), make)


def rows_of_log(lines: Sequence[StoryLine], width: int) -> Rows:
    """The lines of a log, which stands at the top of a page and needs no blank line above it."""
    throws = count_throws(lines)

    def make(begin: int, end: int) -> list[Text]:
        rows = [*log_lines(lines[begin:end], width, throws)]
        return rows[1:] if begin == 0 and not rows[0].plain else rows

    return Rows(len(lines), make)


def passages(views: Sequence[View], size: int) -> list[Sequence[View]]:
    """Events in passages of so many and a few, each but the first begun by dice or an answer.

    What a sentence says of changes beside it counts up to there, so that it makes no difference where a passage ends.
    """
    found: list[Sequence[View]] = []
    start = 0
    for at, view in enumerate(views):
        if at - start >= size and isinstance(view, RollView | BeforehandView | ChoiceView):
            found.append(views[start:at])
            start = at
    return [*found, views[start:]] if views[start:] else found
