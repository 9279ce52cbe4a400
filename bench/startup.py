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
from bombsight.dsl.caches import CACHE_VARIABLE

ROOT = Path(__file__).resolve().parent.parent

SMALLEST = """
import typer
app = typer.Typer(add_completion=False)
@app.command()
def show(json: bool = False) -> None:
    from rich.console import Console
    from rich.table import Table
    table = Table("game")
    table.add_row("none")
    Console().print(table)
app()
"""
"""A program of one command that draws a table: what any program made with these libraries takes."""

COMMANDS = {
    "bombsight games": ["-m", "bombsight", "games"],
    "import typer, rich": ["-c", "import typer, rich"],
    "smallest program": ["-c", SMALLEST],
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
    games = times["bombsight games"]
    for label, name in (("games/imports", "import typer, rich"), ("games/smallest", "smallest program")):
        other = times[name]
        print(f"{label:19} median {games.median / other.median:.2f}, best {games.best / other.best:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
