"""The reconstruction of earlier moments of a game: events, sheet and boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.present.debriefing import describer_at, states_at
from bombsight.service.present.sheet import Sheet, SheetGroup


@frozen
class Moment:
    """The events so far, the sheet and the boards at a past moment of a game."""

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]


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
        return Moment(event + 1, Sheet(describer).groups(), render_boards(describer))


def moment_at(session: Session, event: int) -> Moment:
    """Reconstruct the events, sheet and boards at an earlier event, by replay."""
    return PastStates.replay(session, [event]).moment(event)
