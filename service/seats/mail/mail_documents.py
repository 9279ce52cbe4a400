"""The documents of a game by mail: invitation and acceptance, letters and replies, and shares of the dice."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen, validators

from bombsight.boundary.names import make_name_validator
from bombsight.service.common.document import Document
from bombsight.service.seats.protocol.commitments import MAX_MOVE, check_share_or_empty
from bombsight.service.seats.protocol.host_messages import Looked, Revealed, ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, Share, Thrown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone


@frozen(kw_only=True)
class Invitation(Document):
    """An invitation to a game by mail, which asks the guest for his commitment.

    Attributes:
        token: The token of the seat, which each of its messages must contain.
        seat: The guest's seat.
        title: The title of the game.
        waits: The commitment to the arbiter's secret, and the seats that give shares.
        seat_title: The title of the seat; empty from older versions.
    """

    document = "invitation"
    version = 4
    oldest = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    title: str
    waits: Waits
    seat_title: str = ""


@frozen(kw_only=True)
class Acceptance(Document):
    """A guest's acceptance of an invitation.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        hello: The guest's commitment, and how many questions he answers himself.
        share: His share of the beginning if he is the only guest, so that no other share depends on it; else empty.
        root: The root of his chain of shares, if he agrees to spare letters; else empty.
    """

    document = "acceptance"
    version = oldest = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    hello: Hello
    share: str = field(validator=check_share_or_empty)
    root: str = field(validator=check_share_or_empty)


@frozen(kw_only=True)
class Wanted(Document):
    """The host's request that a guest reveals a share of the dice seed: the first, or the one behind a fixed answer.

    Attributes:
        token: The token of the seat.
        seated: The description of the game, with all commitments.
        wanted: The answer that needs the share; None for the beginning.
    """

    document = "wanted"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seated: Seated
    wanted: ShareWanted | None


@frozen(kw_only=True)
class Opened(Document):
    """A guest's revealed share of the dice seed.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        share: The share; None if he gives the game up, or refuses to open it.
    """

    document = "opened"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    share: Share | None


@frozen(kw_only=True)
class Letter(Document):
    """The host's letter to a guest: new events, and the open question.

    Attributes:
        token: The token of the seat.
        seated: The description of the game.
        turn: The events since the last answer, and the question.
        looked: The sheet and the boards.
        revealed: All hidden information; None while the game goes on.
        asked: Another's request for an undo, to which the guest replies before anything else; None for none.
        undone: The last undo to which all agreed; None for none.
        undo_requests: How many requests for an undo there were.
    """

    document = "letter"
    version = 4

    token: str = field(validator=make_name_validator("a token"))
    seated: Seated
    turn: Turn
    looked: Looked
    revealed: Revealed | None
    asked: UndoAsked | None = None
    undone: Undone | None = None
    undo_requests: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])


@frozen(kw_only=True)
class Reply(Document):
    """A guest's answer by mail.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        have: The number of events that he has received.
        answered: The answer; None if he gives the game up, or ``undo`` says something else.
        undo: What he says of an undo instead of an answer: he asks for one, agrees to one, or refuses it.
        request: The number of the request that he makes or replies to; with an answer, that of the last one before
            it; 0 for none.
        thrown: His own dice, where a throw is awaited instead of an answer; None for none.
    """

    document = "reply"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    have: int = field(validator=validators.ge(0))
    answered: Answered | None
    undo: Literal["", "asks", "agrees", "refuses"] = ""
    request: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    thrown: Thrown | None = None


MailDocument = Invitation | Acceptance | Letter | Reply | Wanted | Opened
"""A file that is sent by mail."""


GuestMail = Acceptance | Reply | Opened
"""A file that a guest sends."""
