"""``bombsight preferences``: what the autopilot's answers cost."""

from __future__ import annotations

from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Json, Limit, Options, Variants, Without


def preferences(
    game: GameWord,
    missions: Annotated[int, typer.Option(metavar="N", min=1, help="Look on at so many missions, all in turn.")] = 50,
    seed: Annotated[int, typer.Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    json: Json = False,
) -> None:
    """Show where other answers than the autopilot's would serve better. Ctrl-C shows what is known by then."""
    from bombsight.cli.games.preferences import show_preferences
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import console
    from bombsight.cli.terminal.signals import Stopped
    from bombsight.service.testing.preferences import watch

    rules = rules_of(path, house, option, variant, without, limit)
    with console(stderr=True).status("Reading the rules", spinner="line") as status:
        watching = watch(game, rules, seed)
        try:
            for number in range(missions):
                status.update(f"Thinking about mission {number + 1} of {missions}")
                watching.play()
        except KeyboardInterrupt as stop:
            if isinstance(stop, Stopped) or not watching.missions:
                raise
    told = watching.told()
    if json:
        print_json(told.to_json())
    else:
        show_preferences(told, console())
