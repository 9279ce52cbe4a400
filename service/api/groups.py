"""Campaigns of many: a player's record, and the umpire who adds the records up."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from bombsight.service.common.arguments import AnyPath, Jobs, Limit, Progress, check_arguments
from bombsight.service.games.requests import to_paths
from bombsight.service.play.start import AnswererName

if TYPE_CHECKING:
    from bombsight.service.group.results import PlayerResult
    from bombsight.service.group.umpire import Umpired
    from bombsight.service.play.play import Play


@check_arguments
def play_in_group(
    group: AnyPath,
    player: str,
    folders: Iterable[AnyPath] = (),
    *,
    save: AnyPath | None = None,
    answers: AnswererName = "person",
    names: AnyPath | None = None,
    limit: Limit = 1,
) -> Play:
    """Start a player's game in a campaign of many: game, rules, mission and dice are those of the group.

    Args:
        group: The group's file, ``group.toml``.
        player: The player's name in it.
        folders: Folders to look for the game in, besides the usual ones.
        save: A new file to save the game in as it is played; None for no save.
        answers: Who answers, as for :func:`open`.
        names: A file of names of your own, which are used before those of the game.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: There is no such file, player or game; or the save cannot be used.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.group.group_file import locate_errors, read_group
    from bombsight.service.play.start import start_game

    members = read_group(Path(group))
    setup = members.make_game_setup(
        player, None if save is None else Path(save), None if names is None else Path(names)
    )
    with locate_errors(members):
        return start_game(members.game, members.make_rules(to_paths(folders), limit), setup, answers)


@check_arguments
def result(
    save: AnyPath,
    player: str | None = None,
    folders: Iterable[AnyPath] = (),
    *,
    out: AnyPath | None = None,
    limit: Limit = 1,
) -> PlayerResult:
    """Make the record of a finished game for the umpire of a group: what it came to, and all to verify it by.

    Args:
        save: The save of a game that is over.
        player: Who played it; None for the name of the save's file.
        folders: Folders to look for the game in, besides the usual ones.
        out: The file to write the record to, which the umpire reads; None for none.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: The file is no save, its game is not over, or its rules cannot be found; ``out`` cannot be written.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.common.files import write_output
    from bombsight.service.group.results import is_result, render_result, result_of_save

    player_result = result_of_save(
        Path(save), player if player is not None else Path(save).stem, to_paths(folders), limit
    )
    if out is not None:
        write_output(Path(out), render_result(player_result), is_result, force=False)
    return player_result


@check_arguments
def umpire(
    folder: AnyPath,
    folders: Iterable[AnyPath] = (),
    *,
    jobs: Jobs | None = None,
    out: AnyPath | None = None,
    html: AnyPath | None = None,
    limit: Limit = 1,
    progress: Progress | None = None,
) -> Umpired:
    """Verify the records of a group by running each again, and add them up.

    Args:
        folder: The folder that holds ``group.toml`` and the players' records.
        folders: Folders to look for the game in, besides the usual ones.
        jobs: The number of processes; None for one for each processor.
        out: A ``.parquet`` file for a row for each player; None for none.
        html: A file for a page; None for none.
        limit: The factor by which the limits on the cost of rules are raised.
        progress: Is called with the number of records verified so far and of all.

    Raises:
        InputError: There is no such folder, or its group cannot be read or played; a file cannot be written.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.group.page import check_page_path, write_page
    from bombsight.service.group.rows import check_rows_path, write_rows
    from bombsight.service.group.umpire import umpire_folder

    if html is not None:
        check_page_path(Path(html))
    if out is not None:
        check_rows_path(Path(out))
    umpired_group = umpire_folder(Path(folder), to_paths(folders), jobs or os.cpu_count() or 1, limit, progress)
    if html is not None:
        write_page(Path(html), umpired_group)
    if out is not None:
        write_rows(Path(out), umpired_group)
    return umpired_group
