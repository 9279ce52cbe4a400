"""The shipped games made ready where the program is packed, so that they start at once where it is installed.

What is made is what a first call would make and keep, under the same names: those of the digest of the rules and of the
code that made it. So a changed file of either finds nothing, and is compiled. All of it is JSON, which runs nothing
when it is read and is the same in each packing. The Python code of a game, which a cache holds as well, is made where
the program is installed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bombsight.dsl.caches import CACHE_VARIABLE, export_cache
from bombsight.service.games.library import BUILT_IN, find_games_in
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.lookup.summaries import summary_of
from bombsight.service.programs.cache import compile_and_lower, compile_cached, export_values
from bombsight.service.programs.compile import require_error_free


def export_games(games: Path, folder: Path) -> None:
    """Make games ready, and write all that the cache folder then holds into a folder that is not there.

    Args:
        games: The folder of the games.
        folder: Where what was made is written.

    Raises:
        WrongRules: The rules of one have errors.
        OSError: It cannot be written.
    """
    for game in find_games_in(games):
        request = make_request(game.id, game.files, Rules())
        require_error_free(compile_cached(request))
        compile_and_lower(request)
        summary_of(game)
    export_cache(folder)
    export_values(folder)


if __name__ == "__main__":
    with TemporaryDirectory() as empty:
        os.environ[CACHE_VARIABLE] = empty
        export_games(BUILT_IN, Path(sys.argv[1]))
