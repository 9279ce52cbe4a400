"""The view of a game that an arbiter asks, be it a seat's or a referee's: events, states, what was at stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.pieces import pieces_by_title
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.glance import Fact, find_facts
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import WantedDice
from bombsight.service.present.why import ResultRange


@frozen
class SeatState:
    """What a seat may know of a state of the game.

    Attributes:
        event_count: How many of the seat's events had happened.
        sheet: The groups of the sheet.
        boards: The boards.
        facts: What matters most, for a line.
        pieces: The pieces on the boards, by their titles, so that answers find them.
    """

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]
    facts: tuple[Fact, ...]
    pieces: Mapping[str, str]


class GameView(Protocol):
    """A game as somebody at its table sees it; :class:`SeatView` and :class:`RefereeView` explain each.

    Events are numbered as he sees them.
    """

    @property
    def visible_answer_count(self) -> int:
        """The number of answers that he has seen."""

    @property
    def visible_event_count(self) -> int:
        """The number of events that he has seen."""

    def visible_events(self, start: int = 0) -> Sequence[Event]:
        """Return the events that he may see, from the index ``start``."""

    def count_events_before(self, record_count: int) -> int:
        """Count the events that he saw before the record behind the first ``record_count`` ones."""

    def open_question(self) -> Question | None:
        """Return the open question, as far as he may see it."""

    def state(self, event_count: int | None = None) -> SeatState:
        """Return what he may know of a state: after some of his events, or at present for None."""

    def debriefings(self, start: int = 0) -> tuple[Debriefing, ...]:
        """Return the debriefings of missions that ended since a number of events."""

    def other_throws(self, number: int) -> list[ResultRange]:
        """Return what other dice would have done at a throw, given the number of its event."""

    def stake(self, number: int) -> WantedDice | None:
        """Return what was at stake at a throw or draw before it fell; None if he may not know."""


def make_seat_state(
    event_count: int, describer: Describer, sheet: tuple[SheetGroup, ...], boards: tuple[BoardShown, ...]
) -> SeatState:
    """Make a state of its sheet and boards, with what its describer shows beside them: facts and pieces.

    Args:
        event_count: How many events had happened.
        describer: The describer of the state, without what is hidden.
        sheet: The groups of the sheet.
        boards: The boards.
    """
    facts = tuple(find_facts(describer, sheet))
    return SeatState(event_count, sheet, boards, facts, pieces_by_title(describer, boards))
