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
    from bombsight.cli.cards import card_of
    from bombsight.cli.chosen import request_for, rules_of
    from bombsight.cli.compiling import compiled
    from bombsight.cli.documents import document, plain_data, print_json
    from bombsight.cli.lookup import find_table
    from bombsight.cli.screen import console
    from bombsight.cli.screen_table import show_card

    graph, result = compiled(request_for(game, rules_of(path, house, option, variant, without)))
    card = card_of(find_table(graph, id), graph, result.sources)
    if json:
        print_json(document("table", game=graph.game.id, rules=graph.rules_hash, table=plain_data(card)))
    else:
        show_card(card, console())
