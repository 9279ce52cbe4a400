"""The reconstruction of an earlier moment of a game: its events, sheet and boards."""

from __future__ import annotations

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


def moment_at(session: Session, event: int) -> Moment:
    """Reconstruct the events, sheet and boards at an earlier event, by replay."""
    describer = describer_at(session, states_at(session, [event])[event])
    return Moment(event + 1, Sheet(describer).groups(), render_boards(describer))
