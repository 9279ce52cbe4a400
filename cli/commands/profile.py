"""The command ``profile``: shows calls, conditions examined and time of each item of the rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option
from bombsight.service.common.seeds import MAX_SEED


class Policy(StrEnum):
    """The policies that answer the questions of profiled runs."""

    auto = "auto"
    random = "random"


class SortKey(StrEnum):
    """The sort keys of a profile."""

    own = "own"
    all = "all"
    calls = "calls"
    looks = "looks"


def profile(
    game: GameArgument,
    missions: Annotated[int, Option(metavar="N", min=1, help="Play so many missions, all in turn.")] = 50,
    policy: Annotated[Policy, Option(help="Who answers.")] = Policy.auto,
    seed: Annotated[int, Option(metavar="S", min=0, max=MAX_SEED, help="Throw the dice of this seed.")] = 1,
    by: Annotated[SortKey, Option(help="What comes first.")] = SortKey.own,
    top: Annotated[int, Option(metavar="N", min=0, help="Print so many lines; 0 for all.")] = 30,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Show what the rules of a game cost: calls, looks, time."""
    from bombsight.cli.games.profile import show_profile
    from bombsight.cli.parameters import rules_from_options
    from bombsight.cli.terminal.output import print_json
    from bombsight.cli.terminal.screen import make_console
    from bombsight.service.games.requests import request_for_game
    from bombsight.service.testing.profiling import profile_game

    measured_profile = profile_game(
        request_for_game(game, rules_from_options(path, house, option, variant, without, limit)),
        missions,
        seed,
        policy.value,
    )
    if json:
        print_json(measured_profile.to_json())
    else:
        show_profile(measured_profile, by.value, top or len(measured_profile.nodes), make_console())
