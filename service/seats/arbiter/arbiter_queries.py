"""The queries of a seat to an arbiter in the same process, as at one keyboard: each is replied to at once."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.protocol.host_messages import Looked, Reasons


@frozen
class ArbiterQueries:
    """Queries to an arbiter in the same process, which replies at once."""

    arbiter: Arbiter
    seat: str
    replies_later: ClassVar[bool] = False

    def find_state(self, event_count: int | None) -> Looked | None:
        """Return the state after a number of the seat's events; None for the present.

        Raises:
            InputError: The game cannot go on.
        """
        return self.arbiter.make_state_message(self.seat, event_count)

    def find_reasons(self, event: int) -> Reasons | None:
        """Return what a throw could have led to, by its event; nothing for a draw that the seat may not know."""
        try:
            return self.arbiter.make_reasons(self.seat, event)
        except InputError:
            return Reasons(others=(), event=event)

    def find_odds(self) -> Odds:
        """Return the odds of the open question's answers.

        Raises:
            InputError: The odds are refused.
        """
        return self.arbiter.odds(self.seat)

    def await_reasons(self, event: int) -> Reasons:
        """Return what a throw could have led to, by its event.

        Raises:
            InputError: The event is no throw.
        """
        return self.arbiter.make_reasons(self.seat, event)
