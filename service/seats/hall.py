"""A table that people come to and leave: who is there, and what each has still to be told. Any thread may call it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import RLock

from attrs import define, frozen

from bombsight.boundary.errors import InputError
from bombsight.service.document import Document
from bombsight.service.lines import Refused
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Answered, GiveUp, Hello, Look, Said, There, Waits, Weigh, Why


@frozen
class Goodbye:
    """The line to somebody is closed, once he was told all that waits.

    Attributes:
        is_taken: Whether that is because another has taken his seat.
    """

    is_taken: bool


Put = Callable[[Document | Goodbye], None]
"""Takes what somebody is told, in order."""

Begin = Callable[[Mapping[str, str]], Arbiter]
"""Begins the game, with what each who comes gives to the dice."""


@define
class Guest:
    """Somebody at the table.

    Attributes:
        put: Takes what he is told.
        hello: What he said first; None while he has not.
        told: How many events he was told; None before he was told what is played.
    """

    put: Put
    hello: Hello | None = None
    told: int | None = None


class Hall:
    """A table that people come to.

    Attributes:
        secret: What everything is sealed with.
        arbiter: None until all are there.
        failure: Why the game cannot go on; None while it can.
        done: The seats that were told how it ended.
    """

    def __init__(
        self,
        secret: Secret,
        begin: Begin,
        expected: frozenset[str],
        *,
        arbiter: Arbiter | None = None,
        given_up: Callable[[str], None],
    ) -> None:
        """Open a table.

        Args:
            secret: What everything is sealed with.
            begin: Begins the game.
            expected: The seats of those who come, and give to the dice.
            arbiter: Of a game that has begun already.
            given_up: Is told of a seat that gives the game up.
        """
        self.secret = secret
        self.arbiter = arbiter
        self.failure: InputError | None = None
        self.done: set[str] = set()
        self._begin = begin
        self._given_up = given_up
        self._expected = expected
        self._shares: dict[str, str] = {}
        self._guests: dict[str, Guest] = {}
        self._lock = RLock()

    def come(self, seat: str, put: Put) -> None:
        """Somebody comes to a seat; whoever was there before is told that another has taken it."""
        with self._lock:
            before = self._guests.get(seat)
            self._guests[seat] = Guest(put)
            put(Waits(seal=self.secret.seal))
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
                if self.arbiter is not None and self.arbiter.play.is_stuck:
                    self.failure = error
                refused = Refused(message=error.message, hint=error.hint)
                for each in self._guests.values() if self.failure is not None else [guest]:
                    each.put(refused)

    def start(self) -> None:
        """Begin the game where nobody is waited for.

        Raises:
            InputError: It cannot begin.
        """
        with self._lock:
            if self.arbiter is None and self._shares.keys() >= self._expected:
                try:
                    self.arbiter = self._begin(self._shares)
                except InputError as error:
                    self.failure = error
                    raise

    def close(self) -> None:
        """Leave the game: nothing is lost that was answered."""
        with self._lock:
            if self.arbiter is not None:
                self.arbiter.play.close()

    def _do(self, seat: str, guest: Guest, said: Said) -> None:
        """Do what somebody wants.

        Raises:
            InputError: It does not belong here.
        """
        if isinstance(said, Hello):
            self._greet(seat, guest, said)
            return
        arbiter = self.arbiter
        if arbiter is None or guest.told is None:
            raise InputError("the game has not begun")
        match said:
            case Answered():
                arbiter.answer(seat, said)
                self._tell()
            case GiveUp():
                arbiter.give_up(seat)
                self._given_up(seat)
                self._tell()
            case Look():
                guest.put(arbiter.looked(seat))
            case Weigh():
                guest.put(arbiter.odds(seat))
            case Why():
                guest.put(arbiter.why(seat, said.event))

    def _greet(self, seat: str, guest: Guest, hello: Hello) -> None:
        """Somebody says who he is; the game begins where he is the last to come.

        Raises:
            InputError: It cannot begin.
        """
        guest.hello = hello
        if seat in self._expected:
            self._shares.setdefault(seat, hello.share)
        self.start()
        if self.arbiter is None:
            return
        for name, each in self._guests.items():
            if each.hello is not None and each.told is None:
                self.arbiter.ask(name, each.hello.asks)
                each.put(self.arbiter.seated(name))
                each.told = max(0, each.hello.have)
        self._tell_who_is_there()
        self._tell()

    def _tell_who_is_there(self) -> None:
        """Tell everybody who is there."""
        there = There(seats=tuple(name for name, guest in self._guests.items() if guest.told is not None))
        for guest in self._guests.values():
            if guest.told is not None:
                guest.put(there)

    def _tell(self) -> None:
        """Tell everybody who is there what is new."""
        arbiter = self.arbiter
        assert arbiter is not None
        for seat, guest in self._guests.items():
            if guest.told is not None:
                turn = arbiter.told(seat, guest.told)
                guest.told += len(turn.events)
                guest.put(turn)
                if not turn.turn:
                    guest.put(arbiter.revealed())
                    self.done.add(seat)
