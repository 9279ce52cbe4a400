"""What the arbiter tells a seat, and what a seat says to him."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.runtime.choices import Question
from bombsight.runtime.records import FieldPin, Pin
from bombsight.runtime.views import View as Event
from bombsight.service.derivations import Led
from bombsight.service.document import Document
from bombsight.service.lines import Refused
from bombsight.service.odds import Odds
from bombsight.service.phrases import Phrases
from bombsight.service.seats.sight import Seat
from bombsight.service.sheet import SheetGroup
from bombsight.service.standing import Level
from bombsight.service.together import Group, Several, matrix

# --- what a seat is told


@frozen(kw_only=True)
class Waits(Document):
    """The game has not begun: somebody who sits at the table is not there.

    Attributes:
        seal: The commitment to the arbiter's secret: the dice rest on it, and on what the others give to them then.
    """

    document = "waits"

    seal: str


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
    """

    document = "seated"

    game: str
    title: str
    seat: str
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
    """

    document = "turn"

    number: int
    start: int
    events: tuple[Event, ...]
    turn: str
    question: Question | None
    rows: tuple[Question, ...] = ()
    again: Again | None = None
    committed: str

    @property
    def group(self) -> Group | None:
        """What the question is put as one with; None where it stands alone."""
        if self.rows:
            return matrix(self.rows)
        if self.again is not None and self.question is not None:
            return Several(self.question.together, self.question, self.again.most, self.again.preferred)
        return None


@frozen(kw_only=True)
class There(Document):
    """Somebody has come to the table, or left it.

    Attributes:
        seats: The seats of those who are there.
    """

    document = "there"

    seats: tuple[str, ...]


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

    others: tuple[Led, ...]


@frozen(kw_only=True)
class Revealed(Document):
    """All that was hidden, once the game is over or was given up: what `bombsight verify` opens commitments with.

    Attributes:
        key: The arbiter's secret.
        shares: What each gave to the dice, by seat.
        given_up: Who gave the game up; empty where it came to its end.
        save: The lines of the save.
    """

    document = "revealed"

    key: str
    shares: Mapping[str, str]
    given_up: str
    save: tuple[str, ...]


# --- what a seat says


@frozen(kw_only=True)
class Hello(Document):
    """Somebody sits down, or is back.

    Attributes:
        share: What he gives to the dice: the same each time.
        have: How many events he was told.
        asks: How much he is asked.
    """

    document = "hello"

    share: str
    have: int = 0
    asks: Level = "all"


@frozen(kw_only=True)
class Answered(Document):
    """The answer to a question, or to several that are put as one.

    Attributes:
        number: The question's.
        names: The name of the answer; of each, where several are answered.
        together: Whether all questions are answered that are put as one with it.
    """

    document = "answer"

    number: int
    names: tuple[str, ...]
    together: bool = False


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

    event: int


@frozen(kw_only=True)
class GiveUp(Document):
    """Gives the game up: all is revealed, and nothing is answered any more."""

    document = "give_up"


Told = Waits | Seated | There | Turn | Looked | Odds | Reasons | Refused | Revealed
"""What a seat is told."""

Said = Hello | Answered | Look | Weigh | Why | GiveUp
"""What a seat says."""
