"""The command ``table``: shows a table as it stands after errata and house rules, or the index of all tables."""

from __future__ import annotations

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
from bombsight.cli.signatures import Argument

TableArgument = Annotated[
    str | None,
    Argument(metavar="ID", help="The table's id, as printed, or part of its title; the index without.", kind="table"),
]


def table(
    game: GameArgument,
    id: TableArgument = None,
    quote: QuoteFlag = False,
    row: Row = "",
    column: Column = "",
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Show a table as it stands, with its sources; or list them all."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console
    from bombsight.service.games.requests import request_for_game

    request = request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
    if quote or row or column:
        from bombsight.cli.tables.quotation import show_quotation
        from bombsight.service.lookup.quotation import quote_thing

        if id is None:
            raise InputError("--quote quotes one table", "", f"Name it: bombsight table {game} ID --quote")
        show_quotation(quote_thing(request, id, row, column, ("table",)), json=json)
    elif id is None:
        from bombsight.cli.games.contents import show_contents
        from bombsight.service.lookup.search import find_contents

        contents = find_contents(request, ("table",))
        if json:
            print_json(contents.to_json())
        else:
            show_contents(contents, make_console())
    else:
        from bombsight.cli.tables.card import show_card
        from bombsight.service.lookup.cards import look_up_card

        card = look_up_card(request, id)
        if json:
            print_json(card.to_json())
        else:
            show_card(card.table, make_console())
