"""The reconstruction of earlier moments of a game: events, sheet and boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.present.debriefing import describer_at, states_at
from bombsight.service.present.glance import Fact, find_facts
from bombsight.service.present.sheet import Sheet, SheetGroup


@frozen
class Moment:
    """The events so far, the sheet, the boards and what matters most at a past moment of a game."""

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]
    facts: tuple[Fact, ...]


@frozen
class PastStates:
    """The states of a game at some of its events, by one replay; sheet and boards are drawn when asked for.

    Attributes:
        session: The game, which has gone on.
        slots: The state at each event.
    """

    session: Session
    slots: Mapping[int, Sequence[int]]

    @classmethod
    def replay(cls, session: Session, events: Iterable[int]) -> PastStates:
        """Replay a game, and keep its state at some events."""
        return cls(session, states_at(session, events))

    def moment(self, event: int) -> Moment:
        """Return the events, the sheet and the boards at one of the events."""
        describer = describer_at(self.session, [*self.slots[event]])
        sheet = Sheet(describer).groups()
        return Moment(event + 1, sheet, render_boards(describer), tuple(find_facts(describer, sheet)))


def moment_at(session: Session, event: int) -> Moment:
    """Reconstruct the events, sheet and boards at an earlier event, by replay."""
    return PastStates.replay(session, [event]).moment(event)
