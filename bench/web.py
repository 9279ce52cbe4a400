"""A game in a browser's engine (Node, which has Chromium's): its size, missions a second, a career taken up again."""

from __future__ import annotations

import gzip
import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.game import request
from bench.players import ROOT, Player, played_in_turns, python_player
from bench.timing import human
from bombsight.service.games.library import find_games
from bombsight.service.programs.players import faster
from bombsight.service.site.gamefile import game_file

WEB = ROOT / "web"


def web_player(file: Path, number: int, seed: int) -> Player:
    """What plays the missions of a game file in Node."""
    return Player(["node", "scripts/bench.mjs", str(file), str(number), str(seed)], WEB)


def best(player: Player, asked: int | str, rounds: int) -> float:
    """The least processor time that something takes."""
    return min(player.seconds(asked) for _ in range(rounds))


def measured(game: str, folder: Path, number: int, missions: int, rounds: int, seed: int) -> None:
    """Print what there is to be said of a game."""
    content = game_file(request(game)).content
    file = folder / f"{game}.game"
    file.write_bytes(content)
    print(f"{game}: {len(content) / 1000:.0f} KB, unpacked {len(gzip.decompress(content)) / 1000:.0f} KB")
    with web_player(file, number, seed) as web:
        if faster():
            with python_player(ROOT, game, "native", "auto", number, seed) as native:
                times = played_in_turns({"native": (native, missions), "web": (web, missions)}, rounds)
            here, there = times["native"].best, times["web"].best
            print(f"  missions a second: {1 / there:.0f}; by the command line's module {1 / here:.0f}")
        else:
            print(f"  missions a second: {missions / best(web, missions, rounds):.0f}")
        begun = json.loads(web.begun)
        again, told = best(web, "again", rounds), best(web, "told", rounds)
        print(f"  a career of {begun['known']} throws and answers: played again up to its end in {human(again)},")
        print(f"  its {begun['events']} events put into words and hashed in {human(told)}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="one game; else all")
    parser.add_argument("--number", type=int, default=11, help="which mission of the campaign")
    parser.add_argument("--missions", type=int, default=20_000, help="missions a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        for game in [asked.game] if asked.game else [found.id for found in find_games()]:
            measured(game, Path(folder), asked.number, asked.missions, asked.rounds, asked.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
