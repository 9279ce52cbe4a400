"""The commands ``pack``, ``add`` and ``remove``: games handed on as one file each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, Limit
from bombsight.cli.signatures import Argument, Option


def pack(
    game: Annotated[str, Argument(metavar="FOLDER", help="The game's folder, or its id.", kind="game")],
    out: Annotated[
        Path | None,
        Option("--out -o", metavar="FILE", help="Write it there.", default_text="ID-VERSION.bombsight"),
    ] = None,
    force: Annotated[bool, Option("--force", help="Write over whatever lies there.")] = False,
    path: Folders = None,
) -> None:
    """Pack a game into one file for others: they add it, or drop it onto the page of any site. Errors are refused."""
    from bombsight.cli.games.packages import show_packed_game
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.packages.packing import pack_game

    folders = rules_from_options(path).folders
    with reading_spinner():
        packed_game = pack_game(game, out, folders, force=force)
    show_packed_game(packed_game)


def add(
    file: Annotated[str, Argument(metavar="FILE", help="A package, NAME.bombsight.", kind="file")],
    replace: Annotated[
        bool, Option("--replace", help="Replace an older version of the same game; saves go on by theirs.")
    ] = False,
    path: Folders = None,
    limit: Limit = 1,
) -> None:
    """Add the game of a package to your own games: all commands find it by its id. Nothing is downloaded."""
    from bombsight.cli.games.packages import show_added_game
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.screen import reading_spinner
    from bombsight.service.packages.adding import add_game

    folders = rules_from_options(path).folders
    with reading_spinner():
        added_game = add_game(file, folders, replace=replace, limit=limit)
    show_added_game(added_game)


def remove(
    game: Annotated[str, Argument(metavar="GAME", help="The id of a game that you added.", kind="game")],
) -> None:
    """Remove a game that you added; its saves stay, with the rules that they began by."""
    from bombsight.cli.games.packages import show_removed_game
    from bombsight.service.packages.adding import remove_game

    show_removed_game(remove_game(game))
