"""``bombsight saves`` and ``bombsight record``: what one has played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, Json, Limit

SavesFolder = Annotated[
    Path | None, typer.Option("--saves", metavar="FOLDER", help="Where the saves are.", show_default=False)
]


def saves(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="Where they are; by default your own.", show_default=False)
    ] = None,
    json: Json = False,
) -> None:
    """List your saves, and how to go on with each."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.saves import show_saves
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.saves.listing import own_saves

    if folder is not None and not folder.is_dir():
        raise InputError("there is no such folder", str(folder))
    found = own_saves(folder)
    if json:
        print_json(found.to_json())
    else:
        show_saves(found)


def record(
    what: Annotated[
        str | None, typer.Argument(metavar="SAVE|GAME", help="A save; or a game, all saves of it.", show_default=False)
    ] = None,
    folder: SavesFolder = None,
    limit: Limit = 1,
    path: Folders = None,
    json: Json = False,
) -> None:
    """Show what a save, or all saves of a game, came to."""
    from bombsight.cli.games.saves import show_game_record, show_save_record
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import reading
    from bombsight.service.saves.listing import own_saves
    from bombsight.service.saves.records import record_of_game, record_of_save

    folders = rules_of(path).folders
    if what is not None and Path(what).is_file():
        with reading():
            of_save = record_of_save(Path(what), folders, limit)
        print_json(of_save.to_json()) if json else show_save_record(of_save)
        return
    games = [what] if what is not None else sorted({save.game for save in own_saves(folder).saves if save.game})
    if not games and not json:
        show_no_saves()
    for game in games:
        with reading():
            of_game = record_of_game(game, folder, folders, limit)
        print_json(of_game.to_json(), line=what is None) if json else show_game_record(of_game)


def show_no_saves() -> None:
    """Say that there is nothing yet."""
    from bombsight.cli.terminal.screen import console

    console().print("No saves yet. A game that you play yourself is always saved: bombsight play GAME")
