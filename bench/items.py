"""Benchmark of checks after a change of each item of a game: the slowest items, in one process like an editor.

Every item of every file is changed in turn: a number, or a word in a text, or a new comment. The time runs until the
findings of its file are known.
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

from bench.timing import CPU, format_seconds
from bombsight.dsl.pieces import Piece, mask_texts_and_comments, split_items
from bombsight.service.games.library import find_games
from bombsight.service.language.workspace import Workspace

FIGURE_PATTERN = re.compile(r"(?<![\w.-])\d+(?![\w.-])")
"""Matches a number on its own, no part of a name, of dice or of a range."""

SLOW_SECONDS = 0.1
"""Seconds from which a response is noticeably slow."""

TEXT_PATTERN = re.compile(r'(?<=")[^"\n]+(?=")')


@frozen
class ItemChange:
    """A change of one item of a file.

    Attributes:
        path: The file.
        item: The start of the item.
        text: The changed text of the file.
    """

    path: Path
    item: str
    text: str


def change_item(piece: Piece) -> str:
    """Change a number or a word of an item's text; if it has neither, add a comment."""
    figures = [*FIGURE_PATTERN.finditer(mask_texts_and_comments(piece.code))]
    if figures:
        figure = figures[len(figures) // 2]
        return f"{piece.text[: figure.start()]}{int(figure[0]) + 1}{piece.text[figure.end() :]}"
    word = TEXT_PATTERN.search(piece.code)
    if word is not None:
        return f"{piece.text[: word.end()]} again{piece.text[word.end() :]}"
    return f"{piece.code.rstrip()}  # again\n{piece.text[len(piece.code) :]}"


def item_changes(folder: Path) -> Iterator[ItemChange]:
    """Yield a change of each item (top-level declaration) of a game."""
    for path in sorted(folder.glob("*.rules")):
        text = path.read_text(encoding="utf-8")
        for piece in split_items(text).pieces:
            head = piece.text.split("\n", 1)[0]
            behind = text[piece.offset + len(piece.text) :]
            yield ItemChange(path, head, text[: piece.offset] + change_item(piece) + behind)


def seconds_to_findings(workspace: Workspace, change: ItemChange) -> float:
    """Apply a change, and time until the findings of its file are known."""
    space = workspace.copy_for_thread()
    start = CPU()
    space.change_text(change.path, change.text)
    space.check_file(change.path)
    return CPU() - start


def main() -> int:
    """Measure a change of every item, and print the slowest."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games; all where none is named")
    parser.add_argument("--slowest", type=int, default=20, help="how many items are printed")
    parser.add_argument("--rounds", type=int, default=3, help="how often each of these is measured again")
    parser.add_argument("--like", default="", help="only items that begin like this")
    args = parser.parse_args()
    measurements: list[tuple[float, str, Workspace, ItemChange]] = []
    for game in find_games():
        if not args.games or game.id in args.games:
            workspace = Workspace.open(game.path)
            workspace.lint_all()
            gc.collect()
            gc.freeze()  # as the server does after its first full check
            selected_changes = [change for change in item_changes(game.path) if change.item.startswith(args.like)]
            measurements += [
                (seconds_to_findings(workspace, change), game.id, workspace, change) for change in selected_changes
            ]
    times = [each[0] for each in measurements]
    print(
        f"{len(times)} items, median {format_seconds(median(times))}, "
        f"{sum(each > 0.1 for each in times)} above 100 ms at first"
    )
    measurements.sort(key=lambda each: -each[0])
    for _, id_, workspace, change in measurements[: args.slowest]:
        best = min(seconds_to_findings(workspace, change) for _ in range(args.rounds))
        print(f"{format_seconds(best):>8}  {id_}/{change.path.name}  {change.item}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
