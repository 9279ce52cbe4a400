"""Verification of a game by its replay: all moves and undos by the rules, and its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.runtime.run.play import Faulted
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Answer
from bombsight.runtime.session.session import Session
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import SessionThread
from bombsight.service.play.start import make_dice
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import SavedRules
from bombsight.service.seats.guest.seat_file import StoredMessage
from bombsight.service.seats.protocol.commitments import Secret
from bombsight.service.seats.protocol.host_messages import Revealed
from bombsight.service.seats.protocol.revealed_save import render_record_lines, render_save_lines
from bombsight.service.seats.protocol.seat_messages import GiveUp
from bombsight.service.seats.protocol.seating import WITH_SEED
from bombsight.service.seats.protocol.terms import Seated
from bombsight.service.seats.verification.faults import VerificationFault
from bombsight.service.seats.verification.replay_arbiter import ReplayArbiter
from bombsight.service.seats.verification.replayed_moves import describe_undo, replay_answer, replay_move, replay_undo
from bombsight.service.seats.verification.share_verification import (
    find_answer_faults,
    find_pending_faults,
    opened_shares,
)
from bombsight.service.seats.verification.terms_verification import terms_of
from bombsight.service.seats.verification.transcript import build_transcript
from bombsight.service.seats.verification.turn_comparison import find_differences
from bombsight.service.seats.verification.undo_verification import first_move_of, list_branches


def find_replay_faults(
    own_messages: Sequence[StoredMessage],
    seated: Seated,
    saved: ParsedSave,
    revealed: Revealed,
    saved_rules: SavedRules,
    undos: list[str],
) -> Iterator[str]:
    """Replay the revealed game, and yield the sentence on its first difference from the seat's messages, if any.

    Args:
        own_messages: The messages of the seat's file.
        seated: The first of them, with the terms.
        saved: The revealed save.
        revealed: The revealed information.
        saved_rules: The rules of the save.
        undos: What was taken back is added here, in words.

    Raises:
        InputError: The rules cost more than the limit here, and did not where the game was hosted.
    """
    exchange, secret = SessionThread(), Secret(revealed.key)
    dice, source = make_dice(saved_rules.program, saved.header, exchange, "revealed")
    session = Session(saved_rules.program, saved.header, source, load=load)
    transcript = build_transcript(own_messages)
    with Play(session, saved_rules.request, exchange, None, dice) as play:
        try:
            is_left = bool(revealed.given_up or revealed.void)
            first, *_ = list_branches(saved, revealed)
            arbiter = ReplayArbiter(
                play,
                secret,
                seated,
                terms_of(seated),
                transcript,
                first,
                is_left=is_left,
                renames=revealed.renames,
            )
            replay_moves(arbiter, seated, saved, revealed, undos)
            check_end(arbiter, own_messages, seated, saved, revealed)
        except VerificationFault as fault:
            check_budget(session, saved)
            yield str(fault)
            return
        except InputError as error:
            check_budget(session, saved)
            answers = sum(isinstance(record, Answer) for record in session.records)
            yield f"answer {answers + 1}: {error.message}"
            return
        check_budget(session, saved)
        is_old = seated.protocol == WITH_SEED  # its revealed header has more fields
        yield from find_differences(play, saved, [*render_save_lines(session)][is_old:], revealed.save[is_old:])
        yield from find_answer_faults(own_messages, seated, revealed, secret)
        yield from find_pending_faults(own_messages, seated, revealed, arbiter)


def check_budget(session: Session, saved: ParsedSave) -> None:
    """Raise if the replay stopped at a budget that the host had raised on his machine.

    Otherwise the host would be accused of a game that went on for that reason only.

    Raises:
        InputError: The rules cost more than the limit here, and the game did not end for that.
    """
    outcome = session.outcome
    if not isinstance(outcome, Faulted) or not outcome.is_over_budget:
        return
    if saved.end is None or saved.end.fault != outcome.message:
        message = f"it cannot be played again: {outcome.message} ({outcome.origin.place})"
        raise InputError(f"{message}; --limit N allows N times as much", "", "Say the N that it was hosted with.")


def replay_moves(
    arbiter: ReplayArbiter, seated: Seated, saved: ParsedSave, revealed: Revealed, undos: list[str]
) -> None:
    """Repeat all revealed moves and undos, or all answers in a game without shares of the dice; raise at a difference.

    The arguments are those of :func:`find_replay_faults`.

    Raises:
        VerificationFault: One was not possible, or a message differs.
        InputError: The game cannot go on.
    """
    *earlier_branches, _ = branches = list_branches(saved, revealed)
    for place, (undo, branch) in enumerate(zip(revealed.undos, earlier_branches, strict=True)):
        replay_branch(arbiter, seated, branch, revealed, undo.moves)
        lines = render_record_lines(arbiter.play.session.records)
        recorded_lines = render_record_lines(branch.records)
        for fault in find_differences(arbiter.play, branch, lines, recorded_lines):
            raise VerificationFault(f"before request {undo.number} to take something back, {fault}")
        if seated.anchors and first_move_of(undo, revealed.undos[:place], branch) != undo.back_to:
            raise VerificationFault(f"an undo is said to have gone back to move {undo.back_to}, and did not")
        description = describe_undo(arbiter, undo)
        arbiter.follow_branch(branches[place + 1])
        replay_undo(arbiter, undo)
        undos.append(description)
    replay_branch(arbiter, seated, saved, revealed, len(revealed.moves))
    arbiter.compare_messages()


def replay_branch(
    arbiter: ReplayArbiter, seated: Seated, branch: ParsedSave, revealed: Revealed, move_count: int
) -> None:
    """Repeat the moves up to a number, or the answers of a branch, which ended at an undo or at the end.

    Raises:
        VerificationFault: One was not possible, or a message differs.
        InputError: The game cannot go on.
    """
    answers = [record for record in branch.records if isinstance(record, Answer)]
    if seated.anchors:
        secret, shares = Secret(revealed.key), opened_shares(revealed)
        for number in range(arbiter.moves + 1, min(move_count, len(revealed.moves)) + 1):
            seed = secret.derive_move_seed(number, {seat: each[number] for seat, each in shares.items()})
            replay_move(arbiter, revealed.moves[number - 1], seed)
    else:
        while not arbiter.is_over and arbiter.answer_count < len(answers):
            replay_answer(arbiter, answers[arbiter.answer_count])


def check_end(
    arbiter: ReplayArbiter, own_messages: Sequence[StoredMessage], seated: Seated, saved: ParsedSave, revealed: Revealed
) -> None:
    """Raise unless the replay ends as revealed, and every message of the seat was compared.

    The arguments are those of :func:`find_replay_faults`.

    Raises:
        VerificationFault: It did not.
    """
    answers = len(arbiter.answers)
    arbiter.check_all_compared()
    is_over = arbiter.is_over
    reached = {**arbiter.reached, arbiter.undone: arbiter.question_number(seated.seat)}
    for undone, number in sorted(arbiter.transcript.given.keys() - arbiter.taken) if seated.anchors else ():
        if number < reached.get(undone, 0):
            raise VerificationFault(f"question {number} was answered here, and another answer was taken")
    if is_over and (revealed.given_up or revealed.void):
        raise VerificationFault("the game came to its end, and yet somebody is said to have given it up")
    if not is_over and not (revealed.given_up or revealed.void):
        raise VerificationFault(f"{answers} answers are revealed, and the game goes on behind them")
    if revealed.given_up and revealed.given_up not in {seat.name for seat in seated.seats}:
        raise VerificationFault("nobody sits there who is said to have given the game up")
    has_given_up = any(isinstance(each, GiveUp) for each in own_messages)
    if seated.protocol != WITH_SEED and revealed.given_up == seated.seat and not has_given_up:
        raise VerificationFault("this seat is said to have given the game up, and did not")
