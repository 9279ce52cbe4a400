"""The words about requests for an undo: what is asked, who has to agree, how it ended."""

from __future__ import annotations

from collections.abc import Callable

from bombsight.dsl.listing import capitalize_first, join_names
from bombsight.service.present import sentences
from bombsight.service.seats.player.seat_game import SeatGame
from bombsight.service.seats.protocol.undos import UndoAsked, UndoRefused

WITHDRAW_HINT = "u: you ask no more"
REPLY_HINT = "u: reply"
"""The key behind a request that is open: of the player himself, and of another."""


NOTHING_GIVEN = "You have given no answer that could be taken back."
"""What is said at once to who asks for an undo before he has answered anything."""

UNDO_WAITS = "It is asked whether your last answer may be taken back."
"""What is said to who asks, as long as nobody has replied."""


def describe_own_request(game: SeatGame) -> str:
    """Describe what a player is about to ask for, and who has to agree."""
    seated = game.seated
    assert seated is not None
    others = [each.title for each in seated.seats if each.name not in (game.seat, *seated.autos)]
    if not others:
        return "You take back your last answer, and all that followed"
    agree = "has to agree" if len(others) == 1 else "have to agree"
    who = capitalize_first(join_names(others, "and"))
    return f"You ask to take back your last answer, and all that followed. {who} {agree}"


def describe_request(game: SeatGame, asked: UndoAsked) -> str:
    """Describe an open request for an undo to its reader."""
    if asked.seat == game.seat:
        return UNDO_WAITS
    return sentences.undo_asked(capitalize_first(game.title_of(asked.seat)), asked.own_answers)


def describe_refusal(asked_by: str, refused: UndoRefused, own_seat: str, title_of: Callable[[str], str]) -> str:
    """Describe how a request for an undo ended: refused, or withdrawn by whoever asked.

    Args:
        asked_by: The seat that asked; empty if that is not known.
        refused: The notice of the table.
        own_seat: The reader's seat.
        title_of: Gives the title of a seat.
    """
    title = capitalize_first(title_of(refused.seat))
    if refused.seat == asked_by:
        return sentences.UNDO_WITHDRAWN_BY_YOU if asked_by == own_seat else sentences.undo_withdrawn(title)
    return sentences.UNDO_NOT_AGREED_BY_YOU if refused.seat == own_seat else sentences.undo_not_agreed(title)


def describe_undone(asked_by: str, own_seat: str, title_of: Callable[[str], str]) -> str:
    """Describe an undo to which all agreed."""
    return sentences.UNDONE_FOR_YOU if asked_by == own_seat else sentences.undo_done(title_of(asked_by))
