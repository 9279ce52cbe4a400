"""What the constraints look at: tables as distributions, and short scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bombsight.compiler.graph.nodes import Enum
from tests.games.amerika_bomber.bench import Facts, Sky, Word, graph, scene
from tests.games.amerika_bomber.transcribed import Stage, node, sides

FLYING: Facts = {
    "aircraft": "he277",
    "bombs_aboard": "yes",
    "endurance": 13,
    "target": "boston_yard",
    "target_zone": 5,
    "chaff[dispenser_a]": 2,
    "chaff[dispenser_b]": 2,
}
"""A sortie as it takes off, in an aircraft without waist guns."""

CREW = ("pilot", "copilot", "bombardier", "navigator", "engineer", "ewo", "ventral_gunner", "tail_gunner")
"""The men of that aircraft."""

SPARE = (3,) * 300
"""Dice for what does not matter: nobody hits, chutes open, she comes down whole."""

ALL_AIRCRAFT = ("me364", "he277", "fw300", "ju390", "ta400", "e555")
ALL_GUNS = ("nose", "top_forward", "top_aft", "ventral", "tail", "port_waist", "starboard_waist", "fixed_forward")
CLOCKS = (
    *("twelve", "one_thirty", "three", "four_thirty", "six", "seven_thirty", "nine", "ten_thirty"),
    *("dive", "climb"),
)
QUARTERS = ("spring", "summer", "autumn", "winter")


def flying(facts: Facts | None = None, **options: Any) -> Sky:
    """A bomber on her way."""
    return scene({**FLYING, **(facts or {})}, **options)


def enum(name: str) -> Enum:
    """An enum of the compiled game."""
    return next(found for found in graph().enums if found.name == name)


def dice(table: str) -> str:
    """The dice of a table of the compiled game."""
    rolled = node(table).rolled
    assert rolled is not None
    return rolled.dice.notation


def given(table: str, facts: Facts | None = None, fighter: Facts | None = None, **args: Word) -> dict[int, Any]:
    """What each throw of a table gives in a state."""
    stage = Stage(table, facts or {}, fighter or {}, args)
    return {natural: stage.roll(natural)[1] for natural in sides(dice(table))}


def ways(notation: str, natural: int) -> int:
    """In how many cases the dice show this."""
    return 6 - abs(7 - natural) if notation == "2d6" else 1


def chance(table: str, found: Mapping[int, Any], wanted: object) -> Fraction:
    """How likely a result is."""
    notation = dice(table)
    total = sum(ways(notation, natural) for natural in found)
    return Fraction(sum(ways(notation, natural) for natural, result in found.items() if result == wanted), total)


def mean(table: str, found: Mapping[int, int]) -> Fraction:
    """The mean of figures."""
    notation = dice(table)
    total = sum(ways(notation, natural) for natural in found)
    return Fraction(sum(ways(notation, natural) * figure for natural, figure in found.items()), total)


def encounters(quarter: str) -> dict[int, tuple[int, str]]:
    """What B1 gives in a quarter: how many fighters, and which; none of none where there is no contact."""
    found = given("B1", quarter=quarter)
    return {natural: (0 if kind == "none" else count, kind) for natural, (count, kind) in found.items()}


def added(stage: Stage, natural: int = 3) -> int:
    """What is added to the dice in a state."""
    throw = stage.thrown(natural)
    return throw.total - throw.natural


def rising(figures: Sequence[Any]) -> bool:
    """Whether each is more than the one before."""
    return all(one < other for one, other in pairwise(figures))


def never_falling(figures: Sequence[Any]) -> bool:
    """Whether none is less than the one before."""
    return all(one <= other for one, other in pairwise(figures))


def field_ids() -> set[str]:
    """The fields of the game's state."""
    return {field.id for field in graph().fields}
