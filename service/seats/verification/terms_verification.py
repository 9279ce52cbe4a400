"""Verification of the terms of a game: what was agreed at its beginning against what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import fields_dict

from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Header
from bombsight.service.saves.saved_rules import SavedRules
from bombsight.service.seats.guest.seat_file import StoredMessage
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Revealed
from bombsight.service.seats.protocol.seat_messages import Hello
from bombsight.service.seats.protocol.seating import WITH_SEED, TableTerms, make_seated_message
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.verification.share_verification import find_chain_faults
from bombsight.service.seats.visibility.referee import REFEREE_SEAT
from bombsight.service.seats.visibility.seats import seats_of

UNSEEDED_DICE = {"manual": "thrown by hand", "file": "those of a file"}
"""The kinds of dice that no table of two has, in words."""

NOT_IN_TERMS = frozenset(("document", "version", "seat"))
"""The fields of the first message that are no terms of the game."""


def find_seal_faults(own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed) -> Iterator[str]:
    """Yield, as sentences, what contradicts the commitment to the revealed secret before the game began."""
    waits = [each for each in own_messages if isinstance(each, Waits)]
    seals = {seated.seal, *(each.seal for each in waits)}
    if seals != {Secret(revealed.key).seal}:
        yield "the secret is another than the one that was sealed before the game"
    if any(isinstance(each, Seated) and each != seated for each in own_messages):
        yield "another game, or other commitments, were told of later"
    rest = (seated.protocol, {*seated.anchors}, seated.spares)
    for number, each in enumerate(waits, start=1):
        is_older = each.protocol == WITH_SEED and number < len(waits)  # sent before the host updated
        if seated.protocol != WITH_SEED and not is_older and (each.protocol, {*each.guests}, each.spares) != rest:
            yield "what the dice rest on is another than was told before"


def find_terms_faults(seated: Seated, header: Header) -> Iterator[str]:
    """Yield, as sentences, the differences between the agreed terms and the revealed save: rules, options, pins."""
    compared_pairs = {
        "the game": (seated.game, header.game),
        "the rules": (seated.rules, header.rules),
        "the options": (dict(seated.options), dict(header.options)),
        "the overlays": (seated.overlays, tuple(overlay.name for overlay in header.overlays)),
        "what is played": ((seated.entry, seated.args), (header.entry, header.args)),
        "what was settled beforehand": ((seated.pins, seated.fields), (header.pins, header.fields)),
    }
    for label, (told_value, played_value) in compared_pairs.items():
        if told_value != played_value:
            yield f"{label}: other than was told at the beginning"


def find_dice_faults(
    own_messages: Sequence[StoredMessage], seated: Seated, saved: ParsedSave, revealed: Revealed
) -> Iterator[str]:
    """Yield, as sentences, contradictions in how the dice were settled: their protocol, seed and shares.

    The arguments are those of :func:`find_replay_faults`.
    """
    header, secret = saved.header, Secret(revealed.key)
    if seated.dice == "own":
        if header.dice != "manual" or header.is_by_hand is False:
            yield "each was to throw his own dice, and they were thrown otherwise"
        if seated.anchors or seated.seed is not None or revealed.shares or revealed.moves or revealed.pending:
            yield "each threw his own dice, and shares of others were revealed nevertheless"
        if secret.derive_move_seed(0, {}) != header.seed:
            yield "the seed of what nobody throws is not made of the secret"
        return
    if header.dice != "seeded":
        yield f"the dice are said to be {UNSEEDED_DICE[header.dice]}; at a table of two a seed throws them"
        return
    if seated.seed is not None:
        if header.seed != seated.seed:
            yield f"the dice are those of seed {header.seed}, not of {seated.seed} as was told"
        if seated.anchors or revealed.shares or revealed.moves or revealed.pending or revealed.void:
            yield "somebody named the seed, and shares were revealed nevertheless"
    elif seated.protocol == WITH_SEED:
        names = {seat.name for seat in seated.seats}
        share = next((each.share for each in own_messages if isinstance(each, Hello) and each.share), None)
        if share is not None and revealed.shares.get(seated.seat) != share:
            yield "what this seat gave to the dice was not taken"
        if not revealed.shares.keys() <= names:
            yield f"shares of seats that there are none of: {', '.join(sorted(revealed.shares.keys() - names))}"
        if secret.derive_table_seed(revealed.shares) != header.seed:
            yield "the seed of the dice is not made of the secret and of what each gave to it"
    else:
        yield from find_chain_faults(own_messages, seated, saved, revealed)


def find_seated_faults(seated: Seated, header: Header, saved_rules: SavedRules, revealed: Revealed) -> Iterator[str]:
    """Yield, as sentences, how the description that the seat received differs from one of the revealed save.

    The arguments are those of :func:`find_replay_faults`; `header` is that of the save.
    """
    if seated.seat not in {REFEREE_SEAT, *(seat.name for seat in seats_of(saved_rules.program))}:
        yield "there is no such seat in this game"
    current = make_seated_message(saved_rules.program, header, terms_of(seated), Secret(revealed.key).seal, seated.seat)
    for name in fields_dict(Seated).keys() - NOT_IN_TERMS:
        if getattr(current, name) != getattr(seated, name):
            yield f"{name} of the game: other than was told at the beginning"


def terms_of(seated: Seated) -> TableTerms:
    """Extract the terms of the table from the message that describes the game."""
    return TableTerms(
        protocol=seated.protocol,
        is_seed_named=seated.seed is not None,
        host=seated.host,
        autos=seated.autos,
        anchors=seated.anchors,
        spares=seated.spares,
        asks=seated.asks,
        has_referee=seated.has_referee,
        dice=seated.dice,
    )
