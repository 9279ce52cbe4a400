"""``bombsight compile``: the rules of a game as one file, for programs or for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, House, Limit, Options, Variants, Without


def compile(
    game: Annotated[
        str, typer.Argument(metavar="GAME|SAVE|FILE.game", help="A game; or whose rules are meant.", show_default=False)
    ],
    site: Annotated[
        bool, typer.Option("--site", help="Write a game file, which can be dropped onto the page of a site.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write it there instead of printing it.", show_default=False
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over whatever lies there.")] = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
) -> None:
    """Print a game's rule graph as JSON: all resolved, errata and house rules applied. With --site, a game file."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_of
    from bombsight.service.games.requests import request_for
    from bombsight.service.saves.rules import rules_in_file

    rules = rules_of(path, house, option, variant, without, limit)
    held = rules_in_file(Path(game), rules.folders, limit)
    if held is not None and (house or option or variant or without):
        raise InputError("a file of rules says itself which: leave out what else is asked for", game)
    request = request_for(game, rules) if held is None else held
    if site:
        from bombsight.cli.games.site import show_game_file
        from bombsight.cli.terminal.screen import reading
        from bombsight.service.common.container import SUFFIX, is_game_file
        from bombsight.service.common.files import write_made
        from bombsight.service.site.gamefile import game_file

        with reading():
            made = game_file(request)
        file = output if output is not None else Path(f"{made.game}{SUFFIX}")
        write_made(file, made.content, is_game_file, force=force)
        show_game_file(made, file)
        return
    from bombsight.cli.games.graphs import put
    from bombsight.service.lookup.graphs import graph_text
    from bombsight.service.programs.compile import compiled

    put(graph_text(compiled(request)[0]), output, force=force)
