"""What the arbiter tells a seat, and what a seat says to him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from attrs import evolve, field, frozen, validators

from bombsight.boundary.codec.form import Between
from bombsight.boundary.names import make_name_validator
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.names import Naming
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
from bombsight.service.present.documents import Refused
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion, make_matrix
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.commitments import MAX_MOVE, check_share, check_share_or_empty
from bombsight.service.seats.visibility import Seat

MAX_SAVE_LINE_LENGTH = 2**16
"""Characters of a line of the save that is revealed at the end: its first line has all that was settled."""

# --- what a seat is told


@frozen(kw_only=True)
class Waits(Document):
    """The game has not begun: somebody who sits at the table is not there.

    Attributes:
        seal: The commitment to the arbiter's secret: the dice rest on it, and on what the others give to them then.
        protocol: How the dice are settled: 2, by shares of all guests behind each move; 1, by their shares at the
            beginning, as tables have it that were begun by an older version.
        guests: The seats of those who give shares.
        spares: Whether the guests are asked to spare letters: to let the host know all their shares at once.
    """

    document = "waits"
    version = 4

    seal: str
    protocol: int = 1
    guests: tuple[str, ...] = field(default=(), validator=make_name_validator("a seat"))
    spares: bool = False


@frozen(kw_only=True)
class Seated(Document):
    """A game begins, or is taken up again by somebody who sits at it.

    Attributes:
        game: The game's id.
        title: Its title.
        seat: Whose seat it is.
        seats: All who sit at the table.
        rules: The hash of the rules in force.
        options: Name and value in words of every option.
        overlays: Those in force, in order.
        entry: Whether a mission is played or the career.
        args: The values of the entry's parameters.
        pins: Tables whose dice are laid.
        fields: Fields that are pinned.
        about: What a player should know before he plays, paragraph by paragraph.
        phrases: What people call the things of the game.
        seal: The commitment to the arbiter's secret.
        seed: Of the dice, where somebody named it; None where it is made of the secret and of the shares.
        protocol: How the dice are settled, as :class:`Waits` has it.
        host: The seat of the host; empty where he has none.
        autos: The seats for which the autopilot plays.
        anchors: What each guest committed himself to, by seat; empty where nobody gives shares.
        spares: Whether the guests let the host know all their shares at once.
        asks: How much the host is asked: he cannot choose later which of his answers are given by themselves.
        journal: The version of the story, whose hash is committed.
        names: Which names are shown; None for those of the manifest in their order.
        in_force: What is not as the game comes, in words: options, pins, what is laid over the rules.
    """

    document = "seated"
    version = 3

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
    in_force: tuple[str, ...] = ()


@frozen(kw_only=True)
class Again:
    """The same question again and again, of which the answers may be given at once.

    Attributes:
        most: How many may be chosen.
        preferred: What the autopilot would choose, by its places among the options.
    """

    most: int
    preferred: tuple[int, ...]


@frozen(kw_only=True)
class Turn(Document):
    """What has happened, as a seat may see it, and whose turn it is.

    Attributes:
        number: How many answers the seat was told of so far: the number of the open question.
        start: The number of the first of the events, from 0.
        events: What has happened since.
        turn: The seat whose question is open; empty where the game is over.
        question: The open question; None where it is another's, or the game is over.
        rows: The questions that are put as one with it, this one first; empty where it stands alone.
        again: The same question again and again; None where it is put once.
        committed: The commitment to all that has happened, hidden or not.
        moves: How many moves were made so far; see :class:`Move`.
    """

    document = "turn"
    version = 4

    number: int = field(validator=validators.ge(0))
    start: int = field(validator=validators.ge(0))
    events: tuple[Event, ...]
    turn: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    question: Question | None
    rows: tuple[Question, ...] = ()
    again: Again | None = None
    committed: str
    moves: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])

    @property
    def group(self) -> QuestionGroup | None:
        """What the question is put as one with; None where it stands alone."""
        if self.rows:
            return make_matrix(self.rows)
        if self.again is not None and self.question is not None:
            return RepeatedQuestion(self.question.together, self.question, self.again.most, self.again.preferred)
        return None


@frozen(kw_only=True)
class There(Document):
    """Somebody has come to the table, or left it.

    Attributes:
        seats: The seats of those who are there.
    """

    document = "there"

    seats: tuple[str, ...] = field(validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Looked(Document):
    """How things stand, as a seat may see it."""

    document = "looked"

    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]


@frozen(kw_only=True)
class Reasons(Document):
    """What other throws would have led to.

    Attributes:
        others: What neighbouring results of the dice lead to.
    """

    document = "reasons"

    others: tuple[ResultRange, ...]


@frozen(kw_only=True)
class ShareWanted(Document):
    """An answer is given and fixed, and a share of the dice behind it is wanted.

    It tells that somebody has answered, also where the rules hide that; not who, nor which question, nor what.

    Attributes:
        move: The number of the move, from 1.
        committed: The commitment to the answer: it cannot be another when the shares are known.
    """

    document = "share_wanted"

    move: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    committed: str


@frozen(kw_only=True)
class Awaited(Document):
    """An answer is given, or all have sat down, and the dice wait for shares.

    Attributes:
        seats: Whose.
    """

    document = "awaited"

    seats: tuple[str, ...] = field(validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Revealed(Document):
    """All that was hidden, once the game is over or was given up: what `bombsight verify` opens commitments with.

    Attributes:
        key: The arbiter's secret.
        shares: The last share that each opened for a move that was made, by seat; those before follow from it.
        given_up: Who gave the game up; empty where it came to its end.
        save: The lines of the save.
        moves: The moves that were made, in order.
        pending: A move whose dice were not settled; None where there is none.
        void: The seat by whose share the game is void: it did not open it, or another than it had committed itself to.
    """

    document = "revealed"
    version = 3

    key: str
    shares: Mapping[str, str] = field(validator=make_name_validator("a seat"))
    given_up: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    save: tuple[Annotated[str, Between(high=MAX_SAVE_LINE_LENGTH)], ...]
    moves: tuple[Move, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))
    pending: Pending | None = None
    void: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))


# --- what a seat says


@frozen(kw_only=True)
class Hello(Document):
    """Somebody sits down, or is back.

    Attributes:
        anchor: What he commits himself to: the end of his chain of shares; empty where he gives none.
        share: What he gave to the dice at a table of protocol 1; empty elsewhere.
        have: How many events he was told.
        asks: How much he is asked.
    """

    document = "hello"
    version = 3

    anchor: str = field(default="", validator=check_share_or_empty)
    share: str = field(default="", validator=check_share_or_empty)
    have: int = field(default=0, validator=validators.ge(0))
    asks: Level = "all"


@frozen(kw_only=True)
class Answered(Document):
    """The answer to a question, or to several that are put as one.

    Attributes:
        number: The question's, as he who answers was told it.
        names: The name of the answer; of each, where several are answered.
        together: Whether all questions are answered that are put as one with it.
        move: The number of the move that it makes, from 1; 0 where nobody gives shares, or he who answers does not.
        share: His share of the dice behind it; empty where he gives none.
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
        """The answer without a share."""
        return evolve(self, move=0, share="")


