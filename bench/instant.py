"""How soon a change of rules is looked at, against looking at all of them from scratch.

In one process, as an editor has it: one line of a table is changed, in as many tables as there are rounds, and what is
found in its file at once, and in the whole game after that, is held against a compilation of everything. From the
shell: house rules of a few lines over a game that was looked at before, which are new each time, and the same with an
error in them, against the game looked at for the first time, and against the same call when nothing has changed.
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

from bench.game import FIRST, request
from bench.timing import CHILDREN, CPU, environment, human, in_turns
from bombsight.compiler.pipeline import compile_rules
from bombsight.dsl import ast
from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.parser import parse
from bombsight.service.games.library import find_games
from bombsight.service.language.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent

HOUSE = ROOT / "bench" / "house"
"""House rules of ten lines for some games: modifiers for two tables, by which worked examples come out otherwise."""

FIGURE = re.compile(r"(?<=: )\d+\b")
"""A figure that a row gives."""


def rows_changed(text: str, random: Random) -> str | None:
    """A text with another figure in one row of a table; None where there is no such row."""
    found = list(FIGURE.finditer(text))
    if not found:
        return None
    chosen = random.choice(found)
    return f"{text[: chosen.start()]}{int(chosen[0]) + 1}{text[chosen.end() :]}"


def edits(folder: Path, random: Random) -> Iterator[tuple[Path, str]]:
    """Files, each with another text, one after the other without end."""
    files = sorted(folder.glob("*.rules"))
    while True:
        path = random.choice(files)
        text = rows_changed(path.read_text(encoding="utf-8"), random)
        if text is not None:
            yield path, text


def in_an_editor(game: str, rounds: int) -> None:
    """Print what a change costs in one process."""
    folder = next(one.path for one in find_games() if one.id == game)
    workspace = Workspace.open(folder)
    workspace.whole()
    asked = request(game)
    quick, whole, scratch = [], [], []
    for (path, text), _ in zip(edits(folder, Random(1)), range(rounds), strict=False):
        was = workspace.source(path).text
        workspace.change(path, text)
        begun = CPU()
        workspace.quick(path)
        quick.append(CPU() - begun)
        begun = CPU()
        workspace.whole()
        whole.append(CPU() - begun)
        begun = CPU()
        compile_rules(asked)
        scratch.append(CPU() - begun)
        workspace.change(path, was)
        workspace.whole()
    told("changed line, its file", quick, scratch)
    told("changed line, the rest", whole, scratch)
    told("everything from scratch", scratch, scratch)


def told(name: str, taken: list[float], scratch: list[float]) -> None:
    """Print one line: a time, the worst, and what part it is of doing everything."""
    share = median(one / all_ for one, all_ in zip(taken, scratch, strict=True))
    print(f"{name:30} median {human(median(taken)):>8}, worst {human(max(taken)):>8}, {share:6.1%} of everything")


def confirming(game: str) -> str:
    """House rules for a game that change nothing."""
    items = (item for source in request(game).base for item in parse(source).file.items)
    table = next(item.id for item in items if isinstance(item, ast.Table))
    return f'house mine "Mine" for {game} by "me"\n  1 "As it stands"\n    confirms table {table}\n'


def spoilt(text: str) -> str:
    """House rules with an error: the last word of their last rule is one that nothing has."""
    lines = text.rstrip("\n").split("\n")
    last = max(at for at, line in enumerate(lines) if line.strip() and not line.strip().startswith("#"))
    return "\n".join([*lines[:last], f"{lines[last]}zz", *lines[last + 1 :], ""])


def from_the_shell(game: str, text: str, rounds: int) -> None:
    """Print what house rules cost in a process of its own, which has never seen the like of them."""
    with TemporaryDirectory() as folder:
        mine, cache = Path(folder) / "mine.rules", Path(folder) / "cache"
        number = 0

        def lint(word: str, where: Path) -> None:
            around = environment(**{CACHE_VARIABLE: str(where), "PYTHONPATH": str(ROOT)})
            subprocess.run([sys.executable, "-m", "bombsight", "lint", word], env=around, cwd=ROOT, capture_output=True)

        def written(text: str) -> None:
            nonlocal number
            number += 1
            mine.write_text(f"{text}# {number}\n", encoding="utf-8")

        def first() -> None:
            with TemporaryDirectory() as empty:
                lint(game, Path(empty))

        written(text)
        lint(str(mine), cache)
        times = in_turns(
            {
                "lint of the game, first": first,
                "lint of a house file": lambda: lint(str(mine), cache),
                "lint of one with an error": lambda: lint(str(mine), cache),
                "lint of nothing new": lambda: lint(game, cache),
            },
            rounds,
            CHILDREN,
            {
                "lint of a house file": lambda: written(text),
                "lint of one with an error": lambda: written(spoilt(text)),
                "lint of nothing new": lambda: lint(game, cache),
            },
        )
    unit = times["lint of the game, first"].median
    for name, found in times.items():
        print(f"{name:30} median {human(found.median):>8}, best  {human(found.best):>8}, {found.median / unit:6.1%}")


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--house", type=Path, help="house rules for the game; else ten lines, or some that change nothing"
    )
    asked = parser.parse_args()
    in_an_editor(asked.game, asked.rounds)
    mine = asked.house or HOUSE / f"{asked.game}.rules"
    house = mine.read_text(encoding="utf-8") if mine.exists() else confirming(asked.game)
    from_the_shell(asked.game, house, asked.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
