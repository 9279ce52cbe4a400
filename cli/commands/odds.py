"""The command ``odds``: shows the exact odds of a table, or of an expression."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from bombsight.boundary.errors import InputError
from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option


def odds(
    game: GameArgument,
    table: Annotated[
        str | None, Argument(metavar="TABLE", help="The table's id, or part of its title.", kind="table")
    ] = None,
    of: Annotated[
        str | None,
        Option(metavar="EXPR", help="Of dice, a roll, a define or a procedure instead: '2d6 - 1', 'do attack(iron)'."),
    ] = None,
    auto: Annotated[
        bool, Option("--auto", help="Have the autopilot answer choices on the way to what --of asks for.")
    ] = False,
    given: Annotated[
        list[str] | None,
        Option(
            metavar="EXPR",
            help="What is so: a condition, or a line of a scene; may be given often.",
        ),
    ] = None,
    pin: Annotated[
        list[str] | None,
        Option(metavar="NAME=VALUE", kind="pin", help="Have every throw on this table on the way show this."),
    ] = None,
    pins: Annotated[Path | None, Option(metavar="FILE", help="Pin as the lines of this file say.")] = None,
    all: Annotated[bool, Option("--all", help="Go through all that decides which row dice lead to.")] = False,
    rows: Annotated[bool, Option("--rows", help="Show every row, and the rolls on the way.")] = False,
    house: House = None,
    against: Annotated[
        list[Path] | None,
        Option(metavar="FILE", help="Lay these house rules over it as well, and compare."),
    ] = None,
    svg: Annotated[Path | None, Option(metavar="FILE", help="Draw them into a .svg file.")] = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show what the chances of a table are, exactly, or of what --of asks for.

    With house rules: with them and without, side by side.
    """
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.tables.odds import show_odds
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console, reading_spinner
    from bombsight.service.programs.pins import parse_pin, read_pins
    from bombsight.service.table_odds.drawing import check_drawing_path, write_drawing
    from bombsight.service.table_odds.requests import make_compared_requests
    from bombsight.service.table_odds.situations import compute_expression_odds, compute_table_odds

    if table is None and of is None:
        hint = f"Name it, `bombsight table {game}` lists them; or ask --of 'EXPRESSION'."
        raise InputError("the odds of which table", "", hint)
    if of is None and auto:
        raise InputError("--auto goes with --of", "", "On the way from a table the autopilot answers anyway.")
    if of is not None and (table is not None or all):
        besides = f"the table {table}" if table is not None else "--all"
        raise InputError(f"--of and {besides} are two questions", "", "Leave one out.")
    if svg is not None:
        check_drawing_path(svg)
    pinned = (*(read_pins(str(pins)) if pins is not None else ()), *map(parse_pin, pin or ()))
    with reading_spinner():
        request, other = make_compared_requests(
            game, rules_from_options(path, house, option, variant, without, limit), against or ()
        )
        if of is not None:
            computed_odds = compute_expression_odds(
                request, of, given or (), against=other, answers_choices=auto, pins=pinned
            )
        else:
            computed_odds = compute_table_odds(
                request, table or "", given or (), is_exhaustive=all, against=other, pins=pinned
            )
    if svg is not None:
        write_drawing(svg, computed_odds)
    if json:
        print_json(computed_odds.to_json())
    else:
        show_odds(computed_odds, make_console(), shows_rows=rows)
