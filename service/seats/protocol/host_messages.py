"""The messages of the host to a seat, once the game has begun; those before are in `terms.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from attrs import field, frozen, validators

from bombsight.boundary.codec.form import Between
from bombsight.boundary.names import make_name_validator
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.names import OwnName
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.common.document import Document
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.documents import Refused
from bombsight.service.present.glance import Fact
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion, make_matrix
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import WantedDice
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.protocol.commitments import MAX_MOVE
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.name_messages import NamesShown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import MAX_SAVE_LINE_LENGTH, Undo, UndoAsked, Undone, UndoRefused


@frozen(kw_only=True)
class Again:
    """The description of a repeated question, whose answers may be given at once.

    Attributes:
        most: The maximum number of options chosen.
        preferred: The autopilot's choice, as indices of options.
    """

    most: int
    preferred: tuple[int, ...]


@frozen(kw_only=True)
class Turn(Document):
    """A seat's visible events since its last message, and whose turn it is.

    Attributes:
        number: The number of the open question: how many answers the seat has seen.
        start: The index of the first event, from 0.
        events: The new events.
        turn: The seat whose question is open; empty if the game is over.
        question: The open question; None if it is another seat's, or the game is over.
        rows: The questions that are grouped with it, this one first; empty if it stands alone.
        again: The repetition of the question; None if it is asked once.
        committed: The commitment to the whole journal, hidden or not.
        moves: The number of moves made; see :class:`Move`.
        debriefings: The debriefings of missions that ended in the new events.
        undone: The number of the request by which something was last taken back; 0 for nothing. Only behind another one
            the number of the question, and that of the events, may be smaller than before.
        throw: The dice that this seat is to throw, where each throws his own; None if none of its are awaited. There
            is no question then; ``turn`` names the seat that throws.
    """

    document = "turn"
    version = 6

    number: int = field(validator=validators.ge(0))
    start: int = field(validator=validators.ge(0))
    events: tuple[Event, ...]
    turn: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    question: Question | None
    rows: tuple[Question, ...] = ()
    again: Again | None = None
    committed: str
    moves: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    debriefings: tuple[Debriefing, ...] = ()
    undone: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    throw: WantedDice | None = None

    @property
    def event_count(self) -> int:
        """The number of events that the seat has seen by this turn."""
        return self.start + len(self.events)

    @property
    def group(self) -> QuestionGroup | None:
        """The group that the open question is asked in; None for a single question."""
        if self.rows:
            return make_matrix(self.rows)
        if self.again is not None and self.question is not None:
            return RepeatedQuestion(self.question.together, self.question, self.again.most, self.again.preferred)
        return None


@frozen(kw_only=True)
class There(Document):
    """The list of connected seats, sent when one connects or disconnects.

    Attributes:
        seats: The connected seats.
    """

    document = "there"

    seats: tuple[str, ...] = field(validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Looked(Document):
    """The sheet, the boards and what matters most in a state of the game, as a seat may see them.

    Attributes:
        sheet: The groups of the sheet.
        boards: The boards.
        event_count: How many of the seat's events had happened; -1 in files of older versions.
        facts: What matters most, for a line.
        pieces: The pieces on the boards, by their titles.
    """

    document = "looked"
    version = 3

    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]
    event_count: int = -1
    facts: tuple[Fact, ...] = ()
    pieces: Mapping[str, str] = field(factory=dict)


@frozen(kw_only=True)
class Reasons(Document):
    """What a throw could have led to.

    Attributes:
        others: The results of neighbouring dice.
        event: The number of the throw's event among the seat's events; -1 from older versions.
        stake: The dice as before they fell, with the outcome of each result; None if that rests on what is hidden.
    """

    document = "reasons"
    version = 3

    others: tuple[ResultRange, ...]
    event: int = -1
    stake: WantedDice | None = None


@frozen(kw_only=True)
class ShareWanted(Document):
    """The host's request for a share of the dice seed behind a fixed answer.

    It tells that some seat has answered, even if the rules hide that; but not which seat, question or answer.

    Attributes:
        move: The number of the move, from 1.
        committed: The commitment to the answer, so that it cannot change when the shares are known.
    """

    document = "share_wanted"

    move: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    committed: str


@frozen(kw_only=True)
class Awaited(Document):
    """A notice that lists the seats whose shares of the dice seed are missing.

    Attributes:
        seats: The seats whose shares are awaited.
    """

    document = "awaited"

    seats: tuple[str, ...] = field(validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Revealed(Document):
    """All hidden information, sent when the game is over: `bombsight verify` opens commitments with it.

    Attributes:
        key: The arbiter's secret.
        shares: The share that each seat opened for the last complete move; earlier ones follow from it.
        given_up: The seat that gave the game up; empty if the game reached its end.
        save: The lines of the save.
        moves: The moves made, in order.
        pending: The move whose dice were not settled; None if there is none.
        void: The seat that made the game void: it refused a share, or opened one that breaks its commitment.
        undos: What was taken back, in order.
        renames: The names that seats gave, in order; the first line of the save has those before.
    """

    document = "revealed"
    version = 4

    key: str
    shares: Mapping[str, str] = field(validator=make_name_validator("a seat"))
    given_up: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    save: tuple[Annotated[str, Between(high=MAX_SAVE_LINE_LENGTH)], ...]
    moves: tuple[Move, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))
    pending: Pending | None = None
    void: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    undos: tuple[Undo, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))
    renames: tuple[OwnName, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))


HostMessage = (
    Waits
    | Seated
    | There
    | Turn
    | Looked
    | Odds
    | Reasons
    | Refused
    | Revealed
    | ShareWanted
    | Awaited
    | UndoAsked
    | UndoRefused
    | Undone
    | NamesShown
)
"""A message from the host to a seat."""
