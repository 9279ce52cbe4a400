"""The command ``preferences``: estimates the cost of the autopilot's answers."""

from __future__ import annotations

from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


def preferences(
    game: GameArgument,
    missions: Annotated[int, Option(metavar="N", min=1, help="Look on at so many missions, all in turn.")] = 50,
    campaigns: Annotated[int | None, Option(metavar="N", min=1, help="Look on at so many campaigns instead.")] = None,
    seed: Annotated[int, Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Show where other answers than the autopilot's would serve better. Ctrl-C shows what is known by then."""
    from bombsight.cli.games.preferences import show_preferences
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console
    from bombsight.cli.terminal.signals import SignalInterrupt
    from bombsight.service.testing.preferences import observe_game

    rules = rules_from_options(path, house, option, variant, without, limit)
    with make_console(stderr=True).status("Reading the rules", spinner="line") as status:
        study = observe_game(game, rules, seed, campaigns=campaigns is not None)
        count, run = (missions, "mission") if campaigns is None else (campaigns, "campaign")
        try:
            for number in range(count):
                status.update(f"Thinking about {run} {number + 1} of {count}")
                study.play_next()
        except KeyboardInterrupt as stop:
            if isinstance(stop, SignalInterrupt) or not study.missions:
                raise
    report = study.to_document()
    if json:
        print_json(report.to_json())
    else:
        show_preferences(report, make_console())
