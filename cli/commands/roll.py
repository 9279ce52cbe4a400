"""The command ``roll``: one roll on a table, with one's own dice or thrown ones."""

from __future__ import annotations

from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Argument, Option


def roll(
    game: GameArgument,
    table: Annotated[str, Argument(metavar="TABLE", help="The table's id, or part of its title.", kind="table")],
    dice: Annotated[
        list[str] | None,
        Argument(metavar="[DICE]...", help="What your dice show, throw by throw: 3 5, or 3+5; thrown if left out."),
    ] = None,
    given: Annotated[
        list[str] | None,
        Option(metavar="EXPR", help="What is so: a condition, or a line of a scene; may be given often."),
    ] = None,
    seed: Annotated[int | None, Option(metavar="S", help="Throw the dice of this seed.")] = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    path: Folders = None,
    json: JsonFlag = False,
) -> None:
    """Show what comes of a roll on a table, and why: of your dice, or of dice thrown here."""
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.tables.rolled import show_roll
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console, reading_spinner
    from bombsight.service.common.seeds import choose_seed
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.table_rolls.rolling import roll_on_table

    with reading_spinner():
        request = request_for_game(game, rules_from_options(path, house, option, variant, without, limit))
        rolled = roll_on_table(request, table, dice or (), given or (), seed=choose_seed(seed))
    if json:
        print_json(rolled.to_json())
    else:
        show_roll(rolled, make_console())
