"""The queries of a seat to an arbiter in the same process, as at one keyboard: each is replied to at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.protocol.host_messages import Looked, Reasons
from bombsight.service.seats.protocol.name_messages import Rename


@frozen
class ArbiterQueries:
    """Queries to an arbiter in the same process, which replies at once."""

    arbiter: Arbiter
    seat: str
    note_renamed: Callable[[Mapping[str, int]], None] = lambda changed: None
    """Called behind a renaming, with the number of events before the first that reads otherwise, by seat."""
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

    def await_names(self) -> Sequence[NamedThing]:
        """Return the people and things with names that the player may see."""
        return self.arbiter.named_things(self.seat)

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name.

        Raises:
            InputError: The name is refused.
        """
        self.note_renamed(self.arbiter.rename(self.seat, Rename(of=thing.of, number=thing.number, name=name)))
