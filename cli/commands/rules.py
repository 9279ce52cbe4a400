"""The command ``rules``: shows the rules in force, and the changes by each overlay item."""

from __future__ import annotations

from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


def rules(
    game: GameArgument,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    primer: Annotated[bool, Option("--primer", help="Only how the game goes, in one page.")] = False,
    json: JsonFlag = False,
) -> None:
    """Show which rules are in force, and what each errata or house rule changed."""
    from bombsight.cli.games.rules import show_primer, show_rules
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.lookup.rulings import rules_in_force
    from bombsight.service.programs.compile import compile_game

    in_force = rules_in_force(
        *compile_game(request_for_game(game, rules_from_options(path, house, option, variant, without, limit)))
    )
    if json:
        print_json(in_force.to_json())
    elif primer:
        show_primer(in_force, make_console())
    else:
        show_rules(in_force, make_console())
