"""``bombsight rules``: what is in force, and what each item changed."""

from __future__ import annotations

from bombsight.cli.parameters import Folders, GameWord, House, Json, Options, Variants, Without


def rules(
    game: GameWord,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    json: Json = False,
) -> None:
    """Show which rules are in force, and what each errata or house rule changed."""
    from bombsight.cli.chosen import request_for, rules_of
    from bombsight.cli.compiling import compiled
    from bombsight.cli.documents import document, plain_data, print_json
    from bombsight.cli.rulings import rules_in_force
    from bombsight.cli.screen import console
    from bombsight.cli.screen_rules import show_rules

    told = rules_in_force(*compiled(request_for(game, rules_of(path, house, option, variant, without))))
    if json:
        print_json(document("rules", **plain_data(told)))
    else:
        show_rules(told, console())
