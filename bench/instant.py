"""Benchmark of incremental checks after a change of rules, against complete checks.

In one process, like an editor: each round changes one line of a table; the times until the findings of its file, and
then of the whole game, are compared with a full compilation. From the shell: `lint` of new house rules of a few lines
over a known game, also with an error in them, is compared with the first `lint` of the game, and with one without any
change.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bench.game import DEFAULT_GAME, request
from bench.timing import CHILDREN, CPU, environment, format_seconds, measure_in_turns
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.parser import parse
from bombsight.service.games.library import find_games
from bombsight.service.language.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent

HOUSE_FOLDER = ROOT / "bench" / "house"
"""House rules of ten lines for some games: modifiers for two tables, which change the results of worked examples."""

FIGURE_PATTERN = re.compile(r"(?<=: )\d+\b")
"""Matches a number that a row gives."""


def change_row(text: str, random: Random) -> str | None:
    """Change a number in one row of a table in a rules text; None if there is no such row."""
    figures = list(FIGURE_PATTERN.finditer(text))
    if not figures:
        return None
    figure = random.choice(figures)
    return f"{text[: figure.start()]}{int(figure[0]) + 1}{text[figure.end() :]}"


def random_edits(folder: Path, random: Random) -> Iterator[tuple[Path, str]]:
    """Yield endless random edits of a game: a file, and its changed text."""
    files = sorted(folder.glob("*.rules"))
    while True:
        path = random.choice(files)
        text = change_row(path.read_text(encoding="utf-8"), random)
        if text is not None:
            yield path, text


def measure_in_editor(game: str, rounds: int) -> None:
    """Time checks after edits in one process, as in an editor, and print the results."""
    folder = next(game_folder.path for game_folder in find_games() if game_folder.id == game)
    workspace = Workspace.open(folder)
    workspace.lint_all()
    game_request = request(game)
    quick, whole, scratch = [], [], []
    for (path, text), _ in zip(random_edits(folder, Random(1)), range(rounds), strict=False):
        original = workspace.source(path).text
        workspace.change_text(path, text)
        start = CPU()
        workspace.check_file(path)
        quick.append(CPU() - start)
        start = CPU()
        workspace.lint_all()
        whole.append(CPU() - start)
        start = CPU()
        compile_rules(game_request)
        scratch.append(CPU() - start)
        workspace.change_text(path, original)
        workspace.lint_all()
    print_share("changed line, its file", quick, scratch)
    print_share("changed line, the rest", whole, scratch)
    print_share("everything from scratch", scratch, scratch)


def print_share(name: str, seconds: list[float], scratch_seconds: list[float]) -> None:
    """Print the median time of a case, the worst, and the share of a full compilation, on one line."""
    share = median(one / all_ for one, all_ in zip(seconds, scratch_seconds, strict=True))
    print(
        f"{name:30} median {format_seconds(median(seconds)):>8}, worst "
        f"{format_seconds(max(seconds)):>8}, {share:6.1%} of everything"
    )


def house_rules_without_effect(game: str) -> str:
    """Make house rules for a game that change nothing."""
    items = (item for source in request(game).base for item in parse(source).file.items)
    table = next(item.id for item in items if isinstance(item, ast.Table))
    return f'house mine "Mine" for {game} by "me"\n  1 "As it stands"\n    confirms table {table}\n'


def add_unknown_name(text: str) -> str:
    """Make the last word of house rules an unknown name by appending letters to it."""
    lines = text.rstrip("\n").split("\n")
    last = max(at for at, line in enumerate(lines) if line.strip() and not line.strip().startswith("#"))
    return "\n".join([*lines[:last], f"{lines[last]}zz", *lines[last + 1 :], ""])


def measure_from_shell(game: str, text: str, rounds: int) -> None:
    """Time `lint` of house rules in new processes that have never seen them, and print the results."""
    with TemporaryDirectory() as folder:
        mine, cache = Path(folder) / "mine.rules", Path(folder) / "cache"
        number = 0

        def lint(word: str, cache_folder: Path) -> None:
            """Run `lint` on a game or file in a new process with a cache folder."""
            variables = environment(**{CACHE_VARIABLE: str(cache_folder), "PYTHONPATH": str(ROOT)})
            subprocess.run(
                [sys.executable, "-m", "bombsight", "lint", word], env=variables, cwd=ROOT, capture_output=True
            )

        def write_house_rules(text: str) -> None:
            """Write house rules that differ from all before."""
            nonlocal number
            number += 1
            mine.write_text(f"{text}# {number}\n", encoding="utf-8")

        def lint_first() -> None:
            """Run `lint` on the game with an empty cache."""
            with TemporaryDirectory() as empty:
                lint(game, Path(empty))

        write_house_rules(text)
        lint(str(mine), cache)
        times = measure_in_turns(
            {
                "lint of the game, first": lint_first,
                "lint of a house file": lambda: lint(str(mine), cache),
                "lint of one with an error": lambda: lint(str(mine), cache),
                "lint of nothing new": lambda: lint(game, cache),
            },
            rounds,
            CHILDREN,
            {
                "lint of a house file": lambda: write_house_rules(text),
                "lint of one with an error": lambda: write_house_rules(add_unknown_name(text)),
                "lint of nothing new": lambda: lint(game, cache),
            },
        )
    unit = times["lint of the game, first"].median
    for name, found in times.items():
        print(
            f"{name:30} median {format_seconds(found.median):>8}, best  "
            f"{format_seconds(found.best):>8}, {found.median / unit:6.1%}"
        )


def main() -> int:
    """Run both measurements and print the times."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--house", type=Path, help="house rules for the game; else ten lines, or some that change nothing"
    )
    args = parser.parse_args()
    measure_in_editor(args.game, args.rounds)
    mine = args.house or HOUSE_FOLDER / f"{args.game}.rules"
    house = mine.read_text(encoding="utf-8") if mine.exists() else house_rules_without_effect(args.game)
    measure_from_shell(args.game, house, args.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
