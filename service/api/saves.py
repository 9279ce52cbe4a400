"""Saves: listed, added up, told as a report, moved to other rules; a seat's file verified."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bombsight.boundary.errors import InputError
from bombsight.service.api.playing import DEFAULT_RULES
from bombsight.service.common.arguments import AnyPath, Count, Limit, check_arguments
from bombsight.service.games.requests import Rules, to_paths
from bombsight.service.present.story import Detail

if TYPE_CHECKING:
    from bombsight.service.luck.measuring import LuckRecord
    from bombsight.service.report.complaint import Complaint
    from bombsight.service.saves.listing import Saves
    from bombsight.service.saves.migration import Prospect
    from bombsight.service.saves.records import GameRecord, SaveRecord
    from bombsight.service.seats.verification.checked import Checked


@check_arguments
def saves(folder: AnyPath | None = None) -> Saves:
    """List saved games, where each stands, and which cannot be read.

    Args:
        folder: The folder of the saves; None for the user's own.

    Raises:
        InputError: There is no such folder.
    """
    from bombsight.service.saves.listing import list_saves

    if folder is not None and not Path(folder).is_dir():
        raise InputError("there is no such folder", str(folder))
    return list_saves(None if folder is None else Path(folder))


@check_arguments
def record(
    save_or_game: AnyPath, folders: Iterable[AnyPath] = (), *, saves: AnyPath | None = None, limit: Limit = 1
) -> SaveRecord | GameRecord:
    """Add up what a save came to, or all saves of a game: missions, people and their fates, tallies.

    Args:
        save_or_game: A save; or a game's id, whose saves are added up.
        folders: Folders to look for the game in, besides the usual ones.
        saves: The folder of the saves of the game; None for the user's own.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: There is no such save or game, or it has no saves; or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.records import record_of_game, record_of_save

    if Path(save_or_game).is_file():
        return record_of_save(Path(save_or_game), to_paths(folders), limit)
    return record_of_game(str(save_or_game), None if saves is None else Path(saves), to_paths(folders), limit)


@check_arguments
def luck(save: AnyPath, folders: Iterable[AnyPath] = (), *, limit: Limit = 1) -> LuckRecord:
    """Measure how the dice of a save fell, against the chances that they had, mission by mission and in all.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: It is no save, or was played with other rules.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.luck.saves import luck_of_save

    return luck_of_save(Path(save), to_paths(folders), limit)


@check_arguments
def report(
    save: AnyPath,
    folders: Iterable[AnyPath] = (),
    *,
    format: Literal["html", "md"] = "html",
    brief: bool = False,
    detail: Detail | None = None,
    limit: Limit = 1,
) -> str:
    """Write a save as a report for others: its story with its dice, boards, charts, the roll of honour.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        format: ``html`` for a page that loads nothing, ``md`` for Markdown.
        brief: Whether to write it in brief, as Markdown of at most 60 lines, whatever the format.
        detail: How much is told: ``news``, ``rolls``, ``books``; None for what suits its length.
        limit: The factor by which the limits on the cost of rules are raised.

    Returns:
        The text of the page, or Markdown.

    Raises:
        InputError: The file is no save, or its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.report.brief import render_brief
    from bombsight.service.report.markdown import render_markdown
    from bombsight.service.report.page import render_page
    from bombsight.service.report.report_data import build_report

    save_report = build_report(Path(save), to_paths(folders), detail=detail, limit=limit)
    if brief:
        return render_brief(save_report)
    return render_page(save_report) if format == "html" else render_markdown(save_report)


@check_arguments
def link(
    save: AnyPath,
    rules: Rules = DEFAULT_RULES,
    *,
    site: str | None = None,
    mission: Count | None = None,
) -> str:
    """Make the link of a saved game, which others watch and play on: :func:`replay` and :func:`resume` take it.

    Args:
        save: The save file.
        rules: Where its game and house rules lie, and the factor on their limits.
        site: The address of a site that has the game; None for that in ``BOMBSIGHT_SITE``, empty for none.
        mission: The mission to be watched, from 1, behind which the link ends; None for the whole save.

    Raises:
        InputError: The file is no save, its rules cannot be found, it has no such mission, or is too long for a link.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.links.making import link_of_save
    from bombsight.service.links.packing import make_address, usual_site

    return make_address(link_of_save(Path(save), rules, mission), usual_site() if site is None else site)


@check_arguments
def prospect(
    save: AnyPath, folders: Iterable[AnyPath] = (), *, house: Iterable[AnyPath] = (), limit: Limit = 1
) -> Prospect:
    """Check how much of a save's story is valid under the rules that are installed now, without writing.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        house: Files of house rules that lie elsewhere than the save says.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: The file is no save, or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import preview_migration

    return preview_migration(Path(save), to_paths(folders), to_paths(house), limit)


@check_arguments
def go_over(
    save: AnyPath, folders: Iterable[AnyPath] = (), *, house: Iterable[AnyPath] = (), limit: Limit = 1
) -> Prospect:
    """Migrate a save to the rules that are installed now, keeping the part of its story that is valid.

    Args:
        save: The save file.
        folders: Folders to look for the game in, besides the usual ones.
        house: Files of house rules that lie elsewhere than the save says.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: The file is no save, it is in use, or the rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    from bombsight.service.saves.migration import migrate_save

    return migrate_save(Path(save), to_paths(folders), to_paths(house), limit)


@check_arguments
def verify(seat_file: AnyPath, revealed: AnyPath | None = None, rules: Rules = DEFAULT_RULES) -> Checked:
    """Check what a seat of a game for two was shown, once all is revealed: ``verify(file).faults`` is empty.

    Args:
        seat_file: The file that the seat kept.
        revealed: The file of what was revealed at the end; None for the one beside it.
        rules: Where its game and house rules lie, and the factor on their limits.

    Raises:
        InputError: A file cannot be read, or the rules cannot be found.
        WrongRules: The rules have errors.
    """
    from bombsight.service.seats.verification.file_verification import verify_seat_file

    return verify_seat_file(Path(seat_file), None if revealed is None else Path(revealed), rules)


@check_arguments
def complain(
    sentence: str,
    game: AnyPath | None = None,
    rules: Rules = DEFAULT_RULES,
    *,
    save: AnyPath | None = None,
    table: str | None = None,
    row: str = "",
    column: str = "",
    out: AnyPath | None = None,
    force: bool = False,
) -> Complaint:
    """Pack what belongs to the report of a fault: versions, rules, table and save, without home folders and user names.

    Args:
        sentence: What is wrong, in your words.
        game: The game's id, or its folder; None for the save's, or none.
        rules: The rules to use; those of a save are its own.
        save: The save that shows it, however damaged; None for none.
        table: The table in question, by its id or title; None for none.
        row: The row in question.
        column: The column in question.
        out: A file to write it into; None for none.
        force: Write over whatever lies there.

    Returns:
        The complaint, with all that the file holds. Its ``private`` names what you may not want to show.

    Raises:
        InputError: The save cannot be read at all, or the file cannot be written.
    """
    from bombsight.service.common.files import write_output
    from bombsight.service.report.complaint import gather_complaint, is_complaint, render_complaint

    save_path = None if save is None else Path(save)
    name = None if game is None else str(game)
    complaint = gather_complaint(sentence, rules, game=name, save=save_path, table=table, row=row, column=column)
    if out is not None:
        write_output(Path(out), render_complaint(complaint), is_complaint, force=force)
    return complaint
