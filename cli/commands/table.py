"""``bombsight table``: a table as it stands after errata and house rules."""

from __future__ import annotations

from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Json, Options, Variants, Without

TableWord = Annotated[str, typer.Argument(metavar="ID", help="The table's id, as printed.", show_default=False)]


def table(
    game: GameWord,
    id: TableWord,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    json: Json = False,
) -> None:
    """Show a table as it stands: rows, modifiers, notes, sources, and what amended it."""
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.tables.card import show_card
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import console
    from bombsight.service.cards import card_in
    from bombsight.service.requests import request_for

    told = card_in(request_for(game, rules_of(path, house, option, variant, without)), id)
    if json:
        print_json(told.to_json())
    else:
        show_card(told.table, console())
