"""``bombsight rules``: what is in force, and what each item changed."""

from __future__ import annotations

from cli.parameters import Folders, GameWord, House, Json, Options, Variants, Without


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
    from attrs import asdict

    from cli.chosen import request_for, rules_of
    from cli.compiling import compiled
    from cli.documents import document, print_json
    from cli.rulings import rules_in_force
    from cli.screen import console
    from cli.screen_rules import show_rules

    told = rules_in_force(*compiled(request_for(game, rules_of(path, house, option, variant, without))))
    if json:
        print_json(document("rules", **asdict(told)))
    else:
        show_rules(told, console())
