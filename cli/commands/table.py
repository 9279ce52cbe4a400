"""``bombsight table``: a table as it stands after errata and house rules, and the index of all."""

from __future__ import annotations

from typing import Annotated

import typer

from bombsight.cli.parameters import (
    Column,
    Folders,
    GameWord,
    House,
    Json,
    Limit,
    Options,
    Quote,
    Row,
    Variants,
    Without,
)

TableWord = Annotated[
    str | None,
    typer.Argument(
        metavar="ID", help="The table's id, as printed, or part of its title; the index without.", show_default=False
    ),
]


def table(
    game: GameWord,
    id: TableWord = None,
    quote: Quote = False,
    row: Row = "",
    column: Column = "",
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    json: Json = False,
) -> None:
    """Show a table as it stands, with its sources; or list them all."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import console
    from bombsight.service.games.requests import request_for

    request = request_for(game, rules_of(path, house, option, variant, without, limit))
    if quote or row or column:
        from bombsight.cli.tables.quotation import show_quotation
        from bombsight.service.lookup.quotation import quotation

        if id is None:
            raise InputError("--quote quotes one table", "", f"Name it: bombsight table {game} ID --quote")
        show_quotation(quotation(request, id, row, column, ("table",)), json=json)
    elif id is None:
        from bombsight.cli.games.contents import show_contents
        from bombsight.service.lookup.search import contents_of

        told = contents_of(request, ("table",))
        if json:
            print_json(told.to_json())
        else:
            show_contents(told, console())
    else:
        from bombsight.cli.tables.card import show_card
        from bombsight.service.lookup.cards import card_in

        found = card_in(request, id)
        if json:
            print_json(found.to_json())
        else:
            show_card(found.table, console())
