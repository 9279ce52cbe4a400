"""The transcript of a seat: what it received and sent, by its own file, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from attrs import evolve, frozen

from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.guest.seat_file import PlayedInPage, Root, SeenState, StoredMessage, TableAddress
from bombsight.service.seats.protocol.host_messages import Looked, ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Hello, Share, Thrown
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoReply, UndoRequest

Requested = Looked | SeenState | Odds
"""A reply with a state or with odds, as a seat's file holds it."""


@frozen(kw_only=True)
class RecordedTurn:
    """A turn that a seat received, with the state and odds that it requested after it.

    Attributes:
        levels: The seat's settings of how many questions it answers itself, sent before the turn; the last holds.
        turn: The turn; None before the first one.
        then: The replies with state and odds up to the next turn.
    """

    levels: tuple[Level, ...]
    turn: Turn | None
    then: tuple[Requested, ...] = ()


@frozen(kw_only=True)
class SeatTranscript:
    """The messages that a seat received and sent.

    Attributes:
        looks: The received turns, in order.
        given: The answer to each question: the last one, if an earlier one was refused. A question is known by the
            number of the last undo before it, and by its own.
        levels: All settings that the seat ever had of how many questions it answers itself.
        thrown: Its throws of its own dice: the last one, by the number of the last undo before it, and by its own.
    """

    looks: Sequence[RecordedTurn]
    given: Mapping[tuple[int, int], Answered]
    levels: frozenset[Level]
    thrown: Mapping[tuple[int, int], Thrown]


def build_transcript(own_messages: Sequence[StoredMessage]) -> SeatTranscript:
    """Collect the messages of a seat's file as its transcript, turn by turn."""
    turns: list[RecordedTurn] = []
    answers: dict[tuple[int, int], Answered] = {}
    throws: dict[tuple[int, int], Thrown] = {}
    undone = 0
    pending_levels: list[Level] = []
    for each in own_messages:
        match each:
            case Hello(asks=asks):
                pending_levels.append(asks)
            case Turn():
                turns.append(RecordedTurn(levels=tuple(pending_levels), turn=each))
                pending_levels, undone = [], each.undone
            case Looked() | SeenState() | Odds():
                last = turns.pop() if turns else RecordedTurn(levels=(), turn=None)
                turns.append(evolve(last, then=(*last.then, each)))
            case Thrown():
                throws[undone, each.number] = each
            case Answered():
                answers[undone, each.number] = each.without_share
            case (
                Undone()
                | TableAddress()
                | PlayedInPage()
                | Root()
                | Waits()
                | Seated()
                | Share()
                | ShareWanted()
                | GiveUp()
                | UndoRequest()
                | UndoAsked()
                | UndoReply()
            ):
                pass  # not part of the story
            case _:
                assert_never(each)
    levels: frozenset[Level] = frozenset(each.asks for each in own_messages if isinstance(each, Hello)) | {"all"}
    return SeatTranscript(looks=turns, given=answers, levels=levels, thrown=throws)
