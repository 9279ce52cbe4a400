"""``python -m web.games FOLDER``: writes the game files for the page's tests, of small games."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from bombsight.service.common.container import SUFFIX
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.site.gamefile import load_game_file

ROOT = Path(__file__).parents[1]
GAME_FOLDERS = (ROOT / "docs/examples/lighthouse", ROOT / "tests/service/fort", ROOT / "tests/runners")


def write_game_files(folder: Path) -> None:
    """Write the game files into a folder, each named by its game's id."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in GAME_FOLDERS:
        game = find_game(str(path))
        folder.joinpath(game.id + SUFFIX).write_bytes(
            load_game_file(make_request(game.id, game.files, Rules())).content
        )


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m web.games", description="Write the game files for the page's tests.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder to write them into")
    write_game_files(parser.parse_args().folder)
