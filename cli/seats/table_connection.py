"""The connection of a front end to its table: a queue of messages, and what sends them."""

from __future__ import annotations

from queue import SimpleQueue
from typing import Protocol

from bombsight.boundary.errors import InputError
from bombsight.service.seats.network.notices import ConnectionLost, Notice
from bombsight.service.seats.protocol.host_messages import HostMessage
from bombsight.service.seats.protocol.seat_messages import SeatMessage

TableMessage = HostMessage | ConnectionLost | Notice | InputError
"""A message from the table: of the host, a lost connection, a notice for the host, or a final error."""


class Connection(Protocol):
    """The interface of a connection to the arbiter (the mediator between seats), with a queue of messages."""

    @property
    def received(self) -> SimpleQueue[TableMessage]: ...  # noqa: D102 - see the class

    def say(self, message: SeatMessage) -> None:
        """Send a message to the arbiter (mediator)."""
