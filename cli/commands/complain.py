"""The command ``complain``: packs all that belongs to a report of a fault into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import (
    Column,
    Folders,
    House,
    JsonFlag,
    LeftOutErrata,
    Limit,
    Options,
    Row,
    Variants,
)
from bombsight.cli.signatures import Argument, Option


def complain(
    sentence: Annotated[
        str | None, Argument(metavar="SENTENCE", help="What is wrong, in your words, in quotation marks.")
    ] = None,
    save: Annotated[
        Path | None, Option("--save", metavar="FILE", help="Put this save in, however damaged.", kind="save")
    ] = None,
    game: Annotated[
        str | None, Option("--game", metavar="GAME", help="It is about this game; else the save's.", kind="game")
    ] = None,
    table: Annotated[str | None, Option("--table", metavar="ID", help="It is about this table.", kind="table")] = None,
    row: Row = "",
    column: Column = "",
    out: Annotated[
        Path | None, Option("--out -o", metavar="FILE", help="Write it there; without, it is only shown.")
    ] = None,
    unpack: Annotated[
        Path | None,
        Option("--unpack", metavar="FILE", help="Write what somebody's complaint holds into the new folder --out."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Write over whatever lies there.")] = False,
    yes: Annotated[bool, Option("--yes", help="Write it without being asked.")] = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Pack a report of a fault into one file: versions, rules, table, save. It is shown first; nothing is sent."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.complaint import show_unpacked, show_written, write_shown
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.report.complaint import gather_complaint, read_complaint
    from bombsight.service.report.scrubbing import scrub_data
    from bombsight.service.report.unpacking import unpack_complaint

    if unpack is not None:
        complaint = read_complaint(unpack)
        if json:
            print_json(complaint.to_json())
        elif out is None:
            raise InputError("it is not said where to unpack it", "", "Name a new folder: -o FOLDER")
        else:
            show_unpacked(complaint, unpack_complaint(complaint, out))
        return
    if sentence is None or not sentence.strip():
        raise InputError("it is not said what is wrong", "", 'Say it: bombsight complain "the row 6 of G-9 is ..."')
    if save is not None and (house or option or variant or without):
        raise InputError("a save says itself which rules it is played by: leave out what else is asked for", str(save))
    if (row or column) and table is None:
        raise InputError("it is not said of which table", "", "Name it: --table ID")
    with reading_spinner():
        complaint = gather_complaint(
            sentence,
            rules_from_options(path, house, option, variant, without, limit),
            game=game,
            save=save,
            table=table,
            row=row,
            column=column,
        )
    if json:
        print_json(scrub_data(complaint.to_json()))
    elif out is None:
        show_written(complaint)
    else:
        write_shown(complaint, out, force=force, yes=yes)
