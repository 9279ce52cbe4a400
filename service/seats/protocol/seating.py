"""The terms of a table, settled before its game begins, as each seat receives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from bombsight.flat.program import Program
from bombsight.runtime.saves.records import Header
from bombsight.service.lookup.phrases import Phrases, collect_phrases
from bombsight.service.play.standing_orders import Level
from bombsight.service.programs.pins import describe_pins
from bombsight.service.seats.protocol.terms import Seated, TableDice
from bombsight.service.seats.visibility.seats import seats_of

WITH_SEED, WITH_SHARES = 1, 2
"""The protocols for the dice: one seed at the beginning, or a new one behind each move, of all guests' shares.

All tables that an older version began have the first, whoever made their seed.
"""


@frozen(kw_only=True)
class TableTerms:
    """The terms of a two-player game: its seats, and how the dice are settled.

    Attributes:
        protocol: How the dice are settled.
        is_seed_named: Whether somebody named the seed of all dice.
        host: The seat of the host; empty if he has none.
        autos: The seats for which the autopilot plays.
        anchors: The commitment of each guest, by seat; empty if nobody gives shares.
        spares: Whether the guests send the host all their shares at once.
        asks: How many questions the host answers himself.
        has_referee: Whether a referee watches.
        dice: Whether the program throws the dice, or each player his own.
    """

    protocol: int = WITH_SHARES
    is_seed_named: bool = True
    host: str = ""
    autos: tuple[str, ...] = ()
    anchors: Mapping[str, str] = field(factory=dict)
    spares: bool = False
    asks: Level = "all"
    has_referee: bool = False
    dice: TableDice = "seeded"


def make_seated_message(
    program: Program, header: Header, terms: TableTerms, seal: str, seat: str, known_phrases: Phrases | None = None
) -> Seated:
    """Build the message that describes the game to a seat.

    Args:
        program: The compiled rules.
        header: The header of the save.
        terms: The terms of the table.
        seal: The commitment to the arbiter's secret.
        seat: The seat.
        known_phrases: The display names of the game's things; None to collect them from the program.
    """
    is_fair = terms.protocol == WITH_SHARES  # else as the version that began the table sent it
    return Seated(
        game=header.game,
        title=header.title,
        seat=seat,
        seats=seats_of(program),
        rules=header.rules,
        options=header.options,
        overlays=tuple(overlay.name for overlay in header.overlays),
        entry=header.entry,
        args=header.args,
        pins=header.pins,
        fields=header.fields,
        about=tuple(program.about),
        phrases=collect_phrases(program) if known_phrases is None else known_phrases,
        seal=seal,
        seed=header.seed if terms.is_seed_named else None,
        protocol=terms.protocol,
        host=terms.host,
        autos=terms.autos,
        anchors=terms.anchors,
        spares=terms.spares,
        asks=terms.asks,
        has_referee=terms.has_referee,
        journal=header.journal if is_fair else 0,
        names=header.names if is_fair else None,
        in_force=tuple(describe_settings(program, header)) if is_fair else (),
        dice=terms.dice,
    )


def describe_settings(program: Program, header: Header) -> Iterator[str]:
    """Describe the settings that differ from the game's defaults: options, pins (fixed values), overlays."""
    for option in program.options:
        if option.value != option.default:
            yield f"{option.name} = {option.value}"
    yield from describe_pins(program, header.pins, header.fields)
    yield from program.overlays
