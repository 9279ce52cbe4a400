"""How soon a change of each item of a game is looked at: the slowest of them, in one process as an editor has it.

In every item of every file a figure is another, or where it has none a word in a text, or a comment is added; each time
in the game as it stands. Measured is what is told at once: the change, and what is found in its file.
"""

from __future__ import annotations

import gc
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from attrs import frozen

from bench.timing import CPU, human
from bombsight.dsl.pieces import Piece, cut, mask
from bombsight.service.games.library import find_games
from bombsight.service.language.workspace import Workspace

FIGURE = re.compile(r"(?<![\w.-])\d+(?![\w.-])")
"""A figure that stands alone: no part of a name, of dice or of a range."""

LATE = 0.1
"""What takes longer is no more told in the blink of an eye."""

WORD = re.compile(r'(?<=")[^"\n]+(?=")')


@frozen
class Change:
    """One item of a file that says something else.

    Attributes:
        path: The file.
        item: The beginning of the item.
        text: All that the file says then.
    """

    path: Path
    item: str
    text: str


def changed(piece: Piece) -> str:
    """The text of an item with another figure, another word in a text, or a comment more."""
    figures = [*FIGURE.finditer(mask(piece.code))]
    if figures:
        found = figures[len(figures) // 2]
        return f"{piece.text[: found.start()]}{int(found[0]) + 1}{piece.text[found.end() :]}"
    word = WORD.search(piece.code)
    if word is not None:
        return f"{piece.text[: word.end()]} again{piece.text[word.end() :]}"
    return f"{piece.code.rstrip()}  # again\n{piece.text[len(piece.code) :]}"


def changes(folder: Path) -> Iterator[Change]:
    """A change of each item of a game."""
    for path in sorted(folder.glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        for piece in cut(text).pieces:
            head = piece.text.split("\n", 1)[0]
            behind = text[piece.offset + len(piece.text) :]
            yield Change(path, head, text[: piece.offset] + changed(piece) + behind)


def at_once(workspace: Workspace, change: Change) -> float:
    """The seconds until what is found in a changed file is known."""
    space = workspace.copied()
    begun = CPU()
    space.change(change.path, change.text)
    space.quick(change.path)
    return CPU() - begun


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games; all where none is named")
    parser.add_argument("--slowest", type=int, default=20, help="how many items are printed")
    parser.add_argument("--rounds", type=int, default=3, help="how often each of these is measured again")
    parser.add_argument("--like", default="", help="only items that begin like this")
    asked = parser.parse_args()
    measured: list[tuple[float, str, Workspace, Change]] = []
    for game in find_games():
        if not asked.games or game.id in asked.games:
            workspace = Workspace.open(game.path)
            workspace.whole()
            gc.collect()
            gc.freeze()  # as the server does once it has looked at everything
            wanted = [change for change in changes(game.path) if change.item.startswith(asked.like)]
            measured += [(at_once(workspace, change), game.id, workspace, change) for change in wanted]
    times = [each[0] for each in measured]
    print(
        f"{len(times)} items, median {human(median(times))}, {sum(each > 0.1 for each in times)} above 100 ms at first"
    )
    measured.sort(key=lambda each: -each[0])
    for _, id_, workspace, change in measured[: asked.slowest]:
        best = min(at_once(workspace, change) for _ in range(asked.rounds))
        print(f"{human(best):>8}  {id_}/{change.path.name}  {change.item}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
