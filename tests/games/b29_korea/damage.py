"""transcription-damage.json read into cases, and a scene that is fed its dice by the names of the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from attrs import evolve, field, frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite
from tests.games.b29_korea.bench import ENGINES, GAME, HERE, Facts, Sky, Word, changes, program

DOCUMENT: dict[str, Any] = json.loads((HERE / "transcription-damage.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = {table["id"]: table for table in DOCUMENT["tables"]}

HERE_WE_ARE: Facts = {"target": "kopung", "zone": 8, "below": "over_communist", "fuel": 30}
"""Over the enemy's land, in the zone before the target's; low, as a mission begins."""


# --- what each table is called in the game


def calls() -> dict[str, str]:
    """How each table is rolled, by its id."""
    found = {
        "7-1b": "do pressure_check front_cabin",
        "7-2 note": "do pressure_check front_cabin",
        "7-6a": "do pressure_check waist_cabin",
        "7-8a": "do pressure_check tail_cabin",
        "7-1a": "do check_bombardier",
        "7-1d": "do raise_gear",
        "7-3a": "roll center_fire",
        "7-3b": "do fuel_leak_center",
        "7-5 dive": "do dive",
        "7-5 port": "roll 7-5 port",
        "7-5 starboard": "roll 7-5 starboard",
        "7-5e": "do fuel_leak_wing port outboard",
        "7-9a": "do count_zones_left",
        "7-9c main": "do lower_main_gear",
        "7-10e": "do lower_main_gear",
        "7-9e": "do lower_flaps",
        "7-10g": "do lower_flaps",
        "7-13": "do wound bombardier",
        "7-13b": "do recover bombardier",
        "7-14": "roll 7-14 bombardier",
        "7-14 home": "do recover bombardier",
        "7-12": "roll 7-12 nose",
        "8-1c": "do crash_fires",
        "8-1d": "do crash_fires",
        "8-4": "do bail_out bombardier controlled",
        "8-5": "do bail_out bombardier uncontrolled",
        "8-6": "do survive_at_sea bombardier",
        "8-6b": "do fished_out bombardier",
        "8-7": "do captured bombardier",
        **{table: f"roll {table}" for table in ("7-1", "7-2", "7-3", "7-4", "7-6", "7-7", "7-8", "7-9", "7-10")},
    }
    for table, bay in (("7-3", "forward"), ("7-4", "aft")):
        found |= {
            f"{table}c": f"do bombs_hit {bay}",
            f"{table} doors": "do roll_for_hit_doors",
            f"{table}d pilot": f"do try_from_cockpit {bay}",
            f"{table}d motor": f"do free_doors {bay}",
            f"{table}e run": "do release_bombs",
            f"{table}e jettison": "do jettison",
        }
    for engine in ENGINES:
        pieces = "outboard_pieces" if engine in ("no_1", "no_4") else "inboard_pieces"
        found |= {
            f"7-5 engine {engine}": f"do engine_hit {engine}",
            f"7-5f {engine}": f"do feather {engine} engine_out",
            f"7-5g {engine}": f"do feather {engine} runs_away",
            f"7-5i {engine}": f"do feather {engine} oil_leak",
            f"7-5j {engine}": f"roll windmill_start {engine}",
            f"7-5k {engine}": f"roll windmill {engine}",
            f"7-5k fire {engine}": f"do runs_away_now {engine}",
            f"7-5l {engine}": f"roll runaway_turn {engine}",
            f"7-5m {engine}": f"do propeller_bursts {engine}",
            f"7-5m debris {engine}": f"roll {pieces} {engine}",
            f"7-5h {engine}": f"do engine_fire {engine}",
            f"7-5p low {engine}": f"roll engine_burns {engine}",
            f"7-5p dived {engine}": f"roll engine_dive {engine}",
        }
    for wing in ("port", "starboard"):
        found |= {f"7-5n {wing}": "do lower_main_gear", f"7-5o {wing}": "do raise_gear"}
        for tank in ("outboard", "inboard"):
            found |= {
                f"7-5d {wing} {tank}": f"do fuel_fire_wing {wing} {tank}",
                f"7-5d dived {wing} {tank}": f"roll tank_dive {wing} {tank}",
            }
    return found


CALLS = calls()

FIRST_ROLL = {
    "7-13": "7-13",
    "7-13b": "after_wound",
    "7-14": "7-14",
    "7-14 home": "after_frost",
    "7-5 dive": "wings_hold",
    "7-1d": "raise_by_hand",
    "7-9e": "portable_motor",
    "7-10g": "portable_motor",
    "8-6b": "picked_up",
    **{f"7-5o {wing}": "raise_by_hand" for wing in ("port", "starboard")},
    **{table: table for table in ("8-4", "8-5", "8-6", "8-7", "7-12")},
}
"""The game's table behind a procedure; where there is none, its die has no name."""


