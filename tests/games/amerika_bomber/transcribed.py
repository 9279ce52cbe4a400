"""transcription.json read into cases: in which state to roll, what to throw, what must come of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import field, frozen

from bombsight.compiler.graph.nodes import Table
from bombsight.flat.types import ElementType
from tests.games.amerika_bomber.bench import HERE, Facts, Sky, Word, graph, scene
from tests.games.amerika_bomber.names import called
from tests.games.scenes import Throw

DOCUMENT: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = DOCUMENT["tables"]
MATS: dict[str, dict[str, Any]] = DOCUMENT["mats"]

Row = Mapping[str, Any]


def sides(dice: str) -> list[int]:
    """Every total of some dice; every face of a d66."""
    if dice == "d66":
        return [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
    count, faces = (int(part) for part in dice.split("d"))
    return list(range(count, count * faces + 1))


def chance(dice: str, wanted: Iterable[int]) -> int:
    """In how many of 6, 10 or 36 cases the dice show one of these."""
    if dice == "2d6":
        return sum(6 - abs(7 - total) for total in wanted)
    return len(list(wanted))


def row(rows: Iterable[Row], total: int) -> Row:
    """The row that a total leads to."""
    (found,) = (row for row in rows if covers(row["span"], total))
    return found


def covers(span: Sequence[int | None], total: int) -> bool:
    """Whether a total lies between two ends, of which either may be open."""
    low, high = span
    return (low is None or low <= total) and (high is None or total <= high)


def given(rows: Iterable[Row], total: int, table: str) -> Any:
    """What a total gives, in the words of the game."""
    return called(row(rows, total)["gives"], table)


@cache
def node(table: str) -> Table:
    """A table of the compiled game."""
    return next(node for node in graph().tables if node.id == table)


# --- the state in which a table is rolled

NOBODY: Facts = {"quality": "trained"}
"""Of a fighter, where nothing else is told."""

WITH: Facts = {
    "area": "improved_lotfe",
    "bursts": 0,
    "came": "in_the_bomber",
    "cause": "enemy_fire",
    "density": "heavy",
    "e": "no_1",
    "fitted": 4,
    "gun": "top_forward",
    "how": "at_base",
    "p": "bombardier",
    "quarter": "spring",
    "run": "on_target",
    "sector": 2,
    "she": "in_one_piece",
    "side": "port",
    "type": "f8f",
}
"""What a roll is made with, where nothing else is told."""


@frozen
class Stage:
    """The state in which a table is rolled, and what it is rolled with.

    Attributes:
        table: The game's.
        facts: Of the game's state.
        fighter: Who attacks, or is shot at.
        args: What the roll is made with, by the names of its parameters.
        options: Of the game.
    """

    table: str
    facts: Facts = field(factory=dict)
    fighter: Facts = field(factory=dict)
    args: Facts = field(factory=dict)
    options: Facts = field(factory=dict)

    def __str__(self) -> str:
        parts = (self.facts, self.fighter, self.args, self.options)
        return " ".join([self.table, *(f"{name}={value}" for part in parts for name, value in part.items())])

    def plus(self, *others: Stage) -> Stage | None:
        """All of them at once; None where they contradict one another."""
        parts: dict[str, dict[str, Word]] = {}
        for part in ("facts", "fighter", "args", "options"):
            merged: dict[str, Word] = {}
            for stage in (self, *others):
                more: Facts = getattr(stage, part)
                if any(merged.get(name, value) != value for name, value in more.items()):
                    return None
                merged.update(more)
            parts[part] = merged
        return Stage(self.table, parts["facts"], parts["fighter"], parts["args"], parts["options"])

    def scene(self) -> tuple[Sky, list[Word]]:
        """It, and the arguments of the roll."""
        options: dict[str, Any] = {**self.options}
        found = scene({**USUAL, **self.facts}, **options)
        fighter = found.fighter(**{**NOBODY, **self.fighter})
        args: list[Word] = [
            fighter if isinstance(param.type, ElementType) else {**WITH, **self.args}[param.name]
            for param in node(self.table).params
        ]
        return found, args

    def roll(self, *dice: int) -> tuple[Sky, Any]:
        """The roll; what it gives is none where it asks for more dice than there are."""
        found, args = self.scene()
        try:
            return found, found.roll(self.table, *args, dice=dice)
        except AssertionError as problem:
            if not str(problem).startswith("no dice left"):
                raise
            return found, None

    def thrown(self, natural: int) -> Throw:
        """The throw alone."""
        found, _ = self.roll(natural)
        return found.throws[0]


USUAL: Facts = {"aircraft": "he277", "zone": 5, "target_zone": 5}
"""Where nothing else is told."""
