"""An earlier moment of a game that has gone on: what had happened by then, and how things stood."""

from __future__ import annotations

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.present.debriefing import describer_at, states_at
from bombsight.service.present.sheet import Sheet, SheetGroup


@frozen
class Moment:
    """A moment of a game.

    Attributes:
        event_count: How many events had happened.
        sheet: The state as a player saw it.
        boards: Its pictures.
    """

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]


def moment_at(session: Session, event: int) -> Moment:
    """How things stood at an event, by its number, before what it ends falls back."""
    describer = describer_at(session, states_at(session, [event])[event])
    return Moment(event + 1, Sheet(describer).groups(), render_boards(describer))
