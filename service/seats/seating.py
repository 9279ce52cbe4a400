"""What is agreed at a table before its game begins, as each who sits down is told it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from bombsight.flat.program import Program
from bombsight.runtime.saves.records import Header
from bombsight.service.lookup.phrases import Phrases, collect_phrases
from bombsight.service.play.standing_orders import Level
from bombsight.service.programs.pins import describe_pins
from bombsight.service.seats.messages import Seated
from bombsight.service.seats.visibility import seats_of

WITH_SEED, WITH_SHARES = 1, 2
"""How a table's dice are settled: by one seed at the beginning; anew behind each move, by shares of all guests.

Tables that an older version began are of the first protocol, whoever made their seed.
"""


@frozen(kw_only=True)
class TableTerms:
    """Who sits where, and what the dice rest on.

    Attributes:
        protocol: How the dice are settled.
        is_seed_named: Whether somebody named the seed of all dice.
        host: The seat of the host; empty where he has none.
        autos: The seats for which the autopilot plays.
        anchors: What each guest committed himself to, by seat; empty where nobody gives shares.
        spares: Whether the guests let the host know all their shares at once.
        asks: How much the host is asked.
    """

    protocol: int = WITH_SHARES
    is_seed_named: bool = True
    host: str = ""
    autos: tuple[str, ...] = ()
    anchors: Mapping[str, str] = field(factory=dict)
    spares: bool = False
    asks: Level = "all"


def make_seated_message(
    program: Program, header: Header, terms: TableTerms, seal: str, seat: str, known_phrases: Phrases | None = None
) -> Seated:
    """What somebody is told who sits down.

    Args:
        program: What is played.
        header: What its save begins with.
        terms: Who sits where.
        seal: The commitment to the arbiter's secret.
        seat: His seat.
        known_phrases: What people call the things of the game; None where that is still to be worked out.
    """
    is_fair = terms.protocol == WITH_SHARES  # else it is told as it was by the version that began the table
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
        journal=header.journal if is_fair else 0,
        names=header.names if is_fair else None,
        in_force=tuple(describe_settings(program, header)) if is_fair else (),
    )


def describe_settings(program: Program, header: Header) -> Iterator[str]:
    """What is not as the game comes, in words: options that are not at their defaults, pins, overlays."""
    for option in program.options:
        if option.value != option.default:
            yield f"{option.name} = {option.value}"
    yield from describe_pins(program, header.pins, header.fields)
    yield from program.overlays
