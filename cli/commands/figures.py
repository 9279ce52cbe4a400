"""The command ``figures``: measures, writes and checks the figures in a game's README."""

from __future__ import annotations

from typing import Annotated

from click.exceptions import Exit

from bombsight.cli.parameters import Folders, GameArgument, Limit
from bombsight.cli.signatures import Option


def figures(
    game: GameArgument,
    table: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="Only this table; may be given often.", kind="table"),
    ] = None,
    write: Annotated[bool, Option("--write", help="Write the figures into the README.")] = False,
    sample: Annotated[
        int | None,
        Option(
            metavar="N",
            min=1,
            help="Play only N missions a row, with other dice; fail where they contradict the README.",
        ),
    ] = None,
    jobs: Annotated[int | None, Option(metavar="N", min=1, help="Share the work among N processes.")] = None,
    limit: Limit = 1,
    path: Folders = None,
) -> None:
    """Play the runs by which a README's figures are measured. Exit status 1 where it states others."""
    from bombsight.boundary.errors import InputError
    from bombsight.cli.games.figures import compare_with_sample, measure_tables
    from bombsight.cli.parameters import rules_from_options
    from bombsight.service.figures.readme import read_figures, select_tables
    from bombsight.service.games.game_lookup import find_game
    from bombsight.service.simulating.requests import choose_pool

    if write and sample is not None:
        raise InputError("--write and --sample exclude each other", "", "A sample is too small to be stated.")
    rules = rules_from_options(path, limit=limit)
    game_folder = find_game(game, rules.folders)
    figures = select_tables(read_figures(game_folder.path), table or [])
    pool = choose_pool(None, jobs)
    if sample is not None:
        raise Exit(compare_with_sample(game_folder, figures, rules, pool, sample))
    raise Exit(measure_tables(game_folder, figures, rules, pool, write=write))
