"""Processes that play missions, of this checkout or of another with its own games and code.

A player reads a number of missions, plays them, and writes their processor time. So the times of starting, compiling
and reading do not count, and each has its own modules.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import TracebackType

from bench.timing import Times, environment

ROOT = Path(__file__).resolve().parent.parent

CURRENT_CODE = """
from bombsight.backends.python.load import instantiate
from bombsight.compiler.pipeline import Request
from bombsight.dsl.source import Source
from bombsight.runtime.batch.batch import play_runs
from bombsight.service.programs.players import make_player
from bombsight.service.programs.cache import compile_and_lower as make_ready

def playing(made):
    if how == "native":
        play = make_player(made, made.mission)
        return lambda count: deque(play((number,), count, seed, policy), maxlen=0)
    return lambda count: deque(
        play_runs(made, made.mission, (number,), count, seed, policy, load=instantiate), maxlen=0
    )
"""
"""Code of a player of this checkout: compiling and loading a program."""

BASE_CODE = """
from compiler.pipeline import Request
from compiler.ready import make_ready
from dsl.source import Source
from runtime.batch import runs

def playing(made):
    return lambda count: deque(runs(made, made.mission, (number,), count, seed, policy), maxlen=0)
"""
"""Code of a player of a checkout of af073b2, whose parts were not yet in the package ``bombsight``."""

PLAYER_CODE = """
import sys
from collections import deque
from pathlib import Path
from time import process_time

from attrs import evolve

from bench.game import request
{needs}
game, how, policy, number, seed, house = {given!r}
asked = request(game)
if house:
    asked = evolve(asked, house=(Source(Path(house).name, Path(house).read_text(encoding="utf-8")),))
play = playing(make_ready(asked).program)
play(1)
print("ready", flush=True)
for line in sys.stdin:
    begun = process_time()
    play(int(line))
    print(process_time() - begun, flush=True)
"""


class Player:
    """A process that plays missions on request, and ends with the ``with`` block.

    Args:
        command: Its command line.
        root: Its working folder.
    """

    def __init__(self, command: list[str], root: Path) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=root,
            env=environment(PYTHONPATH=str(root)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.ready_line = ""
        """Its line of output when it was ready."""

    def __enter__(self) -> Player:
        self.ready_line = self.read_line()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.communicate()

    def read_line(self) -> str:
        """Read the next line of the process's output.

        Raises:
            SystemExit: It has ended.
        """
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player ended before it had played")
        return line

    def play(self, request: int | str) -> float:
        """Send a request, such as a number of missions to play; return its processor time."""
        assert self.process.stdin is not None
        print(request, file=self.process.stdin, flush=True)
        return float(self.read_line())


def start_python_player(
    root: Path, game: str, variant: str, policy: str, number: int, seed: int, house: Path | None = None
) -> Player:
    """Start a process that plays missions in Python, or by native code.

    Args:
        root: The checkout with the code and games.
        game: The game.
        variant: ``base`` for a checkout of af073b2; of this one, ``python`` or ``native``.
        policy: The answering policy: ``auto`` or ``random``.
        number: The number of the mission.
        seed: The seed of the dice.
        house: A file of house rules, or None.
    """
    settings = (game, variant, policy, number, seed, "" if house is None else str(house))
    code = PLAYER_CODE.format(needs=BASE_CODE if variant == "base" else CURRENT_CODE, given=settings)
    return Player([sys.executable, "-c", code], root)


def time_players(players: dict[str, tuple[Player, int]], rounds: int) -> dict[str, Times]:
    """Time each player once per round, in seconds per mission; every other round is in reverse order.

    Args:
        players: The players by name, each with its missions per round.
        rounds: The number of rounds.
    """
    seconds: dict[str, list[float]] = {name: [] for name in players}
    order = list(players)
    for _ in range(rounds):
        for name in order:
            player, count = players[name]
            seconds[name].append(player.play(count) / count)
        order.reverse()
    return {name: Times(tuple(found)) for name, found in seconds.items()}
