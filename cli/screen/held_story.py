"""The story held on the full screen: parts that wait for a key, with the state of the game as it was at each stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, evolve, field
from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.service.play.past_state import Moment
from bombsight.service.play.story_source import StorySource, count_events_of_state, end_part
from bombsight.service.present.beats import Pace, StoryPart, divide_story
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.question_lines import render_stake
from bombsight.service.present.story import StoryLine

STOP_KEYS = "Enter: on   Backspace: back   s: to the question   / pace: how often it stops"
"""The keys at a stop."""


@define
class HeldStory:
    """The new lines of a story, of which the last ones are held back until the player goes on.

    Attributes:
        source: The game, which has gone on already.
        pace: The pace.
        parts: The parts of the new lines.
        debriefings: The debriefings that follow parts, by the numbers of these.
        headings: The headings that were open before the first part.
        place: The number of the part that is shown last, from 0.
        begins_inside: Whether the first part was shown before: what came before it is in no part.
    """

    source: StorySource
    pace: Pace
    parts: Sequence[StoryPart]
    debriefings: Mapping[int, Debriefing]
    headings: Headings
    place: int = 0
    begins_inside: bool = False
    _open_headings: dict[int, Sequence[Heading]] = field(factory=dict)
    _skipped: range = range(0)

    @classmethod
    def divide(
        cls,
        source: StorySource,
        lines: Sequence[StoryLine],
        pace: Pace,
        headings: Headings,
        debriefings: Sequence[Debriefing] = (),
        shown: StoryPart | None = None,
    ) -> HeldStory:
        """Divide new lines of a game's story at a pace, and where debriefings stand between them.

        Args:
            source: The game.
            lines: The lines.
            pace: The pace.
            headings: The headings that were open before the first line.
            debriefings: The debriefings of missions that ended in these lines.
            shown: A part that is shown already, and is followed by a stop or a debriefing; None for none.
        """
        parts: list[StoryPart] = [shown] if shown is not None else []
        following: dict[int, Debriefing] = {}
        rest = [*lines]
        for debriefing in debriefings:
            passage = [line for line in rest if line.event <= debriefing.event]
            rest = rest[len(passage) :]
            if not passage and shown is not None and len(parts) == 1 and not following:
                following[0] = debriefing
                parts[0] = evolve(shown, next_throw=None)  # the debriefing comes first
                continue
            *before, last = divide_story(passage, pace)
            mission_end = debriefing.event + 1
            parts += [*before, evolve(last, event_count=mission_end, beat_end=mission_end)]
            following[len(parts) - 1] = debriefing
        parts += divide_story(rest, pace) if rest or not following else []
        source.prepare_moments(count for part in parts if (count := count_events_of_state(source, part)))
        return cls(source, pace, parts, following, headings, begins_inside=shown is not None)

    @property
    def is_at_end(self) -> bool:
        """Whether nothing follows the part that is shown last but the question."""
        return self.place >= len(self.parts) - 1 and self.place not in self.debriefings

    @property
    def debriefing(self) -> Debriefing | None:
        """The debriefing that follows the part that is shown last, if one does."""
        return self.debriefings.get(self.place)

    def skip(self) -> None:
        """Show all parts up to the next debriefing, or to the question."""
        ends = [number for number in self.debriefings if number > self.place]
        end = min(ends, default=len(self.parts) - 1)
        self._skipped = range(self.place, end)
        self.place = end

    def divide_rest(self, lines: Sequence[StoryLine], pace: Pace) -> HeldStory:
        """Divide what is held back anew, of the lines of the whole story and at a pace; the present stop stays."""
        rest = [line for line in lines if line.event >= (self.part.event_count or 0)]
        debriefings = [each for number, each in self.debriefings.items() if number > self.place]
        divided = HeldStory.divide(self.source, rest, pace, self.headings, debriefings, self.part)
        divided.begins_inside = self.begins_inside or self.place > 0
        return divided

    def extend(self, lines: Sequence[StoryLine], debriefings: Sequence[Debriefing], event_count: int) -> HeldStory:
        """Add new lines of a story that has gone on meanwhile; the present stop stays.

        Args:
            lines: The new lines.
            debriefings: The debriefings of missions that ended in them.
            event_count: How many events the story had before them.
        """
        rest = [line for part in self.parts[self.place + 1 :] for line in part.lines]
        open_debriefings = [each for number, each in self.debriefings.items() if number >= self.place]
        shown = end_part(self.part, event_count)
        extended = HeldStory.divide(
            self.source, [*rest, *lines], self.pace, self.headings, [*open_debriefings, *debriefings], shown
        )
        extended.begins_inside = self.begins_inside or self.place > 0
        return extended

    @property
    def hidden_line_count(self) -> int:
        """The number of lines that are held back."""
        return sum(len(part.lines) for part in self.parts[self.place + 1 :])

    @property
    def part(self) -> StoryPart:
        """The part that is shown last."""
        return self.parts[self.place]

    @property
    def event_count(self) -> int | None:
        """The number of events of the state at this stop; None at the end, where the present state stands."""
        return count_events_of_state(self.source, self.part)

    @property
    def moment(self) -> Moment | None:
        """The state of the game at this stop; None at the end, where the present state stands."""
        return self._moment_after(self.event_count)

    @property
    def moment_before(self) -> Moment | None:
        """The state of the game before the part that is shown last; None at the beginning of a game."""
        return self._moment_after(self.event_count_before)

    @property
    def moment_last_seen(self) -> Moment | None:
        """The state that was shown last: before the part that is shown last, and before those skipped to reach it."""
        if self.place and self._skipped.stop == self.place:
            return self._moment_after(count_events_of_state(self.source, self.parts[self._skipped.start]))
        return self.moment_before

    @property
    def event_count_before(self) -> int:
        """The number of events of the state before the part that is shown last."""
        before = count_events_of_state(self.source, self.parts[self.place - 1]) if self.place else None
        return before or self.headings.event_count

    @property
    def open_headings(self) -> Sequence[Heading]:
        """The headings that are open at this stop."""
        return self.find_open_headings(self.event_count or self.source.event_count)

    def find_open_headings(self, event_count: int) -> Sequence[Heading]:
        """Find the headings that are open after some events, not fewer than those before the first part."""
        if event_count not in self._open_headings:
            headings = self.headings.copy()
            self.source.follow_headings(headings, event_count)
            self._open_headings[event_count] = headings.open
        return self._open_headings[event_count]

    def _moment_after(self, event_count: int | None) -> Moment | None:
        """Return the state of the game after the events of a part; None for no number, or no events."""
        return self.source.moment(event_count) if event_count else None

    def draw_stop(self, width: int, *, has_keys: bool = True) -> list[Text]:
        """Render what is at stake next, and the keys unless room is wanting, to stand in the place of a question."""
        return [*self.draw_stake(width), *([styled_text(STOP_KEYS, "dim")] if has_keys else [])]

    def draw_stake(self, width: int) -> list[Text]:
        """Render what is at stake next: the first throw of the following part."""
        event = self.part.next_throw
        wanted = self.source.describe_throw(event) if event is not None else None
        return draw_lines([render_stake(wanted, is_next=self.pace == "throws")], width) if wanted is not None else []
