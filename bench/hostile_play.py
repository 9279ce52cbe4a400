"""Benchmark of rules that are hostile in play: how each run ends, its processor time and its memory.

    python -m bench.hostile_play [NAME ...]

The rules are those of ``tests/boundary/hostile_play``. Each is played by the autopilot, asked for its first question in
JSON lines, and simulated by either backend, in a process of its own.
"""

from __future__ import annotations

import os
import resource
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.processes import wait_for

RULES_FOLDER = Path(__file__).parents[1] / "tests" / "boundary" / "hostile_play"

TIME_LIMIT = 60
"""Processor seconds after which a call is killed."""

MEMORY_LIMIT = 4_000_000_000
"""Address space of a call in bytes; thrice that with WebAssembly, which reserves memory in one piece."""

SMALL_MEMORY_LIMIT = 2_000_000_000
"""Address space with which WebAssembly lacks room, so that Python plays."""

CALLS: dict[str, tuple[Sequence[str], int]] = {
    "play": (("play", "GAME", "--auto", "--seed", "1"), MEMORY_LIMIT),
    "question": (("play", "GAME", "--json", "--seed", "1"), MEMORY_LIMIT),
    "simulate": (("simulate", "GAME", "--missions", "3", "--jobs", "1"), 3 * MEMORY_LIMIT),
    "simulate by Python": (("simulate", "GAME", "--missions", "3", "--jobs", "1"), SMALL_MEMORY_LIMIT),
}
"""The calls, each with its limit of address space."""


@frozen
class Cost:
    """The cost of a call: processor time, memory and how it ended.

    Attributes:
        status: Its exit status; below 0 for a signal.
        seconds: Processor seconds.
        megabytes: Peak memory.
        out, error: Its output.
    """

    status: int
    seconds: float
    megabytes: int
    out: str
    error: str


def measure_call(arguments: Sequence[str], memory_limit: int, folder: Path) -> Cost:
    """Measure a call of the program in a process of its own, without input.

    Args:
        arguments: The arguments of the call.
        memory_limit: Address space in bytes.
        folder: The folder for its output and files.
    """
    out, error = folder / "out", folder / "error"
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (memory_limit, memory_limit))
            resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            for number, file in ((1, out), (2, error)):
                os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            os.environ |= {"XDG_DATA_HOME": str(folder / "data"), "BOMBSIGHT_CACHE": str(folder / "cache")}
            os.execv(sys.executable, [sys.executable, "-m", "bombsight", *arguments])
        finally:
            os._exit(127)
    status, used, megabytes = wait_for(child, 10 * TIME_LIMIT, memory_limit, executes=True)
    return Cost(
        status=status,
        seconds=used.ru_utime + used.ru_stime,
        megabytes=int(megabytes),
        out=out.read_text(encoding="utf-8", errors="replace"),
        error=error.read_text(encoding="utf-8", errors="replace"),
    )


def measure_file(file: Path, call_names: Sequence[str] = tuple(CALLS)) -> Iterator[tuple[str, Cost]]:
    """Measure the calls of some names on the rules of a hostile file; yield the cost of each."""
    with TemporaryDirectory(prefix="bombsight-hostile-") as folder:
        game = Path(folder) / "game"
        game.mkdir()
        (game / "game.rules").write_bytes(file.read_bytes())
        for call_name in call_names:
            arguments, memory_limit = CALLS[call_name]
            yield (
                call_name,
                measure_call([str(game) if each == "GAME" else each for each in arguments], memory_limit, Path(folder)),
            )


def main() -> None:
    """Measure all hostile rules files in play, and print a table."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    wanted_names = parser.parse_args().names
    print(f"{'':18}" + "".join(f"{way:>26}" for way in CALLS))
    for file in sorted(RULES_FOLDER.glob("*.rules")):
        if wanted_names and file.stem not in wanted_names:
            continue
        cells = [f"{cost.status:4} {cost.seconds:7.2f} s {cost.megabytes:6} MB" for _, cost in measure_file(file)]
        print(f"{file.stem:18}" + "".join(f"{each:>26}" for each in cells), flush=True)


if __name__ == "__main__":
    main()
