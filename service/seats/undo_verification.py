"""Verification of what was taken back at a table: with this seat's consent, and just the last answer of who asked.

Taken-back answers are replayed like all others: before an undo the records of the game were the first ones of those
behind it, as many as it kept, and those that it removed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import ParsedSave, parse_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.seats.messages import Revealed, Seated
from bombsight.service.seats.referee import REFEREE_SEAT
from bombsight.service.seats.seat_file import StoredMessage, consented_undos
from bombsight.service.seats.seating import WITH_SEED
from bombsight.service.seats.undos import Undo, UndoAsked, Undone, standing_moves


def find_undo_faults(own_messages: Sequence[StoredMessage], seated: Seated, revealed: Revealed) -> Iterator[str]:
    """Yield, as sentences, which revealed undos this seat did not consent to, or cannot have happened so.

    The arguments are those of :func:`bombsight.service.seats.seat_verification.find_replay_faults`.
    """
    undos = revealed.undos
    if undos and seated.protocol == WITH_SEED:
        yield "something was taken back at a table where that cannot be"
    numbers = [undo.number for undo in undos]
    if numbers != sorted({*numbers}) or [undo.moves for undo in undos] != sorted(undo.moves for undo in undos):
        yield "what was taken back is revealed in another order than it can have happened"
    asked = {each.number: each.seat for each in own_messages if isinstance(each, UndoAsked | Undone)}
    consented = consented_undos(own_messages)
    for undo in undos:
        is_agreed = undo.number in consented or seated.seat == REFEREE_SEAT  # who is not asked
        if not is_agreed or asked.get(undo.number) != undo.asked_by:
            yield f"an answer of {undo.asked_by} was taken back, and this seat did not agree to it"


def list_branches(saved: ParsedSave, revealed: Revealed) -> list[ParsedSave]:
    """Reconstruct the save as it was before each undo; the last one is the revealed save.

    Raises:
        InputError: What was taken back is no part of a save.
    """
    branches = [saved]
    lines = [*revealed.save[1 : 1 + len(saved.records)]]
    for undo in reversed(revealed.undos):
        if undo.kept > len(lines):
            raise InputError("more is said to have remained behind an undo than there was")
        lines = [*lines[: undo.kept], *undo.removed]
        branch = parse_save("".join(f"{line}\n" for line in (revealed.save[0], *lines)).encode(), "taken back")
        if len(branch.records) != len(lines):
            raise InputError("what was taken back is no record of answers and throws")
        branches.append(branch)
    return branches[::-1]


def first_move_of(undo: Undo, earlier: Sequence[Undo], branch: ParsedSave) -> int:
    """Return the number of the first move that an undo took back, from the save before it; 0 if there is none.

    Args:
        undo: The undo.
        earlier: The undos before it.
        branch: The save as it was before it.
    """
    kept_moves = sum(isinstance(record, Answer) and record.seed is not None for record in branch.records[: undo.kept])
    standing = standing_moves(undo.moves, earlier)
    return standing[kept_moves] if kept_moves < len(standing) else 0
