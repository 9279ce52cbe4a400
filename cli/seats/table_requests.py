"""The queries of a front end to its table, which wait for the reply."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from queue import Empty
from typing import TypeVar

from attrs import define, field

from bombsight.boundary.errors import InputError
from bombsight.cli.seats.table_connection import Connection, TableMessage
from bombsight.runtime.events.names import parse_own_name
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.present.documents import Refused
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.network.notices import ConnectionLost
from bombsight.service.seats.protocol.host_messages import Looked, Reasons
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import Look, SeatMessage, Weigh, Why

REPLY_TIMEOUT = 15.0
"""Seconds in which the table must answer a query."""

A = TypeVar("A", Looked, Odds, Reasons, NamesShown)


@define
class TableRequests:
    """The queries over a connection to a table, each of which waits for its reply.

    Attributes:
        connection: The connection to the arbiter.
        postponed: The messages that came while a reply was awaited.
    """

    connection: Connection
    postponed: deque[TableMessage] = field(factory=deque, init=False)

    def current_state(self) -> Looked:
        """Query the present state, without what is hidden from the player.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(Look(), Looked)

    def odds(self) -> Odds:
        """Query the estimated odds of the open question's answers.

        Raises:
            InputError: The odds are refused, or the table does not answer.
        """
        return self._request(Weigh(), Odds)

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """Query the results of a past throw that would have had other outcomes.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(Why(event=event), Reasons).others

    def named_things(self) -> Sequence[NamedThing]:
        """Query the people and things with names that the player may see.

        Raises:
            InputError: The table does not answer.
        """
        return self._request(NamesWanted(), NamesShown).named

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name.

        Raises:
            InputError: The name is invalid, or the table does not answer.
        """
        self._request(Rename(of=thing.of, number=thing.number, name=parse_own_name(name)), NamesShown)

    def _request(self, message: SeatMessage, reply_type: type[A]) -> A:
        """Send a query and wait for its reply; other messages are queued meanwhile.

        Raises:
            InputError: The query is refused, or the table does not answer.
        """
        self.connection.say(message)
        deadline = time.monotonic() + REPLY_TIMEOUT
        while (remaining := deadline - time.monotonic()) > 0:
            try:
                reply = self.connection.received.get(timeout=remaining)
            except Empty:
                break
            match reply:
                case Refused():
                    raise InputError(reply.message, "", reply.hint)
                case ConnectionLost():
                    break
                case _ if isinstance(reply, reply_type):
                    return reply
                case _:  # the rest: handled later
                    pass
            self.postponed.append(reply)
        raise InputError("the table does not answer just now")
