"""``bombsight profile``: what the rules are called for, what they look at, and where the time goes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from bombsight.cli.parameters import Folders, GameWord, House, Json, Limit, Options, Variants, Without
from bombsight.service.common.seeds import HIGHEST_SEED


class Policy(StrEnum):
    """Who answers."""

    auto = "auto"
    random = "random"


class By(StrEnum):
    """What comes first."""

    own = "own"
    all = "all"
    calls = "calls"
    looks = "looks"


def profile(
    game: GameWord,
    missions: Annotated[int, typer.Option(min=1, help="How many missions are played, each number in turn.")] = 50,
    policy: Annotated[Policy, typer.Option(help="Who answers.")] = Policy.auto,
    seed: Annotated[int, typer.Option(min=0, max=HIGHEST_SEED, help="Of the dice.")] = 1,
    by: Annotated[By, typer.Option(help="What comes first.")] = By.own,
    top: Annotated[int, typer.Option(min=0, help="How many lines; 0 for all.")] = 30,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: Without = None,
    limit: Limit = 1,
    json: Json = False,
) -> None:
    """Show what the rules of a game cost: calls, looks, time."""
    from bombsight.cli.games.profile import show_profile
    from bombsight.cli.parameters import rules_of
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import console
    from bombsight.service.games.requests import request_for
    from bombsight.service.testing.profiling import profiled

    told = profiled(
        request_for(game, rules_of(path, house, option, variant, without, limit)), missions, seed, policy.value
    )
    if json:
        print_json(told.to_json())
    else:
        show_profile(told, by.value, top or len(told.nodes), console())
