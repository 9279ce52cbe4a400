"""A table that people come to and leave, without a line between."""

from __future__ import annotations

import pytest

from bombsight.boundary.errors import InputError
from bombsight.service.lines import Refused
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.hall import Goodbye, Hall
from bombsight.service.seats.messages import Answered, Hello, Revealed, Seated, There, Turn, Waits
from table import answer, arbiter

SECRET = Secret("ab" * 32)
HELLO = Hello(share="12" * 32)


class Guest(list):
    """Somebody at a table: what he was told."""

    def __init__(self, hall: Hall, seat: str) -> None:
        self.hall, self.seat = hall, seat
        self.put = self.append  # one and the same each time
        hall.come(seat, self.put)

    def say(self, message: object) -> None:
        """Say something."""
        self.hall.say(self.seat, self.put, message)

    def kinds(self) -> list[type]:
        """The kinds of what he was told."""
        return [type(each) for each in self]


def hall(at, expected=("smuggler",)):
    """A table at which the game begins when these have come."""
    return Hall(SECRET, lambda shares: at, frozenset(expected), given_up=lambda seat: None)


def test_a_game_begins_when_all_are_there_and_each_is_told_what_is_new():
    with arbiter() as at:
        table = hall(at)
        keeper = Guest(table, "keeper")
        keeper.say(HELLO)
        keeper.say(Answered(number=0, names=("at_east",)))
        assert keeper.kinds() == [Waits, Refused]
        smuggler = Guest(table, "smuggler")
        smuggler.say(HELLO)
        assert smuggler.kinds() == [Waits, Seated, There, Turn]
        assert keeper.kinds()[2:] == [Seated, There, Turn]
        turn = smuggler[-1]
        smuggler.say(answer(turn))
        assert smuggler[-1].start == len(turn.events)
        assert keeper[-1].question is not None
        smuggler.say(answer(turn))
        assert isinstance(smuggler[-1], Refused)
        assert table.there == {"keeper", "smuggler"}


def test_who_comes_last_has_the_seat_and_who_was_there_is_not_heard():
    with arbiter() as at:
        table = hall(at)
        first = Guest(table, "smuggler")
        first.say(HELLO)
        turn = first[-1]
        second = Guest(table, "smuggler")
        assert first[-1] == Goodbye(is_taken=True)
        first.say(answer(turn))
        assert at.number("smuggler") == 0
        table.go("smuggler", first.put)
        second.say(Hello(share="", have=len(turn.events)))
        assert (second[-1].start, second[-1].events) == (len(turn.events), ())
        second.say(answer(turn))
        assert at.number("smuggler") == 1


def test_who_comes_after_the_end_is_told_of_it():
    with arbiter() as at:
        table = hall(at)
        while at.turn:
            at.answer(at.turn, answer(at.told(at.turn)))
        late = Guest(table, "smuggler")
        late.say(HELLO)
        assert late.kinds()[-2:] == [Turn, Revealed]
        assert table.done == {"smuggler"}


def test_a_game_that_cannot_begin_is_over_for_all():
    def fails(shares):
        raise InputError("the disk is full")

    table = Hall(SECRET, fails, frozenset({"smuggler"}), given_up=lambda seat: None)
    keeper, smuggler = Guest(table, "keeper"), Guest(table, "smuggler")
    keeper.say(HELLO)
    smuggler.say(HELLO)
    assert [each[-1].message for each in (keeper, smuggler)] == ["the disk is full"] * 2
    assert table.failure is not None
    with pytest.raises(InputError):
        table.start()
