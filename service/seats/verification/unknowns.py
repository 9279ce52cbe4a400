"""What a seat cannot verify about a game, as a list of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.seats.guest.seat_file import PlayedInPage, StoredMessage
from bombsight.service.seats.protocol.host_messages import Revealed
from bombsight.service.seats.protocol.seating import WITH_SEED
from bombsight.service.seats.protocol.terms import Seated

ALWAYS_UNKNOWN = (
    "whether the host looked at what is hidden from others: his save holds it",
    "whether an answer that could be given was refused, or others were asked more or less than they wished",
    "what `why` told of other throws: it is not kept",
)


def list_unknowns(own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed | None) -> tuple[str, ...]:
    """List, as sentences, what a seat cannot verify about a game.

    Args:
        own_messages: The messages of the seat's file.
        seated: The first of them, with the terms.
        revealed: The revealed information; None while nothing is revealed.
    """
    unknowns = [*ALWAYS_UNKNOWN]
    if any(isinstance(each, PlayedInPage) for each in own_messages):
        unknowns.append(
            "whether the page did as it should: its program came from the host, who could serve another, "
            "and it had the seat's shares"
        )
    if seated.protocol == WITH_SEED:
        unknowns.append(
            "whether the host knew the dice to come, or chose them: the table was begun by an older version"
        )
    elif seated.dice == "own":
        unknowns.append("whether dice fell as they were said: each threw his own, and they are believed, not proved")
    elif seated.seed is not None:
        unknowns.append("whether the host knew the dice to come when he named their seed, or answered: all go by it")
    elif seated.spares:
        unknowns.append("whether the host knew the dice before he answered: letters were spared by agreement")
    if seated.anchors:
        unknowns.append(
            "what others made of it that somebody had answered: a share tells that, also of a secret answer"
        )
    if seated.has_referee:
        unknowns.append("whether the referee told anybody what he saw: he sees everything")
    if len(seated.anchors) > 1:
        unknowns.append("whether others at the table are one person, or told the host their shares")
        unknowns.append("whether others were told the same: compare what was revealed with what they have")
    if revealed is not None and revealed.given_up not in ("", seated.seat):
        unknowns.append(f"whether {revealed.given_up} gave the game up, as the host says")
    return tuple(unknowns)
