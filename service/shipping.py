"""The shipped games made ready where the program is packed, so that they start at once where it is installed.

What is made is what a first call would make and keep, under the same names: those of the digest of the rules and of the
code that made it. So a changed file of either finds nothing, and is compiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bombsight.dsl.caches import CACHE_VARIABLE, ship
from bombsight.service.compiling import usable
from bombsight.service.library import BUILT_IN, games_in
from bombsight.service.ready import make_ready, prove
from bombsight.service.requests import Rules, request_of
from bombsight.service.summaries import summary_of


def ship_games(folder: Path) -> None:
    """Make the shipped games ready, and write what was made into a folder that is not there.

    Raises:
        WrongRules: The rules of one have errors.
        OSError: It cannot be written.
    """
    with TemporaryDirectory() as empty:
        os.environ[CACHE_VARIABLE] = empty
        for game in games_in(BUILT_IN):
            request = request_of(game.id, game.files, Rules())
            usable(prove(request))
            make_ready(request)
            summary_of(game)
        ship(folder)


if __name__ == "__main__":
    ship_games(Path(sys.argv[1]))
