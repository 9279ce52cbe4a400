"""The command ``show``: lists the items of a game, shows one, or its form at a stage of the compiler."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bombsight.cli.parameters import (
    Column,
    Folders,
    GameArgument,
    House,
    JsonFlag,
    LeftOutErrata,
    Limit,
    Options,
    QuoteFlag,
    Row,
    Variants,
)
from bombsight.cli.signatures import Argument, Option

ItemArgument = Annotated[
    str | None,
    Argument(metavar="NAME", help="A name, an id, or part of a title; all there is without.", kind="item"),
]


class StageName(StrEnum):
    """The stages of the compiler that can be shown."""

    ast = "ast"
    graph = "graph"
    flat = "flat"
    python = "python"


class KindName(StrEnum):
    """The kinds of things that a game declares."""

    table = "table"
    enum = "enum"
    record = "record"
    state = "state"
    field = "field"
    option = "option"
    define = "define"
    tally = "tally"
    forecast = "forecast"
    procedure = "procedure"
    reroll = "reroll"
    board = "board"
    luck = "luck"
    modifier = "modifier"
    errata = "errata"
    variant = "variant"
    preferences = "preferences"
    house = "house"


def show(
    game: GameArgument,
    item: ItemArgument = None,
    kind: Annotated[list[KindName] | None, Option("--kind", help="List these only; may be repeated.")] = None,
    find: Annotated[str, Option("--find", metavar="TEXT", help="List what holds this text anywhere.")] = "",
    quote: QuoteFlag = False,
    row: Row = "",
    column: Column = "",
    stage: Annotated[
        StageName | None,
        Option("--as", help="Its syntax tree, its node, its flat form, its Python."),
    ] = None,
    traced: Annotated[bool, Option("--traced", help="The Python code that also tells the journal.")] = False,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Show what a game declares, or all that is known of one thing of it."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.service.games.requests import request_for_game

    request = request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
    if stage is not None:
        from bombsight.cli.games.graphs import write_or_print
        from bombsight.service.lookup.stages import render_stage
        from bombsight.service.programs.compile import compile_game

        if item is None:
            raise InputError("--as shows one item", "", f"Name it: bombsight show {game} NAME --as {stage.value}")
        write_or_print(render_stage(*compile_game(request), item, stage.value, traced=traced), None)
    elif quote or row or column:
        from bombsight.cli.tables.quotation import show_quotation
        from bombsight.service.lookup.quotation import quote_thing

        if item is None:
            raise InputError("--quote quotes one item", "", f"Name it: bombsight show {game} NAME --quote")
        show_quotation(quote_thing(request, item, row, column), json=json)
    elif item is None or find or kind:
        from bombsight.cli.games.contents import show_contents
        from bombsight.cli.terminal.screen import make_console
        from bombsight.service.lookup.search import find_contents

        contents = find_contents(request, [each.value for each in kind or ()], find or item or "")
        if json:
            print_json(contents.to_json())
        else:
            show_contents(contents, make_console())
    else:
        from bombsight.cli.games.item_page import show_thing
        from bombsight.cli.terminal.screen import make_console
        from bombsight.service.lookup.description import look_up_thing

        description = look_up_thing(request, item)
        if json:
            print_json(description.to_json())
        else:
            show_thing(description, make_console())
