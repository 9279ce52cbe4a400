"""Benchmark of a program's first calls, against merely importing the libraries that draw its screens.

Every case is a process of its own, with a cache folder that is empty or filled by earlier calls. Processor time counts,
for waiting is not work. Python keeps compiled modules in a folder of the benchmark's own, also those of the baseline:
otherwise its import would take seven times as long wherever installed packages cannot be written.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import field, frozen

from bench.game import DEFAULT_GAME, request
from bench.instant import house_rules_without_effect
from bench.timing import CHILDREN, environment, format_seconds, measure_in_turns
from bombsight.dsl import ast
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.parser import parse

ROOT = Path(__file__).resolve().parent.parent

IMPORTS = "import click, rich"
"""The code of the baseline."""

READ_CODE = """
from bench.game import request
from bombsight.dsl.parser import parse
for source in request({game!r}).base:
    parse(source)
"""
"""Code of a process that only parses the files of a game."""


@frozen
class Case:
    """A call of the program to be measured, with the required state of its cache folder.

    Attributes:
        arguments: The arguments of Python.
        earlier_calls: Unmeasured calls before it with the same cache folder.
        python: The Python to run.
        root: The folder of the program, if it is no installed one.
        folder: The folder for the caches: of the program, and of Python's compiled modules.
    """

    arguments: list[str]
    earlier_calls: tuple[list[str], ...] = ()
    python: str = field(default=sys.executable, kw_only=True)
    root: Path | None = field(default=ROOT, kw_only=True)
    folder: Path = field(kw_only=True)

    def prepare(self) -> None:
        """Bring the cache folder into the state that the case requires."""
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        for arguments in self.earlier_calls:
            self.run_python(arguments)

    def run(self) -> None:
        """Run the measured call."""
        self.run_python(self.arguments)

    def run_python(self, arguments: list[str]) -> None:
        """Run Python with arguments, and check that it succeeds."""
        variables = environment(
            PYTHONPYCACHEPREFIX=str(self.folder / "bytecode"), PYTHONPATH="" if self.root is None else str(self.root)
        )
        variables[CACHE_VARIABLE] = str(self.folder / "cache")
        process = subprocess.run(
            [self.python, *arguments], cwd=self.root or self.folder, env=variables, capture_output=True
        )
        if process.returncode not in (0, 1):  # lint returns 1 for findings
            raise SystemExit(process.stderr.decode())


def make_cases(game: str, make: Callable[..., Case], house: Path) -> dict[str, Case]:
    """Make the measured cases, by name.

    Args:
        game: The game to play, show and lint.
        make: Makes a case.
        house: A file of house rules for the game.
    """
    games, lint, play, options, table, lint_house = (
        ["-m", "bombsight", *words]
        for words in (
            ("games",),
            ("lint", game),
            ("play", game, "--auto", "--seed", "1", "--quiet"),
            ("play", game, "--auto", "--seed", "1", "--quiet", "--option", off_switch_name(game)),
            ("table", game, first_table_id(game)),
            ("lint", str(house)),
        )
    )
    return {
        "games, cold": make(games),
        "games, after play": make(games, (play, games)),
        "first play": make(play),
        "second play": make(play, (play,)),
        "play, other options": make(options, (play,)),
        "table, cold": make(table),
        "table, after play": make(table, (play, table)),
        "lint, cold": make(lint),
        "lint, again": make(lint, (lint,)),
        "house rules, cold": make(lint_house),
        "house rules, after lint": make(lint_house, (lint,)),
    }


def game_items(game: str) -> Iterator[ast.Item]:
    """The items in a game's files."""
    for source in request(game).base:
        yield from parse(source).file.items


def off_switch_name(game: str) -> str:
    """Find an option of a game that is off by default."""
    options = (item for item in game_items(game) if isinstance(item, ast.Option))
    return next(option.name for option in options if option.default == ast.YesNo(False))


def first_table_id(game: str) -> str:
    """The id of a game's first table."""
    return next(item.id for item in game_items(game) if isinstance(item, ast.Table))


def main() -> int:
    """Run the benchmark and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", type=Path, help="another checkout, measured in the same run")
    parser.add_argument("--installed", help="a Python in which the program is installed, measured in the same run")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        make = partial(Case, folder=Path(folder))
        house = Path(folder) / "mine.rules"
        house.write_text(house_rules_without_effect(args.game), encoding="utf-8")
        all_cases: dict[str, Case] = {
            IMPORTS: make(["-c", IMPORTS]),
            "the files read": make(["-c", READ_CODE.format(game=args.game)]),
        }
        programs = {"": partial(make, root=ROOT)}
        if args.beside:
            programs[f" ({args.beside.name})"] = partial(make, root=args.beside)
        if args.installed:
            programs[" (installed)"] = partial(make, root=None, python=args.installed)
        for mark, make_case in programs.items():
            all_cases |= {f"{name}{mark}": case for name, case in make_cases(args.game, make_case, house).items()}
        times = measure_in_turns(
            {name: case.run for name, case in all_cases.items()},
            args.rounds,
            CHILDREN,
            {name: case.prepare for name, case in all_cases.items()},
        )
    unit = times[IMPORTS].median
    for name, taken in times.items():
        print(f"{name:36} median {format_seconds(taken.median):>8}, {taken.median / unit:5.1f} x {IMPORTS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
