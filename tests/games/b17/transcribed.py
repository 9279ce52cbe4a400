"""transcription.json read into cases: what to set, what to throw, what must come of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import evolve, field, frozen

from tests.games.b17.bench import HERE, Facts, Sky, Word, data, graph, scene
from tests.games.b17.causes import ways

DOCUMENT: dict[str, Any] = json.loads((HERE / "transcription.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = {table["id"]: table for table in DOCUMENT["tables"]}

MEN = (
    "bombardier", "navigator", "pilot", "copilot", "engineer", "radio_operator", "ball_gunner", "port_gunner",
    "starboard_gunner", "tail_gunner",
)  # fmt: skip
"""The crew, in the order of the placement board."""

LIVES_AS = {"M-1": "defensive_fire", "M-3": "german_fire"}
"""A printed figure with its roll: the figure is looked up, and the roll has a table of its own."""

FIGHTER = ("me110", "six", "level")
"""The fighter of a scene that needs one."""

USUAL: dict[str, Word] = {
    "bombing": "on_target",
    "escort": "fair",
    "f": "fighter",
    "flak": "heavy",
    "gun": "tail",
    "height": "high",
    "quarter": "front",
    "side": "none",
    "who": "tail_gunner",
    "wing": "port",
}
"""What a table is rolled for where its columns do not say, by the name of the parameter."""

ROLLED: Facts = {"mission_number": 11}
"""On the first five missions some tables are not rolled."""

COINED = {
    "none_yet": "no_squadron",
    "side": "beam",
    "sight_out": "norden_out",
    "release_out": "bomb_release_out",
    "doors_out": "bomb_doors_out",
    "diving": "dive_zones",
    "loose": "zone_waves",
}
"""Words of the transcription, and the words of the game."""


def called(word: Any) -> Any:
    """A word of the transcription as the game has it."""
    return COINED.get(word, word) if isinstance(word, str) else word


def field_of(table: str, name: str) -> str:
    """The game's name for a field of the transcription."""
    if name == "autopilot_out":
        return {"BL-2": "autopilot_instrument_out", "P-6": "autopilot_tail_out"}[table]
    return called(name.replace("charges[", "engine_charges["))


def sides(dice: str) -> range:
    """Every total of some dice."""
    count, faces = (int(part) for part in dice.split("d"))
    return range(count, count * faces + 1)


# --- a scene for a table


def prepared(table: str, args: Sequence[Word], facts: Facts) -> tuple[Sky, list[Word]]:
    """A scene with these facts, and the arguments with the fighter among them where one is needed."""
    found = scene(ROLLED)
    node = next(node for node in graph().tables if node.id == table)
    wanted = args or [USUAL[param.name] for param in node.params]
    given = [found.fighter(*FIGHTER) if arg == "fighter" else arg for arg in wanted]
    found.set(facts)
    return found, given


# --- tables that give a value


@frozen
class Given:
    """A roll and what it gives.

    Attributes:
        table: As in the game.
        args: Its columns.
        roll: The total after modifiers, or the d66.
        subs: The dice that follow.
        expected: What it gives.
    """

    table: str
    args: tuple[Word, ...]
    roll: int
    subs: tuple[int, ...]
    expected: Word | tuple[Word, ...]

    def __str__(self) -> str:
        return " ".join(map(str, (self.table, *self.args, self.roll, *self.subs)))


VALUE_TABLES = [
    "O-1", "O-2", "O-3", "O-6", "O-7", "B-1", "B-2", "B-4", "B-5", "B-6", "BL-3", "BL-4", "BL-5", "G-1", "G-2", "G-3",
    "G-4", "G-5", "G-6", "G-7", "G-8", "G-9", "G-10", "M-4", "M-6",
]  # fmt: skip


def given_by(table: str) -> Iterator[Given]:
    """Every figure of a table that gives a value."""
    found = TABLES[table]
    if "columns" not in found:
        yield from column(table, (), found["results"])
        return
    for key, results in found["results"].items():
        if table == "G-4":
            yield from column({"position": "G-4", "squadron": "G-4b"}[key], (), results)
        elif table == "B-5":
            for args in directions(key):
                yield from column(table, args, results)
        else:
            yield from column(table, (called(key),), results)


def directions(key: str) -> list[tuple[Word, ...]]:
    """The arguments of B-5 for a column, one for each clock position that it serves."""
    quarter, height, side, *_ = (*key.split(), "none", "none")
    clocks = TABLES["B-4"]["clocks"][quarter]
    served = [data("Clock", "side")[clock] for clock in clocks]
    return [(called(quarter), height, at) for at in dict.fromkeys(served) if side in ("none", at)]


