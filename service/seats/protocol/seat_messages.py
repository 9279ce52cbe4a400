"""The messages of a seat to the host."""

from __future__ import annotations

from attrs import evolve, field, frozen, validators

from bombsight.dsl.limits import MAX_DICE
from bombsight.service.common.document import Document
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.protocol.commitments import MAX_MOVE, check_share, check_share_or_empty
from bombsight.service.seats.protocol.name_messages import NamesWanted, Rename
from bombsight.service.seats.protocol.undos import UndoReply, UndoRequest


@frozen(kw_only=True)
class Hello(Document):
    """A seat's greeting, when it connects or reconnects.

    Attributes:
        anchor: The commitment to its chain of shares; empty if it gives none.
        share: Its share of the seed at a table of protocol 1; empty elsewhere.
        have: The number of events that it has received.
        asks: How many questions it answers itself.
        undone: The number of the request by which something was last taken back, as far as it knows: behind another
            one its events may be others.
    """

    document = "hello"
    version = 4

    anchor: str = field(default="", validator=check_share_or_empty)
    share: str = field(default="", validator=check_share_or_empty)
    have: int = field(default=0, validator=validators.ge(0))
    asks: Level = "all"
    undone: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])


@frozen(kw_only=True)
class Answered(Document):
    """A seat's answer to a question, or its answers to a group of questions.

    Attributes:
        number: The number of the question, as counted for this seat.
        names: The name of each answer.
        together: Whether the answers are to the whole group of questions.
        move: The number of the move that it makes, from 1; 0 if nobody gives shares, or this seat does not.
        share: The seat's share of the dice behind it; empty if it gives none.
    """

    document = "answer"
    version = 3

    number: int = field(validator=validators.ge(0))
    names: tuple[str, ...]
    together: bool = False
    move: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    share: str = field(default="", validator=check_share_or_empty)

    @property
    def without_share(self) -> Answered:
        """A copy of the answer without its share of the dice seed."""
        return evolve(self, move=0, share="")


@frozen(kw_only=True)
class Thrown(Document):
    """The faces of a player's own dice.

    Attributes:
        number: The number of events that the seat had seen as it threw.
        faces: The faces, or a single total.
    """

    document = "thrown"

    number: int = field(validator=validators.ge(0))
    faces: tuple[int, ...] = field(validator=[validators.min_len(1), validators.max_len(MAX_DICE)])


@frozen(kw_only=True)
class Share(Document):
    """A seat's revealed share (contribution) of the dice.

    Attributes:
        move: The number of the move; 0 for the beginning.
        share: The share.
    """

    document = "share"

    move: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    share: str = field(validator=check_share)


@frozen(kw_only=True)
class ShareRefused(Document):
    """A seat's refusal to reveal a share of the dice seed, because the host has broken a commitment.

    Attributes:
        move: The number of the move.
        message: The reason, in words.
    """

    document = "share_refused"

    move: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    message: str


@frozen(kw_only=True)
class Look(Document):
    """A request for the sheet and the boards.

    Attributes:
        event_count: How many of the seat's events had happened in the state that is asked for; None for the present.
    """

    document = "look"
    version = 3

    event_count: int | None = field(default=None, validator=validators.optional(validators.ge(1)))


@frozen(kw_only=True)
class Weigh(Document):
    """A request for the odds of the open question's answers."""

    document = "weigh"


@frozen(kw_only=True)
class Why(Document):
    """A request for what a throw could have led to.

    Attributes:
        event: The number of the throw's event among the seat's events.
    """

    document = "why"

    event: int = field(validator=validators.ge(0))


@frozen(kw_only=True)
class GiveUp(Document):
    """A seat's resignation, which reveals all hidden information and ends the game."""

    document = "give_up"


SeatMessage = (
    Hello
    | Answered
    | Look
    | Weigh
    | Why
    | GiveUp
    | Share
    | ShareRefused
    | UndoRequest
    | UndoReply
    | NamesWanted
    | Rename
    | Thrown
)
"""A message from a seat to the host."""
