"""The umpire: verify all records in a folder and total the group's outcomes and tallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.listing import join_names
from bombsight.service.common.document import Document
from bombsight.service.common.parallel_map import Task, map_in_processes
from bombsight.service.group.group_file import GROUP_FILE, read_group
from bombsight.service.group.results import PlayerResult
from bombsight.service.group.verification import RefusalReason, VerifiedRecord, Verifier
from bombsight.service.saves.ranking import rank_by_tallies
from bombsight.service.saves.status import Counted

MAX_RECORDS_IN_PROCESS = 12
"""The number of records up to which no worker processes are started: they would take longer to start."""


@frozen
class CountedPlayer:
    """A player whose record counts.

    Attributes:
        player: The player's name.
        file: The file of his record.
        dice: `seeded`, or `own`.
        result: The stable name of the outcome of his game.
        outcome: The display text of the outcome.
        tallies: The tallies at its end.
    """

    player: str
    file: str
    dice: str
    result: str
    outcome: str
    tallies: tuple[Counted, ...]


@frozen
class LeaguePlace:
    """A place in the league table of a group.

    Attributes:
        rank: The rank, from 1; equal players share it.
        player: The player's name.
    """

    rank: int
    player: str


@frozen
class RecordRefused:
    """A record that does not count.

    Attributes:
        file: The file of the record.
        player: The player that it names; empty if it cannot be read.
        reason: The reason, as a code: `unreadable`, `other player`, `same player`, `same record`, `other rules`,
            `other pins`, `other dice`, `unfinished`, `other story`, `other outcome`.
        message: The reason, as a sentence.
    """

    file: str
    player: str
    reason: str
    message: str


@frozen
class OutcomeCount:
    """The number of games with the same outcome, with its stable name and display text."""

    result: str
    outcome: str
    count: int


@frozen
class TallySum:
    """The total of a tally over the group.

    Attributes:
        name: The stable name of the tally.
        title: Its title.
        matters: Whether more of it is `good` or `bad` for the player, or empty.
        total: The total; for yes or no, the number of players with yes.
        lowest, highest: The lowest and highest value of a single player.
    """

    name: str
    title: str
    matters: str
    total: int
    lowest: int
    highest: int


@frozen(kw_only=True)
class Umpired(Document):
    """The verified result of a group.

    Attributes:
        group: The group's display name.
        game: The game's id.
        title: Its title.
        rules: The hash of the rules.
        entry: `mission` or `career`.
        args: The values of the entry's parameters: a mission's number.
        players: The players whose records count, in the order of the group.
        missing: The players without a record that counts.
        refused: The records that do not count.
        results: The outcomes of the games, the most frequent first.
        sums: The totals of the tallies.
        league: The players by their tallies that are good or bad, the best first.
    """

    document = "umpired"

    group: str
    game: str
    title: str
    rules: str
    entry: str
    args: tuple[int, ...]
    players: tuple[CountedPlayer, ...]
    missing: tuple[str, ...]
    refused: tuple[RecordRefused, ...]
    results: tuple[OutcomeCount, ...]
    sums: tuple[TallySum, ...]
    league: tuple[LeaguePlace, ...] = ()


def umpire_folder(
    folder: Path,
    folders: tuple[Path, ...] = (),
    jobs: int = 1,
    limit: int = 1,
    report: Callable[[int, int], object] | None = None,
) -> Umpired:
    """Verify all players' records in a folder, and total the outcomes and tallies of the valid ones.

    Args:
        folder: The folder with the group's file and each player's record, a ``.json`` file.
        folders: Folders to look for the game in, besides the usual ones.
        jobs: The number of processes.
        limit: The factor on the budget of the rules.
        report: Is called with the number of records verified so far and of all, after each.

    Raises:
        InputError: There is no such folder, or its group cannot be read or played.
        WrongRules: The rules cannot be used.
    """
    if not folder.is_dir():
        raise InputError("there is no such folder", str(folder))
    group = read_group(folder / GROUP_FILE)
    verifier = Verifier(group, folders, limit)
    paths = sorted(folder.glob("*.json"))
    verified_records = verify_records(
        verifier, paths, folders, jobs, limit, lambda count: None if report is None else report(count, len(paths))
    )
    records = dict(zip(paths, verified_records, strict=True))
    unique_records = exclude_duplicates(records)
    program, header = verifier.program, verifier.header
    valid_records = [
        (path, each.result) for path, each in unique_records.items() if each.result is not None and not each.reason
    ]
    valid_records.sort(key=lambda each: group.players.index(each[1].player))
    counted_players = {told.player for _, told in valid_records}
    results = [told for _, told in valid_records]
    return Umpired(
        group=group.title,
        game=program.game,
        title=program.title,
        rules=program.rules_hash,
        entry=header.entry,
        args=header.args,
        players=tuple(make_counted_player(path, told) for path, told in valid_records),
        missing=tuple(player for player in group.players if player not in counted_players),
        refused=tuple(make_refused_entry(path, each) for path, each in unique_records.items() if each.reason),
        results=count_outcomes(results),
        sums=tuple(sum_tallies(results)),
        league=tuple(
            LeaguePlace(rank, told.player) for rank, told in rank_by_tallies(results, lambda told: told.tallies)
        ),
    )


def verify_records(
    verifier: Verifier,
    paths: Sequence[Path],
    folders: tuple[Path, ...],
    jobs: int,
    limit: int,
    report: Callable[[int], object],
) -> list[VerifiedRecord]:
    """Verify players' records in order, in several processes if there are many.

    Args:
        verifier: The verifier with the group's program.
        paths: The files of the records.
        folders: Folders to look for the game in, besides the usual ones.
        jobs: The maximum number of processes.
        limit: The factor on the budget of the rules.
        report: Is called with the number of records verified so far, after each.

    Raises:
        InputError: A worker process ended.
    """
    if jobs == 1 or len(paths) <= MAX_RECORDS_IN_PROCESS:
        verified_records = []
        for path in paths:
            verified_records.append(verifier.verify(path))
            report(len(verified_records))
        return verified_records
    return map_in_processes(Task(make_verify, (Path(verifier.group.path), folders, limit)), paths, jobs, report)


def make_verify(path: Path, folders: tuple[Path, ...], limit: int) -> Callable[[Path], VerifiedRecord]:
    """Make the function that verifies records in a worker process; its program is in the cache already."""
    return Verifier(read_group(path), folders, limit).verify


def exclude_duplicates(records: Mapping[Path, VerifiedRecord]) -> dict[Path, VerifiedRecord]:
    """Refuse duplicate records: the second of the same game, and all of a player with several games.

    Of two records of one game, the first counts. Of a player with two games, none counts: nobody may choose.
    """
    games: dict[str, Path] = {}
    unique_records: dict[Path, VerifiedRecord] = {}
    for path, record in records.items():
        first = games.setdefault(record.game, path) if not record.reason else path
        unique_records[path] = (
            record if first == path else refuse_record(record, "same record", f"the same game as {first.name}")
        )
    of_player: dict[str, list[Path]] = {}
    for path, record in unique_records.items():
        if record.result is not None and not record.reason:
            of_player.setdefault(record.result.player, []).append(path)
    for player, paths in of_player.items():
        if len(paths) > 1:
            names = join_names([path.name for path in paths], "and")
            unique_records |= {
                path: refuse_record(unique_records[path], "same player", f"{player} has several games: {names}")
                for path in paths
            }
    return unique_records


def refuse_record(record: VerifiedRecord, reason: RefusalReason, message: str) -> VerifiedRecord:
    """Copy a valid record's verification as refused, with a reason code and a message."""
    return evolve(record, reason=reason, message=message)


def make_counted_player(path: Path, result: PlayerResult) -> CountedPlayer:
    """Make the result's entry for a player whose record counts."""
    return CountedPlayer(result.player, path.name, result.dice, result.result, result.outcome, result.tallies)


def make_refused_entry(path: Path, record: VerifiedRecord) -> RecordRefused:
    """Make the result's entry for a record that does not count, with the reason."""
    return RecordRefused(
        path.name, record.result.player if record.result is not None else "", record.reason, record.message
    )


def count_outcomes(results: Sequence[PlayerResult]) -> tuple[OutcomeCount, ...]:
    """Count the games with each outcome, the most frequent first."""
    ends = Counter((told.result, told.outcome) for told in results)
    return tuple(OutcomeCount(*end, number) for end, number in ends.most_common())


def sum_tallies(results: Sequence[PlayerResult]) -> Iterator[TallySum]:
    """Total each numeric tally (a statistic of a game) over the players."""
    columns = zip(*(told.tallies for told in results), strict=True)  # the rules are the same, so the tallies are
    for column in columns:
        first, numbers = column[0], [tally.number for tally in column]
        if first.is_number:
            yield TallySum(first.name, first.title, first.matters, sum(numbers), min(numbers), max(numbers))
