"""The queries of a seat to the arbiter (the mediator between seats): states, throws, odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.messages import Looked, Reasons
from bombsight.service.seats.name_messages import Rename


class SeatQueries(Protocol):
    """What a seat asks the arbiter; a reply that takes a while arrives later, as a message."""

    @property
    def replies_later(self) -> bool:
        """Whether states arrive later, so that they are better asked for ahead."""

    def find_state(self, event_count: int | None) -> Looked | None:
        """Query the state after a number of the seat's events, None for the present; None if the reply comes later.

        Raises:
            InputError: The game cannot go on.
        """

    def find_reasons(self, event: int) -> Reasons | None:
        """Query what a throw could have led to, by its event; None if the reply comes later."""

    def find_odds(self) -> Odds:
        """Query the odds of the open question's answers, and wait for the reply.

        Raises:
            InputError: The odds are refused, or no reply has come.
        """

    def await_reasons(self, event: int) -> Reasons:
        """Query what a throw could have led to, and wait for the reply.

        Raises:
            InputError: The event is no throw, or no reply has come.
        """

    def await_names(self) -> Sequence[NamedThing]:
        """Query the people and things with names that the player may see, and wait for the reply.

        Raises:
            InputError: No reply has come.
        """

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name.

        Raises:
            InputError: The name is refused, or no reply has come.
        """


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
