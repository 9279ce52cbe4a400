"""How long the list of games takes to come, against merely importing what draws it."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.timing import WALL, human, in_turns
from dsl.caches import CACHE_VARIABLE

ROOT = Path(__file__).resolve().parent.parent

COMMANDS = {
    "bombsight games": ["-m", "cli", "games"],
    "import typer, rich": ["-c", "import typer, rich"],
    "python alone": ["-c", "pass"],
}


def call(arguments: list[str], environment: dict[str, str]) -> None:
    """Run Python with these arguments, and see that all went well."""
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    asked = parser.parse_args()
    with TemporaryDirectory() as cache:
        environment = {**os.environ, CACHE_VARIABLE: cache}
        calls = {name: partial(call, arguments, environment) for name, arguments in COMMANDS.items()}
        times = in_turns(calls, asked.rounds, WALL)
    for name, found in times.items():
        print(f"{name:19} median {human(found.median)}, best {human(found.best)}")
    imports = times["import typer, rich"]
    print(f"games/imports       median {times['bombsight games'].median / imports.median:.2f}, ", end="")
    print(f"best {times['bombsight games'].best / imports.best:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
