"""The moves that a player makes at his table, wherever that is."""

from __future__ import annotations

from typing import Protocol

from bombsight.service.seats.protocol.seat_messages import Answered, Thrown


class SeatMoves(Protocol):
    """The moves that a player makes at his table."""

    def answer(self, answered: Answered) -> None:
        """Answer the open question.

        Raises:
            InputError: The answer is not possible; or the game cannot go on.
        """

    def throw(self, thrown: Thrown) -> None:
        """Give the faces of the player's own dice.

        Raises:
            InputError: The dice cannot show that; or the game cannot go on.
        """

    def give_up(self) -> None:
        """Give the game up."""

    @property
    def is_stuck(self) -> bool:
        """Whether the game cannot go on."""
