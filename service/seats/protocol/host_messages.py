"""The messages between the arbiter and a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from attrs import evolve, field, frozen, validators

from bombsight.boundary.codec.form import Between
from bombsight.boundary.names import make_name_validator
from bombsight.dsl.limits import MAX_DICE
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.names import Naming, OwnName
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.run.policies import Question
from bombsight.service.common.document import Document
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.documents import Refused
from bombsight.service.present.glance import Fact
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion, make_matrix
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import WantedDice
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.protocol.commitments import MAX_MOVE, check_share, check_share_or_empty
from bombsight.service.seats.protocol.name_messages import NamesShown, NamesWanted, Rename
from bombsight.service.seats.protocol.undos import (
    MAX_SAVE_LINE_LENGTH,
    Undo,
    UndoAsked,
    Undone,
    UndoRefused,
    UndoReply,
    UndoRequest,
)
from bombsight.service.seats.visibility.seat_view import Seat

TableDice = Literal["seeded", "own"]
"""The dice of a table: of seeds that nobody can choose, or each player's own, which are believed."""

# --- from the host to a seat


@frozen(kw_only=True)
class Waits(Document):
    """The host's first message: the game has not begun, because seats are still empty.

    Attributes:
        seal: The commitment to the arbiter's secret, of which the dice are made together with the guests' shares.
        protocol: How the dice are settled: 2, by shares of all guests behind each move; 1, by their shares at the
            beginning, at tables that an older version began.
        guests: The seats that give shares.
        spares: Whether the guests are asked to spare letters, by sending the host all their shares at once.
        dice: Whether the program throws the dice, or each player his own, whom the others believe.
    """

    document = "waits"
    version = 5

    seal: str
    protocol: int = 1
    guests: tuple[str, ...] = field(default=(), validator=make_name_validator("a seat"))
    spares: bool = False
    dice: TableDice = "seeded"


@frozen(kw_only=True)
class Seated(Document):
    """The description of a game to a seat, when the game begins or the seat reconnects.

    Attributes:
        game: The game's id.
        title: Its title.
        seat: The seat that receives the message.
        seats: All seats of the table.
        rules: The hash of the rules in force.
        options: The name of every option, and its value in words.
        overlays: The overlays in force, in order.
        entry: Whether a mission is played or the career.
        args: The values of the entry's parameters.
        pins: The tables with pinned dice.
        fields: The pinned fields.
        about: What a player should know before he plays, paragraph by paragraph.
        phrases: The display names of the game's things.
        seal: The commitment to the arbiter's secret.
        seed: The seed of the dice, if somebody named it; None if it is made of the secret and the shares.
        protocol: How the dice are settled, as in :class:`Waits`.
        host: The seat of the host; empty if he has none.
        autos: The seats for which the autopilot plays.
        anchors: The commitment of each guest, by seat; empty if nobody gives shares.
        spares: Whether the guests send the host all their shares at once.
        asks: How many questions the host answers himself: he cannot choose later which of his answers are automatic.
        journal: The version of the journal whose hash is committed.
        names: Which display names are in use; None for those of the manifest in their order.
        has_referee: Whether a referee watches, who sees everything and can say nothing.
        in_force: The settings that differ from the game's defaults, in words: options, pins, overlays.
        dice: Whether the program throws the dice, or each player his own.
    """

    document = "seated"
    version = 4

    game: str
    title: str
    seat: str = field(validator=make_name_validator("a seat"))
    seats: tuple[Seat, ...]
    rules: str
    options: Mapping[str, str]
    overlays: tuple[str, ...]
    entry: str
    args: tuple[int, ...]
    pins: tuple[Pin, ...]
    fields: tuple[FieldPin, ...]
    about: tuple[str, ...]
    phrases: Phrases
    seal: str
    seed: int | None
    protocol: int = 1
    host: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    autos: tuple[str, ...] = field(default=(), validator=make_name_validator("a seat"))
    anchors: Mapping[str, str] = field(factory=dict, validator=make_name_validator("a seat"))
    spares: bool = False
    asks: Level = "all"
    journal: int = 0
    names: Naming | None = None
    has_referee: bool = False
    in_force: tuple[str, ...] = ()
    dice: TableDice = "seeded"


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


# --- from a seat to the host


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
