"""``bombsight show``: an item of a game as a stage of the compiler sees it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Options, Variants, Without

ItemWord = Annotated[
    str, typer.Argument(metavar="ITEM", help="The id of a table, or a procedure, a define ...", show_default=False)
]


class StageName(StrEnum):
    """The stages that can be looked at."""

    ast = "ast"
    graph = "graph"
    flat = "flat"
    python = "python"


def show(
    game: GameWord,
    item: ItemWord,
    stage: Annotated[
        StageName, typer.Option("--as", help="Its syntax tree, its node, its flat form, its Python.")
    ] = StageName.flat,
    traced: Annotated[bool, typer.Option("--traced", help="The Python code that also tells the journal.")] = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
) -> None:
    """Show what the compiler makes of an item, stage by stage."""
    from bombsight.cli.games.graphs import put
    from bombsight.cli.parameters import rules_of
    from bombsight.service.compiling import compiled
    from bombsight.service.requests import request_for
    from bombsight.service.stages import shown

    graph, result = compiled(request_for(game, rules_of(path, house, option, variant, without)))
    put(shown(graph, result, item, stage.value, traced=traced), None)
