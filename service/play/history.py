"""Back and forth through a story: the state at each of its beats, and what had changed since the one before.

Nothing is stored: the game is replayed up to the beat that a person looks at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from attrs import define, field, frozen

from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import EnterView
from bombsight.runtime.session.session import Session
from bombsight.service.boards.changes import Change, describe_changes, mark_changes
from bombsight.service.play.past_state import Moment, PastStates, moment_at
from bombsight.service.present import sentences
from bombsight.service.present.beat_titles import describe_beat
from bombsight.service.present.beats import StoryPart, count_events_of_state, divide_story
from bombsight.service.present.headings import Heading
from bombsight.service.present.story import StoryLine


@frozen
class BeatHeadings:
    """The headings that are open at a beat, outermost first, and the number of the mission, from 1, or 0 before it."""

    open: Sequence[Heading]
    mission: int


@define
class History:
    """The beats of a story, each with the state at its end; the last one ends in the present.

    Attributes:
        session: The game, which has gone on.
        parts: The lines of each beat.
    """

    session: Session
    parts: Sequence[StoryPart]
    _ends: Sequence[int]
    _headings: dict[int, BeatHeadings] = field(factory=dict)
    _moments: dict[int, Moment] = field(factory=dict)

    @classmethod
    def divide(cls, session: Session, lines: Sequence[StoryLine]) -> History:
        """Divide the lines of a whole story, as far as the player has seen it, into its beats."""
        parts = divide_story(lines, "beats")
        return cls(session, parts, [*accumulate(len(part.lines) for part in parts)])

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
        return count_events_of_state(self.session, self.parts[number]) if number < self.last else None

    def moment(self, number: int) -> Moment | None:
        """Return the state at the end of a beat; None for the last one, at whose end the present state stands."""
        event_count = self.event_count(number)
        if event_count is None:
            return None
        if event_count not in self._moments:
            counts = {event_count, self.event_count(number - 1) if number else None}
            events = {count - 1 for count in counts if count and count not in self._moments}
            past = PastStates.replay(self.session, events)
            self._moments |= {event + 1: past.moment(event) for event in past.slots}
        return self._moments[event_count]

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
        moment = self.moment(number) if until is None else moment_at(self.session, until - 1)
        return present if moment is None else moment.boards

    def headings(self, number: int) -> BeatHeadings:
        """Return the headings that are open at the end of a beat."""
        if number not in self._headings:
            event_count = self.event_count(number)
            end = self.session.event_count if event_count is None else event_count
            self._headings[number] = find_open_headings(self.session, end)
        return self._headings[number]

    def describe_beat(self, number: int) -> str:
        """Describe where a beat stands: ``Beat 12 of 40: The reef``; of a career also in which mission it ends."""
        lines = [line for part in self.parts[: number + 1] for line in part.lines]
        title = describe_beat(lines, len(lines) - len(self.parts[number].lines), len(lines))
        mission = self.headings(number).mission if self.session.header.entry == "career" else 0
        return sentences.beat_place(number + 1, len(self.parts), mission, title)


def find_open_headings(session: Session, event_count: int) -> BeatHeadings:
    """Find the headings that are open after some events, from the last event back: few of them are looked at closely.

    Args:
        session: The game.
        event_count: The number of the events.
    """
    journal, sites, mission = session.journal, session.program.sites, session.program.mission.name
    scopes = {at: site for at, site in enumerate(sites) if isinstance(site, EnterSite | LeaveSite)}
    begins = {at for at, site in scopes.items() if isinstance(site, EnterSite) and is_procedure(site, mission)}
    closed: list[str] = []
    found: list[Heading] = []
    mission_count = 0
    for at in range(event_count - 1, -1, -1):
        number = journal.events[at][0]
        site = scopes.get(number)
        if site is None:
            continue
        mission_count += number in begins
        if isinstance(site, LeaveSite):
            closed.append(site.name)
        elif closed:
            if closed[-1] == site.name:
                closed.pop()
        else:
            view = journal.view(at)
            assert isinstance(view, EnterView)
            found.append(Heading(view.name, view.title, at))
    return BeatHeadings(found[::-1], mission_count)


def is_procedure(site: EnterSite, name: str) -> bool:
    """Whether a site begins the procedure with a name."""
    return (site.kind, site.name) == ("procedure", name)
