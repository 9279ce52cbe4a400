"""Records of the user's saves: the state of one save, and totals over all saves of a game."""

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
from bombsight.service.saves.book import BookEntry, BookSave, make_book
from bombsight.service.saves.careers import CareerTable, join_tables
from bombsight.service.saves.listing import list_saves
from bombsight.service.saves.save_index import find_save_files, known_save_files
from bombsight.service.saves.status import SaveStatus, status_of_save
from bombsight.service.seats.tables.revealed_game import hides_from_host, read_whole_game


@frozen(kw_only=True)
class SaveRecord(Document):
    """The state of one save.

    Attributes:
        save: The path of the save.
        game: The game's id.
        title: Its title.
        entry: `mission` or `career`.
        args: The values of the entry's parameters.
        seed: The seed of its dice.
        standing: The state of play, from a replay.
    """

    document = "record"

    save: str
    game: str
    title: str
    entry: str
    args: tuple[int, ...]
    seed: int
    standing: SaveStatus


@frozen
class ResultCount:
    """The number of missions or careers with the same outcome, in words."""

    entry: str
    result: str
    count: int


@frozen
class Summed:
    """The total of a tally (statistic) over several games.

    Attributes:
        entry: The kind of game: `mission` or `career`.
        name: The stable name of the tally.
        title: Its title.
        matters: Whether more of it is `good` or `bad` for the player, or empty.
        games: The number of games counted.
        total: The total.
    """

    entry: str
    name: str
    title: str
    matters: str
    games: int
    total: int


@frozen(kw_only=True)
class GameRecord(Document):
    """The totals of all saves of a game.

    Attributes:
        game: The game's id.
        title: Its title.
        saves: The number of saves.
        open: The number of unfinished saves.
        results: The outcomes of the others, the most frequent first.
        tallies: The totals of their tallies.
        tables: The lists of all careers, concatenated.
        problems: The saves that do not count, with the reasons.
        book: Each save, ranked, with how it ended.
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
    book: tuple[BookEntry, ...] = ()


@frozen(kw_only=True)
class AllRecords(Document):
    """The totals of all saves, for each game."""

    document = "all_records"

    games: tuple[GameRecord, ...]


def record_of_save(path: Path, folders: tuple[Path, ...] = (), limit: int = 1) -> SaveRecord:
    """Create the record of a save, from its cached state or by a replay.

    Args:
        path: The path of the save.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: It is no save, or was played with other rules.
        WrongRules: The rules cannot be used.
    """
    saved = read_whole_game(path)
    return make_save_record(path, saved.header, status_of_save(path, saved, folders, limit))


def make_save_record(path: Path, header: Header, save_status: SaveStatus) -> SaveRecord:
    """Create the record of a save from its header and its state of play."""
    return SaveRecord(
        save=str(path),
        game=header.game,
        title=header.title,
        entry=header.entry,
        args=header.args,
        seed=header.seed,
        standing=save_status,
    )


def record_of_game(game: str, folder: Path | None = None, folders: tuple[Path, ...] = (), limit: int = 1) -> GameRecord:
    """Add up all saves of a game: outcomes and tallies (statistics).

    Args:
        game: The game's id, or its folder.
        folder: The folder of the saves; None for all of the user's.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor on the budget of the rules.

    Raises:
        InputError: There are none.
    """
    records, problems = [], []
    title = ""
    for path in known_save_files() if folder is None else find_save_files(folder):
        try:
            saved = read_save(str(path))
            if saved.header.game != game or hides_from_host(path):
                continue
            title = saved.header.title
            records.append(make_save_record(path, saved.header, status_of_save(path, saved, folders, limit)))
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
        book=make_book([BookSave(each.save, each.entry, each.args, each.standing) for each in records]),
    )


def record_of_all_games(folder: Path | None = None, folders: tuple[Path, ...] = (), limit: int = 1) -> AllRecords:
    """Add up all saves, game by game, in the order of their ids; without saves there are no games.

    Args:
        folder: The folder of the saves; None for all of the user's.
        folders: Folders to look for games in, besides the usual ones.
        limit: The factor on the budget of the rules.
    """
    games = sorted({save.game for save in list_saves(folder).saves if save.game})
    return AllRecords(games=tuple(record_of_game(game, folder, folders, limit) for game in games))


def count_results(records: Sequence[SaveRecord]) -> tuple[ResultCount, ...]:
    """Count the outcomes of finished games, the most frequent first."""
    over = Counter((record.entry, record.standing.outcome) for record in records if record.standing.is_over)
    return tuple(ResultCount(entry, result, count) for (entry, result), count in over.most_common())


def sum_tallies(records: Sequence[SaveRecord]) -> list[Summed]:
    """Add up the tallies (statistics) of finished games."""
    sums: dict[tuple[str, str], Summed] = {}
    for record in records:
        for tally in record.standing.tallies:
            if tally.is_number:
                key = record.entry, tally.name
                previous = sums.get(key)
                games, total = (previous.games, previous.total) if previous is not None else (0, 0)
                sums[key] = Summed(*key, tally.title, tally.matters, games + 1, total + tally.number)
    return sorted(sums.values(), key=lambda each: each.entry)
