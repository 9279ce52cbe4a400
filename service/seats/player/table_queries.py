"""The queries of a seat over a connection: sent from a thread of their own, so that no front end waits for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Condition, Thread
from typing import ClassVar, TypeVar

from bombsight.boundary.errors import InputError
from bombsight.runtime.events.names import parse_own_name
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.present.documents import Refused
from bombsight.service.seats.protocol.host_messages import Looked, Reasons
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import Look, SeatMessage, Weigh, Why

REPLY_TIMEOUT = 15.0
"""Seconds in which the table must answer a query that somebody waits for."""

CLOSE_TIMEOUT = 5.0
"""Seconds in which the last messages must be sent when somebody leaves."""

NO_REPLY = "the table does not answer just now"

R = TypeVar("R", Odds, Reasons, NamesShown)

Query = Look | Weigh | Why | NamesWanted | Rename

QueryReply = Looked | Odds | Reasons | NamesShown | Refused


class TableQueries:
    """The queries of a seat to an arbiter at the other end of a connection.

    The table replies to queries in their order, and to an answer only if it refuses it. Each message is sent by a
    thread, for the host's own table may compute its reply before it returns.
    """

    replies_later: ClassVar[bool] = True

    def __init__(self, say: Callable[[SeatMessage], None]) -> None:
        """Start the thread that sends messages by ``say``."""
        self._say = say
        self._outgoing: SimpleQueue[SeatMessage | None] = SimpleQueue()
        self._open: deque[SeatMessage] = deque()
        self._refused: set[Query] = set()
        self._replies: dict[Query, Odds | Reasons | NamesShown | InputError] = {}
        self._changed = Condition()
        self._thread = Thread(target=self._send_all, name="seat", daemon=True)
        self._thread.start()

    def send(self, message: SeatMessage) -> None:
        """Send a message, behind those that are waiting."""
        with self._changed:
            self._open.append(message)
        self._outgoing.put(message)

    def close(self) -> None:
        """End the thread when all messages are sent: an answer that was given counts."""
        self._outgoing.put(None)
        self._thread.join(CLOSE_TIMEOUT)

    def _send_all(self) -> None:
        """Run the thread: send messages until it is closed."""
        while (message := self._outgoing.get()) is not None:
            self._say(message)

    # --- queries

    def find_state(self, event_count: int | None) -> Looked | None:
        """Ask for the state after a number of events, None for the present, unless it is asked for; return None."""
        self._ask_once(Look(event_count=event_count))
        return None

    def find_reasons(self, event: int) -> Reasons | None:
        """Ask what a throw could have led to, unless that is asked for; return None."""
        self._ask_once(Why(event=event))
        return None

    def find_odds(self) -> Odds:
        """Ask for the odds of the open question's answers, and wait for the reply.

        Raises:
            InputError: The odds are refused, or no reply has come.
        """
        return self._ask_and_wait(Weigh(), Odds)

    def await_reasons(self, event: int) -> Reasons:
        """Ask what a throw could have led to, and wait for the reply.

        Raises:
            InputError: The event is no throw, or no reply has come.
        """
        return self._ask_and_wait(Why(event=event), Reasons)

    def await_names(self) -> Sequence[NamedThing]:
        """Ask for the people and things with names that the player may see, and wait for the reply.

        Raises:
            InputError: No reply has come.
        """
        return self._ask_and_wait(NamesWanted(), NamesShown).named

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name, and wait until that is accepted.

        Raises:
            InputError: The name is refused, or no reply has come.
        """
        self._ask_and_wait(Rename(of=thing.of, number=thing.number, name=parse_own_name(name)), NamesShown)

    def _ask_once(self, query: Query) -> None:
        """Send a query, unless its reply is awaited or it was refused."""
        with self._changed:
            is_known = query in self._open or query in self._refused
        if not is_known:
            self.send(query)

    def _ask_and_wait(self, query: Query, reply_type: type[R]) -> R:
        """Send a query, and wait for its reply.

        Raises:
            InputError: It is refused, or no reply has come.
        """
        with self._changed:
            self._replies.pop(query, None)
            is_asked = query in self._open
        if not is_asked:
            self.send(query)
        with self._changed:
            self._changed.wait_for(lambda: query in self._replies, REPLY_TIMEOUT)
            reply = self._replies.pop(query, None)
        if isinstance(reply, InputError):
            raise reply
        if not isinstance(reply, reply_type):
            raise InputError(NO_REPLY)
        return reply

    # --- replies

    def take_reply(self, reply: QueryReply) -> SeatMessage | None:
        """Take a reply of the table, and return the message that it answers; None for none that is open."""
        with self._changed:
            message = self._find_answered(reply)
            if message is None:
                return None
            self._open.remove(message)
            if isinstance(message, Query):
                if isinstance(reply, Refused):
                    self._refused.add(message)
                    self._replies[message] = InputError(reply.message, "", reply.hint)
                elif not isinstance(reply, Looked):
                    self._replies[message] = reply
            self._changed.notify_all()
            return message

    def _find_answered(self, reply: QueryReply) -> SeatMessage | None:
        """Find the first open message that a reply can answer."""
        match reply:
            case Looked():
                return next((each for each in self._open if isinstance(each, Look)), None)
            case Odds():
                return next((each for each in self._open if isinstance(each, Weigh)), None)
            case Reasons():
                return next((each for each in self._open if isinstance(each, Why)), None)
            case NamesShown():
                return next((each for each in self._open if isinstance(each, NamesWanted | Rename)), None)
            case _:  # a refusal, of whatever comes first
                return next(iter(self._open), None)

    def forget(self, kind: type[SeatMessage]) -> None:
        """Forget the open messages of a class: the table has taken them."""
        with self._changed:
            self._open = deque(each for each in self._open if not isinstance(each, kind))

    def forget_moves(self) -> None:
        """Forget the open answers: the table has gone on. What was refused may be asked again."""
        with self._changed:
            self._open = deque(each for each in self._open if isinstance(each, Query))
            self._refused.clear()

    def forget_all(self) -> None:
        """Forget all open messages: the line was lost, and their replies with it."""
        with self._changed:
            lost = [each for each in self._open if isinstance(each, Query)]
            self._replies |= {query: InputError(NO_REPLY) for query in lost}
            self._open.clear()
            self._changed.notify_all()
