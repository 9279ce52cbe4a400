"""The commands ``saves`` and ``record``: the user's saved games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, JsonFlag, Limit
from bombsight.cli.signatures import Argument, Option

SavesFolderOption = Annotated[
    Path | None, Option("--saves", metavar="FOLDER", help="Where the saves are.", kind="folder")
]


def saves(
    folder: Annotated[
        Path | None, Argument(metavar="FOLDER", help="Where they are; by default your own.", kind="folder")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List your saves, and how to go on with each."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.saves import show_saves
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.saves.listing import list_saves

    if folder is not None and not folder.is_dir():
        raise InputError("there is no such folder", str(folder))
    own_list = list_saves(folder)
    if json:
        print_json(own_list.to_json())
    else:
        show_saves(own_list)


def record(
    what: Annotated[
        str | None, Argument(metavar="SAVE|GAME", help="A save; or a game, all saves of it.", kind="game or save")
    ] = None,
    folder: SavesFolderOption = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show what a save, or all saves of a game, came to."""
    from bombsight.cli.games.saves import show_game_record, show_save_record
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.saves.records import record_of_all_games, record_of_game, record_of_save

    folders = rules_from_options(path).folders
    if what is not None and Path(what).is_file():
        with reading_spinner():
            save_record = record_of_save(Path(what), folders, limit)
        print_json(save_record.to_json()) if json else show_save_record(save_record)
        return
    if what is not None:
        with reading_spinner():
            game_record = record_of_game(what, folder, folders, limit)
        print_json(game_record.to_json()) if json else show_game_record(game_record)
        return
    with reading_spinner():
        records = record_of_all_games(folder, folders, limit)
    if json:
        print_json(records.to_json())
        return
    if not records.games:
        show_no_saves()
    for game_record in records.games:
        show_game_record(game_record)


def show_no_saves() -> None:
    """Print that there are no saves yet, and how to begin a game."""
    from bombsight.cli.terminal.screen import make_console

    make_console().print("No saves yet. A game that you play yourself is always saved: bombsight play GAME")
