"""The command ``games``: lists the games."""

from __future__ import annotations

from typing import Annotated

from bombsight.cli.parameters import Folders, JsonFlag
from bombsight.cli.signatures import Option


def games(
    path: Folders = None,
    paths: Annotated[bool, Option("--paths", help="Print where the files of each lie.")] = False,
    json: JsonFlag = False,
) -> None:
    """List the games there are: built in, on --path or BOMBSIGHT_PATH, added, and of Python packages."""
    from bombsight.cli.games.overview import show_game_folders, show_games
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.lookup.overview import list_games

    game_list = list_games(rules_from_options(path).folders)
    if json:
        print_json(game_list.to_json())
    elif paths:
        show_game_folders(game_list.games)
    else:
        show_games(game_list.games)
