"""The seats (players) of a two-player game, as its rules name them."""

from __future__ import annotations

from attrs import field, frozen

from bombsight.boundary.names import make_name_validator
from bombsight.flat.program import Program
from bombsight.flat.types import EnumType
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import Question


@frozen
class Seat:
    """A seat (player) of a two-player game, by name and title.

    Attributes:
        name: The stable name of the player's value.
        title: The display name.
    """

    name: str = field(validator=make_name_validator("a seat"))
    title: str


def seats_of(program: Program) -> tuple[Seat, ...]:
    """Return the seats of a game, in order; empty for a solitaire game."""
    if program.players is None:
        return ()
    described, kind = Describer(program), EnumType(program.players)
    names = program.enums[program.players].values
    return tuple(Seat(name, described.value_title(kind, number)) for number, name in enumerate(names))


def seat_of_question(question: Question) -> str:
    """Return the name of the seat that a question is put to."""
    return question.seat
