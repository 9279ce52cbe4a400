"""Verification of a game's host: whether a seat's received messages agree with the revealed game.

The revealed answers are replayed by the rules, with the dice seeds that the secret and the shares give; every message
to the seat is compared with the replay's, and every commitment is opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import parse_save
from bombsight.runtime.saves.records import Answer, Throw
from bombsight.service.games.requests import Rules
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.seats.guest.seat_file import StoredMessage
from bombsight.service.seats.protocol.host_messages import Revealed, Turn
from bombsight.service.seats.protocol.revealed_save import strip_machine_data
from bombsight.service.seats.protocol.seat_messages import Answered, Share
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.verification.checked import Checked
from bombsight.service.seats.verification.replay_verification import find_replay_faults
from bombsight.service.seats.verification.terms_verification import (
    find_dice_faults,
    find_seal_faults,
    find_seated_faults,
    find_terms_faults,
)
from bombsight.service.seats.verification.undo_verification import find_undo_faults
from bombsight.service.seats.verification.unknowns import list_unknowns


def verify_seat_messages(own_messages: Sequence[StoredMessage], revealed: Revealed | None, rules: Rules) -> Checked:
    """Verify the messages that a seat received against the revealed game.

    Args:
        own_messages: The messages of the seat's file.
        revealed: The revealed information; None if there is none.
        rules: Where games and house rules lie.

    Raises:
        InputError: The file has no game, or the rules cannot be found, or cost more than the limit.
        WrongRules: The rules have errors.
    """
    seated = next((each for each in own_messages if isinstance(each, Seated)), None)
    if seated is None:
        raise InputError("this file tells of no game: nobody sat down")
    turns = sum(isinstance(each, Turn) for each in own_messages)
    if revealed is None:
        return Checked(
            faults=(describe_unrevealed(own_messages, seated),),
            unknown=list_unknowns(own_messages, seated, None),
            turns=turns,
            answers=0,
            throws=0,
        )
    saved = parse_save("".join(f"{line}\n" for line in revealed.save).encode(), "revealed")
    saved = evolve(saved, header=strip_machine_data(saved.header))  # untrusted: its paths must not be followed here
    faults = (
        *find_seal_faults(own_messages, seated, revealed),
        *find_terms_faults(seated, saved.header),
        *find_dice_faults(own_messages, seated, saved, revealed),
        *find_undo_faults(own_messages, seated, revealed),
    )
    undos: list[str] = []
    if not faults:
        saved_rules = rules_of_save(saved.header, "revealed", rules.folders, house=rules.house, limit=rules.limit)
        faults = (*find_seated_faults(seated, saved.header, saved_rules, revealed),)
        faults = faults or (*find_replay_faults(own_messages, seated, saved, revealed, saved_rules, undos),)
    return Checked(
        faults=faults,
        unknown=list_unknowns(own_messages, seated, revealed),
        turns=turns,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        throws=sum(isinstance(record, Throw) for record in saved.records),
        undos=tuple(undos),
    )


def describe_unrevealed(own_messages: Sequence[StoredMessage], seated: Seated) -> str:
    """Describe the state of a game that its host has not revealed, from the seat's own file."""
    titles = {seat.name: seat.title for seat in seated.seats}
    host = f"{titles[seated.host]}, who hosts," if seated.host in titles else "the host"
    opened = [
        (at, each.move) for at, each in enumerate(own_messages) if isinstance(each, Share | Answered) and each.share
    ]
    last = max((at for at, each in enumerate(own_messages) if isinstance(each, Turn)), default=-1)
    if opened and opened[-1][0] > last:
        move = opened[-1][1]
        return f"{host} has had the share of move {move}, and has neither told what came of it nor revealed the game"
    return f"nothing is revealed beside this file: the game goes on, {host} has left it, or the .revealed is elsewhere"
