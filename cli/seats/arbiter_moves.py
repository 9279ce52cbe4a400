"""The moves of players whose arbiter (the mediator between seats) is in the same process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from attrs import define

from bombsight.runtime.visibility.visibility import has_secrets
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_queries import ArbiterQueries
from bombsight.service.seats.player.seat_game import SeatGame
from bombsight.service.seats.protocol.seat_messages import Answered, Thrown


class TurnTaker(Protocol):
    """What learns that a turn has arrived."""

    def note_kept(self, event_count: int, *, is_renamed: bool = False) -> None:
        """Note how many of the events before still count, or read as before where something was renamed."""


@define
class ArbiterMoves:
    """The moves at one seat of a game that hides something, or at whichever seat is asked if it hides nothing.

    Attributes:
        arbiter: The arbiter.
        seat: The seat.
        game: What the player knows of the game.
        follows_turn: Whether all look at one screen, so that the seat is always the one that is asked.
        note_renamed: Called behind a renaming, as :class:`ArbiterQueries` does.
        taker: What learns of new turns; None for nothing.
    """

    arbiter: Arbiter
    seat: str
    game: SeatGame
    follows_turn: bool = False
    note_renamed: Callable[[Mapping[str, int]], None] = lambda changed: None
    taker: TurnTaker | None = None

    @property
    def is_stuck(self) -> bool:
        """Whether the game cannot go on."""
        return self.arbiter.play.is_stuck

    def answer(self, answered: Answered) -> None:
        """Answer the open question, and take the next turn.

        Raises:
            InputError: The answer is not possible; or the game cannot go on.
        """
        self.arbiter.answer(self.seat, answered)
        self.take_turn()

    def throw(self, thrown: Thrown) -> None:
        """Give the faces of the player's own dice, and take the next turn.

        Raises:
            InputError: The dice cannot show that; or the game cannot go on.
        """
        self.arbiter.throw(self.seat, thrown)
        self.take_turn()

    def give_up(self) -> None:
        """Give the game up."""
        self.arbiter.give_up(self.seat)
        self.take_turn()

    def take_turn(self) -> None:
        """Take the present turn of the arbiter.

        Raises:
            InputError: The game cannot go on.
        """
        asked = self.arbiter.seat_to_act
        if self.follows_turn and asked and asked != self.seat:
            self._change_seat(asked)
        turn = self.arbiter.make_turn(self.seat, len(self.game.views))
        kept_count = self.game.add_turn(turn)
        self.game.given_up = self.arbiter.given_up
        if self.taker is not None:
            self.taker.note_kept(kept_count)

    def _change_seat(self, seat: str) -> None:
        """Look at the game from another seat, which sees the same."""
        self.seat = seat
        self.game.change_seat(self.arbiter.make_seated(seat), ArbiterQueries(self.arbiter, seat, self.note_renamed))


def hides_something(arbiter: Arbiter) -> bool:
    """Whether the rules of a game hide anything from a player."""
    return has_secrets(arbiter.play.session.program)
