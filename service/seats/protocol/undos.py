"""Undo by consent: a seat takes back its last answer, with all that followed, if all other persons agree.

Moves keep their numbers: the answer that is given anew is the next move, so it gets fresh dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from attrs import field, frozen, validators

from bombsight.boundary.codec.form import Between
from bombsight.boundary.names import make_name_validator
from bombsight.service.common.document import Document
from bombsight.service.seats.protocol.commitments import MAX_MOVE

MAX_SAVE_LINE_LENGTH = 2**16
"""The maximum length of a line of the revealed save, in characters: its first line has all settings."""

# --- from a seat to the host


@frozen(kw_only=True)
class UndoRequest(Document):
    """A seat's request to take back its own last answer, with everything that followed."""

    document = "undo_request"


@frozen(kw_only=True)
class UndoReply(Document):
    """A seat's consent to a request for an undo, or its refusal; from the seat that asked, its withdrawal.

    Attributes:
        number: The number of the request.
        agrees: Whether it agrees.
    """

    document = "undo_reply"

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    agrees: bool


# --- from the host to a seat


@frozen(kw_only=True)
class UndoAsked(Document):
    """The notice that a seat asks to take back its last answer: sent to the others, who reply, and to that seat.

    It does not say what is taken back, which may be hidden from its reader.

    Attributes:
        number: The number of the request, from 1.
        seat: The seat that asks.
        own_answers: How many answers that its reader gave himself fall with it.
    """

    document = "undo_asked"

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    seat: str = field(validator=make_name_validator("a seat"))
    own_answers: int = field(validator=validators.ge(0))


@frozen(kw_only=True)
class UndoRefused(Document):
    """The notice that a request for an undo is over, and nothing has changed.

    Attributes:
        number: The number of the request.
        seat: The seat that refused it, or gave an answer instead; or the seat that asked, if it took the request back.
    """

    document = "undo_refused"

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    seat: str = field(validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Undone(Document):
    """The notice that all have agreed to an undo; the next turn shows how the game stands.

    Attributes:
        number: The number of the request.
        seat: The seat that asked for it.
    """

    document = "undone"

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    seat: str = field(validator=make_name_validator("a seat"))


# --- on the host's disk, and revealed


@frozen(kw_only=True)
class OpenUndo:
    """A request for an undo that waits for consent.

    Attributes:
        number: The number of the request, from 1.
        seat: The seat that asks.
        agreed: The seats that have agreed.
    """

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    seat: str = field(validator=make_name_validator("a seat"))
    agreed: tuple[str, ...] = field(default=(), validator=make_name_validator("a seat"))


@frozen(kw_only=True)
class Undo:
    """An undo to which all agreed.

    Attributes:
        number: The number of the request.
        asked_by: The seat that asked.
        moves: The number of moves made when it happened; 0 at a table without shares.
        back_to: The number of the first move taken back; 0 at a table without shares.
        kept: How many records (throws and answers) of the save remained.
        removed: The lines of the save that were taken back.
    """

    number: int = field(validator=[validators.ge(1), validators.le(MAX_MOVE)])
    asked_by: str = field(validator=make_name_validator("a seat"))
    moves: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    back_to: int = field(validator=[validators.ge(0), validators.le(MAX_MOVE)])
    kept: int = field(validator=validators.ge(0))
    removed: tuple[Annotated[str, Between(high=MAX_SAVE_LINE_LENGTH)], ...] = field(validator=validators.min_len(1))


def make_undone(undo: Undo) -> Undone:
    """Build the notice of an undo to which all agreed."""
    return Undone(number=undo.number, seat=undo.asked_by)


def last_undone(undos: Sequence[Undo]) -> int:
    """Return the number of the request by which something was last taken back; 0 for nothing."""
    return undos[-1].number if undos else 0


def standing_moves(move_count: int, undos: Sequence[Undo]) -> list[int]:
    """Return the numbers, from 1, of the moves that no undo took back, in order."""
    numbers: list[int] = []
    made = 0
    for undo in undos:
        numbers += range(made + 1, undo.moves + 1)
        made = undo.moves
        numbers = [number for number in numbers if number < undo.back_to]
    return [*numbers, *range(made + 1, move_count + 1)]
