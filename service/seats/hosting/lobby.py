"""The lobby of a table: its connected seats, and the messages that each still has to receive. Thread-safe."""

from __future__ import annotations

from threading import RLock
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.documents import Refused
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.hosting.seat_connection import Goodbye, SeatConnection, SendMessage, has_news
from bombsight.service.seats.protocol.commitments import is_share
from bombsight.service.seats.protocol.host_messages import Awaited, There, Turn
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.seat_messages import (
    Answered,
    GiveUp,
    Hello,
    Look,
    SeatMessage,
    Share,
    ShareRefused,
    Thrown,
    Weigh,
    Why,
)
from bombsight.service.seats.protocol.undos import (
    OpenUndo,
    Undone,
    UndoRefused,
    UndoReply,
    UndoRequest,
    last_undone,
    make_undone,
)
from bombsight.service.seats.visibility.referee import REFEREE_SEAT


class Lobby:
    """The lobby of a table, where seats connect and disconnect.

    Attributes:
        game: The game of the table.
        failure: Why the game cannot go on; None while it can.
        finished_seats: The seats that have received the end of the game.
    """

    def __init__(self, game: HostedGame) -> None:
        """Create the lobby of a game."""
        self.game = game
        self.failure: InputError | None = None
        self.finished_seats: set[str] = set()
        self._last_undone = last_undone(game.table.undos)
        self._anchors: dict[str, str] = {}
        self._connections: dict[str, SeatConnection] = {}
        self._lock = RLock()

    @property
    def arbiter(self) -> Arbiter | None:
        """The mediator of the game; None until the game has begun."""
        return self.game.arbiter

    def connect(self, seat: str, send: SendMessage) -> None:
        """Connect a seat by the callback that sends to it; an earlier connection of the seat is closed."""
        with self._lock:
            previous = self._connections.get(seat)
            self._connections[seat] = SeatConnection(send)
            send(self.game.waits_message)
            if previous is not None:
                previous.send(Goodbye(is_taken=True))

    @property
    def connected_seats(self) -> frozenset[str]:
        """Return the names of the connected seats."""
        with self._lock:
            return frozenset(self._connections)

    def disconnect(self, seat: str, send: SendMessage) -> None:
        """Remove a seat's connection, known by its callback ``send``, unless a newer one has replaced it."""
        with self._lock:
            if seat in self._connections and self._connections[seat].send == send:
                del self._connections[seat]
                self._send_presence()

    def handle_message(self, seat: str, send: SendMessage, message: SeatMessage) -> None:
        """Handle a seat's message; an invalid one is refused, and changes nothing. ``send`` is its connection."""
        with self._lock:
            connection = self._connections.get(seat)
            if connection is None or connection.send != send:
                return  # somebody else has taken the seat
            try:
                self._dispatch_message(seat, connection, message)
            except InputError as error:
                if self._is_stuck():
                    self.failure = error
                refused = Refused(message=error.message, hint=error.hint)
                for each in self._connections.values() if self.failure is not None else [connection]:
                    each.send(refused)

    def note_end_received(self, seat: str) -> None:
        """Note that a seat has received the end of the game, which so far was only sent to it."""
        self.finished_seats.add(seat)

    def close(self) -> None:
        """Close the game; every answer is already on disk."""
        with self._lock:
            self.game.close()

    def _dispatch_message(self, seat: str, connection: SeatConnection, message: SeatMessage) -> None:
        """Call the handler for a message's class.

        Raises:
            InputError: The message is not allowed now, the game cannot begin, or the message makes it void.
        """
        if isinstance(message, Hello):
            self._handle_hello(seat, connection, message)
            return
        if connection.events_sent is None:
            raise InputError("the game has not begun")
        if seat == REFEREE_SEAT and not isinstance(message, Look | Why):
            raise InputError("a referee looks on, and says nothing")
        game, was_over = self.game, self.game.is_over
        asked_before = game.table.asked_undo
        try:
            match message:
                case Answered():
                    game.answer(seat, message)
                case Thrown():
                    game.throw(seat, message)
                case Share():
                    game.open_share(seat, message)
                case ShareRefused():
                    game.refuse_share(seat, message)
                case GiveUp():
                    game.give_up(seat)
                case Look():
                    connection.send(game.running_arbiter.make_state_message(seat, message.event_count))
                    return
                case Weigh():
                    connection.send(game.running_arbiter.odds(seat))
                    return
                case Why():
                    connection.send(game.running_arbiter.make_reasons(seat, message.event))
                    return
                case NamesWanted():
                    connection.send(NamesShown(named=game.running_arbiter.named_things(seat)))
                    return
                case Rename():
                    self._handle_rename(seat, connection, message)
                case UndoRequest():
                    game.request_undo(seat)
                case UndoReply():
                    game.reply_to_undo(seat, message)
                case _:
                    assert_never(message)
        except InputError:
            if game.is_over and not was_over:
                self._send_news()
            raise
        self._send_seated()
        self._send_undo_result(seat, asked_before)
        self._send_news()

    def _handle_rename(self, seat: str, connection: SeatConnection, rename: Rename) -> None:
        """Give a thing another name; seats that see it get their events anew from the first that reads otherwise.

        Raises:
            InputError: The seat may not name that, or not so.
        """
        for name, event_count in self.game.rename(seat, rename).items():
            other = self._connections.get(name)
            if other is not None and other.events_sent is not None:
                other.events_sent = min(other.events_sent, event_count)
        connection.send(NamesShown(named=self.game.running_arbiter.named_things(seat)))

    def _send_undo_result(self, seat: str, asked_before: OpenUndo | None) -> None:
        """Send all seats how a request for an undo ended by a message of a seat, if it did.

        An answer refuses it, so a secret answer shows no more than a refusal.
        """
        table = self.game.table
        result: Undone | UndoRefused | None = None
        if table.undos and table.undos[-1].number != self._last_undone:
            self._last_undone = table.undos[-1].number
            result = make_undone(table.undos[-1])
        elif asked_before is not None and table.asked_undo != asked_before and table.asked_undo is None:
            result = UndoRefused(number=asked_before.number, seat=seat)
        if result is None:
            return
        for connection in self._connections.values():
            if connection.events_sent is not None:
                connection.send(result)

    def _handle_hello(self, seat: str, connection: SeatConnection, hello: Hello) -> None:
        """Handle the greeting of a seat; the last missing greeting settles the terms of the game.

        Raises:
            InputError: It has no commitment, or another than before; or the game cannot begin.
        """
        game = self.game
        if seat in game.table.guests:
            if not is_share(hello.anchor):
                raise InputError("who sits down commits himself to his shares of the dice, and this is no commitment")
            if game.table.anchors.get(seat, hello.anchor) != hello.anchor:
                hint = "Sit down with the file that was kept at first: --keep FILE."
                raise InputError("this seat has committed itself to other shares of the dice", "", hint)
            self._anchors[seat] = hello.anchor
        connection.hello = hello
        if not game.has_agreed and self._has_everybody_greeted():
            host = self._connections.get(game.table.own)
            asks: Level = "all" if host is None or host.hello is None else host.hello.asks
            game.settle_terms({name: self._anchors[name] for name in game.table.guests}, asks)
        if not game.has_agreed:
            return
        game.advance()
        self._send_seated()
        self._send_presence()
        self._send_news()

    def _is_stuck(self) -> bool:
        """Whether the game can neither begin nor go on, whatever messages arrive."""
        game = self.game
        if game.arbiter is not None:
            return game.arbiter.play.is_stuck
        return game.has_agreed and not game.awaited_seats and not game.is_over

    def _has_everybody_greeted(self) -> bool:
        """Whether all seats that persons play have sent their greeting."""
        table = self.game.table
        greeted = {name for name, guest in self._connections.items() if guest.hello is not None}
        return greeted >= {*table.tokens, *([table.own] if table.own else [])}

    def _send_seated(self) -> None:
        """Send the game's description to seats that lack it, and apply each seat's level of asking."""
        game = self.game
        for name, connection in self._connections.items():
            if connection.hello is None:
                continue
            if connection.events_sent is None:
                connection.send(game.make_seated(name))
                # Behind an undo that it has not heard of, its events may be others.
                is_current = connection.hello.undone == last_undone(game.table.undos)
                if not is_current and game.table.undos:
                    connection.send(make_undone(game.table.undos[-1]))
                connection.events_sent = max(0, connection.hello.have) if is_current else 0
            if game.arbiter is not None and not connection.is_level_set and name != REFEREE_SEAT:
                game.change_level(name, connection.hello.asks)
                connection.is_level_set = True

    def _send_presence(self) -> None:
        """Send all seats the list of connected seats."""
        message = There(
            seats=tuple(name for name, connection in self._connections.items() if connection.events_sent is not None)
        )
        for connection in self._connections.values():
            if connection.events_sent is not None:
                connection.send(message)

    def _send_news(self) -> None:
        """Send each connected seat the events that it has not received."""
        game, arbiter = self.game, self.game.arbiter
        for seat, connection in self._connections.items():
            if connection.events_sent is None:
                continue
            if arbiter is not None and not (game.awaited_seats and connection.last_turn is not None):
                start = connection.events_sent
                if connection.last_turn is not None and connection.last_turn.undone != arbiter.undone:
                    start = min(start, arbiter.count_events_before(seat, game.table.undos[-1].kept))
                turn = self._hide_answered_question(arbiter.make_turn(seat, start))
                if connection.last_turn is None or has_news(connection.last_turn, turn):
                    connection.events_sent = turn.start + len(turn.events)
                    connection.last_turn = turn
                    connection.send(turn)
            if game.awaited_seats:
                self._send_awaited(seat, connection)
            elif game.is_over:
                connection.send(game.make_revealed())
            else:
                self._send_undo_asked(seat, connection)

    def _send_undo_asked(self, seat: str, connection: SeatConnection) -> None:
        """Send a seat the request for an undo that waits for consent, once on each connection."""
        asked = self.game.make_undo_asked(seat)
        if asked is not None and asked.number != connection.asked_undo:
            connection.asked_undo = asked.number
            connection.send(asked)

    def _hide_answered_question(self, turn: Turn) -> Turn:
        """Copy a turn without its question if the host's answer to it is already fixed."""
        pending = self.game.table.pending
        if pending is None or turn.question is None or pending.seat != self.game.table.own:
            return turn
        return evolve(turn, question=None, rows=(), again=None)

    def _send_awaited(self, seat: str, connection: SeatConnection) -> None:
        """Send a seat the request for its own share of the dice seed, or the list of seats whose shares are missing."""
        message = self.game.share_wanted
        if seat in self.game.awaited_seats:
            if message is not None:
                connection.send(message)
        else:
            connection.send(Awaited(seats=self.game.awaited_seats))
