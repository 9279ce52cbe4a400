"""The state of play of a save, from a cache or a replay.

Both need a replay. Its result is cached under the digest of the save, so a save is replayed only if it has changed
since, and never if the program itself closed the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import islice
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
from bombsight.service.present.debriefing import describer_at, states_at
from bombsight.service.programs.cache import cache_path, load_cached_value, store_cached_value
from bombsight.service.programs.loaders import load
from bombsight.service.saves.bookmarks import find_bookmark
from bombsight.service.saves.careers import Career, career_of
from bombsight.service.saves.saved_rules import rules_of_save


@frozen
class Counted:
    """The value of a tally.

    Attributes:
        name: The stable name of the tally.
        title: Its title.
        matters: Whether more of it is `good` or `bad` for the player, or empty.
        number: The value; for yes or no 1 or 0; for an enum the index of the value.
        value: The value's display text.
        is_number: Whether values can be added: those of an enum cannot.
    """

    name: str
    title: str
    matters: str
    number: int
    value: str
    is_number: bool


@frozen
class SaveStatus:
    """The state of play of a save, from a replay.

    Attributes:
        where: The titled procedures in progress, the outermost first; empty if the game is over.
        is_over: Whether the game has ended.
        result: The stable name of its outcome; empty while it goes on.
        outcome: The display text of its outcome, or the rules fault.
        career: The state of the career.
        tallies: The tallies at its end.
    """

    where: tuple[str, ...]
    is_over: bool
    result: str
    outcome: str
    career: Career
    tallies: tuple[Counted, ...]


@frozen
class SharedTurn:
    """Who sits at the one keyboard of a save, and who is to decide, as its game was left.

    Attributes:
        seats: The titles of the seats that people play.
        turn: The title of the seat that decides, or throws; empty if the game is over.
    """

    seats: tuple[str, ...]
    turn: str


def turn_cache_path(data: bytes) -> Path:
    """Return the cache path for whose turn it is in a save with these bytes."""
    return cache_path("turns", hashlib.sha256(data + code_digest().encode()).hexdigest())


def cache_shared_turn(turn: SharedTurn, path: str) -> None:
    """Cache whose turn it is at one keyboard as its game is left, for the list of tables runs no rules.

    Raises:
        InputError: The save cannot be read.
    """
    store_cached_value(turn_cache_path(read_input_file(path)), turn)


def load_shared_turn(path: str) -> SharedTurn | None:
    """Load whose turn it is at one keyboard in an unchanged save; None if it is not cached.

    Raises:
        InputError: The save cannot be read.
    """
    value = load_cached_value(turn_cache_path(read_input_file(path)))
    return value if isinstance(value, SharedTurn) else None


def status_cache_path(data: bytes) -> Path:
    """Return the cache path for the state of play of a save with these bytes."""
    return cache_path("standings", hashlib.sha256(data + code_digest().encode()).hexdigest())


def load_cached_status(data: bytes) -> SaveStatus | None:
    """Load the state of play of an unchanged save from the cache; None if it is not cached."""
    value = load_cached_value(status_cache_path(data))
    return value if isinstance(value, SaveStatus) else None


def cache_status(session: Session, path: str) -> None:
    """Cache the state of play of a closing session, so that its save needs no replay.

    Raises:
        InputError: The save cannot be read.
    """
    store_cached_value(status_cache_path(read_input_file(path)), status_of_session(session))


def status_of_save(path: Path, saved: ParsedSave, folders: tuple[Path, ...] = (), limit: int = 1) -> SaveStatus:
    """Return the state of play of a save, from the cache or by a replay; in the middle of its story, the state there.

    Args:
        path: The path of the save.
        saved: The parsed save.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: It was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    data = read_input_file(str(path))
    shown_count = find_bookmark(saved.header, saved.records)
    save_status = load_cached_status(data) if shown_count is None else None
    if save_status is None:
        program = rules_of_save(saved.header, str(path), folders, limit=limit).program
        dice = ManualDice(program, pause_on_throw, SeededDice(saved.header.seed))
        session = Session(program, saved.header, dice, records=saved.records, end=saved.end, path=str(path), load=load)
        session.play(pausing_policy)
        if shown_count is not None and shown_count <= session.event_count:
            return status_at(session, max(1, shown_count))
        save_status = status_of_session(session)
        store_cached_value(status_cache_path(data), save_status)
    return save_status


def pause_on_throw(throw: object) -> tuple[int, ...]:
    """Callback of a replay for a throw by hand that the save does not have: raise :class:`Pause`.

    Raises:
        Pause: Always.
    """
    raise Pause


def status_of_session(session: Session) -> SaveStatus:
    """Read the state of play from a session."""
    outcome = session.outcome
    career = career_of(session.describer)
    if isinstance(outcome, Faulted):
        return SaveStatus((), True, "none", outcome.message, career, ())
    if isinstance(outcome, Finished):
        return SaveStatus((), True, outcome.name, outcome.title, career, count_tallies(session))
    return SaveStatus(open_procedures(session.journal.views()), False, "", "", career, ())


def status_at(session: Session, event_count: int) -> SaveStatus:
    """Read the state of play after the first events of a session: for a player who has not been shown more."""
    career = career_of(describer_at(session, states_at(session, [event_count - 1])[event_count - 1]))
    return SaveStatus(open_procedures(islice(session.journal.views(), event_count)), False, "", "", career, ())


def open_procedures(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the titles of the procedures that have begun and not ended, outermost first."""
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
    """Compute the tallies (statistics) of a finished session by a replay, as its mission's state is gone."""
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
