"""A whole game as the source of its story: past states by replay, headings and scopes by its journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.runtime.events.views import EnterView, View
from bombsight.runtime.session.session import Session
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.play.past_state import Moment, PastStates
from bombsight.service.play.story_source import BeatHeadings
from bombsight.service.present.beats import find_scope_end
from bombsight.service.present.decisions import find_last_decision
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.view import WantedDice


@define
class SessionStory:
    """The source of a whole game's story, up to its next undo: states of an undone past are not forgotten.

    Attributes:
        session: The game, which has gone on.
    """

    session: Session
    _slots: dict[int, Sequence[int]] = field(factory=dict)
    _moments: dict[int, Moment] = field(factory=dict)

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return self.session.event_count

    @property
    def is_career(self) -> bool:
        """Whether a career is played, mission by mission."""
        return self.session.header.entry == "career"

    def event(self, index: int) -> View:
        """Return the event at an index, from 0."""
        return self.session.journal.view(index)

    def prepare_moments(self, event_counts: Iterable[int]) -> None:
        """Keep the states after some numbers of events, by one replay; they are drawn when they are asked for."""
        events = {count - 1 for count in event_counts if count} - {*self._slots}
        if events:
            self._slots |= PastStates.replay(self.session, events).slots

    def moment(self, event_count: int) -> Moment:
        """Return the state after a number of events, from 1."""
        if event_count not in self._moments:
            self.prepare_moments([event_count])
            self._moments[event_count] = PastStates(self.session, self._slots).moment(event_count - 1)
        return self._moments[event_count]

    def find_scope_end(self, event: int, limit: int) -> int:
        """Find where the innermost scope that is open at an event ends: how many events until there, or ``limit``."""
        return find_scope_end(self.session, event, limit)

    def follow_headings(self, headings: Headings, event_count: int) -> None:
        """Update headings by the next events, up to a number of events."""
        headings.follow_journal(self.session.journal, event_count)

    def find_open_headings(self, event_count: int) -> BeatHeadings:
        """Find the headings that are open after some events, from the last event back: few are looked at closely."""
        return find_open_headings(self.session, event_count)

    def find_last_decision(self) -> int | None:
        """Find the player's last own decision: how many events there were before it; None if there is none."""
        return find_last_decision(self.session)

    def describe_throw(self, event: int) -> WantedDice | None:
        """Describe the dice or the draw of an event as before they fell; None if it is no throw that is seen."""
        return describe_past_throw(self.session, event)


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
