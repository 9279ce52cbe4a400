"""The connection of a seat to the lobby, and what was sent on it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, frozen

from bombsight.service.common.document import Document
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Hello


@frozen
class Goodbye:
    """The order to end a connection, queued behind all its messages.

    Attributes:
        is_taken: Whether somebody else has taken the seat.
    """

    is_taken: bool


SendMessage = Callable[[Document | Goodbye], None]
"""The callback that queues a message for a seat."""


@define
class SeatConnection:
    """The connection of a seat, and what was sent on it.

    Attributes:
        send: The callback that queues a message.
        hello: The greeting; None until it has arrived.
        events_sent: The number of events sent; None before the game was described.
        is_level_set: Whether the seat's choice of how many questions it answers itself is in force.
        last_turn: The last turn sent on this connection; None before.
        asked_undo: The number of the last request for an undo that it was told of; 0 for none.
    """

    send: SendMessage
    hello: Hello | None = None
    events_sent: int | None = None
    is_level_set: bool = False
    last_turn: Turn | None = None
    asked_undo: int = 0


def has_news(previous: Turn, current: Turn) -> bool:
    """Whether a turn shows a seat anything that the previous turn did not.

    The commitment alone is no news: it changes with every secret answer, and would tell how often those are given.
    """
    return bool(current.events) or without_events(current) != without_events(previous)


def without_events(turn: Turn) -> Turn:
    """Copy a turn without its events, what belongs to them, and its commitment."""
    return evolve(turn, start=0, events=(), debriefings=(), committed="")
