"""What an editor waits for, against looking at everything: processor time, in one process as the server is one.

A row of a table is changed, in as many files as there are rounds, and after each change the server is asked what
editors ask then. Each is held against a look at the whole game that knows nothing yet, as ``lint`` does the first time.
"""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

from lsprotocol import types

from bench.instant import edits
from bench.timing import CPU, human
from bombsight.cli.server import completing, editing, hover, inlay_hints, names, semantic_tokens, symbols
from bombsight.cli.server.asked import Asked
from bombsight.cli.server.documents import Document
from bombsight.cli.server.findings import Telling
from bombsight.cli.server.positions import Ruler
from bombsight.cli.server.running import SELDOM
from bombsight.dsl.source import Source
from bombsight.service.games.library import find_games
from bombsight.service.language.open_workspaces import Spaces
from bombsight.service.language.workspace import Workspace

LARGEST = "b29_korea"
TELLING = Telling(Ruler(), Path.as_uri)

Question = Callable[[Asked, types.Position], object]

QUESTIONS: dict[str, Question] = {
    "definition": names.declared,
    "references": lambda asked, place: names.named(asked, place, True),
    "highlights": names.highlighted,
    "completion": completing.proposed,
    "hover": hover.told,
    "colours": lambda asked, place: semantic_tokens.coloured(asked),
    "outline": lambda asked, place: symbols.symbols(asked),
    "folds": lambda asked, place: symbols.folding(asked.document.source),
    "odds in the margin": lambda asked, place: inlay_hints.margin(asked, page(asked), lambda: False),
    "layout": lambda asked, place: editing.formatted(asked.document.source, TELLING),
}


def page(asked: Asked) -> types.Range:
    """What somebody sees of a file: so many lines."""
    return types.Range(types.Position(0, 0), types.Position(min(60, len(asked.document.source.line_starts)), 0))


def timed(work: Callable[[], object]) -> float:
    """The seconds that some work takes."""
    begun = CPU()
    work()
    return CPU() - begun


def measure(game: str, rounds: int) -> dict[str, list[float]]:
    """The seconds of each thing in each round."""
    folder = next(one.path for one in find_games() if one.id == game)
    taken: dict[str, list[float]] = {name: [] for name in ("findings at once", *QUESTIONS, "all findings")}
    scratch = Workspace.open(folder)
    taken["everything, from scratch"] = [timed(scratch.whole)]
    spaces = Spaces()
    random = Random(1)
    for number, (path, text) in zip(range(rounds + 1), edits(folder, random), strict=False):
        was = path.read_text(encoding="utf-8")
        spaces.write(path, was)
        room = spaces.room(path)
        assert room is not None
        if not number:
            room.space.whole()
            gc.freeze()  # as the server does once it has looked at everything
        spaces.quick(path)
        spaces.write(path, text)
        found = {"findings at once": timed(partial(spaces.quick, path))}
        asked = Asked(Document(path.as_uri(), path, 1, Source(str(path), text)), room, TELLING, spaces.texts)
        place = TELLING.ruler.position(asked.document.source, random.choice(words(text)))
        for name, question in QUESTIONS.items():
            found[name] = timed(partial(question, asked, place))
        found["all findings"] = timed(room.space.whole)
        if number:  # the first round loads what is loaded once
            for name, seconds in found.items():
                taken[name].append(seconds)
        spaces.write(path, was)
    return taken


def words(text: str) -> list[int]:
    """Where names may stand: behind the first letter of words."""
    return [at for at in range(1, len(text)) if text[at].isalpha() and not text[at - 1].isalnum()]


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=LARGEST)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    gc.set_threshold(*SELDOM)
    taken = measure(asked.game, asked.rounds)
    whole = taken["everything, from scratch"][0]
    for name, found in taken.items():
        print(f"{name:26} median {human(median(found)):>8}, worst {human(max(found)):>8}, {median(found) / whole:7.2%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
