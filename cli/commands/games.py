"""``bombsight games``: the games there are."""

from __future__ import annotations

from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, Json


def games(
    path: Folders = None,
    paths: Annotated[bool, typer.Option("--paths", help="Print where the files of each lie.")] = False,
    json: Json = False,
) -> None:
    """List the games there are, built in and on --path or BOMBSIGHT_PATH."""
    from bombsight.cli.games.overview import show_games, show_places
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.lookup.overview import overview

    found = overview(rules_of(path).folders)
    if json:
        print_json(found.to_json())
    elif paths:
        show_places(found.games)
    else:
        show_games(found.games)
