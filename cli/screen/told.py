"""The story as a screen keeps it: its last lines as values, drawn anew for any width."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from attrs import define, field
from rich.text import Text

from bombsight.cli.play.narrating import Narrator
from bombsight.cli.play.story import drawn
from bombsight.service.debriefing import Debriefing, debriefings
from bombsight.service.story import Story, StoryLine

KEPT = 1000
"""So many of the last lines are kept; `log` shows all of them."""


@define
class Told:
    """What has been told of a game.

    Attributes:
        narrator: Knows the game, and how much is told.
        lines: The last lines.
        is_new: How many of them were told the last time.
        is_whole: Whether that was all of the story, and nothing before it stands any more.
    """

    narrator: Narrator
    lines: deque[StoryLine] = field(factory=lambda: deque(maxlen=KEPT))
    is_new: int = 0
    is_whole: bool = True
    _events: int = 0
    _story: Story | None = None

    def tell(self, kept: int, asked: str | None) -> list[Debriefing]:
        """Tell what has happened since the last time; after answers were taken back, all of it anew.

        Args:
            kept: How many of the events told before still count.
            asked: What the headings are told of; None where the game is over.

        Returns:
            The missions that ended meanwhile.
        """
        is_first = self._story is None
        if self._story is None or kept < self._events:
            self._story, self._events = self.narrator.story(answers=True), 0
            self.lines.clear()
        start = self._events
        views = [*self.narrator.play.events(start)]
        self._events += len(views)
        self.is_whole = not start
        told = self._story.tell(views)
        told += self._story.rest() if asked is None else self._story.announce(asked)
        self.lines.extend(told)
        self.is_new = min(len(told), KEPT)
        return [] if is_first or not start else [*debriefings(self.narrator.play.session, start)]

    def drawn(self, width: int) -> Sequence[Text]:
        """All lines that are kept, at a width."""
        return drawn(self.lines, width)

    def drawn_new(self, width: int) -> Sequence[Text]:
        """Those that were told the last time."""
        return drawn([*self.lines][len(self.lines) - self.is_new :], width)
