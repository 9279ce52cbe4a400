"""The moves of a table: answers that are fixed, and those of which the dice are settled."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from bombsight.boundary.names import make_name_validator
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.protocol.seat_messages import Answered


@frozen(kw_only=True)
class Move:
    """A move: one answer of a person, or several given together, after which the dice get a new seed.

    Attributes:
        seat: The seat that answered.
        answered: The answer, without its share.
        asks: How many questions the seat answered itself then: the grouping of questions depends on it.
    """

    seat: str = field(validator=make_name_validator("a seat"))
    answered: Answered
    asks: Level = "all"


@frozen(kw_only=True)
class Pending:
    """A fixed answer whose dice are not settled; or the beginning of the game, which has no answer.

    Attributes:
        seat: The seat that answered; empty at the beginning.
        answered: The answer, without its share; None at the beginning.
        asks: How many questions the seat answers itself.
        shares: The shares opened for the move, by seat.
    """

    seat: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    answered: Answered | None
    asks: Level = "all"
    shares: Mapping[str, str] = field(validator=make_name_validator("a seat"))
