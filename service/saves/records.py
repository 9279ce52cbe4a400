"""What one's saves have come to: one by itself, and all of a game together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Header
from bombsight.service.common.document import Document
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.library import load_game_folder
from bombsight.service.saves.careers import CareerTable, join_tables
from bombsight.service.saves.listing import find_save_files
from bombsight.service.saves.status import Standing, standing_of_save


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


def record_of_save(path: Path, folders: tuple[Path, ...] = (), limit: int = 1) -> SaveRecord:
    """What a save has come to.

    Args:
        path: The save.
        folders: Folders to look for the game in, besides the usual ones.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    saved = read_save(str(path))
    return make_save_record(path, saved.header, standing_of_save(path, saved, folders, limit))


def make_save_record(path: Path, header: Header, save_standing: Standing) -> SaveRecord:
    """The record of a save that stands so."""
    return SaveRecord(
        save=str(path),
        game=header.game,
        title=header.title,
        entry=header.entry,
        args=header.args,
        seed=header.seed,
        standing=save_standing,
    )


def record_of_game(game: str, folder: Path | None = None, folders: tuple[Path, ...] = (), limit: int = 1) -> GameRecord:
    """What all saves of a game have come to.

    Args:
        game: Its id, or its folder.
        folder: Where they are; by default in the user's data folder.
        folders: Folders to look for the game in, besides the usual ones.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: There are none.
    """
    records, problems = [], []
    title = ""
    for path in find_save_files(folder or saves_folder()):
        try:
            saved = read_save(str(path))
            if saved.header.game != game:
                continue
            title = saved.header.title
            records.append(make_save_record(path, saved.header, standing_of_save(path, saved, folders, limit)))
        except InputError as error:
            problems.append(f"{path.name}: {error.message}")
        except WrongRules:
            problems.append(f"{path.name}: its rules cannot be used")
    if not title:
        place = load_game_folder(Path(game))
        if place is not None and place.id != game:
            return record_of_game(place.id, folder, folders, limit)
        raise InputError(f"there are no saves of {game} in {folder or saves_folder()}", "", "Play it: then there are.")
    return GameRecord(
        game=game,
        title=title,
        saves=len(records),
        open=sum(not record.standing.is_over for record in records),
        results=count_results(records),
        tallies=tuple(sum_tallies(records)),
        tables=tuple(
            join_tables([table for record in records for table in record.standing.career.tables if table.title])
        ),
        problems=tuple(problems),
    )


def count_results(records: Sequence[SaveRecord]) -> tuple[ResultCount, ...]:
    """How games ended, the most frequent first."""
    over = Counter((record.entry, record.standing.outcome) for record in records if record.standing.is_over)
    return tuple(ResultCount(entry, result, count) for (entry, result), count in over.most_common())


def sum_tallies(records: Sequence[SaveRecord]) -> list[Summed]:
    """The tallies of games that are over, added up."""
    sums: dict[tuple[str, str], Summed] = {}
    for record in records:
        for tally in record.standing.tallies:
            if tally.is_number:
                key = record.entry, tally.name
                previous = sums.get(key)
                games, total = (previous.games, previous.total) if previous is not None else (0, 0)
                sums[key] = Summed(*key, tally.title, tally.matters, games + 1, total + tally.number)
    return sorted(sums.values(), key=lambda each: each.entry)
