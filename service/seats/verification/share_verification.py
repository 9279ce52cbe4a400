"""Verification of revealed dice shares against the seats' commitments, and of answers against the host's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.guest.seat_file import Root, StoredMessage
from bombsight.service.seats.protocol.commitments import (
    MAX_MOVE,
    Secret,
    anchor_of,
    is_share,
    preceding_shares,
    previous_share,
)
from bombsight.service.seats.protocol.host_messages import Revealed, ShareWanted
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, Share
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.visibility.referee import REFEREE_SEAT


def opened_shares(revealed: Revealed) -> Mapping[str, Sequence[str]]:
    """Return, by seat, the shares of the dice seed that were revealed for complete moves, in their order."""
    return {seat: preceding_shares(share, len(revealed.moves)) for seat, share in revealed.shares.items()}


def find_chain_faults(
    own_messages: Sequence[StoredMessage], seated: Seated, saved: ParsedSave, revealed: Revealed
) -> Iterator[str]:
    """Yield the sentence on the first contradiction between the seats' commitments and the revealed shares.

    The arguments are those of :func:`bombsight.service.seats.verification.seat_verification.find_replay_faults`.
    """
    seats = {seat.name for seat in seated.seats}
    others = {seated.host, *seated.autos} - {""}
    is_referee = seated.seat == REFEREE_SEAT and seated.has_referee  # he gives no shares
    if not (is_referee or seated.seat in seated.anchors) or not others <= seats or {*seated.anchors} != seats - others:
        yield "shares are not those of exactly the guests who sit at the table"
        return
    anchors = [each.anchor for each in own_messages if isinstance(each, Hello) and each.anchor]
    roots = [anchor_of(each.root) for each in own_messages if isinstance(each, Root) and is_share(each.root)]
    if not is_referee and {*anchors, *roots} != {seated.anchors[seated.seat]}:
        yield "what this seat committed itself to was not taken"
        return
    has_begun = not (revealed.pending is not None and revealed.pending.answered is None)
    if not has_begun and not revealed.shares and not revealed.moves:
        return
    if revealed.shares.keys() != seated.anchors.keys():
        yield "shares are revealed of other seats than of those that committed themselves"
        return
    if len(revealed.moves) > MAX_MOVE or not all(map(is_share, (*revealed.shares.values(), *seated.anchors.values()))):
        yield "shares are revealed that are none"
        return
    shares = opened_shares(revealed)
    for seat, opened in shares.items():
        if previous_share(opened[0]) != seated.anchors[seat]:
            yield f"the shares of {seat} are others than it committed itself to"
            return
    if (
        Secret(revealed.key).derive_move_seed(0, {seat: opened[0] for seat, opened in shares.items()})
        != saved.header.seed
    ):
        yield "the seed of the dice is not made of the secret and of the shares"


def find_answer_faults(
    own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed, secret: Secret
) -> Iterator[str]:
    """Yield the sentence on the first revealed answer that is not the one for which this seat revealed its share.

    The arguments are those of :func:`bombsight.service.seats.verification.seat_verification.find_replay_faults`.
    """
    if not seated.anchors:
        return
    moves: list[Move | Pending] = [*revealed.moves, *([revealed.pending] if revealed.pending is not None else [])]
    for each in own_messages:
        if not isinstance(each, ShareWanted):
            continue
        move = moves[each.move - 1] if 1 <= each.move <= len(moves) else None
        if move is None or move.answered is None:
            yield f"the host wanted a share of move {each.move}, and reveals no such move"
            return
        answered = move.answered
        committed = secret.commit_answer(
            each.move, move.seat, answered.number, answered.names, together=answered.together
        )
        if each.committed != committed:
            yield f"the answer of move {each.move} was changed after this seat had opened its share"
            return


def find_pending_faults(
    own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed, arbiter: Arbiter
) -> Iterator[str]:
    """Yield, as sentences, what contradicts a revealed incomplete move, or the claim which seat voided the game.

    Args:
        own_messages: The messages of the seat's file.
        seated: The first of them, with the terms.
        revealed: The revealed information.
        arbiter: The arbiter of the replay, at its end.
    """
    if not seated.anchors:
        return
    number = len(revealed.moves) + 1
    pending = revealed.pending
    if pending is not None and pending.answered is None:
        number = 0
    opened = {each.move: each.share for each in own_messages if isinstance(each, Share | Answered) and each.share}
    if pending is not None:
        yield from find_pending_move_faults(pending, number, seated, revealed, arbiter)
    if revealed.void:
        if revealed.void not in seated.anchors or pending is None or revealed.void in pending.shares:
            yield "the game is said to be void by somebody whose share was not awaited"
        elif revealed.void == seated.seat and number in opened:
            yield f"this seat opened its share of move {number}, and the host says that it did not"
        else:
            yield f"the game is void by {revealed.void}: it did not open its share of move {number}, or a wrong one"
    elif number in opened and (pending is None or seated.seat not in pending.shares):
        if revealed.given_up == seated.host or not revealed.given_up:
            yield f"the host had this seat's share of move {number}, and the game broke off without its dice"
    if max(opened, default=0) > number:
        yield f"the host had this seat's share of move {max(opened)}, and reveals {len(revealed.moves)} moves"


def find_pending_move_faults(
    pending: Pending, number: int, seated: Seated, revealed: Revealed, arbiter: Arbiter
) -> Iterator[str]:
    """Yield the sentence on the first contradiction in an incomplete move: shares, answer, or why it was abandoned.

    The move is `pending`, with the given number; the other arguments are those of :func:`find_pending_faults`.
    """
    for seat, share in pending.shares.items():
        previous = seated.anchors.get(seat) if number == 0 else revealed.shares.get(seat)
        if previous is None or not is_share(share) or previous_share(share) != previous:
            yield f"a share of move {number} is revealed that {seat} did not commit itself to"
            return
    if pending.shares.keys() == seated.anchors.keys():
        yield f"all shares of move {number} were opened, and the host did not make it"
        return
    if pending.answered is None:
        if pending.seat or revealed.moves or revealed.shares:
            yield "a beginning is revealed that was not one"
        return
    if not (revealed.given_up or revealed.void):
        yield f"move {number} was not made, and nobody left the game"
        return
    try:
        question = arbiter.play.question
        if (
            question is None
            or question.seat != pending.seat
            or pending.answered.number != arbiter.question_number(pending.seat)
        ):
            raise InputError("it answers another question than is open")
    except InputError as error:
        yield f"move {number}, which was not made: {error.message}"