def first_roll(table: str) -> str | None:
    """The game's name for the roll of a table of the transcription; none where it has none."""
    kind, name, *_ = CALLS[table].split()
    if kind == "roll":
        return name
    named = {
        "7-5 engine": "engine_damage",
        "7-5f": "feathering_attempt",
        "7-5g": "feathering_attempt",
        "7-5i": "feathering_attempt",
        "7-5k fire": "propeller_fire",
        "7-5m": "out_of_control",
        "7-5h": "engine_bottle",
        "7-5d": "tank_explodes",
    }
    for part, found in named.items():
        rest = table.removeprefix(part)
        if rest != table and rest.split()[:1] and rest.split()[0] in (*ENGINES, "port", "starboard"):
            return found
    return FIRST_ROLL.get(table)


# --- a scene that is fed its dice


class Fed(Sky):
    """Dice of named tables come from ``named``, in their order; all others from ``dice``."""

    named: dict[str, list[int]]

    def on_roll(self, site: int, dice: Dice) -> int:
        """The next number for this table."""
        place = self.program.sites[site]
        assert isinstance(place, RollSite)
        waiting = self.named.get(place.table or "", [])
        if waiting:
            self.dice.insert(0, waiting.pop(0))
        return super().on_roll(site, dice)


@cache
def fed() -> Fed:
    """One for all, because making one takes a while."""
    return Fed(GAME, program())


def told(table: str, facts: Facts) -> Fed:
    """A fresh scene for a table."""
    found = fed()
    found.named = {}
    found.begin({**HERE_WE_ARE, **facts})
    return found


# --- the lines of a table


@frozen
class Line:
    """One line of a table, and the way that leads to it.

    Attributes:
        table: Its id.
        roll: The total.
        given: What is so before.
        subs: The dice that follow.
        rolls: What is rolled besides.
        effect: What is so afterwards.
        marks: What else the line says.
    """

    table: str
    roll: int
    given: Mapping[str, Any] = field(hash=False, factory=dict)
    subs: tuple[int, ...] = ()
    rolls: tuple[str, ...] = ()
    effect: Mapping[str, Any] = field(hash=False, factory=dict)
    marks: Mapping[str, Any] = field(hash=False, factory=dict)

    def __str__(self) -> str:
        before = [f"{name}={value}" for name, value in self.given.items()]
        return " ".join(map(str, (self.table, self.roll, *self.subs, *before)))


MARKS = ("ends", "no_die", "again", "unsettled", "fire_in", "leaves_formation", "value", "free", "must_abort")


def lines_of(table: str) -> Iterator[Line]:
    """Every line of a table."""
    found = TABLES[table]
    needs = found.get("needs", {})
    for roll, alternatives in found["results"].items():
        base = Line(table, int(roll), dict(needs), marks={"free": found.get("free", [])})
        yield from below(base, alternatives, 0)


def below(base: Line, alternatives: Sequence[Mapping[str, Any]], depth: int) -> Iterator[Line]:
    """The lines that alternatives lead to; of the faces of a deeper die only the first and the last."""
    for line in alternatives:
        faces: Sequence[int | None] = line.get("sub", [None])
        if depth and len(faces) > 2:
            faces = [faces[0], faces[-1]]
        rolls = (*base.rolls, *line.get("rolls_before", ()), *line.get("rolls", ()))
        marks = {**base.marks, **{mark: line[mark] for mark in MARKS if mark in line}}
        given, effect = {**base.given, **line.get("given", {})}, {**base.effect, **line.get("effect", {})}
        for sub in faces:
            subs = base.subs if sub is None else (*base.subs, sub)
            found = evolve(base, given=given, subs=subs, rolls=rolls, effect=effect, marks=marks)
            if "then" in line:
                yield from below(found, line["then"], depth + 1)
            else:
                yield found


def interleaved(first: Sequence[int], second: Sequence[int]) -> Iterator[list[int]]:
    """Every order of two rows of dice that keeps each of them as it is; the first before the second, to begin with."""
    places = range(len(first) + len(second))
    for at in combinations(places, len(first)):
        one, two = iter(first), iter(second)
        yield [next(one) if place in at else next(two) for place in places]


def changed(found: Fed, before: Mapping[str, Word]) -> dict[str, Word]:
    """What is no longer as it was."""
    return changes(before, found.state())
