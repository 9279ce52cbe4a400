"""Makes the link of a game: of all of it, or of its first dice and answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.runtime.dice import SeededDice, ThrownBy
from bombsight.runtime.run.policies import Pause
from bombsight.runtime.run.sources import pinned_faces
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Answer, Header, Record, Throw
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.games.requests import Rules
from bombsight.service.links import sentences
from bombsight.service.links.answers import Reason, render_answers, render_reasons
from bombsight.service.links.linked_game import MAX_ANSWERS, RULES_DIGITS, LinkDice, LinkedGame, Reseeding
from bombsight.service.links.packing import PLACE
from bombsight.service.links.rebuilding import digest_of, make_header, replay_link
from bombsight.service.present.debriefing import find_ended_missions
from bombsight.service.present.film import find_mission
from bombsight.service.programs.loaders import load
from bombsight.service.saves.bookmarks import find_bookmark
from bombsight.service.saves.saved_rules import SavedRules, rules_of_save
from bombsight.service.saves.snapshots import texts_of
from bombsight.service.seats.tables.revealed_game import read_whole_game
from bombsight.version import VERSION


class ProbedDice:
    """Dice of a replay that note what the seed would have thrown in the place of each recorded throw.

    Attributes:
        by: Empty: nobody throws.
        faces: What the seed would have thrown, or what a pinned table shows, for each record.
    """

    by: ThrownBy = ""

    def __init__(self, program: Program, header: Header) -> None:
        """Make the dice for a replay of a program's save."""
        self.seeded = SeededDice(header.seed)
        self.pinned_faces = pinned_faces(program, header.pins)
        self.faces: list[tuple[int, ...]] = []

    @property
    def position(self) -> int:
        """The position in the stream of the seed."""
        return self.seeded.position

    def skip(self, site: int, dice: Dice) -> None:
        """Skip a recorded throw, and note what the seed would have thrown."""
        thrown = self.seeded.throw(site, dice)
        self.faces.append(self.pinned_faces.get(site, thrown))

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Raise Pause, for only recorded throws are replayed.

        Raises:
            Pause: Always.
        """
        raise Pause

    def reseed(self, seed: int) -> None:
        """Go on with the stream of another seed."""
        self.seeded.reseed(seed)

    def seek(self, position: int) -> None:
        """Move to a position of the stream."""
        self.seeded.seek(position)

    def restart(self) -> None:
        """Move to the start of the first stream."""
        self.seeded.restart()


def link_of_save(path: Path, rules: Rules, mission: int | None = None) -> LinkedGame:
    """Make the link of a save, up to where its player has been shown its story.

    Args:
        path: The save.
        rules: The rules of the call: folders, house rules, limit.
        mission: The mission to be watched, from 1, which is the last in the link; None for all of the save.

    Raises:
        InputError: It is no save, was played with other rules, does not fit them, or has no such mission.
        WrongRules: The rules cannot be used.
    """
    saved = read_whole_game(path)
    its_rules = rules_of_save(saved.header, str(path), rules.folders, house=rules.house, limit=rules.limit)
    return make_link(saved, its_rules, str(path), mission, find_bookmark(saved.header, saved.records))


def make_link(
    saved: ParsedSave, rules: SavedRules, path: str, mission: int | None = None, shown: int | None = None
) -> LinkedGame:
    """Make the link of a parsed save; it is replayed once from the link, so that nobody gets a link that fails.

    Args:
        saved: The save.
        rules: Its rules.
        path: Its path, for messages.
        mission: As of :func:`link_of_save`.
        shown: The number of events that its player has been shown; None for all.

    Raises:
        InputError: The save does not fit its rules, has no such mission, or is too long for a link.
    """
    dice = ProbedDice(rules.program, saved.header)
    session = Session(rules.program, saved.header, dice, load=load, records=saved.records, end=saved.end, path=path)
    session.play(pausing_policy)
    count = len(saved.records)
    if mission is not None:
        count = count_records(session, find_mission(session, mission, shown)[1])
    elif shown is not None:
        count = count_records(session, shown)
    link = evolve(describe_records(session, dice.faces, count, rules), mission=mission or 0)
    rebuilt = replay_link(link, make_header(link, rules, None, ""), rules.program)
    check_records(rebuilt.records, session.records[:count], path)
    if shown is not None and shown < len(rebuilt.journal.events):
        link = evolve(link, shown=shown)
    return evolve(link, missions=len(find_ended_missions(rebuilt)), digest=digest_of(rebuilt))


def count_records(session: Session, event_count: int) -> int:
    """Count the records of a session that happened before an event."""
    return next((at for at, step in enumerate(session.trail) if step.events >= event_count), len(session.trail))


def describe_records(
    session: Session, seeded_faces: Sequence[tuple[int, ...]], count: int, rules: SavedRules
) -> LinkedGame:
    """Describe the first records of a replayed session as a link, without its digest.

    Args:
        session: The session.
        seeded_faces: What its seed would have thrown for each recorded throw.
        count: The number of records.
        rules: Its rules.

    Raises:
        InputError: There are too many answers.
    """
    header, program = session.header, session.program
    records = session.records[:count]
    answers = [
        (index, record) for index, record in zip(session.script, records, strict=False) if isinstance(record, Answer)
    ]
    if len(answers) > MAX_ANSWERS:
        raise InputError(sentences.too_many_answers(MAX_ANSWERS), PLACE)
    reasons: list[Reason] = [(record.why, record.ordered) for _, record in answers]
    link_dice: LinkDice = "seeded" if header.dice == "seeded" else "manual"
    link_header = evolve(header, dice=link_dice).with_thrower(by_hand=header.is_by_hand)
    return LinkedGame(
        version=VERSION,
        game=header.game,
        title=header.title,
        rules=program.rules_hash[:RULES_DIGITS],
        snapshot=texts_of(rules.request).digest[:RULES_DIGITS],
        overlays=tuple(program.overlays),
        options={option.name: option.value for option in program.options if option.value != option.default},
        seed=header.seed,
        entry=header.entry,
        args=header.args,
        dice=link_dice,
        thrower=link_header.thrower,
        names=header.names,
        pins=header.pins,
        fields=header.fields,
        answers=render_answers([index for index, _ in answers]),
        reasons=render_reasons(reasons),
        seeds=tuple(
            Reseeding(number, record.seed) for number, (_, record) in enumerate(answers) if record.seed is not None
        ),
        throws=own_throws(records, seeded_faces, link_header),
        digest="",
    )


def own_throws(
    records: Sequence[Record], seeded_faces: Sequence[tuple[int, ...]], header: Header
) -> tuple[tuple[int, ...], ...]:
    """List the throws that the seed does not give, each with the number of throws by the seed before it.

    Args:
        records: The records.
        seeded_faces: What the seed would have thrown for each recorded throw.
        header: The header of the link.
    """
    marks: tuple[ThrownBy, ...] = ("hand",) if header.dice == "seeded" else ("", "hand")
    throws: list[tuple[int, ...]] = []
    since_last = 0
    recorded = [record for record in records if isinstance(record, Throw)]
    for record, seeded in zip(recorded, seeded_faces, strict=False):
        if record.faces == seeded and record.by not in marks:
            since_last += 1
        else:
            throws.append((since_last, *record.faces))
            since_last = 0
    return (*throws, (since_last,)) if header.is_by_hand else tuple(throws)


def check_records(rebuilt: Sequence[Record], recorded: Sequence[Record], path: str) -> None:
    """Raise an error unless a link gives the records that it was made of.

    Raises:
        InputError: It does not.
    """
    ours, theirs = ([describe_record(each) for each in records] for records in (rebuilt, recorded))
    if ours[: len(theirs)] != theirs:
        raise InputError(sentences.LINK_DIFFERS, path, sentences.SEND_SAVE_HINT)


def describe_record(record: Record) -> tuple[object, str]:
    """The outcome and the place of a record, which its link gives again."""
    match record:
        case Throw(faces=faces, at=at):
            return faces, at
        case Answer(name=name, at=at):
            return name, at
        case _:
            assert_never(record)
