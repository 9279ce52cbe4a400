"""Migration of a save to other rules: how far its story holds by them, and the line from which on it goes on by them.

Dice and answers are run again by the other rules; the first that does not fit ends what holds. What fits may yet come
to something else than it did: that is seen by the hashes of the story that answers carry.
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
class Holds:
    """How far the story of a save holds by other rules.

    Attributes:
        kept: How many of its first records fit: throws and answers.
        answers: How many answers it has.
        answers_kept: How many of them are among the records that fit.
        ends: Whether it came to an end, and comes to the same.
        differs_at: The first answer that fits and before which something else happens than did, in words, or the end;
            empty where that is not known of any.
        parts_at: The first record that does not fit, in words, or the end; empty where all fits.
        place: Its place in the save, as ``file:line``; empty where all fits.
        reason: What happens there instead; empty where all fits.
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
        """Whether all fits."""
        return not self.parts_at


def check_by_rules(program: Program, header: Header, saved: ParsedSave, path: str, *, load: Loader) -> Holds:
    """How far the story of a save holds by other rules; nothing is written.

    Args:
        program: Of the other rules.
        header: The header as it would be by them.
        saved: What the save says.
        path: Where it lies, for messages.
        load: Makes a machine for the program.

    Raises:
        InputError: What is played, or what is pinned, is nothing by these rules; or they cost more than they may.
    """
    records = [without_story_hash(record) for record in saved.records]
    end = evolve(saved.end, journal="") if saved.end is not None else None
    session = Session(
        program, header, replay_source(header), records=records, end=end, path=path, reopens=True, load=load
    )
    session.journal.story = saved.header.journal  # to compare it with what the save tells
    ledger = SessionLog(header, records, end)
    answers = [isinstance(record, Answer) for record in records]
    try:
        session.run(pausing_policy)
    except Divergence as parted:
        line = ledger.record_at(parted.index).line
        differs = first_difference(session, saved.records[: parted.index], None)
        return Holds(
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
    return Holds(
        kept=len(records),
        answers=sum(answers),
        answers_kept=sum(answers),
        ends=ends,
        differs_at="" if differs is None else ledger.describe_record(differs),
    )


def first_difference(session: Session, records: Sequence[Record], end: End | None) -> int | None:
    """The first answer before which something else has happened than a save tells; behind the last record the end.

    Args:
        session: One that has run with these records.
        records: What the save tells, as far as it fits.
        end: How it ended, if it did.

    Returns:
        Its number; None where all is the same, as far as the save says what happened.
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


def write_rules_change(save: SaveFile, header: Header, holds: Holds) -> None:
    """Write that a save goes on by other rules, with what holds by them.

    Args:
        save: The save, open.
        header: The header as it is by these rules.
        holds: How far its story holds by them.

    Raises:
        InputError: It cannot be written.
    """
    save.write(rules_line(header, holds.kept))
    save.sync()
