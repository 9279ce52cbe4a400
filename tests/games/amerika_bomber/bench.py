"""Amerika Bomber on a bench: scenes with fighters in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bombsight.service.games.library import BUILT_IN
from tests.games.scenes import Bench, Facts, Game, Scene, Word, changes

__all__ = ["Facts", "Word", "changes"]

HERE = Path(__file__).parent

OPTIONAL = ("pilot_quality", "ammunition", "close_range", "neutral_canada")
"""The optional rules; all are off unless a player turns them on."""

OTHER_READINGS = {"navigation_sign": "hurts", "rank_choice": "conventional_only", "natural_one_misses": "yes"}
"""The second reading of every ruling that has two."""

GAME = Game("amerika_bomber")
sources, graph, program, data = GAME.sources, GAME.graph, GAME.program, GAME.data


def examples() -> Iterator[str]:
    """The texts of all files with examples: the game's, and its tests."""
    yield from (source.text for source in sources())
    yield from (path.read_text(encoding="utf-8") for path in sorted((BUILT_IN / GAME.name / "tests").glob("*.rules")))


CITED = re.compile(r'^(?:example|chapter) [^\n]*?(?:\n  )?\bcite "([^"]*)"', re.MULTILINE)
"""What an example or a chapter cites, on its line or below it."""


def cited(letter: str) -> set[str]:
    """The numbers of this letter, as in ``R-01`` or ``C-01``, that examples or their chapters cite, as two digits."""
    cites = (cite for text in examples() for cite in CITED.findall(text))
    return {number for cite in cites for number in re.findall(rf"{letter}-(\d\d)", cite)}


FIGHTERS = "fighters"
"""The list of those that attack."""

SOMEBODY: Facts = {"type": "f8f", "clock": "twelve", "height": "level"}
"""A fighter of whom nothing more is told."""


class Sky(Scene):
    """A bomber in the air, as a test wants her."""

    def fighter(self, **facts: Word) -> int:
        """A fighter joins: an F8F at 12 o'clock level, unless told otherwise; what it is called."""
        return self.join(FIGHTERS, {**SOMEBODY, **facts})


scene = Bench(GAME, Sky).scene
