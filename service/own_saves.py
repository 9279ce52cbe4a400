"""One's saves: what each is, where it stands, what its career has come to, and all of a game together.

To know where a save stands it must be run again. What that showed is kept in the cache under the digest of the save, so
a save is run again only where it has changed since, and a game that is left in this program never.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from attrs import frozen

from bombsight.flat.types import EnumType
from bombsight.runtime.batch import runs
from bombsight.runtime.choices import Pause
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.errors import InputError, read_bytes
from bombsight.runtime.play import Faulted, Finished
from bombsight.runtime.records import Answer, Header
from bombsight.runtime.saved import MARK, Saved, parse_save, read_save
from bombsight.runtime.session import Session, pause
from bombsight.runtime.sources import ManualDice
from bombsight.runtime.views import EnterView, LeaveView
from bombsight.runtime.views import View as Event
from bombsight.service.careers import Career, CareerTable, career_of, joined
from bombsight.service.document import Document
from bombsight.service.failure import WrongRules
from bombsight.service.library import code_digest
from bombsight.service.machines import load
from bombsight.service.opening import program_of_save, saves_folder
from bombsight.service.ready import keep_value, kept_file, recall_value

LEVELS = 4
"""Of so many procedures that go on, all are named in a line."""


@frozen
class Counted:
    """What a tally came to.

    Attributes:
        name: The tally.
        title: Its title.
        matters: Whether players care for it: `good`, `bad`, or empty.
        number: What was counted; of yes and no 1 or 0; of an enum the place of the value.
        value: The same for reading.
        is_number: Whether such numbers add up: of an enum they don't.
    """

    name: str
    title: str
    matters: str
    number: int
    value: str
    is_number: bool


@frozen
class Standing:
    """Where a save stands, by running it again.

    Attributes:
        where: The procedures that are going on, in words, the outermost first; empty where it is over.
        is_over: Whether the game came to its end.
        result: The stable name of its result; empty where it goes on.
        outcome: The same for reading, or the rules fault.
        career: What the rules keep.
        tallies: What was counted at its end.
    """

    where: tuple[str, ...]
    is_over: bool
    result: str
    outcome: str
    career: Career
    tallies: tuple[Counted, ...]


@frozen(kw_only=True)
class SaveTold:
    """A save in a line.

    Attributes:
        save: Its file.
        game: The game's id; empty where it is no save that can be read.
        title: Its title.
        entry: `mission` or `career`.
        args: The values of the entry's parameters: a mission's number.
        played: When it was last played, as `YYYY-MM-DDThh:mm:ssZ`.
        answers: How many questions were answered.
        is_over: Whether the game came to its end.
        where: Where it stands, or how it ended, in words; empty where it would have to be run again to know.
        problem: Why it cannot be read; empty where it can.
    """

    save: str
    game: str = ""
    title: str = ""
    entry: str = ""
    args: tuple[int, ...] = ()
    played: str
    answers: int = 0
    is_over: bool = False
    where: str = ""
    problem: str = ""


@frozen(kw_only=True)
class Saves(Document):
    """One's saves, the last played first."""

    document = "saves"

    folder: str
    saves: tuple[SaveTold, ...]


@frozen(kw_only=True)
class SaveRecord(Document):
    """What one save has come to.

    Attributes:
        save: Its file.
        game: The game's id.
        title: Its title.
        entry: `mission` or `career`.
        args: The values of the entry's parameters.
        seed: Of its dice.
        standing: Where it stands.
    """

    document = "record"

    save: str
    game: str
    title: str
    entry: str
    args: tuple[int, ...]
    seed: int
    standing: Standing


@frozen
class ResultCount:
    """How often games ended so: in words, of a mission or the career."""

    entry: str
    result: str
    count: int


@frozen
class Summed:
    """A tally over several games.

    Attributes:
        entry: Of which games: `mission` or `career`.
        name: The tally.
        title: Its title.
        matters: Whether players care for it: `good`, `bad`, or empty.
        games: How many were counted.
        total: All together.
    """

    entry: str
    name: str
    title: str
    matters: str
    games: int
    total: int


