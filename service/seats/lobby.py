"""A table that people come to and leave: who is there, and what each has still to be told. Any thread may call it."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import assert_never

from attrs import define, evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.service.common.document import Document
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.documents import Refused
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import is_share
from bombsight.service.seats.game import HostedGame
from bombsight.service.seats.messages import (
    Answered,
    Awaited,
    GiveUp,
    Hello,
    Look,
    Said,
    Share,
    ShareRefused,
    There,
    Turn,
    Weigh,
    Why,
)


@frozen
class Goodbye:
    """The line to somebody is closed, once he was told all that waits.

    Attributes:
        is_taken: Whether that is because another has taken his seat.
    """

    is_taken: bool


Put = Callable[[Document | Goodbye], None]
"""Takes what somebody is told, in order."""


@define
class Guest:
    """Somebody at the table.

    Attributes:
        put: Takes what he is told.
        hello: What he said first; None while he has not.
        told: How many events he was told; None before he was told what is played.
        is_asked: Whether it counts how much he is asked.
        turn: The last that he was told of the game since he came; None before.
    """

    put: Put
    hello: Hello | None = None
    told: int | None = None
    is_asked: bool = False
    turn: Turn | None = None


class Hall:
    """A table that people come to.

    Attributes:
        game: The game that is played there.
        failure: Why the game cannot go on; None while it can.
        done: The seats that were told how it ended.
    """

    def __init__(self, game: HostedGame) -> None:
        """Open a table."""
        self.game = game
        self.failure: InputError | None = None
        self.done: set[str] = set()
        self._anchors: dict[str, str] = {}
        self._guests: dict[str, Guest] = {}
        self._lock = RLock()

    @property
    def arbiter(self) -> Arbiter | None:
        """The arbiter; None until the game has begun."""
        return self.game.arbiter

    def come(self, seat: str, put: Put) -> None:
        """Somebody comes to a seat; whoever was there before is told that another has taken it."""
        with self._lock:
            before = self._guests.get(seat)
            self._guests[seat] = Guest(put)
            put(self.game.waits)
            if before is not None:
                before.put(Goodbye(is_taken=True))

    @property
    def there(self) -> frozenset[str]:
        """The seats of those who are there."""
        with self._lock:
            return frozenset(self._guests)

    def go(self, seat: str, put: Put) -> None:
        """He is gone, unless another sits there by now."""
        with self._lock:
            if seat in self._guests and self._guests[seat].put == put:
                del self._guests[seat]
                self._tell_who_is_there()

    def say(self, seat: str, put: Put, said: Said) -> None:
        """Take what somebody says; it is refused, and nothing changes, where it does not belong here."""
        with self._lock:
            guest = self._guests.get(seat)
            if guest is None or guest.put != put:
                return  # another has taken his seat
            try:
                self._do(seat, guest, said)
            except InputError as error:
                if self._is_stuck():
                    self.failure = error
                refused = Refused(message=error.message, hint=error.hint)
                for each in self._guests.values() if self.failure is not None else [guest]:
                    each.put(refused)

    def close(self) -> None:
        """Leave the game: nothing is lost that was answered."""
        with self._lock:
            self.game.close()

    def _do(self, seat: str, guest: Guest, said: Said) -> None:
        """Do what somebody wants.

        Raises:
            InputError: It does not belong here, or the game cannot begin, or is void by it.
        """
        if isinstance(said, Hello):
            self._greet(seat, guest, said)
            return
        if guest.told is None:
            raise InputError("the game has not begun")
        game, was_over = self.game, self.game.is_over
        try:
            match said:
                case Answered():
                    game.answer(seat, said)
                case Share():
                    game.open_share(seat, said)
                case ShareRefused():
                    game.refuse_share(seat, said)
                case GiveUp():
                    game.give_up(seat)
                case Look():
                    guest.put(game.begun.looked(seat))
                    return
                case Weigh():
                    guest.put(game.begun.odds(seat))
                    return
                case Why():
                    guest.put(game.begun.why(seat, said.event))
                    return
                case _:
                    assert_never(said)
        except InputError:
            if game.is_over and not was_over:
                self._tell()
            raise
        self._greet_all()
        self._tell()

    def _greet(self, seat: str, guest: Guest, hello: Hello) -> None:
        """Somebody says who he is; all is agreed where he is the last to come.

        Raises:
            InputError: He commits himself to nothing, or to something else than before; or the game cannot begin.
        """
        game = self.game
        if seat in game.table.guests:
            if not is_share(hello.anchor):
                raise InputError("who sits down commits himself to his shares of the dice, and this is no commitment")
            if game.table.anchors.get(seat, hello.anchor) != hello.anchor:
                hint = "Sit down with the file that was kept at first: --keep FILE."
                raise InputError("this seat has committed itself to other shares of the dice", "", hint)
            self._anchors[seat] = hello.anchor
        guest.hello = hello
        if not game.has_agreed and self._are_all_there():
            own = self._guests.get(game.table.own)
            asks: Level = "all" if own is None or own.hello is None else own.hello.asks
            game.agree({name: self._anchors[name] for name in game.table.guests}, asks)
        if not game.has_agreed:
            return
        game.go_on()
        self._greet_all()
        self._tell_who_is_there()
        self._tell()

    def _is_stuck(self) -> bool:
        """Whether the game can neither begin nor go on, whatever is said."""
        game = self.game
        if game.arbiter is not None:
            return game.arbiter.play.is_stuck
        return game.has_agreed and not game.awaited and not game.is_over

    def _are_all_there(self) -> bool:
        """Whether all who play have said who they are."""
        table = self.game.table
        greeted = {name for name, guest in self._guests.items() if guest.hello is not None}
        return greeted >= {*table.tokens, *([table.own] if table.own else [])}

    def _greet_all(self) -> None:
        """Tell those what is played who were not told yet, and take how much each is asked as soon as it can be."""
        game = self.game
        for name, guest in self._guests.items():
            if guest.hello is None:
                continue
            if guest.told is None:
                guest.put(game.seated(name))
                guest.told = max(0, guest.hello.have)
            if game.arbiter is not None and not guest.is_asked:
                game.ask(name, guest.hello.asks)
                guest.is_asked = True

    def _tell_who_is_there(self) -> None:
        """Tell everybody who is there."""
        there = There(seats=tuple(name for name, guest in self._guests.items() if guest.told is not None))
        for guest in self._guests.values():
            if guest.told is not None:
                guest.put(there)

    def _tell(self) -> None:
        """Tell everybody who is there what is new."""
        game, arbiter = self.game, self.game.arbiter
        for seat, guest in self._guests.items():
            if guest.told is None:
                continue
            if arbiter is not None and not (game.awaited and guest.turn is not None):
                turn = self._without_answered(arbiter.told(seat, guest.told))
                if guest.turn is None or shows_news(guest.turn, turn):
                    guest.told = turn.start + len(turn.events)
                    guest.turn = turn
                    guest.put(turn)
            if game.awaited:
                self._tell_awaited(seat, guest)
            elif game.is_over:
                guest.put(game.revealed())
                self.done.add(seat)

    def _without_answered(self, turn: Turn) -> Turn:
        """A turn without a question that the host has answered already, and cannot answer otherwise."""
        pending = self.game.table.pending
        if pending is None or turn.question is None or pending.seat != self.game.table.own:
            return turn
        return evolve(turn, question=None, rows=(), again=None)

    def _tell_awaited(self, seat: str, guest: Guest) -> None:
        """Tell somebody that shares are awaited, and of him, if one is his."""
        wanted = self.game.wanted
        if seat in self.game.awaited:
            if wanted is not None:
                guest.put(wanted)
        else:
            guest.put(Awaited(seats=self.game.awaited))


def shows_news(before: Turn, now: Turn) -> bool:
    """Whether a seat sees anything in a turn that it did not see in the one before it.

    Of what others do in secret only the commitment to all that has happened tells: were that told each time, it would
    be known how often they do something.
    """
    return bool(now.events) or evolve(now, start=0, events=(), committed="") != evolve(
        before, start=0, events=(), committed=""
    )
