"""Migration of a save to other rules: the records that fit, and the line that changes the rules.

Dice and answers are replayed under the other rules; the first that does not fit ends the valid part. Records that fit
may still lead to another story, which the hashes in answers reveal.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from bombsight.flat.program import Program
from bombsight.runtime.machine import Loader
from bombsight.runtime.saves.lines import rules_line
from bombsight.runtime.saves.reader import ParsedSave, without_story_hash
from bombsight.runtime.saves.records import Answer, End, Header, Record
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import Divergence
from bombsight.runtime.session.replay import replay_source
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.runtime.session.session_log import SessionLog


@frozen(kw_only=True)
class MigrationResult:
    """How much of a save still holds under other rules, and where and why it stops holding.

    Attributes:
        kept: The number of first records that fit: throws and answers.
        answers: The number of answers in the save.
        answers_kept: The number of answers among the records that fit.
        ends: Whether the save has an end, and the same one is reached.
        differs_at: The first answer that fits, but before which the story differs, in words, or the end; empty if
            unknown.
        parts_at: The first record that does not fit, in words, or the end; empty if all fits.
        place: Its place in the save, as ``file:line``; empty if all fits.
        reason: What happens there instead; empty if all fits.
    """

    kept: int
    answers: int
    answers_kept: int
    ends: bool
    differs_at: str = ""
    parts_at: str = ""
    place: str = ""
    reason: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether all records of the save hold under the other rules."""
        return not self.parts_at


def try_under_rules(program: Program, header: Header, saved: ParsedSave, path: str, *, load: Loader) -> MigrationResult:
    """Replay a save under other rules, without writing, and report how many of its records still hold.

    Args:
        program: The program of the other rules.
        header: The header under them.
        saved: The parsed save.
        path: Its path, for messages.
        load: Makes a machine for the program.

    Raises:
        InputError: The rules have no such entry or pins, or exceed a budget.
    """
    records = [without_story_hash(record) for record in saved.records]
    end = evolve(saved.end, journal="") if saved.end is not None else None
    session = Session(
        program, header, replay_source(header), records=records, end=end, path=path, reopens=True, load=load
    )
    session.journal.story = saved.header.journal  # for comparison with the save's hashes
    ledger = SessionLog(header, records, end)
    answers = [isinstance(record, Answer) for record in records]
    try:
        session.run(pausing_policy)
    except Divergence as parted:
        line = ledger.record_at(parted.index).line
        differs = first_difference(session, saved.records[: parted.index], None)
        return MigrationResult(
            kept=parted.index,
            answers=sum(answers),
            answers_kept=sum(answers[: parted.index]),
            ends=False,
            differs_at="" if differs is None else ledger.describe_record(differs),
            parts_at=ledger.describe_record(parted.index),
            place=f"{path}:{line}" if line else path,
            reason=parted.message,
        )
    ends = end is not None and end == session.end
    differs = first_difference(session, saved.records, saved.end if ends else None)
    return MigrationResult(
        kept=len(records),
        answers=sum(answers),
        answers_kept=sum(answers),
        ends=ends,
        differs_at="" if differs is None else ledger.describe_record(differs),
    )


def first_difference(session: Session, records: Sequence[Record], end: End | None) -> int | None:
    """Return the index of the first answer before which a replay differs from the save's hashes, or None.

    Returns:
        Its index, that after the records for the end; None if all is the same, as far as the save has hashes.
    """
    story_marks = [
        (at, record.story) for at, record in enumerate(records) if isinstance(record, Answer) and record.story
    ]
    digests = session.journal.digests(session.trail[at].events for at, _ in story_marks)
    for (at, story), digest in zip(story_marks, digests, strict=True):
        if not digest.startswith(story):
            return at
    if end is not None and end.journal and end.journal != session.journal.digest():
        return len(records)
    return None


def write_rules_change(save: SaveFile, header: Header, result: MigrationResult) -> None:
    """Append a line to a save that puts it under the rules of ``header`` and keeps only the records that hold.

    Raises:
        InputError: It cannot be written.
    """
    save.write(rules_line(header, result.kept))
    save.sync()