@frozen(kw_only=True)
class GameRecord(Document):
    """What all of one's saves of a game have come to.

    Attributes:
        game: The game's id.
        title: Its title.
        saves: How many there are.
        open: How many go on.
        results: How the others ended, the most frequent first.
        tallies: What was counted of them.
        tables: The lists of all careers, one below the other.
        problems: Saves that do not count, and why.
    """

    document = "records"

    game: str
    title: str
    saves: int
    open: int
    results: tuple[ResultCount, ...]
    tallies: tuple[Summed, ...]
    tables: tuple[CareerTable, ...]
    problems: tuple[str, ...]


# --- all saves


def save_files(folder: Path) -> list[Path]:
    """The files in a folder that begin as saves do.

    Raises:
        InputError: It is no folder, or cannot be read.
    """
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.is_file() and begins_as_save(path))


def begins_as_save(path: Path) -> bool:
    """Whether a file begins as a save does."""
    try:
        with path.open("rb") as file:
            return file.read(len(MARK)) == MARK
    except OSError:
        return False


def own_saves(folder: Path | None = None) -> Saves:
    """The saves in a folder, by default in the user's data folder."""
    found = folder or saves_folder()
    told = [(path.stat().st_mtime, save_told(path)) for path in save_files(found)]
    told.sort(key=lambda each: each[0], reverse=True)
    return Saves(folder=str(found), saves=tuple(save for _, save in told))


def save_told(path: Path) -> SaveTold:
    """A save in a line, without running it."""
    played = datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        data = read_bytes(str(path))
        saved = parse_save(data, str(path))
    except InputError as error:
        return SaveTold(save=str(path), played=played, problem=error.message)
    header, end = saved.header, saved.end
    standing = kept_standing(data)
    where = end.fault or end.result.replace("_", " ") if end is not None else ""
    if standing is not None:
        where = standing.outcome if standing.is_over else ", ".join(shortened(standing.where))
    return SaveTold(
        save=str(path),
        game=header.game,
        title=header.title,
        entry=header.entry,
        args=header.args,
        played=played,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        is_over=end is not None,
        where=where,
    )


def shortened(where: Sequence[str]) -> Sequence[str]:
    """Where a save stands: of a long way only the first and the last."""
    return where if len(where) <= LEVELS else [*where[: LEVELS - 1], where[-1]]


# --- where a save stands


def standing_file(data: bytes) -> Path:
    """Where it is kept what running a save again showed."""
    return kept_file("standings", hashlib.sha256(data + code_digest().encode()).hexdigest())


def kept_standing(data: bytes) -> Standing | None:
    """Where a save stands, if it was run since it changed."""
    found = recall_value(standing_file(data))
    return found if isinstance(found, Standing) else None


def keep_standing(session: Session, path: str) -> None:
    """Keep where a session stands that was left, so that its save need not be run again to know.

    Raises:
        InputError: The save cannot be read.
    """
    keep_value(standing_file(read_bytes(path)), standing_of(session))


def record_of_save(path: Path, folders: tuple[Path, ...] = ()) -> SaveRecord:
    """What a save has come to.

    Raises:
        InputError: It is no save, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    saved = read_save(str(path))
    return told_of(path, saved.header, standing(path, saved, folders))


def told_of(path: Path, header: Header, found: Standing) -> SaveRecord:
    """The record of a save that stands so."""
    return SaveRecord(
        save=str(path),
        game=header.game,
        title=header.title,
        entry=header.entry,
        args=header.args,
        seed=header.seed,
        standing=found,
    )


def standing(path: Path, saved: Saved, folders: tuple[Path, ...] = ()) -> Standing:
    """Where a save stands: as it was kept, or by running it again.

    Raises:
        InputError: It was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    data = read_bytes(str(path))
    found = kept_standing(data)
    if found is None:
        program, _, _ = program_of_save(saved.header, str(path), folders, force=False)
        dice = ManualDice(program, no_throw, SeededDice(saved.header.seed))
        session = Session(program, saved.header, dice, records=saved.records, end=saved.end, load=load)
        session.play(pause)
        found = standing_of(session)
        keep_value(standing_file(data), found)
    return found