@frozen(kw_only=True)
class Share(Document):
    """A share of the dice is opened.

    Attributes:
        move: The number of the move; 0 for the beginning.
        share: The share.
    """

    document = "share"

    move: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    share: str = field(validator=check_share)


@frozen(kw_only=True)
class ShareRefused(Document):
    """A share is not opened, for the host has taken back what he had committed himself to.

    Attributes:
        move: The number of the move.
        message: Why, in words.
    """

    document = "share_refused"

    move: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    message: str


@frozen(kw_only=True)
class Look(Document):
    """Asks how things stand."""

    document = "look"


@frozen(kw_only=True)
class Weigh(Document):
    """Asks for the odds of the open question."""

    document = "weigh"


@frozen(kw_only=True)
class Why(Document):
    """Asks what other throws would have led to.

    Attributes:
        event: The number of the throw's event among those that the seat was told.
    """

    document = "why"

    event: int = field(validator=validators.ge(0))


@frozen(kw_only=True)
class GiveUp(Document):
    """Gives the game up: all is revealed, and nothing is answered any more."""

    document = "give_up"


@frozen(kw_only=True)
class Move:
    """An answer that a person at a seat gave, or several that he gave together; behind it the dice begin anew.

    Attributes:
        seat: Whose.
        answered: The answer, without his share.
        asks: How much he was asked then: which questions are put as one goes by it.
    """

    seat: str = field(validator=make_name_validator("a seat"))
    answered: Answered
    asks: Level = "all"


@frozen(kw_only=True)
class Pending:
    """A move whose dice are not settled; or the beginning, where nobody answers anything.

    Attributes:
        seat: Who answered; empty at the beginning.
        answered: The answer, without his share; None at the beginning.
        asks: How much he is asked.
        shares: The shares that were opened for it, by seat.
    """

    seat: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    answered: Answered | None
    asks: Level = "all"
    shares: Mapping[str, str] = field(validator=make_name_validator("a seat"))


HostMessage = Waits | Seated | There | Turn | Looked | Odds | Reasons | Refused | Revealed | ShareWanted | Awaited
"""What a seat is told."""

SeatMessage = Hello | Answered | Look | Weigh | Why | GiveUp | Share | ShareRefused
"""What a seat says."""
