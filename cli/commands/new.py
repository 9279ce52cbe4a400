"""``bombsight new``: a game of one's own begun, or a house rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.", show_default=False)],
    house: Annotated[
        str | None, typer.Option("--house", metavar="GAME", help="Begin a house rule for it.", show_default=False)
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="ID", help="Of this table or enum; may be repeated.", show_default=False),
    ] = None,
    row: Annotated[
        str, typer.Option("--row", metavar="KEYS", help="Quote this row of it, or modifier.", show_default=False)
    ] = "",
    column: Annotated[
        str, typer.Option("--column", metavar="HEAD", help="Quote this cell of the row.", show_default=False)
    ] = "",
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="LINE", help="Add this line to it; may be repeated.", show_default=False),
    ] = None,
    line: Annotated[
        list[str] | None,
        typer.Option(
            "--line",
            metavar="NAME[: LINE]",
            help="Quote a procedure or the like, or a line of it, named or by what it says; may be repeated.",
            show_default=False,
        ),
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="AUTHOR", help="Whose rule it is.")] = "A. Player",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="PATH", help="Write it there; - prints a house rule.", show_default=False
        ),
    ] = None,
    path: Folders = None,
) -> None:
    """Begin a game of your own: a folder with a small one that plays. With --house, begin a house rule."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.parameters import rules_of

    rules = rules_of(path)
    if house is None:
        if table or row or column or add or line:
            raise InputError("it is not said for which game the house rule is", "", "Name it: --house GAME")
        from bombsight.cli.games.started import show_game_begun
        from bombsight.service.scaffolding.game import begin_game

        show_game_begun(begin_game(name, output, rules.folders))
        return
    if (row or column or add) and len(table or ()) != 1:
        raise InputError(
            "--row, --column and --add are of one table", "", "Name it: --table ID. Others: --line 'NAME: LINE'."
        )
    from bombsight.cli.games.graphs import put
    from bombsight.cli.games.started import show_house_begun
    from bombsight.service.common.files import write_new
    from bombsight.service.scaffolding.house import COMMENT, TABULAR, Place, begun_house, line_at

    places = [Place(id_, "", "", TABULAR, tuple(add)) for id_ in table or () if add]
    if row or column or not add:
        places += [Place(id_, row, column, TABULAR) for id_ in table or ()]
    text = begun_house(house, rules, name, [*places, *map(line_at, line or ())], by)
    file = output if output is not None else Path(f"{name}.rules")
    if str(file) == "-":
        put(text, None)
    else:
        write_new(file, text)
        show_house_begun(house, file, quotes=COMMENT in text)
