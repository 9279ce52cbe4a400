"""What a site weighs, and what it takes to write one.

Of each game: its file, and that with the page's program, both as they are sent (compressed); the parts of the file,
each by itself and compressed alone; what open options cost, as multiples of the same game with its options compiled in:
the bytes of its modules, and the time of missions played inside them. Then the whole site, written from an empty cache
folder and again.
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

from bench.game import FIRST
from bench.timing import CPU, in_turns
from bombsight.backends.wasm.emit import module
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.lower.assemble import lower
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.flat.passes.reachable import begun
from bombsight.flat.program import Program
from bombsight.service.games.library import find_games
from bombsight.service.games.requests import Rules, request_for
from bombsight.service.programs.compile import compiled
from bombsight.service.site.editions import Order
from bombsight.service.site.gamefile import game_file
from bombsight.service.site.site import BUILT, write_site

PROGRAM = (".js", ".css", ".html")
"""What of the page's files is sent before a game can be played."""


def sent(content: bytes) -> int:
    """How many bytes are sent where a server compresses."""
    return len(gzip.compress(content, 9))


def program_size(built: Path) -> int:
    """The page's program, as it is sent."""
    return sum(sent(path.read_bytes()) for path in (built / "play").iterdir() if path.suffix in PROGRAM)


def show_size(game: str, built: Path) -> None:
    """What a game weighs."""
    content = game_file(request_for(game, Rules())).content
    print(f"{game}: {len(content):,} bytes; with the page's program {len(content) + program_size(built):,}")
    whole = gzip.decompress(content)
    at = whole.index(b"\n") + 1
    for name, length in json.loads(whole[:at])["parts"].items():
        print(f"    {name:<10} {length:>9,} {sent(whole[at : at + length]):>9,}")
        at += length


def show_openness(game: str, missions: int, rounds: int) -> None:
    """What open options cost."""
    graph = evolve(compiled(request_for(game, Rules()))[0], examples=())
    constant, free = begun(lower(graph)), begun(lower(graph, open_options=True))
    sizes = [[len(module(each, traced=traced).encoded) for traced in (True, False)] for each in (constant, free)]
    bytes_ = " and ".join(f"{other / one:.3f}" for one, other in zip(*sizes, strict=True))

    def plays(program: Program) -> Callable[[], object]:
        runner = Runner(program, program.mission)
        return lambda: deque(runner.play((1,) * len(program.mission.params), missions, 1), maxlen=0)

    taken = in_turns({"constant": plays(constant), "open": plays(free)}, rounds)
    ratio = taken["open"].best / taken["constant"].best
    print(f"    open options: {bytes_} times the bytes of the modules, {ratio:.3f} times the time of a mission")


def show_writing(games: tuple[str, ...], built: Path) -> None:
    """What writing a site takes, and how large it is."""
    with TemporaryDirectory() as folder:
        before = os.environ.get(CACHE_VARIABLE)
        os.environ[CACHE_VARIABLE] = str(Path(folder) / "cache")
        for name in ("from an empty cache folder", "again"):
            begun = CPU()
            written = write_site(Order(games=games), Path(folder) / "site", built=built)
            print(f"site {name}: {CPU() - begun:.0f} s; {written.files} files, {written.size / 1e6:.1f} MB")
        if before is None:
            del os.environ[CACHE_VARIABLE]
        else:
            os.environ[CACHE_VARIABLE] = before


def main() -> None:
    """Print all of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help=f"of this game alone, such as {FIRST}; may be repeated")
    parser.add_argument("--built", type=Path, default=BUILT, help="the folder of the page's program")
    parser.add_argument("--missions", type=int, default=5000, help="so many a round")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    games = tuple(asked.game or (game.id for game in find_games()))
    print(f"the page's program: {program_size(asked.built):,} bytes")
    for game in games:
        show_size(game, asked.built)
        show_openness(game, asked.missions, asked.rounds)
    show_writing(games, asked.built)


if __name__ == "__main__":
    main()
