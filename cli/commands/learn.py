"""The command ``learn``: learns better preferences for the autopilot, and writes them as rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import Folders, GameArgument, House, JsonFlag, LeftOutErrata, Limit, Options, Variants
from bombsight.cli.signatures import Option


def learn(
    game: GameArgument,
    minutes: Annotated[
        int | None,
        Option(metavar="N", min=1, help="Learn for so many minutes; else for 10, or as many as --rounds takes."),
    ] = None,
    rounds: Annotated[int | None, Option(metavar="N", min=1, max=1000, help="Play at most so many rounds.")] = None,
    seed: Annotated[int, Option(metavar="S", help="Throw the dice of this seed.")] = 0,
    out: Annotated[
        Path | None, Option("--out -o", metavar="FILE", help="Write what was learned to a .rules file.")
    ] = None,
    path: Folders = None,
    house: House = None,
    option: Options = None,
    variant: Variants = None,
    without: LeftOutErrata = None,
    limit: Limit = 1,
    json: JsonFlag = False,
) -> None:
    """Learn better preferences for the autopilot, as rules. Ctrl-C keeps the best so far."""
    from bombsight.cli.games.learning import learn_and_show
    from bombsight.cli.parameters import rules_from_options
    from bombsight.service.learning.requirements import check_extra_installed

    check_extra_installed()
    from bombsight.service.learning.learned_file import check_learned_path

    if out is not None:
        check_learned_path(out)
    rules = rules_from_options(path, house, option, variant, without, limit)
    raise Exit(learn_and_show(game, rules, seed, rounds=rounds, minutes=minutes, out=out, json=json))
