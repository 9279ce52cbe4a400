"""Benchmark of a site's size, and of building it.

For each game: its file, alone and with the page's program, as transferred (compressed); the parts of the file, each
alone and compressed; the cost of open options, as multiples of the same game with compiled-in options: the size of its
modules, and the time of missions played inside them. Then the whole site, built with an empty cache folder and again.
"""

from __future__ import annotations

import gzip
import json
import os
from argparse import ArgumentParser
from collections import deque
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from bench.game import DEFAULT_GAME
from bench.timing import CPU, measure_in_turns
from bombsight.backends.wasm.emit import build_module
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.lower.assemble import lower
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.compile import compile_game
from bombsight.service.site.built_programs import BUILT_FOLDER
from bombsight.service.site.editions import SiteOrder
from bombsight.service.site.gamefile import load_game_file
from bombsight.service.site.site import write_site

PROGRAM_SUFFIXES = (".js", ".css", ".html")
"""Suffixes of the page's files that are transferred before a game can be played."""


def compressed_size(content: bytes) -> int:
    """The number of bytes of contents after compression, as a server transfers them."""
    return len(gzip.compress(content, 9))


def program_size(built: Path) -> int:
    """The number of bytes that the page's program transfers."""
    return sum(
        compressed_size(path.read_bytes()) for path in (built / "play").iterdir() if path.suffix in PROGRAM_SUFFIXES
    )


def print_size(game: str, built: Path) -> None:
    """Print the transferred size of a game's page."""
    content = load_game_file(request_for_game(game, Rules())).content
    print(f"{game}: {len(content):,} bytes; with the page's program {len(content) + program_size(built):,}")
    whole = gzip.decompress(content)
    at = whole.index(b"\n") + 1
    for name, length in json.loads(whole[:at])["parts"].items():
        print(f"    {name:<10} {length:>9,} {compressed_size(whole[at : at + length]):>9,}")
        at += length


def print_open_options_cost(game: str, missions: int, rounds: int) -> None:
    """Print how much slower a game runs whose options are open instead of compiled in."""
    graph = evolve(compile_game(request_for_game(game, Rules()))[0], examples=())
    constant, free = restrict_to_missions(lower(graph)), restrict_to_missions(lower(graph, open_options=True))
    sizes = [[len(build_module(each, traced=traced).binary) for traced in (True, False)] for each in (constant, free)]
    bytes_ = " and ".join(f"{other / one:.3f}" for one, other in zip(*sizes, strict=True))

    def mission_player(program: Program) -> Callable[[], object]:
        """Make the function that plays the missions of a program."""
        runner = Runner(program, program.mission)
        return lambda: deque(runner.play((1,) * len(program.mission.params), missions, 1), maxlen=0)

    taken = measure_in_turns({"constant": mission_player(constant), "open": mission_player(free)}, rounds)
    ratio = taken["open"].best / taken["constant"].best
    print(f"    open options: {bytes_} times the bytes of the modules, {ratio:.3f} times the time of a mission")


def print_build_cost(games: tuple[str, ...], built: Path) -> None:
    """Print the time of building a site, and its size."""
    with TemporaryDirectory() as folder:
        previous_cache = os.environ.get(CACHE_VARIABLE)
        os.environ[CACHE_VARIABLE] = str(Path(folder) / "cache")
        for name in ("from an empty cache folder", "again"):
            begun = CPU()
            written = write_site(SiteOrder(games=games), Path(folder) / "site", program_folder=built)
            print(f"site {name}: {CPU() - begun:.0f} s; {written.files} files, {written.size / 1e6:.1f} MB")
        if previous_cache is None:
            del os.environ[CACHE_VARIABLE]
        else:
            os.environ[CACHE_VARIABLE] = previous_cache


def main() -> None:
    """Print all sizes and times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help=f"of this game alone, such as {DEFAULT_GAME}; may be repeated")
    parser.add_argument("--built", type=Path, default=BUILT_FOLDER, help="the folder of the page's program")
    parser.add_argument("--missions", type=int, default=5000, help="so many a round")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    games = tuple(args.game or (game.id for game in find_games()))
    print(f"the page's program: {program_size(args.built):,} bytes")
    for game in games:
        print_size(game, args.built)
        print_open_options_cost(game, args.missions, args.rounds)
    print_build_cost(games, args.built)


if __name__ == "__main__":
    main()
