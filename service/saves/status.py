"""Where a save stands, and what its career has come to.

To know that it must be run again. What that showed is kept in the cache under the digest of the save, so a save is run
again only where it has changed since, and a game that is left in this program never.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from bombsight.boundary.files import read_input_file
from bombsight.flat.types import EnumType
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.views import EnterView, LeaveView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.play import Faulted, Finished
from bombsight.runtime.run.policies import Pause
from bombsight.runtime.run.sources import ManualDice
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.games.library import code_digest
from bombsight.service.programs.cache import cache_path, load_cached_value, store_cached_value
from bombsight.service.programs.loaders import load
from bombsight.service.saves.careers import Career, career_of
from bombsight.service.saves.saved_rules import rules_of_save


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


def standing_cache_path(data: bytes) -> Path:
    """Where it is kept what running a save again showed."""
    return cache_path("standings", hashlib.sha256(data + code_digest().encode()).hexdigest())


def load_cached_standing(data: bytes) -> Standing | None:
    """Where a save stands, if it was run since it changed."""
    value = load_cached_value(standing_cache_path(data))
    return value if isinstance(value, Standing) else None


def cache_standing(session: Session, path: str) -> None:
    """Keep where a session stands that was left, so that its save need not be run again to know.

    Raises:
        InputError: The save cannot be read.
    """
    store_cached_value(standing_cache_path(read_input_file(path)), standing_of_session(session))


def standing_of_save(path: Path, saved: ParsedSave, folders: tuple[Path, ...] = (), limit: int = 1) -> Standing:
    """Where a save stands: as it was kept, or by running it again.

    Args:
        path: The save.
        saved: What it says.
        folders: Folders to look for the game in, besides the usual ones.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    data = read_input_file(str(path))
    save_standing = load_cached_standing(data)
    if save_standing is None:
        program = rules_of_save(saved.header, str(path), folders, limit=limit).program
        dice = ManualDice(program, pause_on_throw, SeededDice(saved.header.seed))
        session = Session(program, saved.header, dice, records=saved.records, end=saved.end, path=str(path), load=load)
        session.play(pausing_policy)
        save_standing = standing_of_session(session)
        store_cached_value(standing_cache_path(data), save_standing)
    return save_standing


def pause_on_throw(_: object) -> tuple[int, ...]:
    """Nobody is there who could throw.

    Raises:
        Pause: Always.
    """
    raise Pause


def standing_of_session(session: Session) -> Standing:
    """Where a session stands that has been played."""
    outcome = session.outcome
    career = career_of(session.describer)
    if isinstance(outcome, Faulted):
        return Standing((), True, "none", outcome.message, career, ())
    if isinstance(outcome, Finished):
        return Standing((), True, outcome.name, outcome.title, career, count_tallies(session))
    return Standing(open_procedures(session.journal.views()), False, "", "", career, ())


def open_procedures(events: Iterable[Event]) -> tuple[str, ...]:
    """The titled procedures that have begun and not ended, the outermost first."""
    open_: list[EnterView] = []
    for view in events:
        if isinstance(view, EnterView):
            open_.append(view)
        elif isinstance(view, LeaveView) and any(each.name == view.name for each in open_):
            while open_.pop().name != view.name:
                pass
    titles = [
        " ".join([view.title, *(each.title for each in view.arguments[:1])]).strip() for view in open_ if view.title
    ]
    return tuple(dict.fromkeys(titles))


def count_tallies(session: Session) -> tuple[Counted, ...]:
    """What is counted of a session that is over: once more, for the state of its mission is gone."""
    program, entry = session.program, session.entry
    batch = play_runs(program, entry, session.header.args, 1, 0, script=session.script, load=session.load)
    run = next(iter(batch))
    tallies = program.tallies_of(entry)
    return tuple(
        Counted(
            tally.name,
            tally.title,
            tally.matters,
            number,
            session.describer.value_title(tally.type, number),
            not isinstance(tally.type, EnumType),
        )
        for tally, number in zip(tallies, run.tallies, strict=False)
    )
