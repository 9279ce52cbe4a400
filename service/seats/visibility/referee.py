"""A referee at a table: somebody who sees everything and can say nothing. All players know of him by the terms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.views import ChoiceView, RollView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.boards import render_boards
from bombsight.service.play.awaited_throw import describe_past_throw
from bombsight.service.play.play import Play
from bombsight.service.present.debriefing import Debriefing, describer_at, states_at
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.view import WantedDice
from bombsight.service.present.why import ResultRange, find_other_results
from bombsight.service.seats.visibility.game_view import SeatState, make_seat_state

REFEREE_SEAT = "-referee"
"""The name by which a referee sits at a table; rules cannot call a seat so."""

REFEREE_TITLE = "the referee"
"""The title of a referee."""


class RefereeView:
    """A game with nothing hidden, as its referee sees it.

    Attributes:
        play: The game.
        has_hidden: Whether anything is hidden from him: never.
    """

    has_hidden = False

    def __init__(self, play: Play) -> None:
        """Create the view of a game."""
        self.play = play

    def visible_events(self, start: int = 0) -> Sequence[Event]:
        """Return all events from the index ``start``.

        Raises:
            InputError: The game cannot go on.
        """
        self.play.view()
        return tuple(islice(self.play.session.journal.views(), start, None))

    @property
    def visible_answer_count(self) -> int:
        """The number of answers of all seats."""
        return sum(isinstance(view, ChoiceView) for view in self.visible_events())

    def count_events_before(self, record_count: int) -> int:
        """Count the events before the record behind the first ``record_count`` ones."""
        event_count, trail = self.visible_event_count, self.play.session.trail
        return trail[record_count].events if record_count < len(trail) else event_count

    @property
    def visible_event_count(self) -> int:
        """The number of events so far."""
        self.play.view()
        return self.play.session.event_count

    def open_question(self) -> Question | None:
        """Return the open question, whoever is asked; None if the game is over."""
        return self.play.question

    def state(self, event_count: int | None = None) -> SeatState:
        """Return a state of the game: after the first events, or at present for None.

        Raises:
            InputError: There are not so many events.
        """
        session, shown_count = self.play.session, self.visible_event_count
        describer = session.describer
        if event_count is None:
            event_count = shown_count
        if event_count != shown_count:
            if not 0 < event_count < shown_count:
                raise InputError(f"there were {shown_count} events: there is no state after {event_count}")
            describer = describer_at(session, states_at(session, [event_count - 1])[event_count - 1])
        return make_seat_state(event_count, describer, tuple(Sheet(describer).groups()), render_boards(describer))

    def debriefings(self, start: int = 0) -> tuple[Debriefing, ...]:
        """Return the debriefings of missions that ended since a number of events."""
        return tuple(self.play.debriefings(start)) if start < self.visible_event_count else ()

    def other_throws(self, number: int) -> list[ResultRange]:
        """Return what other dice would have done at a throw, given the number of its event.

        Raises:
            InputError: There is no such throw.
        """
        story = self.visible_events()
        if not 0 <= number < len(story) or not isinstance(story[number], RollView):
            raise InputError(f"event {number} is no throw")
        return find_other_results(self.play.session, number)

    def stake(self, number: int) -> WantedDice | None:
        """Return what was at stake at a throw or draw before it fell; None if the event is none."""
        return describe_past_throw(self.play.session, number) if 0 <= number < self.visible_event_count else None
