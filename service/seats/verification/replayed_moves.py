"""Replay of the revealed moves, answers and undos, each of which must have been possible when it came."""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.records import Answer
from bombsight.service.seats.protocol.moves import Move
from bombsight.service.seats.protocol.seat_messages import Answered
from bombsight.service.seats.protocol.undos import Undo
from bombsight.service.seats.verification.faults import VerificationFault
from bombsight.service.seats.verification.replay_arbiter import ReplayArbiter
from bombsight.service.seats.verification.undo_verification import describe_taken_back


def replay_move(arbiter: ReplayArbiter, move: Move, seed: int) -> None:
    """Check a revealed move, and repeat it with a dice seed; raise if it was not possible.

    Raises:
        VerificationFault: It was not possible then, or is not the answer of the verifying seat.
    """
    answered = move.answered
    number = arbiter.answer_count
    open_number = arbiter.question_number(arbiter.seat_to_answer) if arbiter.seat_to_answer else number
    if (move.seat, answered.number) != (arbiter.seat_to_answer, open_number):
        description = f"move {arbiter.moves + 1} answers question {answered.number} of {move.seat}"
        raise VerificationFault(
            f"{description}, and question {open_number} of {arbiter.seat_to_answer or 'nobody'} is open then"
        )
    if answered != answered.without_share:
        raise VerificationFault(f"move {arbiter.moves + 1} is revealed with a share in the answer")
    record = arbiter.answers[number] if number < len(arbiter.answers) else None
    if record is not None and record.seed != seed:
        raise VerificationFault(
            f"the seed of the dice behind move {arbiter.moves + 1} is not made of the secret and the shares"
        )
    if move.seat == arbiter.checking_seat:
        arbiter.taken.add((arbiter.undone, answered.number))
        check_own_answer(arbiter, answered)
        if move.asks not in arbiter.transcript.levels:
            raise VerificationFault(f"as question {answered.number} was open, this seat wanted to be asked otherwise")
    elif move.seat == arbiter.terms.host and move.asks != arbiter.terms.asks:
        raise VerificationFault(
            f"as question {answered.number} was open, the host was asked otherwise than was settled"
        )
    level = arbiter.level_of(move.seat)
    arbiter.set_level(move.seat, move.asks)
    try:
        arbiter.answer(move.seat, answered, seed)
    except InputError as error:
        raise VerificationFault(arbiter.explain_fault(f"answer {number + 1}: {error.message}")) from error
    arbiter.set_level(move.seat, level)


def check_own_answer(arbiter: ReplayArbiter, accepted: Answered) -> None:
    """Raise unless a revealed answer of the verifying seat equals the answer in its transcript.

    Raises:
        VerificationFault: It is not.
    """
    answer_here = arbiter.transcript.given.get((arbiter.undone, accepted.number))
    if answer_here is None:
        raise VerificationFault(
            f"question {accepted.number} was not answered here, and an answer of this seat was taken"
        )
    if answer_here != accepted:
        given_names = " ".join(answer_here.names) or "none"
        raise VerificationFault(
            f"question {accepted.number} was answered {given_names} here, and that was not what was taken"
        )


def replay_answer(arbiter: ReplayArbiter, record: Answer) -> None:
    """Repeat a revealed answer, in a game in which players give no shares of the dice seed; raise if impossible.

    Raises:
        VerificationFault: It was not possible then, or is not the answer of the verifying seat.
    """
    number, question = arbiter.answer_count, arbiter.play.question
    if question is None or question.id != record.at or record.why not in ("", "together"):
        raise VerificationFault(f"answer {number + 1}, {record.name}, is to {record.at}, which is not asked then")
    if arbiter.seat_to_answer == arbiter.checking_seat and not record.why:
        check_first_answer(arbiter, arbiter.question_number(arbiter.checking_seat), record)
    try:
        arbiter.repeat_answer(record)
    except InputError as error:
        raise VerificationFault(arbiter.explain_fault(f"answer {number + 1}: {error.message}")) from error
    arbiter.answer_unasked()


def replay_undo(arbiter: ReplayArbiter, undo: Undo) -> None:
    """Repeat a revealed undo; raise unless it takes back the last answer of the seat that asked.

    Raises:
        VerificationFault: It does not, or a message before it fits no moment.
    """
    arbiter.compare_messages()
    if (
        undo.asked_by not in {seat.name for seat in arbiter.seats}
        or arbiter.find_last_answer(undo.asked_by) != undo.kept
    ):
        raise VerificationFault(f"something else was taken back than the last answer of {undo.asked_by}")
    if arbiter.moves != undo.moves:
        raise VerificationFault(f"an undo is said to have come behind move {undo.moves}, not {arbiter.moves}")
    arbiter.reached[arbiter.undone] = arbiter.question_number(arbiter.checking_seat)
    arbiter.take_back(undo.kept, undo.number)
    arbiter.compare_messages()


def describe_undo(arbiter: ReplayArbiter, undo: Undo) -> str:
    """Describe the coming undo in words, from the answers before it."""
    consent = "at your request" if undo.asked_by == arbiter.checking_seat else "with your consent"
    seat = arbiter.find_seat(undo.asked_by)
    return f"{describe_taken_back(arbiter.play.session, seat, undo.kept)}, {consent}"


def check_first_answer(arbiter: ReplayArbiter, number: int, record: Answer) -> None:
    """Raise unless a revealed answer is the first that the verifying seat's transcript has for a question.

    Raises:
        VerificationFault: It is another.
    """
    answer_here = arbiter.transcript.given.get((arbiter.undone, number))
    if answer_here is None:
        raise VerificationFault(f"question {number} was not answered here, and an answer of this seat was taken")
    first = answer_here.names[0] if answer_here.names else "none"
    try:
        is_same = arbiter.checking_view.original_answer_name(first) == record.name
    except InputError:
        is_same = False
    if not is_same:
        raise VerificationFault(f"question {number} was answered {first} here, and that was not what was taken")
