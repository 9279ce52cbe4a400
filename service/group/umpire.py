"""A folder of records, each run again, and what the group came to: outcomes, sums, who is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.caches import silence_warnings
from bombsight.dsl.listing import join_names
from bombsight.service.common.document import Document
from bombsight.service.group.group_file import GROUP_FILE, read_group
from bombsight.service.group.results import PlayerResult
from bombsight.service.group.verification import RefusalReason, VerifiedRecord, Verifier
from bombsight.service.saves.status import Counted

MAX_RECORDS_IN_PROCESS = 12
"""So few records are run again here: other processes would only begin when all is done."""


@frozen
class PlayerTold:
    """A player whose record counts.

    Attributes:
        player: His name.
        file: His record.
        dice: `seeded`, or `own`.
        result: The stable name of how his game ended.
        outcome: The same for reading.
        tallies: What was counted at its end.
    """

    player: str
    file: str
    dice: str
    result: str
    outcome: str
    tallies: tuple[Counted, ...]


@frozen
class RecordRefused:
    """A record that does not count.

    Attributes:
        file: The record.
        player: Whose it says it is; empty where it cannot be read.
        reason: Why, in a word: `unreadable`, `other player`, `same player`, `same record`, `other rules`, `other pins`,
            `other dice`, `unfinished`, `other story`, `other outcome`.
        message: Why, in a sentence.
    """

    file: str
    player: str
    reason: str
    message: str


@frozen
class OutcomeCount:
    """How many games ended so: the stable name, and for reading."""

    result: str
    outcome: str
    count: int


@frozen
class TallySum:
    """A tally, added up over the group.

    Attributes:
        name: The tally.
        title: Its title.
        matters: Whether players care for it: `good`, `bad`, or empty.
        total: All together; of yes and no how many said yes.
        lowest, highest: Of a single player.
    """

    name: str
    title: str
    matters: str
    total: int
    lowest: int
    highest: int


@frozen(kw_only=True)
class Umpired(Document):
    """What a group came to.

    Attributes:
        group: What it is called.
        game: The game's id.
        title: Its title.
        rules: The hash of the rules.
        entry: `mission` or `career`.
        args: The values of the entry's parameters: a mission's number.
        players: Those whose records count, in the order of the group.
        missing: Those of whom there is none that counts.
        refused: The records that do not count.
        results: How their games ended, the most frequent first.
        sums: What was counted of them, added up.
    """

    document = "umpired"

    group: str
    game: str
    title: str
    rules: str
    entry: str
    args: tuple[int, ...]
    players: tuple[PlayerTold, ...]
    missing: tuple[str, ...]
    refused: tuple[RecordRefused, ...]
    results: tuple[OutcomeCount, ...]
    sums: tuple[TallySum, ...]


def umpire_folder(folder: Path, folders: tuple[Path, ...] = (), jobs: int = 1, limit: int = 1) -> Umpired:
    """Run all records in a folder again, and add up those that are as they say.

    Args:
        folder: It has the group's file, and each player's record: the files that end in ``.json``.
        folders: Folders to look for the game in, besides the usual ones.
        jobs: So many processes run them.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: There is no such folder, or its group cannot be read or played.
        WrongRules: The rules cannot be used.
    """
    if not folder.is_dir():
        raise InputError("there is no such folder", str(folder))
    group = read_group(folder / GROUP_FILE)
    verifier = Verifier(group, folders, limit)
    paths = sorted(folder.glob("*.json"))
    records = dict(zip(paths, verify_records(verifier, paths, folders, jobs, limit), strict=True))
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
        players=tuple(make_player_told(path, told) for path, told in valid_records),
        missing=tuple(player for player in group.players if player not in counted_players),
        refused=tuple(make_record_refused(path, each) for path, each in unique_records.items() if each.reason),
        results=count_outcomes(results),
        sums=tuple(sum_tallies(results)),
    )


def verify_records(
    verifier: Verifier, paths: Sequence[Path], folders: tuple[Path, ...], jobs: int, limit: int
) -> list[VerifiedRecord]:
    """Records that were run again, in their order."""
    if jobs == 1 or len(paths) <= MAX_RECORDS_IN_PROCESS:
        return [verifier.verify(path) for path in paths]
    begin = (Path(verifier.group.path), folders, limit)
    with ProcessPoolExecutor(jobs, initializer=initialize_worker, initargs=begin) as pool:
        return list(pool.map(verify_in_worker, paths))


worker_verifiers: list[Verifier] = []
"""In another process: what runs records again there."""


def initialize_worker(path: Path, folders: tuple[Path, ...], limit: int) -> None:
    """Another process begins: what it needs is in the cache already."""
    silence_warnings()
    worker_verifiers.append(Verifier(read_group(path), folders, limit))


def verify_in_worker(path: Path) -> VerifiedRecord:
    """A record that was run again in another process."""
    return worker_verifiers[0].verify(path)


def exclude_duplicates(records: Mapping[Path, VerifiedRecord]) -> dict[Path, VerifiedRecord]:
    """Records, each player and each game counted once.

    Of the same game twice the first counts. A player with two games has none that counts: nobody may choose.
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
    """A record that does not count, though it is as it says."""
    return evolve(record, reason=reason, message=message)


def make_player_told(path: Path, result: PlayerResult) -> PlayerTold:
    """A player whose record counts."""
    return PlayerTold(result.player, path.name, result.dice, result.result, result.outcome, result.tallies)


def make_record_refused(path: Path, record: VerifiedRecord) -> RecordRefused:
    """A record that does not count."""
    return RecordRefused(
        path.name, record.result.player if record.result is not None else "", record.reason, record.message
    )


def count_outcomes(results: Sequence[PlayerResult]) -> tuple[OutcomeCount, ...]:
    """How games ended, the most frequent first."""
    ends = Counter((told.result, told.outcome) for told in results)
    return tuple(OutcomeCount(*end, number) for end, number in ends.most_common())


def sum_tallies(results: Sequence[PlayerResult]) -> Iterator[TallySum]:
    """What was counted, added up; nothing of what does not add up."""
    columns = zip(*(told.tallies for told in results), strict=True)  # the same tallies: the rules are the same
    for column in columns:
        first, numbers = column[0], [tally.number for tally in column]
        if first.is_number:
            yield TallySum(first.name, first.title, first.matters, sum(numbers), min(numbers), max(numbers))
