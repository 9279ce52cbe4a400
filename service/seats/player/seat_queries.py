"""The queries of a seat to the arbiter (the mediator between seats): states, throws, odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.seats.protocol.host_messages import Looked, Reasons


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
