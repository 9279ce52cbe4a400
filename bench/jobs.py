"""Benchmark of simulations by two processes against one: wall-clock and processor time.

For comparison, two simultaneous calls of one process and half the runs each show the parallelism of the machine. The
same calls with few runs show the fixed cost.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter

from attrs import frozen

from bench.game import DEFAULT_GAME
from bench.timing import children_time, environment, format_seconds

FEW_RUNS = 64
"""A number of runs with negligible time."""


@frozen
class TimeSpent:
    """The wall-clock and processor seconds of calls."""

    clock: float
    processor: float


def time_simulations(game: str, runs: int, jobs: int, *, calls: int = 1) -> TimeSpent:
    """Time several simultaneous processes that each simulate the same number of runs.

    Args:
        game: The game's id.
        runs: The number of runs of each.
        jobs: The worker processes of each.
        calls: The number of simulations at once.
    """
    command = [sys.executable, "-m", "bombsight", "simulate", game, "--json", "--seed", "1"]
    command += ["--missions", str(runs), "--jobs", str(jobs)]
    clock, processor = perf_counter(), children_time()
    started = [subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment()) for _ in range(calls)]
    ended = [process.wait() for process in started]
    if any(ended):
        raise SystemExit("a simulation failed")
    return TimeSpent(perf_counter() - clock, children_time() - processor)


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--missions", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    game, runs = args.game, args.missions
    time_simulations(game, FEW_RUNS, 1)  # caches its modules
    cases: dict[str, Callable[[], TimeSpent]] = {
        "one": lambda: time_simulations(game, runs, 1),
        "two": lambda: time_simulations(game, runs, 2),
        "two calls of half": lambda: time_simulations(game, runs // 2, 1, calls=2),
        "one, few runs": lambda: time_simulations(game, FEW_RUNS, 1),
        "two, few runs": lambda: time_simulations(game, 8 * FEW_RUNS, 2),
    }
    rounds = [{name: case() for name, case in cases.items()} for _ in range(args.rounds)]
    clock = {name: min(found[name].clock for found in rounds) for name in cases}
    processor = {name: min(found[name].processor for found in rounds) for name in cases}
    for name in cases:
        print(
            f"{name:20} {format_seconds(clock[name]):>8} by the clock, "
            f"{format_seconds(processor[name]):>8} of processor time"
        )
    print(f"one/two, by the clock           {clock['one'] / clock['two']:.2f}")
    print(f"one/two calls, by the clock     {clock['one'] / clock['two calls of half']:.2f}")
    print(f"two/one, processor time         {processor['two'] / processor['one']:.3f}")
    print(f"two calls/one, processor time   {processor['two calls of half'] / processor['one']:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