def no_throw(_: object) -> tuple[int, ...]:
    """Nobody is there who could throw.

    Raises:
        Pause: Always.
    """
    raise Pause


def standing_of(session: Session) -> Standing:
    """Where a session stands that has been played."""
    outcome = session.outcome
    career = career_of(session.describer)
    if isinstance(outcome, Faulted):
        return Standing((), True, "none", outcome.message, career, ())
    if isinstance(outcome, Finished):
        return Standing((), True, outcome.name, outcome.title, career, tallies_of(session))
    return Standing(going_on(session.journal.views()), False, "", "", career, ())


def going_on(events: Iterable[Event]) -> tuple[str, ...]:
    """The titled procedures that have begun and not ended, the outermost first."""
    open_: list[EnterView] = []
    for view in events:
        if isinstance(view, EnterView):
            open_.append(view)
        elif isinstance(view, LeaveView) and any(each.name == view.name for each in open_):
            while open_.pop().name != view.name:
                pass
    told = [
        " ".join([view.title, *(each.title for each in view.arguments[:1])]).strip() for view in open_ if view.title
    ]
    return tuple(dict.fromkeys(told))


def tallies_of(session: Session) -> tuple[Counted, ...]:
    """What is counted of a session that is over: once more, for the state of its mission is gone."""
    program, entry = session.program, session.entry
    again = runs(program, entry, session.header.args, 1, 0, script=session.script, load=session.load)
    run = next(iter(again))
    tallies = program.tallies_of(entry)
    return tuple(
        Counted(
            tally.name,
            tally.title,
            tally.matters,
            number,
            session.describer.title(tally.type, number),
            not isinstance(tally.type, EnumType),
        )
        for tally, number in zip(tallies, run.tallies, strict=False)
    )


# --- all saves of a game


def record_of_game(game: str, folder: Path | None = None, folders: tuple[Path, ...] = ()) -> GameRecord:
    """What all saves of a game have come to.

    Args:
        game: Its id.
        folder: Where they are; by default in the user's data folder.
        folders: Folders to look for the game in, besides the usual ones.

    Raises:
        InputError: There are none.
    """
    records, problems = [], []
    title = ""
    for path in save_files(folder or saves_folder()):
        try:
            saved = read_save(str(path))
            if saved.header.game != game:
                continue
            title = saved.header.title
            records.append(told_of(path, saved.header, standing(path, saved, folders)))
        except InputError as error:
            problems.append(f"{path.name}: {error.message}")
        except WrongRules:
            problems.append(f"{path.name}: its rules cannot be used")
    if not title:
        raise InputError(f"there are no saves of {game} in {folder or saves_folder()}", "", "Play it: then there are.")
    return GameRecord(
        game=game,
        title=title,
        saves=len(records),
        open=sum(not record.standing.is_over for record in records),
        results=results_of(records),
        tallies=tuple(summed(records)),
        tables=tuple(joined([table for record in records for table in record.standing.career.tables if table.title])),
        problems=tuple(problems),
    )


def results_of(records: Sequence[SaveRecord]) -> tuple[ResultCount, ...]:
    """How games ended, the most frequent first."""
    over = Counter((record.entry, record.standing.outcome) for record in records if record.standing.is_over)
    return tuple(ResultCount(entry, result, count) for (entry, result), count in over.most_common())


def summed(records: Sequence[SaveRecord]) -> list[Summed]:
    """The tallies of games that are over, added up."""
    found: dict[tuple[str, str], Summed] = {}
    for record in records:
        for tally in record.standing.tallies:
            if tally.is_number:
                key = record.entry, tally.name
                before = found.get(key)
                games, total = (before.games, before.total) if before is not None else (0, 0)
                found[key] = Summed(*key, tally.title, tally.matters, games + 1, total + tally.number)
    return sorted(found.values(), key=lambda each: each.entry)
