"""Small stories: what is so, what is called with which dice and answers, and what must come of it."""

from __future__ import annotations

from typing import Any

from b29_korea.bench import OTHER_FIGURES, OTHER_READINGS, Facts, Sky, Word, data, scene
from clauses import Storyteller

MEN = tuple(data("Post", "home"))
ENGINES = tuple(data("Engine", "wing"))
TURRETS = tuple(data("Turret", "bursts"))

HIGH: Facts = {"altitude": "medium"}
EMPTY: Facts = {"bombs[forward]": "no", "bombs[aft]": "no"}
JOINED: Facts = {"station": "formed", **HIGH}
ALONE: Facts = {"station": "straying", **HIGH}
BY_NIGHT: Facts = {"night_mission": "yes", "schedule": "all_night"}
SILENT: Facts = {f"turret_dead[{turret}]": "yes" for turret in TURRETS}
NO_POWER: Facts = {"electrical_hits": 2}
GEAR_DOWN: Facts = {"nose_gear": "lowered", "main_gear[port]": "lowered", "main_gear[starboard]": "lowered"}
SKILLED: Facts = {f"crew[{man}].missions": 8 for man in MEN}

JUMP, FALL = "8-4", "8-5"
BACKUP = (5,) * 60
"""Dice for those who jump, where only it matters that they do."""

PLAIN = {
    "take_off": "no",
    "fuel_check": "no",
    "navigation": "no",
    "random_events": "no",
    "searchlights": "no",
    "evasive_action": "no",
    "additional_flak": "no",
    "start_weight": "no",
    "passing_shots": "no",
    "month_choice": "january",
}
"""The game without any optional rule."""

ANOTHER = {
    **OTHER_READINGS,
    **OTHER_FIGURES,
    "main_boxes": "32",
    "burst_results": "no",
    "month_choice": "player",
    "tour_length": "2",
}
"""Every switch that is not an optional rule, the other way."""


def at(target: str, zone: int | None = None, **facts: Word) -> Facts:
    """In a zone of a mission to this target: over it, unless told otherwise."""
    place = data("Target", "zone")[target] if zone is None else zone
    return {"target": target, "zone": place, **facts}


def engines(*stopped: str, how: str = "feathered") -> Facts:
    """These engines are out."""
    return {f"prop[{engine}]": how for engine in stopped}


def down(*men: str, points: int = 3) -> Facts:
    """These men are hurt."""
    return {f"points[{man}]": points for man in men}


LOST: Facts = {"fate": "gone", **down(*MEN, points=4)}
"""She is destroyed, with everybody aboard."""


def of(found: Sky, name: str, result: Any = None) -> Any:
    """What is so: a field, a define with its arguments in parentheses, or ``result``."""
    if name == "result":
        return result
    if name in found.names:
        return found[name]
    if name.startswith("cabin of "):
        return data("Section", "cabin")[name.removeprefix("cabin of ")]
    if name.startswith("modifiers on "):
        return modifiers(found, name.removeprefix("modifiers on "))
    called, _, args = name.rstrip(")").partition("(")
    return found.define(called, *(arg.strip() for arg in args.split(",") if arg))


def modifiers(found: Sky, table: str) -> int:
    """What was added to the dice of a table, the last time."""
    throw = [throw for throw in found.throws if throw.table == table][-1]
    return throw.total - throw.natural


told = Storyteller(scene, of, BACKUP).told


# --- scenes that several chapters begin with

FIRE: Facts = {**EMPTY, "bottles_dead": "yes"}

JAMMED: Facts = {"jammed[fwd_upper]": "yes"}

OVER: Facts = {**at("kaesong"), **JOINED, "reached": "yes", "below": "over_communist"}

DARK: Facts = {**at("kaesong", 6), **NO_POWER}

BACK: Facts = {"fate": "back", **EMPTY}

BOMBED: Facts = {**BACK, "reached": "yes", "run_made": "yes"}

EXPERT: Facts = {"crew[flight_engineer].missions": 8}

HOME: Facts = {**EMPTY, "homeward": "yes", "run_made": "yes", "reached": "yes", "station": "dispersed"}

FINDING = ["4-4", "4-5", "4-6", "4-7", "4-8"]

LOST_DICE = [1, 1, 1, 1, 1]

BLIND: Facts = {"weather": "bad", "broken[radar]": "yes"}

SHOT: Facts = {**at("kopung", 7), **JOINED, "under_fire": "yes", "masked": "yes", "let_out": "yes"}

REASONS: list[tuple[str, str, list[int], Facts]] = [
    ("b, intercom", "roll 7-2", [9, 1], {}),
    ("b, bombsight", "roll 7-1", [10, 1], {}),
    ("b, doors", "roll 7-3", [8], {}),
    ("c, a cabin", "do pressure_check waist_cabin", [6], {}),
    ("c, the ducts", "do duct_hit", [5], {"duct_hits": 1}),
    ("d, pilot badly hurt", "do wound pilot", [4], {}),
    ("d, copilot killed", "do wound copilot", [6], {}),
    ("d, bombardier badly hurt", "do wound bombardier", [5], {}),
    ("d, navigator badly hurt", "do wound navigator", [5], {}),
    ("e, an engine", "roll 7-5 port", [10, 1, 3, 1], {**EMPTY}),
    ("f, fuel", "roll 7-5 port", [9, 1, 2, 6], {"fuel": 17}),
    ("g, electrical failure", "roll 7-10", [11], {**EMPTY, "electrical_hits": 1}),
]

NO_REASONS: list[tuple[str, str, list[int], Facts]] = [
    ("a light wound", "do wound pilot", [3], {}),
    ("a gunner", "do wound cfc", [6], {}),
    ("a turret", "roll 7-6", [9], {}),
    ("the radio", "roll 7-2", [5], {}),
    ("a leak that leaves 14 boxes, which do", "roll 7-5 port", [9, 1, 2, 6], {"fuel": 18}),
]

FLAK: Facts = {**OVER, "zone": 7}

LAST: Facts = {**GEAR_DOWN, **EMPTY, **HOME, "altitude": "low", "zone": 1, "at_base": "yes"}

LOOSE: Facts = {**at("kopung", 8), **ALONE}

WAIST = ("cfc", "left_gunner", "right_gunner", "radar_operator")

NO_ONE = down("pilot", "flight_engineer", *WAIST)

OPEN: Facts = {**HIGH, "let_out": "yes"}

BREATHLESS: Facts = {**at("kopung", 8), **JOINED, "oxygen_hits[tail_gunner]": 2}

ZONE: Facts = {"zone": 8, "target": "kopung", "below": "over_communist"}

SEA: Facts = {**LAST, "at_base": "no", "zone": 4, "below": "over_water"}
