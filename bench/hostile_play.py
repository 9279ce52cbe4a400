"""Rules that are terrible in play, and what they cost: how each ends, the processor's seconds, the memory.

    python -m bench.hostile_play [NAME ...]

They are those of ``tests/boundary/hostile_play``. Each is played by the autopilot, asked for its first question in JSON
lines, and simulated by either backend, in a process of its own.
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
"""Seconds of the processor after which a call is ended."""

MEMORY_LIMIT = 4_000_000_000
"""Bytes of address space of a call; of one that plays by WebAssembly, which reserves memory in a piece, thrice that."""

SMALL_MEMORY_LIMIT = 2_000_000_000
"""With so many Python plays, for want of room."""

CALLS: dict[str, tuple[Sequence[str], int]] = {
    "play": (("play", "GAME", "--auto", "--seed", "1"), MEMORY_LIMIT),
    "question": (("play", "GAME", "--json", "--seed", "1"), MEMORY_LIMIT),
    "simulate": (("simulate", "GAME", "--missions", "3", "--jobs", "1"), 3 * MEMORY_LIMIT),
    "simulate by Python": (("simulate", "GAME", "--missions", "3", "--jobs", "1"), SMALL_MEMORY_LIMIT),
}
"""What is called, each with its limit of address space."""


@frozen
class Cost:
    """What a call came to.

    Attributes:
        status: Its exit status; below 0 where a signal ended it.
        seconds: Of the processor.
        megabytes: The most memory that it held.
        out, error: What it wrote.
    """

    status: int
    seconds: float
    megabytes: int
    out: str
    error: str


def measure_call(arguments: Sequence[str], memory_limit: int, folder: Path) -> Cost:
    """Call the program in a process of its own, with nothing to read.

    Args:
        arguments: Of the call.
        memory_limit: Bytes of address space.
        folder: Holds what it writes, and what it keeps.
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
    """What the rules of a file cost in each of some ways."""
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
    """Print the table."""
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
