"""Benchmark of a game in a browser's engine (Node, which shares Chromium's): size, missions per second, resuming a
career."""

from __future__ import annotations

import gzip
import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.game import request
from bench.players import ROOT, Player, start_python_player, time_players
from bench.timing import format_seconds
from bombsight.service.games.library import find_games
from bombsight.service.programs.players import has_wasmtime
from bombsight.service.site.gamefile import load_game_file

WEB = ROOT / "web"


def start_web_player(file: Path, number: int, seed: int) -> Player:
    """Start a process that plays missions of a game file in Node."""
    return Player(["node", "scripts/bench.mjs", str(file), str(number), str(seed)], WEB)


def best_seconds(player: Player, request: int | str, rounds: int) -> float:
    """Send a request to a player several times; return the least processor time."""
    return min(player.play(request) for _ in range(rounds))


def measure_game(game: str, folder: Path, number: int, missions: int, rounds: int, seed: int) -> None:
    """Measure a game in Node: size, missions per second, resuming a career; print the results.

    Args:
        game: The game's id.
        folder: The folder for its game file.
        number: The mission of the campaign.
        missions: The missions per round.
        rounds: The number of rounds.
        seed: The seed of the missions.
    """
    content = load_game_file(request(game)).content
    file = folder / f"{game}.game"
    file.write_bytes(content)
    print(f"{game}: {len(content) / 1000:.0f} KB, unpacked {len(gzip.decompress(content)) / 1000:.0f} KB")
    with start_web_player(file, number, seed) as web:
        if has_wasmtime():
            with start_python_player(ROOT, game, "native", "auto", number, seed) as native:
                times = time_players({"native": (native, missions), "web": (web, missions)}, rounds)
            native_seconds, web_seconds = times["native"].best, times["web"].best
            print(f"  missions a second: {1 / web_seconds:.0f}; by the command line's module {1 / native_seconds:.0f}")
        else:
            print(f"  missions a second: {missions / best_seconds(web, missions, rounds):.0f}")
        career = json.loads(web.ready_line)
        replay_seconds, telling_seconds = best_seconds(web, "again", rounds), best_seconds(web, "told", rounds)
        print(
            f"  a career of {career['known']} throws and answers: played again up "
            f"to its end in {format_seconds(replay_seconds)},"
        )
        print(f"  its {career['events']} events put into words and hashed in {format_seconds(telling_seconds)}")


def main() -> int:
    """Run the benchmark and print the results."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="one game; else all")
    parser.add_argument("--number", type=int, default=11, help="which mission of the campaign")
    parser.add_argument("--missions", type=int, default=20_000, help="missions a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        for game in [args.game] if args.game else [found.id for found in find_games()]:
            measure_game(game, Path(folder), args.number, args.missions, args.rounds, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
