"""The list of the user's saves, with their state as far as the files tell without a replay."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.runtime.saves.reader import parse_save
from bombsight.runtime.saves.records import Answer
from bombsight.service.common.document import Document
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.play.start import table_path
from bombsight.service.saves.bookmarks import find_bookmark
from bombsight.service.saves.save_index import (
    find_save_files,
    find_seat_files,
    known_save_files,
    known_seat_files,
    known_shared_keyboards,
)
from bombsight.service.saves.status import load_cached_status, load_shared_turn
from bombsight.service.seats.tables.table_listing import (
    TableState,
    TableSummary,
    describe_state,
    last_played,
    summarize_hosted_table,
    summarize_seat_file,
)

MAX_LEVELS = 4
"""The maximum number of nested procedures that a line shows in full."""


IN_ITS_STORY = "in the middle of its story"
"""Where a save stands that the player left before he was shown all that has happened in it."""


@frozen(kw_only=True)
class SaveSummary:
    """The summary of a save.

    Attributes:
        save: The path of the save.
        game: The game's id; empty if the save cannot be read.
        title: Its title.
        entry: `mission` or `career`.
        args: The values of the entry's parameters: a mission's number.
        played: The time when it was last played, as `YYYY-MM-DDThh:mm:ssZ`.
        answers: The number of answers.
        is_over: Whether the game has ended.
        where: The present procedures or the outcome, in words; empty if only a replay would tell.
        problem: Why it cannot be read; empty if it can.
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
    """The user's saves and tables, the last played first.

    Attributes:
        folder: The folder of his saves.
        saves: His saves, those of tables that he hosts among them.
        tables: His games for two: hosted, joined, by mail, and at one keyboard.
    """

    document = "saves"

    folder: str
    saves: tuple[SaveSummary, ...]
    tables: tuple[TableSummary, ...] = ()


def list_saves(folder: Path | None = None) -> Saves:
    """Summarize the saves in a folder, by default all of the user's: those in his data folder and in the index."""
    files = known_save_files() if folder is None else find_save_files(folder)
    dated_saves = [(path.stat().st_mtime, summarize_save(path)) for path in files]
    dated_saves.sort(key=lambda each: each[0], reverse=True)
    saves = tuple(save for _, save in dated_saves)
    seat_files = known_seat_files() if folder is None else find_seat_files(folder)
    tables = [*list_hosted_tables(saves), *map(summarize_seat_file, seat_files)]
    tables.sort(key=lambda each: each.played, reverse=True)
    return Saves(folder=str(folder or saves_folder()), saves=saves, tables=tuple(tables))


def list_hosted_tables(saves: Sequence[SaveSummary]) -> Iterator[TableSummary]:
    """Summarize those saves that are of tables: with a table's record beside them, or played at one keyboard."""
    shared = {*known_shared_keyboards()}
    for save in saves:
        path = Path(save.save)
        if save.problem:
            continue
        if table_path(path).exists():
            yield summarize_hosted_table(path, save.game, save.title, has_ended=save.is_over)
        elif Path(os.path.realpath(path)) in shared:
            shared_turn = load_shared_turn(save.save)
            turn = "" if shared_turn is None else shared_turn.turn
            state: TableState = "over" if save.is_over else "other's turn" if turn else "open"
            go_on = ("bombsight", "record", save.save) if save.is_over else ("bombsight", "resume", save.save, "--two")
            yield TableSummary(
                kind="one keyboard",
                file=save.save,
                game=save.game,
                title=save.title,
                seats=() if shared_turn is None else shared_turn.seats,
                played=save.played,
                state=state,
                where=describe_state(state, turn),
                command=go_on,
            )


def summarize_save(path: Path) -> SaveSummary:
    """Summarize a save from its text, without a replay."""
    played = last_played(path)
    try:
        data = read_input_file(str(path))
        saved = parse_save(data, str(path))
    except InputError as error:
        return SaveSummary(save=str(path), played=played, problem=error.message)
    header, end = saved.header, saved.end
    standing = load_cached_status(data)
    is_in_story = find_bookmark(header, saved.records) is not None
    where = end.fault or end.result.replace("_", " ") if end is not None else ""
    if standing is not None:
        where = standing.outcome if standing.is_over else ", ".join(shorten_location(standing.where))
    if is_in_story:
        where = IN_ITS_STORY
    return SaveSummary(
        save=str(path),
        game=header.game,
        title=header.title,
        entry=header.entry,
        args=header.args,
        played=played,
        answers=sum(isinstance(record, Answer) for record in saved.records),
        is_over=end is not None and not is_in_story,
        where=where,
    )


def shorten_location(where: Sequence[str]) -> Sequence[str]:
    """Shorten a long path of nested procedure titles to the first ones and the last."""
    return where if len(where) <= MAX_LEVELS else [*where[: MAX_LEVELS - 1], where[-1]]