def column(table: str, args: tuple[Word, ...], results: Mapping[str, Any]) -> Iterator[Given]:
    """The figures of one column."""
    for roll, outcome in results.items():
        if isinstance(outcome, list) and outcome and isinstance(outcome[0], dict) and "value" in outcome[0]:
            for line in outcome:
                for sub in line["sub"]:
                    yield Given(table, args, int(roll), (sub,), called(line["value"]))
        else:
            yield Given(table, args, int(roll), (), plain(outcome))


def plain(outcome: Any) -> Word | tuple[Word, ...]:
    """An outcome without sub-rolls."""
    if isinstance(outcome, list) and not isinstance(outcome[0], dict):
        return tuple(map(called, outcome))
    if isinstance(outcome, list):
        return called(outcome[0]["effect"]["result"])
    return called(outcome)


# --- totals that only modifiers reach


def reach(table: str, total: int) -> tuple[int, Facts] | None:
    """A throw and facts of the game that make this total; None where nothing does.

    A throw with a result of its own is used only where there is no other.
    """
    dice = TABLES.get(table, {}).get("dice")
    if not isinstance(dice, str) or dice == "d66":
        return total, {}
    for natural in sorted(sides(dice), key=lambda face: (face in naturals(table), abs(total - face), face)):
        facts = sums(table).get(total - natural)
        if facts is not None:
            return natural, facts
    return None


def naturals(table: str) -> list[int]:
    """The dice of a table that have a result of their own."""
    return [natural["natural"] for natural in TABLES.get(table, {}).get("naturals", ())]


@cache
def sums(table: str) -> dict[int, Facts]:
    """Every sum that the modifiers of a table can come to together, with facts that bring it about."""
    found: dict[int, Facts] = {0: {}}
    for modifier in TABLES[table]["modifiers"]:
        before = list(found.items())
        for amount, facts in ways(table, modifier["cause"]):
            for total, together in before if amount in amounts(modifier) else ():
                if all(together.get(name, value) == value for name, value in facts.items()):
                    found.setdefault(total + amount, {**together, **facts})
    return found


def amounts(modifier: Mapping[str, Any]) -> list[int]:
    """What a modifier can amount to, nought aside."""
    listed = modifier["amounts"] if modifier["amount"] == "computed" else [modifier["amount"]]
    return [amount for amount in listed if amount]


# --- tables with effects


@frozen
class Effect:
    """A roll, the facts and dice that lead to one line of it, and what is so afterwards.

    Attributes:
        table: As in the game.
        args: Its columns.
        roll: The total of its dice.
        facts: What is so before.
        subs: The dice that follow.
        effect: As in the transcription.
    """

    table: str
    args: tuple[Word, ...]
    roll: int
    facts: Facts
    subs: tuple[int, ...]
    effect: Mapping[str, Any] = field(hash=False)

    def __str__(self) -> str:
        before = [
            f"{name}={value}" for name, value in self.facts.items() if TABLES[self.table].get("start") != {name: value}
        ]
        return " ".join(map(str, (self.table, *self.args, self.roll, *self.subs, *before)))


EFFECT_TABLES = ["P-1", "P-2", "P-3", "P-4", "P-5", "P-6", "B-7", "BL-1", "BL-2"]


def effects_of(table: str) -> Iterator[Effect]:
    """Every line of a table with effects."""
    results = TABLES[table]["results"]
    start = TABLES[table].get("start", {})
    columns = results.items() if "columns" in TABLES[table] else [("", results)]
    for key, rows in columns:
        for roll, alternatives in rows.items():
            yield from lines(Effect(table, (key,) if key else (), int(roll), start, (), {}), alternatives)


def lines(base: Effect, alternatives: Sequence[Mapping[str, Any]]) -> Iterator[Effect]:
    """The lines that alternatives lead to."""
    for line in alternatives:
        if "each" in line:
            continue  # one die for each gun: tested by itself
        given = {field_of(base.table, name): value for name, value in line.get("given", {}).items()}
        facts = {**base.facts, **given, **(condition(base, line["if"]) if "if" in line else {})}
        for sub in line.get("sub", [None]):
            subs = base.subs if sub is None else (*base.subs, sub)
            found = evolve(base, facts=facts, subs=subs, effect=line.get("effect", {}))
            if "then" in line:
                yield from lines(found, line["then"])
            else:
                yield found


def condition(base: Effect, words: str) -> Facts:
    """The facts behind a condition that the transcription puts in words."""
    if words == "this event has come before in this mission":
        return {"loose": "yes"} if base.roll == 4 else {"tight": "yes"}
    engine = next(engine for engine in ("no_1", "no_2", "no_3", "no_4") if engine in words.split())
    assert words == f"this event put engine {engine} out earlier in the mission"
    return {f"engine[{engine}]": "stopped", "failed_engine": engine}
