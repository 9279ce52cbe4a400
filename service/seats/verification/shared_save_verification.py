"""Verification of the save of a game for two at one keyboard: dice by the seed, undos with fresh dice, typed dice.

The game is played again from its beginning, with all that was taken back: the save holds the answers, and all dice but
typed ones must follow from its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import ParsedSave, read_save
from bombsight.runtime.saves.records import Answer, Record, Throw
from bombsight.runtime.session.session import Session
from bombsight.service.games.requests import Rules
from bombsight.service.play.play import Play
from bombsight.service.play.session_thread import SessionThread
from bombsight.service.play.start import make_dice, table_path
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.seats.arbiter.answer_records import find_person_answers, has_person_answer, take_back_records
from bombsight.service.seats.protocol.commitments import derive_undo_seed
from bombsight.service.seats.verification.checked import Checked
from bombsight.service.seats.verification.faults import VerificationFault
from bombsight.service.seats.verification.undo_verification import describe_taken_back
from bombsight.service.seats.visibility.seats import seats_of

UNKNOWN_AT_ONE_KEYBOARD = (
    "who sat at the keyboard, and whether the other agreed to what was taken back",
    "what each was shown: nothing of it is kept",
)
"""What the save of a game at one keyboard cannot show."""


def verify_shared_save(file: Path, rules: Rules) -> Checked:
    """Play the saved game of two at one keyboard again, and compare it with its save.

    Args:
        file: The save.
        rules: Where games and house rules lie.

    Raises:
        InputError: It cannot be read, is no game for two or that of a hosted table, or its rules cannot be found.
        WrongRules: The rules have errors.
    """
    if table_path(file).exists():
        hint = "Each who sat there has a file of what he was told: `bombsight verify SEATFILE`."
        raise InputError("this is the save of a table that others came to", str(file), hint)
    saved = read_save(str(file))
    saved_rules = rules_of_save(saved.header, str(file), rules.folders, house=rules.house, limit=rules.limit)
    if not seats_of(saved_rules.program):
        raise InputError("this game is for one", str(file), "`bombsight replay` plays it again.")
    thread = SessionThread()
    dice, source = make_dice(saved_rules.program, saved.header, thread, str(file))
    session = Session(saved_rules.program, saved.header, source, load=load)
    undos: list[str] = []
    faults: list[str] = []
    with Play(session, saved_rules.request, thread, None, dice) as play:
        try:
            replay_branches(play, saved, undos)
        except VerificationFault as fault:
            faults.append(str(fault))
        except InputError as error:
            faults.append(f"record {len(session.records) + 1}: {error.message}")
    throw_count = sum(isinstance(record, Throw) for record in saved.records)
    believed_count = sum(is_believed(each, saved) for each in saved.records)
    unknown: tuple[str, ...] = UNKNOWN_AT_ONE_KEYBOARD
    if believed_count:
        typed = f"{believed_count} of {throw_count} throws are believed, not proved"
        unknown = (f"whether dice fell as they were typed: {typed}", *unknown)
    return Checked(
        faults=tuple(faults),
        unknown=unknown,
        turns=0,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        throws=throw_count,
        undos=tuple(undos),
    )


def list_saved_branches(saved: ParsedSave) -> Iterator[tuple[Record, ...]]:
    """Yield the records of a save as they were before each undo, and at last as they are."""
    branches = [saved.records]
    for each in reversed(saved.taken_back):
        branches.append((*branches[-1][: each.kept], *each.removed))
    return reversed(branches)


def replay_branches(play: Play, saved: ParsedSave, undos: list[str]) -> None:
    """Play a saved game again, with all that was taken back, and compare dice and seeds.

    Args:
        play: The game, of which nothing was played.
        saved: The save.
        undos: What was taken back is added here, in words.

    Raises:
        VerificationFault: The save holds something else.
        InputError: The game cannot go on as recorded.
    """
    for count, records in enumerate(list_saved_branches(saved)):
        if count:
            kept = saved.taken_back[count - 1].kept
            undos.append(describe_saved_undo(play, kept))
            take_back_records(play, kept)
        undo_kept = saved.taken_back[count - 1].kept if count else 0
        play.view()  # dice that fall before the first question are thrown by that
        while len(play.session.records) < len(records):
            place = len(play.session.records)
            record = records[place]
            is_anew = bool(count) and not saved.header.is_by_hand and not has_person_answer(records[undo_kept:place])
            replay_record(play, record, derive_undo_seed(saved.header.seed, count) if is_anew else None)
            compare_records(play.session.records, records)
        compare_records(play.session.records, records)
    play.view()
    if saved.end is not None and play.session.end != saved.end:
        raise VerificationFault("the save holds another end than the game has")


def replay_record(play: Play, record: Record, fresh_seed: int | None) -> None:
    """Repeat a recorded answer, or a typed throw.

    Args:
        play: The game.
        record: The record.
        fresh_seed: The seed that an answer given anew must begin with; None behind no undo.

    Raises:
        VerificationFault: The dice begin otherwise than they must.
        InputError: The record does not fit.
    """
    if isinstance(record, Throw):
        if play.question is not None:
            raise VerificationFault(f"dice at {record.at} are recorded, and an answer is wanted")
        play.throw(record.faces)
        return
    expected_seed = None if record.why else fresh_seed
    if record.seed != expected_seed:
        raise VerificationFault(
            f"answer {record.name} at {record.at} was given anew, and its dice did not begin anew"
            if expected_seed is not None
            else f"the dice behind answer {record.name} at {record.at} begin anew, and nothing was taken back"
        )
    question = play.question
    if question is None or question.id != record.at:
        raise VerificationFault(f"answer {record.name} is to {record.at}, which is not asked then")
    play.answer(record.name, record.why, ordered=record.ordered, seed=record.seed, in_part=True)


def compare_records(replayed: list[Record], recorded: tuple[Record, ...]) -> None:
    """Raise unless the records of the replay are the first ones of a save.

    Raises:
        VerificationFault: One is another.
    """
    for ours, theirs in zip(replayed, recorded, strict=False):
        if ours != theirs:
            faces = "+".join(map(str, ours.faces)) if isinstance(ours, Throw) else ours.name
            raise VerificationFault(f"{theirs.at} is recorded otherwise than it comes about: {faces} by the seed")
    if len(replayed) > len(recorded):
        raise VerificationFault("dice fell that the save does not hold")


def describe_saved_undo(play: Play, kept: int) -> str:
    """Describe in words what an undo of a save takes back, from the game before it."""
    play.view()
    answers = find_person_answers(play.session)
    first = next((each for each in answers if each.record >= kept), None)
    if first is None:
        return "Taken back: what followed the last answer"
    seat = next(seat for seat in seats_of(play.session.program) if seat.name == first.seat)
    return describe_taken_back(play.session, seat, first.record)


def is_believed(record: Record, saved: ParsedSave) -> bool:
    """Whether a record is a throw that somebody typed."""
    return isinstance(record, Throw) and (record.by == "hand" or (not record.by and saved.header.dice == "manual"))
