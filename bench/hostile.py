"""Benchmark of hostile rules: seconds and memory of each, beyond those of a minimal game."""

from __future__ import annotations

import gc
import os
import resource
import shlex
import signal
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.processes import memory_of

ROOT = Path(__file__).resolve().parent.parent
HOSTILE_FOLDER = ROOT / "tests" / "boundary" / "hostile"
sys.path.append(str(HOSTILE_FOLDER.parent))
MEMORY_LIMIT = 4_000_000_000
"""Address space of a process in bytes."""
SMALLEST_GAME = 'game g "G"\n  sources optional\n\nprocedure mission\n  say "x"\n'
"""A minimal game."""

TIME_LIMIT = 10
"""Processor seconds after which a process is killed."""


@frozen
class Cost:
    """The cost of a call: time, memory and how it ended.

    Attributes:
        code: Its exit code; -1 for an exception, -N for signal N.
        seconds: Processor seconds.
        megabytes: Peak memory.
        said: The last lines of its output.
    """

    code: int
    seconds: float
    megabytes: float
    said: str


def measure_cost(call: Callable[[], int], seconds: int = TIME_LIMIT) -> Cost:
    """Measure the cost of a call in a forked process.

    Args:
        call: The call, which returns an exit code.
        seconds: The time limit.
    """
    gc.collect()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        own_memory = (
            int(memory_of(os.getpid(), "VmData")) * 2**20
        )  # this process's own address space, most of it only reserved
        resource.setrlimit(resource.RLIMIT_DATA, (own_memory + MEMORY_LIMIT, own_memory + MEMORY_LIMIT))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        signal.alarm(10 * seconds)  # a wall-clock limit, for it may wait for a thread without memory
        printed, code = StringIO(), -1
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                code = call()
        except BaseException:
            printed.write(traceback.format_exc()[-1500:])
            code = -1
        with os.fdopen(writing, "w", errors="replace") as file:
            file.write(printed.getvalue()[-3000:])
        os._exit(code & 0xFF)
    os.close(writing)
    with os.fdopen(reading, errors="replace") as file:
        printed_tail = file.read()
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    spent = used.ru_utime + used.ru_stime
    return Cost(-1 if code == 0xFF else code, spent, used.ru_maxrss / 1000, printed_tail)


def in_process_command(*words: str) -> Callable[[], int]:
    """Make a function that runs a command of the program in the current process."""

    def run() -> int:
        """Run the command, and return its exit status."""
        from bombsight.cli.app import app

        gc.disable()
        try:
            app(words)
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        return 0

    return run


def make_game_folder(folder: Path, rules: str) -> Path:
    """Write a game with these rules, and return its folder."""
    folder.mkdir()
    (folder / "g.rules").write_text(rules, encoding="utf-8")
    return folder


def main() -> None:
    """Measure the chosen hostile rules files, and print a line for each."""
    swollen = import_module("swelling").swollen  # the tests' module for these files

    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="Files among them; all if none.")
    parser.add_argument(
        "--command", default="lint", help="What is done with each, a folder of one file: lint, test, 'fmt --diff'."
    )
    parser.add_argument("--said", action="store_true", help="Print what it said.")
    parser.add_argument("--seconds", type=int, default=TIME_LIMIT, help="End each after so many.")
    args = parser.parse_args()
    with TemporaryDirectory() as cache:
        os.environ["BOMBSIGHT_CACHE"] = cache
        words = shlex.split(args.command)
        warm = make_game_folder(Path(cache) / "warm", SMALLEST_GAME)
        game_with_error = make_game_folder(Path(cache) / "wrong", SMALLEST_GAME + "  x ? y\n")
        ignored_output = StringIO()
        with redirect_stdout(ignored_output), redirect_stderr(ignored_output):
            in_process_command(*words, str(warm))()
            in_process_command(*words, str(game_with_error))()  # loads the error recovery once
        base = measure_cost(in_process_command(*words, str(warm)))
        print(f"{base.seconds:6.2f} s {base.megabytes:6.0f} MB  rc {base.code}  a game of one line")
        files = [HOSTILE_FOLDER / f"{name}.rules" for name in args.names] or sorted(HOSTILE_FOLDER.glob("*.rules"))
        for path in files:
            hostile = make_game_folder(Path(cache) / path.stem, swollen(path.read_text(encoding="utf-8")))
            spent = measure_cost(in_process_command(*words, str(hostile)), args.seconds)
            print(
                f"{spent.seconds - base.seconds:6.2f} s {spent.megabytes - base.megabytes:6.0f} MB  rc {spent.code:3}"
                f"  {path.stem}",
                flush=True,
            )
            if args.said or spent.code not in (0, 1, 2):
                print("   ", spent.said.replace("\n", "\n    ")[-1500:])


if __name__ == "__main__":
    main()
