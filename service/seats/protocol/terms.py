"""The messages before the first turn: the host waits for guests, and describes the game and its terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from bombsight.boundary.names import make_name_validator
from bombsight.runtime.events.names import Naming
from bombsight.runtime.pins import FieldPin, Pin
from bombsight.service.common.document import Document
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.visibility.seats import Seat

TableDice = Literal["seeded", "own"]
"""The dice of a table: of seeds that nobody can choose, or each player's own, which are believed."""


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
