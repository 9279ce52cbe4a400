"""Calls of a desk for a comparison of two: rules right and wrong, looked at everywhere, and the odds of tables."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bombsight.service.games.library import GameFolder, load_game_folder
from bombsight.service.lint.codes_catalog import all_codes
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap

BROKEN = Path(__file__).parents[1] / "dsl" / "broken"
"""Files with mistakes, one of each kind of syntax error."""

Call = tuple[str, tuple[Any, ...]]
"""The name of a call and its arguments."""

MANIFEST = 'game night "Night"\n'
"""The manifest of the game that those belong to which have none."""

TABLES = {
    "cells.tsv": "2d6\tSky\n2-6\tClear\n7-12\tRain\n",
    "sky.html": "<table><tr><th>1d6<th>Omen</tr><tr><td>1-3<td>An owl</tr><tr><td>4-6<td>A comet</tr></table>",
    "finds.md": "| d6 | Find |\n|----|------|\n| 1-4 | a coin |\n| 5-6 | a map |\n",
    "weights.csv": "Weight,Beast\n3,a goat\n1,a wolf\n",
    "rolls.json": '[{"name": "Roll", "formula": "1d4", "results": [{"range": [1, 4], "text": "all"}]}]',
    "rolls.dmn": "<definitions/>",
}
"""Files of tables, by name."""

PLACES = 25
"""How many places of a file are looked at."""


def all_calls(folder: Path, seed: int = 1) -> Iterator[Call]:
    """Yield the calls of a comparison, which write into a folder; the same for the same seed."""
    dice = random.Random(seed)
    yield from lighthouse_calls(folder, dice)
    for number, file in enumerate(sorted(BROKEN.glob("*.rules"))):
        home, text = (
            f"{folder}/broken{number}",
            file.read_text(encoding="utf-8", errors="replace").replace("\0", "\ufffd"),
        )
        path = f"{home}/{file.name}"
        if not text.startswith("game") and "\ngame " not in text:
            yield "put_file", (f"{home}/00-game.rules", MANIFEST)
        yield "put_file", (path, text)
        yield "actions", (path, (0, 1, 2))
        yield "fix_all", (path,)
        yield "remove_file", (path,)
    for code in all_codes():
        yield "explain", (code,)
    yield "new_game", ("my_game", f"{folder}/my_game")
    for name, content in TABLES.items():
        encoded = b64encode(content.encode()).decode()
        yield "import_table", (name, encoded, "", True)
        yield "game_of_tables", (name, encoded, "my_tables", f"{folder}/my_tables", False)


def lighthouse_calls(folder: Path, dice: random.Random) -> Iterator[Call]:
    """Yield calls about a game: its files looked at in many places, changed at random, its odds."""
    game: GameFolder = unwrap(load_game_folder(LIGHTHOUSE))
    texts = {f"{folder}/{game.id}/{file.name}": file.read_text(encoding="utf-8") for file in game.files}
    for path, text in texts.items():
        yield "put_file", (path, text)
    yield from [("continue_check", (600_000,))] * 3
    for path, text in texts.items():
        for name in ("tokens", "outline", "folds", "format"):
            yield name, (path,)
        yield "begin_examples", (path, False)
        yield "continue_examples", (600_000,)
        yield "odds_labels", (path, 0, len(text))
        for offset in sorted(dice.sample(range(len(text)), min(PLACES, len(text)))):
            for name in ("hover", "complete", "signature", "definitions", "references", "rename_range", "tables_at"):
                yield name, (path, offset)
    tables = next(path for path in texts if "tables" in path)
    yield "begin_coverage", (tables,)
    yield "continue_coverage", (600_000,)
    yield "covered_file", (tables,)
    yield "begin_simulation", (tables, True, 100, "1")
    yield "compile_side", (0,)
    yield "plan_simulation", ()
    for table in ("Weather", "Traffic", "Reef", "none"):
        yield "card", (tables, table)
        yield "odds", (tables, table, ())
    for _ in range(PLACES):
        path = dice.choice([*texts])
        lines = texts[path].split("\n")
        at = dice.randrange(len(lines))
        line = dice.choice(["", f"{lines[at]} x", lines[at].replace("1", "9"), *lines])
        changed = [*lines[:at], line, *lines[at + 1 :]]
        yield "change_text", (path, "\n".join(changed))
        yield from [("continue_check", (600_000,))] * 3
        yield "actions", (path, (0, 1, 2))
        yield "change_text", (path, texts[path])
