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

from bombsight.dsl.caches import CACHE_VARIABLE, ship
from bombsight.service.games.library import BUILT_IN, games_in
from bombsight.service.games.requests import Rules, request_of
from bombsight.service.lookup.summaries import summary_of
from bombsight.service.programs.cache import make_ready, prove, ship_values
from bombsight.service.programs.compile import usable


def ship_games(games: Path, folder: Path) -> None:
    """Make games ready, and write all that the cache folder then holds into a folder that is not there.

    Args:
        games: The folder of the games.
        folder: Where what was made is written.

    Raises:
        WrongRules: The rules of one have errors.
        OSError: It cannot be written.
    """
    for game in games_in(games):
        request = request_of(game.id, game.files, Rules())
        usable(prove(request))
        make_ready(request)
        summary_of(game)
    ship(folder)
    ship_values(folder)


if __name__ == "__main__":
    with TemporaryDirectory() as empty:
        os.environ[CACHE_VARIABLE] = empty
        ship_games(BUILT_IN, Path(sys.argv[1]))
