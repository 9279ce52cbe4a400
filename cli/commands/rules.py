"""``bombsight rules``: what is in force, and what each item changed."""

from __future__ import annotations

from bombsight.cli.parameters import Folders, GameWord, House, Json, Limit, Options, Variants, Without


def rules(
    game: GameWord,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    json: Json = False,
) -> None:
    """Show which rules are in force, and what each errata or house rule changed."""
    from bombsight.cli.games.rules import show_rules
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import console
    from bombsight.service.games.requests import request_for
    from bombsight.service.lookup.rulings import rules_in_force
    from bombsight.service.programs.compile import compiled

    told = rules_in_force(*compiled(request_for(game, rules_of(path, house, option, variant, without, limit))))
    if json:
        print_json(told.to_json())
    else:
        show_rules(told, console())
