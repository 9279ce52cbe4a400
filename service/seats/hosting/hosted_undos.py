"""Undo by consent at the host: requests, replies, and what is taken back when all have agreed."""

from __future__ import annotations

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.records import Answer
from bombsight.service.play.play import Play
from bombsight.service.seats.arbiter.answer_records import take_back_records
from bombsight.service.seats.hosting.hosted_state import HostedState
from bombsight.service.seats.protocol.revealed_save import render_record_lines
from bombsight.service.seats.protocol.seating import WITH_SEED
from bombsight.service.seats.protocol.undos import OpenUndo, Undo, UndoAsked, UndoReply


def request_undo(game: HostedState, seat: str) -> None:
    """Accept a seat's request to take back its last answer; do so at once if no other person sits at the table.

    Raises:
        InputError: It has given no answer, or nothing can be taken back now: nothing has changed.
    """
    table, arbiter = game.table, game.running_arbiter
    if game.is_over:
        raise InputError("the game is over, and nothing is taken back")
    if table.protocol == WITH_SEED:
        raise InputError("at a table that an older version began nothing is taken back")
    if table.pending is not None:
        raise InputError("an answer is given already, and stands", "", "Ask when its dice have fallen.")
    if table.asked_undo is not None:
        if table.asked_undo.seat == seat:
            return
        raise InputError(f"{game.title_of(table.asked_undo.seat)} has asked already to take back an answer")
    if arbiter.find_last_answer(seat) is None:
        raise InputError("you have given no answer that could be taken back")
    number = table.undo_requests + 1
    game.update_table(asked_undo=OpenUndo(number=number, seat=seat), undo_requests=number)
    take_back_if_agreed(game)


def reply_to_undo(game: HostedState, seat: str, reply: UndoReply) -> None:
    """Accept a seat's consent to the open request, or its refusal; the last consent takes back what was asked.

    A reply to an earlier request does nothing. The seat that asked withdraws the request by a refusal.
    """
    asked = game.table.asked_undo
    if asked is None or asked.number != reply.number or game.is_over or seat in asked.agreed:
        return
    if not reply.agrees:
        game.update_table(asked_undo=None)
    elif seat != asked.seat:
        game.update_table(asked_undo=evolve(asked, agreed=(*asked.agreed, seat)))
        take_back_if_agreed(game)


def make_undo_asked(game: HostedState, seat: str) -> UndoAsked | None:
    """Build the notice to a seat of the request that waits for consent; None if there is none, or it has agreed."""
    asked, arbiter = game.table.asked_undo, game.arbiter
    if asked is None or arbiter is None or game.is_over or seat in asked.agreed:
        return None
    kept = arbiter.find_last_answer(asked.seat)
    if kept is None:
        return None
    return UndoAsked(number=asked.number, seat=asked.seat, own_answers=arbiter.count_own_answers(seat, kept))


def take_back_if_agreed(game: HostedState) -> None:
    """Take back what the open request asks for, if all other persons have agreed.

    It is on the disk before it has any effect: a host who is killed does it as he goes on.
    """
    table, arbiter, asked = game.table, game.running_arbiter, game.table.asked_undo
    if asked is None or not table.persons <= {asked.seat, *asked.agreed}:
        return
    kept = arbiter.find_last_answer(asked.seat)
    if kept is None:
        return
    records, moves = arbiter.play.session.records, table.standing_moves
    kept_moves = sum(isinstance(record, Answer) and record.seed is not None for record in records[:kept])
    undo = Undo(
        number=asked.number,
        asked_by=asked.seat,
        moves=len(table.moves),
        back_to=moves[kept_moves] if table.guests else 0,
        kept=kept,
        removed=render_record_lines(records[kept:]),
    )
    have = {seat: min(count, arbiter.count_events_before(seat, kept)) for seat, count in table.have.items()}
    game.update_table(undos=(*table.undos, undo), asked_undo=None, have=have)
    arbiter.take_back(kept, undo.number)
    game.update_table(carried_out=len(game.table.undos))
    game.store_turn()


def carry_out_undo(game: HostedState, play: Play) -> None:
    """Take back in the save what the table's record says, if the host was killed before it was done.

    Raises:
        InputError: The game cannot go on.
    """
    table = game.table
    if table.carried_out == len(table.undos):
        return
    undo = table.undos[-1]
    # Nobody could answer meanwhile: either all of it is still there, or nothing but automatic answers.
    if render_record_lines(play.session.records[undo.kept :]) == undo.removed:
        take_back_records(play, undo.kept)
    game.update_table(carried_out=len(table.undos))
