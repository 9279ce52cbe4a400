"""``bombsight games``: the games there are."""

from __future__ import annotations

from bombsight.cli.parameters import Folders, Json


def games(path: Folders = None, json: Json = False) -> None:
    """List the games there are, built in and on --path or BOMBSIGHT_PATH."""
    from bombsight.cli.games.overview import show_games
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.overview import overview

    found = overview(rules_of(path).folders)
    if json:
        print_json(found.to_json())
    else:
        show_games(found.games)
