"""The command ``compile``: writes the rules of a game as one file, for programs or for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.cli.parameters import Folders, House, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option


def compile(
    game: Annotated[
        str, Argument(metavar="GAME|SAVE|FILE.game", help="A game; or whose rules are meant.", kind="game or save")
    ],
    site: Annotated[
        bool, Option("--site", help="Write a game file, which can be dropped onto the page of a site.")
    ] = False,
    out: Annotated[
        Path | None,
        Option("--out -o", old_names="--output", metavar="FILE", help="Write it there instead of printing it."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Write over whatever lies there.")] = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
) -> None:
    """Print a game's rule graph as JSON: all resolved, errata and house rules applied. With --site, a game file."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_from_options
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.saves.saved_rules import request_of_file

    rules = rules_from_options(path, house, option, variant, without, limit)
    request_in_file = request_of_file(Path(game), rules.folders, limit)
    if request_in_file is not None and (house or option or variant or without):
        raise InputError("a file of rules says itself which: leave out what else is asked for", game)
    request = request_for_game(game, rules) if request_in_file is None else request_in_file
    if site:
        from bombsight.cli.games.site import show_game_file
        from bombsight.cli.terminal.screen import reading_spinner
        from bombsight.service.common.container import SUFFIX, is_game_file
        from bombsight.service.common.files import write_output_bytes
        from bombsight.service.site.gamefile import load_game_file

        with reading_spinner():
            compiled_game = load_game_file(request)
        file = out if out is not None else Path(f"{compiled_game.game}{SUFFIX}")
        write_output_bytes(file, compiled_game.content, is_game_file, force=force)
        show_game_file(compiled_game, file)
        return
    from bombsight.cli.games.graphs import write_or_print
    from bombsight.service.lookup.graphs import render_graph_json
    from bombsight.service.programs.compile import compile_game

    write_or_print(render_graph_json(compile_game(request)[0]), out, force=force)
