"""Back and forth through a story: the state at each of its beats, and what had changed since the one before.

Nothing is stored: the source of the story has the state at the beat that a person looks at, a whole game by a replay.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from attrs import define, field

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.changes import Change, describe_changes, mark_changes
from bombsight.service.play.past_state import Moment
from bombsight.service.play.story_source import BeatHeadings, StorySource, count_events_of_state
from bombsight.service.present import sentences
from bombsight.service.present.beat_titles import describe_beat
from bombsight.service.present.beats import StoryPart, divide_story
from bombsight.service.present.story import StoryLine


@define
class History:
    """The beats of a story, each with the state at its end; the last one ends in the present.

    Attributes:
        source: The game, which has gone on.
        parts: The lines of each beat.
    """

    source: StorySource
    parts: Sequence[StoryPart]
    _ends: Sequence[int]
    _headings: dict[int, BeatHeadings] = field(factory=dict)

    @classmethod
    def divide(cls, source: StorySource, lines: Sequence[StoryLine]) -> History:
        """Divide the lines of a whole story, as far as the player has seen it, into its beats."""
        parts = divide_story(lines, "beats")
        return cls(source, parts, [*accumulate(len(part.lines) for part in parts)])

    @property
    def last(self) -> int:
        """The number of the last beat, from 0: it ends in the present."""
        return len(self.parts) - 1

    def end_of(self, number: int) -> int:
        """Return how many lines the story has up to the end of a beat."""
        return self._ends[number]

    def find_beat(self, line: int) -> int:
        """Return the number of the beat of a line, by the line's index."""
        return min(bisect_right(self._ends, line), self.last)

    def find_beat_of_event(self, event: int) -> int:
        """Return the number of the beat of an event, by the event's index."""
        ends = (part.event_count for part in self.parts)
        return next(at for at, end in enumerate(ends) if end is None or event < end)

    def end_of_throw(self, event: int) -> int | None:
        """Return the number of events before the throw that a line of the beat tells next; None for the last of them.

        Args:
            event: The index of a throw's event.
        """
        lines = self.parts[self.find_beat_of_event(event)].lines
        return next((line.event for line in lines if line.number and line.event > event), None)

    def event_count(self, number: int) -> int | None:
        """Return the number of events of the state at the end of a beat; None for the last one."""
        return count_events_of_state(self.source, self.parts[number]) if number < self.last else None

    def moment(self, number: int) -> Moment | None:
        """Return the state at the end of a beat; None for the last one, at whose end the present state stands."""
        event_count = self.event_count(number)
        if event_count is None:
            return None
        counts = {event_count, self.event_count(number - 1) if number else None}
        self.source.prepare_moments(count for count in counts if count)
        return self.source.moment(event_count)

    def moment_before(self, number: int) -> Moment | None:
        """Return the state at the end of the beat before; None if there is none."""
        return self.moment(number - 1) if number else None

    def boards(self, number: int, present: Sequence[BoardShown] = (), until: int | None = None) -> Sequence[BoardShown]:
        """Return the boards at a beat, with what has changed since the one before.

        Args:
            number: The number of the beat.
            present: The boards in the present state, which stands at the end of the last beat.
            until: After how many events within the beat they stand so; None for its end.
        """
        before = self.moment_before(number)
        boards = self._unmarked_boards(number, present, until)
        return boards if before is None else mark_changes(before.boards, boards)

    def changes(self, number: int, present: Sequence[BoardShown] = (), until: int | None = None) -> Sequence[Change]:
        """Describe what has changed on the boards since the beat before; the arguments are those of :meth:`boards`."""
        before = self.moment_before(number)
        return () if before is None else describe_changes(before.boards, self._unmarked_boards(number, present, until))

    def _unmarked_boards(self, number: int, present: Sequence[BoardShown], until: int | None) -> Sequence[BoardShown]:
        """Return the boards at a beat without what has changed; the arguments are those of :meth:`boards`."""
        moment = self.moment(number) if until is None else self.source.moment(until)
        return present if moment is None else moment.boards

    def headings(self, number: int) -> BeatHeadings:
        """Return the headings that are open at the end of a beat."""
        if number not in self._headings:
            event_count = self.event_count(number)
            end = self.source.event_count if event_count is None else event_count
            self._headings[number] = self.source.find_open_headings(end)
        return self._headings[number]

    def describe_beat(self, number: int) -> str:
        """Describe where a beat stands: ``Beat 12 of 40: The reef``; of a career also in which mission it ends."""
        lines = [line for part in self.parts[: number + 1] for line in part.lines]
        title = describe_beat(lines, len(lines) - len(self.parts[number].lines), len(lines))
        mission = self.headings(number).mission if self.source.is_career else 0
        return sentences.beat_place(number + 1, len(self.parts), mission, title)
