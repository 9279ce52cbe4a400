"""Precompiled games: fills the cache with the shipped games when the program is packaged, so that they start at once.

The entries are those that first calls would cache, under the same names: digests of the rules and of the compiler's
code. So a changed file of either misses the cache, and is compiled. Of each game there are its graph, its program, the
program after the passes of the Python backend (traced for play, plain for odds and simulations), and what linting it
gives: findings, incremental results and outcomes of examples, from which house rules are linted. All entries are JSON,
which runs nothing when it is read and is the same in each build. The generated Python code of a game and of its
examples, which a cache holds as well, is made where the program is installed.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from bombsight.dsl.caches import CACHE_VARIABLE, export_cache
from bombsight.service.games.library import BUILT_IN, GameFolder, find_games_in
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.targets import make_game_target
from bombsight.service.lint.lint import lint
from bombsight.service.lookup.summaries import summary_of
from bombsight.service.programs.cache import compile_and_lower, compile_cached, export_values
from bombsight.service.programs.compile import require_error_free
from bombsight.service.programs.prepared import prepare_cached

MAX_PROCESSES = 8
"""The most games that are compiled at the same time: each takes some hundred megabytes."""


def export_games(games: Path, folder: Path) -> None:
    """Compile and lint games, and export the resulting cache entries into a new folder.

    Args:
        games: The folder of the games.
        folder: The folder to write; it must not exist.

    Raises:
        WrongRules: The rules of a game have errors.
        OSError: The folder cannot be written.
    """
    with ProcessPoolExecutor(max_workers=min(os.cpu_count() or 1, MAX_PROCESSES)) as pool:
        for _ in pool.map(fill_cache, find_games_in(games)):
            pass
    export_cache(folder)
    export_values(folder)


def fill_cache(game: GameFolder) -> None:
    """Compile and lint a game, which puts the results into the cache folder.

    Raises:
        WrongRules: Its rules have errors.
    """
    request = make_request(game.id, game.files, Rules())
    lint([make_game_target(game)], Rules())  # first, for it needs a compilation with results, not one cached
    require_error_free(compile_cached(request))
    program = compile_and_lower(request).program
    assert program is not None, "rules without errors are lowered"
    for traced in (True, False):
        prepare_cached(program, traced)
    summary_of(game)


if __name__ == "__main__":
    with TemporaryDirectory() as empty:
        os.environ[CACHE_VARIABLE] = empty
        export_games(BUILT_IN, Path(sys.argv[1]))
