"""The rules between the tables: each numbered clause, by the smallest story that would catch a breach of it."""

from __future__ import annotations

from typing import Any

import pytest

from b29_korea.bench import GAME, Facts, Sky, changes, program, scene
from b29_korea.stories import (
    ALONE,
    ANOTHER,
    BACKUP,
    BY_NIGHT,
    EMPTY,
    ENGINES,
    FALL,
    GEAR_DOWN,
    HIGH,
    JOINED,
    JUMP,
    LOST,
    MEN,
    NO_POWER,
    PLAIN,
    SILENT,
    SKILLED,
    Clause,
    at,
    down,
    each,
    engines,
    modifiers,
    name_of,
    told,
)
from watching import Watched

CLAUSES: list[Clause] = []


def clause(rule: str, call: str, **rest: Any) -> None:
    """One story."""
    CLAUSES.append(Clause(rule, call, **rest))


def row(rule: str, outcomes: Any, call: str, **rest: Any) -> None:
    """A story for each of the dice."""
    CLAUSES.extend(each(rule, outcomes, call, **rest))


# --- SP-ENG-PICK

for total, engine in zip(range(2, 13), (1, 1, 2, 3, 3, 1, 4, 4, 2, 2, 3), strict=True):
    clause(f"SP-ENG-PICK {total}", "roll which_engine", dice=[total], then={"result": f"no_{engine}"})

# --- SP-EXT: two bottles, then out of hand

OUT: Facts = {"out(no_1)": "yes", "on_fire[no_1]": "no", "must_abort": "yes"}

row(
    "SP-EXT out",
    [([1], {**OUT, "bottles[no_1]": 1}), ([3], OUT), ([4, 3], {**OUT, "bottles[no_1]": 0})],
    "do engine_fire no_1",
    given=EMPTY,
)
clause("SP-EXT both fail", "do engine_fire no_1", given=EMPTY, dice=[4, 6], answers=["stay"], leads="engine_burns")
clause(
    "SP-EXT without bottles",
    "do engine_fire no_1",
    given={**EMPTY, "bottles_dead": "yes"},
    answers=["stay"],
    dice=[1],
    asks=["engine_burns"],
    then={"on_fire[no_1]": "yes", "out(no_1)": "yes"},
)

# --- SP-UEF

FIRE: Facts = {**EMPTY, "bottles_dead": "yes"}
BURNS: Facts = {"on_fire[no_1]": "yes", "out(no_1)": "yes", "fate": "back"}

row(
    "SP-UEF low",
    [([1], BURNS), ([2], BURNS), ([3], JUMP), ([4], JUMP), ([5], FALL), ([6], LOST)],
    "do engine_fire no_1",
    given=FIRE,
    answers=["stay"],
)
clause("SP-UEF low, jump", "do engine_fire no_1", given=FIRE, answers=["jump"], leads=JUMP)
SMOKE: Facts = {"altitude": "low", "station": "straying", "out(no_1)": "yes", "fate": "back"}
row(
    "SP-UEF dive",
    [
        ([6, 1], {**SMOKE, "on_fire[no_1]": "no"}),
        ([6, 3], JUMP),
        ([6, 4], JUMP),
        ([6, 5], FALL),
        ([6, 6], FALL),
    ],
    "do engine_fire no_1",
    given={**FIRE, **JOINED},
    answers=["dive", "none"],
)
row(
    "SP-UEF dive, it burns on",
    [([6, 2, 1], {**SMOKE, "on_fire[no_1]": "yes"}), ([6, 2, 3], JUMP), ([6, 2, 5], FALL), ([6, 2, 6], LOST)],
    "do engine_fire no_1",
    given={**FIRE, **JOINED},
    answers=["dive", "none", "stay"],
)
clause(
    "SP-UEF dive, it burns on, and all jump",
    "do engine_fire no_1",
    given={**FIRE, **JOINED},
    answers=["dive", "none", "jump"],
    dice=[6, 2],
    leads=JUMP,
)
DIVING: Facts = {**FIRE, **JOINED, "wing_root[starboard]": 3, "wing_root[port]": 1}
row(
    "SP-UEF dive, the worse wing counts",
    [([3], FALL), ([4, 1], {"on_fire[no_1]": "no", "fate": "back"})],
    "do engine_fire no_1",
    given=DIVING,
    answers=["dive", "none"],
)
clause(
    "SP-UEF dive, one jumps first",
    "do engine_fire no_1",
    given={**FIRE, **JOINED, "pressure_lost": "yes", "masked": "yes"},
    answers=["dive", "cfc", "none"],
    dice=[2, 6, 1],
    then={"jumped[cfc]": "yes", "jumped[pilot]": "no", "altitude": "low"},
)
row(
    "SP-UEF burning in later turns",
    [
        ([1], {"on_fire[no_1]": "yes", "fate": "back"}),
        ([3], JUMP),
        ([5], FALL),
        ([6], LOST),
    ],
    "do engines_continue",
    given={**EMPTY, **engines("no_1", how="stopped"), "on_fire[no_1]": "yes"},
    answers=["stay"],
)
clause(
    "SP-UEF burning, jump before the roll",
    "do engines_continue",
    given={**EMPTY, **engines("no_1", how="stopped"), "on_fire[no_1]": "yes"},
    answers=["jump"],
    leads=JUMP,
)

# --- SP-FEATHER: what the callers have in common, and where they differ

CAUSES = ("oil_tank", "quits", "engine_out", "runs_away", "oil_leak")
for cause in CAUSES:
    row(
        f"SP-FEATHER {cause}",
        [([die], {"prop[no_1]": "feathered", "fate": "back"}) for die in (1, 4)],
        f"do feather no_1 {cause}",
        given=EMPTY,
    )
    clause(
        f"SP-FEATHER {cause} 5",
        f"do feather no_1 {cause}",
        given=EMPTY,
        dice=[5],
        leads=None if cause == "engine_out" else "propeller_fire" if cause == "runs_away" else "windmill_start",
        then={"prop[no_1]": "dragging"} if cause == "engine_out" else {},
    )
NIGHT_MISSION_BY_DAY: Facts = {"night_mission": "yes", "schedule": "into_night", "zone": 3}
DAY_MISSION_IN_THE_DARK: Facts = {"schedule": "from_dawn", "zone": 3}
for cause in CAUSES:
    clause(
        f"SP-FEATHER {cause}, dark here",
        f"do feather no_1 {cause}",
        given={**EMPTY, **DAY_MISSION_IN_THE_DARK},
        dice=[4],
        then={} if cause == "oil_tank" else {"prop[no_1]": "feathered"},
        leads="windmill_start" if cause == "oil_tank" else None,
    )
    clause(
        f"SP-FEATHER {cause}, night mission",
        f"do feather no_1 {cause}",
        given={**EMPTY, **NIGHT_MISSION_BY_DAY},
        dice=[4],
        then={} if cause == "oil_leak" else {"prop[no_1]": "feathered"},
        leads="windmill_start" if cause == "oil_leak" else None,
    )
for name, facts in {"7-9, 10": {"broken[feathering]": "yes"}, "7-10 c": NO_POWER}.items():
    for cause, first in (("quits", "windmill_start"), ("engine_out", None), ("runs_away", "propeller_fire")):
        clause(
            f"SP-FEATHER {cause} fails of itself ({name})",
            f"do feather no_1 {cause}",
            given={**EMPTY, **facts},
            then={"prop[no_1]": "dragging"} if first is None else {},
            leads=first,
        )
clause(
    "SP-FEATHER 7-5 f, unfeathered: drag, and -2 for the landing",
    "do feather no_1 engine_out",
    given=EMPTY,
    dice=[6],
    then={"drag": "yes", "turns_here": 2, "windmilling_props": 1, "runaway_props": 0},
)
clause(
    "SP-FEATHER 7-5 f, nothing is rolled for it afterwards",
    "do engines_continue",
    given={**EMPTY, **engines("no_1", how="dragging")},
    asks=[],
    nothing=True,
)
clause("SP-FEATHER, the pilot may go on", "do feather no_1 quits", given=EMPTY, dice=[1], then={"must_abort": "no"})

# --- SP-WINDMILL-START, SP-WINDMILL, SP-RUNAWAY-FIRE, SP-RUNAWAY

clause(
    "SP-WINDMILL-START 1-5",
    "do feather no_2 quits",
    given=EMPTY,
    dice=[5, 5, 5],
    asks=["feathering_attempt", "windmill_start", "windmill"],
    then={"prop[no_2]": "windmilling", "must_abort": "yes", "windmilling_props": 1},
)
clause(
    "SP-WINDMILL-START 6",
    "do feather no_2 quits",
    given=EMPTY,
    dice=[5, 6, 1],
    then={"out(no_2)": "yes", "on_fire[no_2]": "no", "must_abort": "yes"},
    asks=["feathering_attempt", "windmill_start", "engine_bottle"],
)
MILLING: Facts = {**EMPTY, **engines("no_3", how="windmilling"), "must_abort": "yes"}
row(
    "SP-WINDMILL",
    [
        ([1], {"prop[no_3]": "windmilling"}),
        ([5], {"prop[no_3]": "windmilling"}),
        ([6, 5], {"prop[no_3]": "runaway", "runaway_props": 1, "windmilling_props": 0}),
        ([6, 6, 1], {"out(no_3)": "yes", "on_fire[no_3]": "no", "bottles[no_3]": 1}),
    ],
    "do engines_continue",
    given=MILLING,
)
WILD: Facts = {**EMPTY, **engines("no_3", how="runaway"), "must_abort": "yes"}
row(
    "SP-RUNAWAY",
    [
        ([6, 1], {"bottles[no_3]": 1, "on_fire[no_3]": "no"}),
        ([1, 1], {"prop[no_3]": "windmilling"}),
        ([1, 2], {"prop[no_3]": "runaway"}),
        ([5, 3], {"prop[no_3]": "runaway", "wing_root[starboard]": 0}),
        ([5, 4], {"prop[no_3]": "runaway", "wing_root[starboard]": 1, "wing_root[port]": 0}),
        ([5, 5], "out_of_control"),
        ([5, 6], "out_of_control"),
    ],
    "do engines_continue",
    given=WILD,
)

# --- SP-PROP-BURST

SPENT: Facts = {"prop[no_1]": "burst", "windmilling_props": 0, "runaway_props": 0, "fate": "back"}
OUTER: Facts = {**EMPTY, **engines("no_1", how="runaway")}
row(
    "SP-PROP-BURST outboard",
    [
        ([1], FALL),
        ([2, 1], SPENT),
        ([6, 4], {**SPENT, "prop[no_2]": "turning"}),
        ([6, 5, 1], {**SPENT, "prop[no_2]": "turning", "wing_root[port]": 0}),
        ([6, 5, 3, 1], {**SPENT, "prop[no_2]": "feathered", "wing_root[port]": 0}),
        ([6, 6, 3, 1, 1, 7], {**SPENT, "prop[no_2]": "feathered", "wing_root[port]": 1}),
        ([6, 6, 1, 3, 7, 11, 7], {**SPENT, "prop[no_2]": "turning", "wing_root[port]": 1}),
    ],
    "do propeller_bursts no_1",
    given=OUTER,
)
row(
    "SP-PROP-BURST inboard",
    [
        ([6, 2], {"prop[no_3]": "burst", "prop[no_4]": "turning", "wing_root[starboard]": 0}),
        ([6, 3, 1], {"prop[no_3]": "burst", "prop[no_4]": "turning", "wing_root[starboard]": 0}),
        ([6, 4, 3, 1], {"prop[no_3]": "burst", "prop[no_4]": "feathered", "wing_root[starboard]": 0}),
        ([6, 5, 2, 7, 11], {"prop[no_3]": "burst", "prop[no_4]": "turning", "wing_root[starboard]": 1}),
        ([6, 6, 1, 7], {"prop[no_3]": "burst", "prop[no_4]": "turning", "wing_root[starboard]": 1}),
    ],
    "do propeller_bursts no_3",
    given={**EMPTY, **engines("no_3", how="runaway")},
)
for amount, facts in [
    (1, {"aileron_out[port]": "yes"}),
    (2, {"aileron_out[port]": "yes", "aileron_out[starboard]": "yes"}),
    (1, {"rudder_hits": 3}),
    (3, {"rudder_hits": 3, "aileron_out[port]": "yes", "aileron_out[starboard]": "yes"}),
]:
    name = f"SP-PROP-BURST -{amount} {' '.join(facts)}"
    clause(f"{name}: lost", "do propeller_bursts no_1", given={**OUTER, **facts}, dice=[1 + amount], leads=FALL)
    clause(f"{name}: held", "do propeller_bursts no_1", given={**OUTER, **facts}, dice=[2 + amount, 1], then=SPENT)

# --- SP-WINGROOT

for wing in ("port", "starboard"):
    hits = f"wing_root[{wing}]"
    clause(f"SP-WINGROOT {wing} 4", f"do wing_root_hit {wing}", given={hits: 3}, then={hits: 4}, nothing=True)
    clause(f"SP-WINGROOT {wing} 5", f"do wing_root_hit {wing}", given={hits: 4}, leads=FALL)

# --- SP-FUEL-LEAK

for die, failed, controls, lost in [
    *((1, 0, "no", 0), (2, 0, "no", 0), (3, 0, "no", 0), (4, 0, "no", 1), (5, 0, "no", 1), (6, 0, "no", 2)),
    *((1, 1, "no", 0), (3, 1, "no", 1), (6, 1, "no", 3), (1, 2, "no", 1), (5, 2, "no", 3), (6, 2, "no", 4)),
    *((1, 0, "yes", 0), (6, 0, "yes", 3), (6, 1, "yes", 3), (6, 2, "yes", 4)),
]:
    clause(
        f"SP-FUEL-LEAK centre {die}, {failed} pumps failed, controls out: {controls}",
        "do fuel_leak_center",
        given={"pumps_failed": failed, "transfer_out": controls},
        dice=[die],
        then={"fuel": 38 - lost, "center_leak": "yes"},
    )
for die, failed, controls, lost in [
    *((1, 0, "no", 0), (2, 0, "no", 0), (3, 0, "no", 1), (6, 0, "no", 4), (1, 1, "no", 0), (6, 1, "no", 5)),
    *((1, 2, "no", 1), (6, 2, "no", 6), (1, 0, "yes", 1), (6, 0, "yes", 6), (6, 1, "yes", 6)),
]:
    clause(
        f"SP-FUEL-LEAK wing {die}, {failed} pumps failed, controls out: {controls}",
        "do fuel_leak_wing port inboard",
        given={"pumps_failed": failed, "transfer_out": controls},
        dice=[die],
        then={"fuel": 38 - lost, "leaking[port, inboard]": "yes", "leaking[port, outboard]": "no"},
    )
clause("SP-FUEL-LEAK without power", "do fuel_leak_wing port inboard", given=NO_POWER, dice=[6], then={"fuel": 32})
clause(
    "SP-FUEL-LEAK once a tank",
    "roll 7-5 port",
    given={"leaking[port, inboard]": "yes"},
    dice=[9, 4],
    then={"fuel": 38},
    nothing=True,
)
clause(
    "SP-FUEL-LEAK the other tank leaks as well",
    "roll 7-5 port",
    given={"leaking[port, inboard]": "yes"},
    dice=[9, 3, 3, 6],
    then={"fuel": 34, "leaking[port, outboard]": "yes"},
)
clause("SP-FUEL-LEAK centre once", "roll 7-3", given={"center_leak": "yes"}, dice=[3], then={"fuel": 38}, nothing=True)
clause(
    "SP-FUEL-LEAK is no consumption: no 4-1",
    "do fuel_leak_wing port inboard",
    given={"fuel": 2},
    dice=[6],
    then={"fuel": 0},
    asks=[None],
)

# --- SP-FUEL-FIRE

row(
    "SP-FUEL-FIRE centre",
    [([1], JUMP), ([4], JUMP), ([5], LOST), ([6], LOST)],
    "do fuel_fire_center",
)
row("SP-FUEL-FIRE centre, bombs gone", [([4], JUMP), ([5], FALL), ([6], FALL)], "do fuel_fire_center", given=EMPTY)
row("SP-FUEL-FIRE wing, low", [([1], FALL), ([2], JUMP), ([6], JUMP)], "do fuel_fire_wing port inboard")
row("SP-FUEL-FIRE wing, high", [([1], FALL), ([2], JUMP)], "do fuel_fire_wing port inboard", given=HIGH, answers=[])
row(
    "SP-FUEL-FIRE wing, dive",
    [
        ([2, 6, 1, 5], {"altitude": "low", "station": "straying", "fuel": 35, "fate": "back"}),
        ([2, 6, 2], JUMP),
        ([2, 6, 4], JUMP),
        ([2, 6, 5], FALL),
        ([2, 6, 6], FALL),
    ],
    "do fuel_fire_wing port inboard",
    given=JOINED,
    answers=["dive", "none"],
)
row(
    "SP-FUEL-FIRE wing, dive with torn roots",
    [([2, 3], FALL), ([2, 4, 1, 1], {"altitude": "low"})],
    "do fuel_fire_wing port inboard",
    given=DIVING,
    answers=["dive", "none"],
)

# --- SP-DRAG

LAME: dict[str, Facts] = {
    "doors": {"doors[aft]": "jammed_open"},
    "nose gear": {"nose_gear": "hanging"},
    "main gear": {"main_gear[starboard]": "hanging"},
    "nose gear lowered early": {"nose_gear": "lowered", **NO_POWER},
    "propeller": engines("no_4", how="dragging"),
    "burst": {"burst_in[utility]": "yes"},
}
for name, facts in LAME.items():
    clause(f"SP-DRAG {name}", "define drag", given={**EMPTY, **facts}, then={"result": "yes", "turns_here": 2})
clause("SP-DRAG not by a feathered engine", "define drag", given=engines("no_1"), then={"result": "no"})
clause(
    "SP-DRAG, never more than two turns",
    "define turns_here",
    given={**engines("no_1", "no_2"), "doors[aft]": "jammed_open", "nose_gear": "hanging"},
    then={"result": 2},
)
JAMMED: Facts = {"jammed[fwd_upper]": "yes"}
"""A jam is cleared once in every turn: it counts the turns."""

clause(
    "SP-DRAG costs a box for the second turn",
    "do visit 3",
    given={**at("kaesong", 3), **HIGH, **JAMMED, "doors[aft]": "jammed_open"},
    dice=[4, 7, 4],
    asks=["jam_repair", "4-2", "jam_repair"],
    then={"fuel": 38 - 2 - 1},
    options=PLAIN,
)
clause(
    "SP-DRAG, by an engine alone no box",
    "do visit 3",
    given={**at("kaesong", 3), **HIGH, **JAMMED, **engines("no_1")},
    dice=[4, 7, 4],
    asks=["jam_repair", "4-2", "jam_repair"],
    then={"fuel": 38 - 2},
    options=PLAIN,
)
clause(
    "SP-DRAG over the target: one turn in, two out",
    "do visit 7",
    given={**at("kaesong"), **BY_NIGHT, **HIGH, **JAMMED, **EMPTY, "doors[aft]": "jammed_open"},
    dice=[4, 7, 4, 4],
    asks=["jam_repair", "4-2", "jam_repair", "jam_repair"],
    then={"fuel": 38 - 1 - 1 - 1},
    options=PLAIN,
)

# --- SP-DOOR

OVER: Facts = {**at("kaesong"), **JOINED, "reached": "yes", "below": "over_communist"}
SHUT_BAY: Facts = {"percent": 30, "target_hit": "yes", "bombs[forward]": "yes", "bombs[aft]": "no"}
ALL_GONE: Facts = {"percent": 60, "target_hit": "yes", "bombs[forward]": "no", "bombs[aft]": "no"}
STRAY: Facts = {"station": "straying", "barred": "yes"}
FORMED: Facts = {"station": "formed", "barred": "no"}

clause("SP-DOOR all in order", "do bomb_run", given=OVER, dice=[6, 3], then={**ALL_GONE, **FORMED, "run_made": "yes"})
for bay, other in (("forward", "aft"), ("aft", "forward")):
    stuck: Facts = {"percent": 30, f"bombs[{bay}]": "yes", f"bombs[{other}]": "no", f"doors[{bay}]": "jammed_shut"}
    row(
        f"SP-DOOR event, {bay} will not open",
        [
            ([6, 1, 3], {**ALL_GONE, **STRAY}),
            ([6, 2, 3], {**ALL_GONE, **STRAY}),
            ([6, 3, 3], {**stuck, **STRAY}),
            ([6, 6, 3], {**stuck, **STRAY}),
        ],
        "do bomb_run",
        given={**OVER, f"door_fault[{bay}]": "stays_shut"},
    )
    clause(
        f"SP-DOOR event, {bay} will not close",
        "do bomb_run",
        given={**OVER, f"door_fault[{bay}]": "stays_open"},
        dice=[6, 3],
        then={**ALL_GONE, **STRAY, f"doors[{bay}]": "jammed_open", "open_bays": 1, "drag": "yes"},
    )
    row(
        f"SP-DOOR hit, {bay}",
        [
            ([6, 1, 2, 3], {**ALL_GONE, **FORMED}),
            ([6, 2, 3, 3], {**stuck, **STRAY}),
            ([6, 3, 3], {**ALL_GONE, **STRAY, f"doors[{bay}]": "jammed_open", "drag": "yes"}),
            ([6, 4, 3], {**ALL_GONE, **STRAY, f"doors[{bay}]": "jammed_open", "drag": "yes"}),
            ([6, 5, 3], {**ALL_GONE, **FORMED, f"doors[{bay}]": "shut"}),
            ([6, 6, 3], {**ALL_GONE, **FORMED, f"doors[{bay}]": "shut"}),
        ],
        "do bomb_run",
        given={**OVER, f"door_hit[{bay}]": "yes"},
    )
clause(
    "SP-DOOR both bays shut: off target",
    "do bomb_run",
    given={**OVER, "door_fault[forward]": "stays_shut", "door_fault[aft]": "stays_shut"},
    dice=[6, 3, 3],
    then={"percent": 0, "target_hit": "no", "bombs[forward]": "yes", "bombs[aft]": "yes", "run_made": "yes", **STRAY},
)
clause(
    "SP-DOOR half of 5 is 3",
    "do bomb_run",
    given={**OVER, "door_fault[forward]": "stays_shut"},
    dice=[2, 3, 3],
    then={"percent": 3, "target_hit": "no"},
)
BAY_SHUT: Facts = {**at("kaesong", 5), "homeward": "yes", "run_made": "yes", "reached": "yes", "bombs[aft]": "no"}
BAY_SHUT |= {"doors[forward]": "jammed_shut", "cockpit_tried[forward]": "yes"}
row(
    "SP-DOOR a man with the motor, shut doors",
    [
        ([1], {"doors[forward]": "shut", "motor_burnt": "no"}),
        ([3], {"doors[forward]": "shut", "motor_burnt": "no"}),
        ([4], {"doors[forward]": "jammed_shut", "motor_burnt": "yes"}),
        ([5], {"doors[forward]": "jammed_shut", "motor_burnt": "no"}),
        ([6], {"doors[forward]": "jammed_shut", "motor_burnt": "no"}),
    ],
    "do work_doors",
    given=BAY_SHUT,
    answers=["flight_engineer"],
)
row(
    "SP-DOOR a man with the motor, open doors",
    [
        ([3], {"doors[aft]": "shut", "open_bays": 0, "drag": "no"}),
        ([4], {"doors[aft]": "jammed_open", "motor_burnt": "yes", "drag": "yes"}),
        ([6], {"doors[aft]": "jammed_open", "motor_burnt": "no", "drag": "yes"}),
    ],
    "do work_doors",
    given={**at("kaesong", 5), **EMPTY, "homeward": "yes", "run_made": "yes", "doors[aft]": "jammed_open"},
    answers=["flight_engineer"],
)
clause("SP-DOOR no second try", "do work_doors", given={**BAY_SHUT, "motor_tried[forward]": "yes"}, nothing=True)
clause("SP-DOOR no motor, no try", "do work_doors", given={**BAY_SHUT, "motor_burnt": "yes"}, nothing=True)
clause("SP-DOOR nobody goes while she is pressurised", "do work_doors", given={**BAY_SHUT, **HIGH}, nothing=True)
clause(
    "SP-DOOR the motor is lost for the flaps",
    "define flaps_can_be_worked",
    given={"motor_burnt": "yes"},
    then={"result": "no"},
)
clause("SP-DOOR bombs left behind shut doors cost 2 a zone", "define entry_cost", given=BAY_SHUT, then={"result": 2})
clause("SP-DOOR one bay open", "define open_bays", given={"doors[aft]": "jammed_open"}, then={"result": 1})
clause(
    "SP-DOOR both open",
    "define open_bays",
    given={"doors[aft]": "jammed_open", "doors[forward]": "jammed_open"},
    then={"result": 2},
)
row(
    "SP-DOOR 7-10 d, salvo",
    [([], {**EMPTY, "salvoed": "yes", "run_made": "no"})],
    "do electrical_hit",
    given={**at("kaesong", 6), "electrical_hits": 1},
    answers=["salvo"],
)
clause(
    "SP-DOOR 7-10 d, salvo at the target: off target",
    "do bomb_run",
    given={**OVER, **EMPTY, **NO_POWER, "salvoed": "yes"},
    then={"target_hit": "no", "percent": 0, "run_made": "yes"},
)
DARK: Facts = {**at("kaesong", 6), **NO_POWER}
row(
    "SP-DOOR 7-10 d, by generator",
    [
        ([5], {"opened[forward]": "yes", "motor_burnt": "no", **STRAY}),
        ([6], {"opened[forward]": "no", "motor_burnt": "yes"}),
    ],
    "do work_doors",
    given={**DARK, "opening_tried[aft]": "yes", "station": "straying"},
    answers=["flight_engineer", "radio_operator"],
)
clause(
    "SP-DOOR 7-10 d, not without the generator",
    "do work_doors",
    given={**DARK, "generator_out": "yes"},
    nothing=True,
)
clause(
    "SP-DOOR 7-10 d, not at medium altitude", "do work_doors", given={**DARK, **HIGH, "let_out": "yes"}, nothing=True
)

# --- SP-RELEASE

HUNG: Facts = {"percent": 30, "bombs[forward]": "yes", "bombs[aft]": "no", "station": "straying"}
row(
    "SP-RELEASE one bay",
    [
        ([6, 2, 3], {**EMPTY, "percent": 30, "target_hit": "yes", **FORMED}),
        ([6, 3, 3], HUNG),
        ([6, 6, 3], HUNG),
    ],
    "do bomb_run",
    given={**OVER, "release_out[forward]": "yes"},
)
clause(
    "SP-RELEASE both bays",
    "do bomb_run",
    given={**OVER, "release_out[forward]": "yes", "release_out[aft]": "yes"},
    dice=[6, 1, 1],
    then={**EMPTY, "percent": 0, "target_hit": "no"},
)
row(
    "SP-RELEASE event",
    [
        ([2, 7], {**EMPTY, "target_hit": "no", "run_made": "yes", **FORMED}),
        ([3], {"bombs[forward]": "yes", "bombs[aft]": "yes", "target_hit": "no", "percent": 0, "station": "straying"}),
    ],
    "do bomb_run",
    given={**OVER, "release_failed": "yes"},
)
URBAN: Facts = {**OVER, "task": "urban_area", "release_failed": "yes"}
clause("SP-RELEASE event, a town: -2", "do bomb_run", given=URBAN, dice=[3, 1, 5], then={"target_hit": "no", **EMPTY})
clause("SP-RELEASE event, a town, 4 hits", "do bomb_run", given=URBAN, dice=[4, 1, 5], then={"target_hit": "yes"})
ON_HOOKS: Facts = {**at("kaesong", 5), "homeward": "yes", "run_made": "yes", "release_failed": "yes"}
row(
    "SP-RELEASE jettison, nobody in the bay",
    [([2], EMPTY), ([3], {"bombs[forward]": "yes"}), ([6], {"bombs[aft]": "yes"})],
    "do work_bombs",
    given={**ON_HOOKS, **HIGH},
)
row(
    "SP-RELEASE jettison, a man in the bay",
    [([3], {"bombs[forward]": "no"}), ([4], {"bombs[forward]": "yes"})],
    "do work_bombs",
    given={**ON_HOOKS, "release_failed": "no", "release_out[forward]": "yes", "bombs[aft]": "no"},
    answers=["flight_engineer"],
)
clause("SP-RELEASE bombs aboard cost 2 a zone", "define entry_cost", given=ON_HOOKS, then={"result": 2})
clause("SP-RELEASE one bay is enough for that", "define entry_cost", given={"bombs[aft]": "no"}, then={"result": 2})
clause("SP-RELEASE no bombs: 1", "define entry_cost", given=EMPTY, then={"result": 1})
clause(
    "SP-RELEASE no drop through jammed doors",
    "define can_drop",
    given={**at("kaesong", 5), "homeward": "yes", "doors[forward]": "jammed_shut"},
    then={"result": "no"},
)
clause("SP-RELEASE rolled again", "do release_fails", given={"release_failed": "yes"}, nothing=True)
clause("SP-RELEASE after the bombs are gone", "do release_fails", given=EMPTY, nothing=True)

# --- SP-GEAR

row(
    "SP-GEAR nose 7-1 c",
    [
        ([2], {"nose_gear": "lowered", "gear_up": "no"}),
        ([3, 2], {"nose_gear": "lowered", "gear_up": "no"}),
        ([3, 3], {"nose_gear": "failed", "gear_up": "yes"}),
    ],
    "do lower_gear",
    given={"nose_gear": "by_hand"},
)
for name, facts in {"7-9 c": {"gear_controls_out": "yes"}, "7-10 f": NO_POWER}.items():
    clause(
        f"SP-GEAR nose {name}, 1-5",
        "do lower_nose_gear",
        given=facts,
        dice=[5],
        then={"nose_gear": "lowered"},
    )
    clause(
        f"SP-GEAR nose {name}, the 7-1 row rules",
        "do lower_nose_gear",
        given={**facts, "nose_gear": "by_hand"},
        dice=[3, 3],
        then={"nose_gear": "failed"},
    )
clause(
    "SP-GEAR nose 7-9 c, two tries",
    "do lower_nose_gear",
    given={"gear_controls_out": "yes"},
    dice=[6, 6],
    then={"nose_gear": "failed"},
)
clause("SP-GEAR nose 7-10 f, one try", "do lower_nose_gear", given=NO_POWER, dice=[6], then={"nose_gear": "failed"})
row(
    "SP-GEAR main 7-5 n",
    [([2], {"main_gear[port]": "lowered", "gear_up": "no"}), ([3], {"main_gear[port]": "failed", "gear_up": "yes"})],
    "do lower_gear",
    given={"main_gear[port]": "by_hand"},
    answers=["flight_engineer"],
)
clause(
    "SP-GEAR main 7-5 n, not after a burst in the aft bay",
    "do lower_gear",
    given={"main_gear[port]": "by_hand", "burst_in[aft_bay]": "yes"},
    then={"gear_up": "yes"},
)
for name, facts in {"7-9 c": {"gear_controls_out": "yes"}, "7-10 e": NO_POWER}.items():
    for die, up in ((5, "no"), (6, "yes")):
        clause(
            f"SP-GEAR main {name}: {die}",
            "do lower_main_gear",
            given={**facts, "nose_gear": "lowered"},
            dice=[die],
            answers=["flight_engineer"],
            then={"gear_up": up},
        )
    clause(
        f"SP-GEAR main {name}, the 7-5 row rules",
        "do lower_main_gear",
        given={**facts, "nose_gear": "lowered", "main_gear[port]": "by_hand"},
        dice=[3, 3],
        answers=["flight_engineer"],
        then={"main_gear[port]": "failed", "main_gear[starboard]": "lowered"},
    )
row(
    "SP-GEAR raising the nose gear",
    [([2], {"nose_gear": "by_hand", "drag": "no"}), ([3], {"nose_gear": "hanging", "drag": "yes"})],
    "do raise_gear",
    given={"nose_gear": "hanging"},
    answers=["raise"],
)
row(
    "SP-GEAR raising a main gear",
    [
        ([1], {"main_gear[port]": "by_hand", "drag": "no"}),
        ([6], {"main_gear[port]": "hanging", "drag": "yes"}),
    ],
    "do raise_gear",
    given={"main_gear[port]": "hanging"},
    answers=["flight_engineer"],
)
clause(
    "SP-GEAR raising, not after a burst in the aft bay",
    "do raise_gear",
    given={"main_gear[port]": "hanging", "burst_in[aft_bay]": "yes"},
    nothing=True,
)
clause("SP-GEAR hanging counts as down", "do lower_gear", given={"nose_gear": "hanging"}, then={"gear_up": "no"})
clause(
    "SP-GEAR a safe landing with a gear up",
    "do land_on japan",
    given={**EMPTY, "nose_gear": "failed"},
    dice=[12],
    then={"airframe": "irreparable"},
)
for name, facts in {
    "nose": {**GEAR_DOWN, "nose_gear": "failed"},
    "main": {**GEAR_DOWN, "main_gear[port]": "failed"},
    "all": {"nose_gear": "failed", "main_gear[port]": "failed", "main_gear[starboard]": "failed"},
}.items():
    clause(
        f"SP-GEAR -3 for {name}", "roll 8-1 japan", given={**EMPTY, **facts}, dice=[7], then={"modifiers on 8-1": -3}
    )
clause(
    "SP-GEAR -4 for one that will not hold",
    "roll 8-1 japan",
    given={**EMPTY, **GEAR_DOWN, "nose_gear": "loose"},
    dice=[7],
    then={"modifiers on 8-1": -4},
)

# --- SP-FLAPS

row(
    "SP-FLAPS",
    [([5], {"both_flaps_out": "no", "motor_burnt": "no"}), ([6], {"both_flaps_out": "yes", "motor_burnt": "yes"})],
    "do lower_flaps",
    given={"flaps_by_hand": "yes"},
    answers=["flight_engineer"],
)
for name, facts in {
    "motor": {"flaps_by_hand": "yes", "motor_burnt": "yes"},
    "flaps": {"flaps_by_hand": "yes", "flap_out[port]": "yes", "flap_out[starboard]": "yes"},
    "generator": {**NO_POWER, "generator_out": "yes"},
    "low altitude": {**NO_POWER, **HIGH, "let_out": "yes"},
}.items():
    clause(f"SP-FLAPS not without {name}", "do lower_flaps", given=facts, then={"both_flaps_out": "yes"})
clause(
    "SP-FLAPS 7-10 g, by the generator, two men",
    "do lower_flaps",
    given=NO_POWER,
    dice=[5],
    answers=["flight_engineer", "radio_operator"],
    then={"both_flaps_out": "no"},
)
clause(
    "SP-FLAPS -1, once",
    "roll 8-1 japan",
    given={**EMPTY, **GEAR_DOWN, "flaps_by_hand": "yes", "flap_out[port]": "yes", "flap_out[starboard]": "yes"},
    dice=[7],
    then={"modifiers on 8-1": -1},
)

# --- SP-PRESS, SP-EXPDEC, SP-DUCT

for cabin in ("front_cabin", "waist_cabin", "tail_cabin"):
    row(
        f"SP-PRESS {cabin}, high",
        [
            ([5], {f"undone[{cabin}]": "no"}),
            ([6, 5, 7], {f"undone[{cabin}]": "yes"}),
            ([6, 6], "7-11"),
        ],
        f"do pressure_check {cabin}",
        given=HIGH,
    )
    row(
        f"SP-PRESS {cabin}, low",
        [([5], {f"undone[{cabin}]": "no"}), ([6], {f"undone[{cabin}]": "yes"})],
        f"do pressure_check {cabin}",
    )
clause(
    "SP-PRESS the crew goes on oxygen",
    "do pressure_check tail_cabin",
    given=HIGH,
    dice=[6, 1, 7],
    asks=[None, None, "masks"],
)
clause(
    "SP-PRESS second windshield hit, high",
    "roll 7-1",
    given={**HIGH, "windshield_hits": 1},
    dice=[8],
    then={"undone[front_cabin]": "yes", "windshield_hits": 2},
    leads="7-11",
)
clause(
    "SP-PRESS second windshield hit, low",
    "roll 7-1",
    given={"windshield_hits": 1},
    dice=[8],
    then={"undone[front_cabin]": "yes"},
    asks=["7-1"],
)
clause(
    "SP-PRESS first windshield hit",
    "roll 7-1",
    given=HIGH,
    dice=[8],
    then={"undone[front_cabin]": "no", "windshield_hits": 1},
    asks=["7-1"],
)
clause(
    "SP-PRESS second blister hit, high",
    "roll 7-6",
    given={**HIGH, "blister_hits[cfc]": 1},
    dice=[5, 5, 1],
    then={"undone[waist_cabin]": "yes", "points[cfc]": 1},
    leads="7-11",
)
clause(
    "SP-PRESS another blister",
    "roll 7-6",
    given={**HIGH, "blister_hits[cfc]": 1},
    dice=[5, 1],
    then={"undone[waist_cabin]": "no", "blister_hits[left_gunner]": 1},
)
clause("SP-DUCT first hit", "do duct_hit", given=HIGH, then={"pressure_lost": "no", "duct_hits": 1})
row(
    "SP-DUCT second hit",
    [([4], {"pressure_lost": "no"}), ([5, 7], {"pressure_lost": "yes"}), ([6, 7], {"pressure_lost": "yes"})],
    "do duct_hit",
    given={**HIGH, "duct_hits": 1},
)
clause("SP-DUCT third hit", "do duct_hit", given={"duct_hits": 2}, dice=[5], then={"pressure_lost": "yes"})
for call in ("roll 7-3", "roll 7-4"):
    clause(f"SP-DUCT one counter: {call}", call, given={"duct_hits": 1}, dice=[2, 5], then={"pressure_lost": "yes"})
for wing in ("port", "starboard"):
    clause(
        f"SP-DUCT one counter: {wing} wing",
        f"roll 7-5 {wing}",
        given={"duct_hits": 1},
        dice=[4, 6],
        then={"pressure_lost": "yes"},
    )
clause("SP-DUCT Utility, first hit", "roll 7-7", given={"duct_hits": 5}, dice=[2], then={"undone[tail_cabin]": "no"})
row(
    "SP-DUCT Utility, second hit",
    [
        ([2, 4], {"undone[tail_cabin]": "no", "pressure_lost": "no"}),
        ([2, 5], {"undone[tail_cabin]": "yes", "pressure_lost": "no"}),
    ],
    "roll 7-7",
    given={"utility_duct_hits": 1},
)

# --- SP-AMMO-BLAST

row(
    "SP-AMMO-BLAST Waist",
    [
        ([4, 7, 1, 1], {"ammo[aft_upper]": 18}),
        ([4, 7, 3, 1, 7], {"ammo[aft_upper]": 18}),
        ([4, 7, 4, 1, 7, 11], {"ammo[aft_upper]": 18}),
        ([4, 7, 2, 1, 4, 12, 1, 1], {"ammo[aft_upper]": 6}),
    ],
    "roll 7-6",
)
clause(
    "SP-AMMO-BLAST Waist, empty", "roll 7-6", given={"ammo[aft_upper]": 0}, dice=[4, 7, 1], then={"ammo[aft_upper]": 0}
)
row(
    "SP-AMMO-BLAST Utility",
    [([5, 12, 1], {"ammo[tail]": 18}), ([5, 12, 6, 4, 7, 11], {"ammo[tail]": 18})],
    "roll 7-7",
)
clause(
    "SP-AMMO-BLAST Utility, the last box", "roll 7-7", given={"ammo[tail]": 3}, dice=[5, 12, 1], then={"ammo[tail]": 0}
)

# --- SP-ACCIDENT-DIVE

DEAF: Facts = {"broken[intercom]": "yes", "alarm_out": "yes"}
clause(
    "SP-ACCIDENT-DIVE",
    "do accident_dive",
    given=DEAF,
    dice=[3, 6, 4, 1, 5, 6, 4],
    then={
        "jumped[cfc]": "yes",
        "jumped[left_gunner]": "no",
        "jumped[right_gunner]": "yes",
        "jumped[radar_operator]": "no",
        "jumped[tail_gunner]": "no",
        "jumped[pilot]": "no",
    },
)
for name in DEAF:
    clause(f"SP-ACCIDENT-DIVE not for {name} alone", "do accident_dive", given={name: "yes"}, nothing=True)
clause(
    "SP-ACCIDENT-DIVE in a fire dive",
    "do engine_fire no_1",
    given={**FIRE, **JOINED, **DEAF},
    dice=[4, 4, 4, 4, 4, 6, 1],
    answers=["dive", "none"],
    then={"on_fire[no_1]": "no"},
)
row(
    "SP-ACCIDENT-DIVE to avoid a collision",
    [([9] + [4] * 5, {"station": "straying"}), ([11] + [4] * 7, {"station": "straying", "altitude": "low"})],
    "roll cloud_collision",
    given={**JOINED, **DEAF},
)

# --- SP-DOOR, the event

for dice, bay, fault in [
    ([1, 3], "forward", "stays_shut"),
    ([3, 4], "forward", "stays_open"),
    ([4, 1], "aft", "stays_shut"),
    ([6, 6], "aft", "stays_open"),
]:
    clause(
        f"SP-DOOR event, hidden until the run: {bay} {fault}",
        "do doors_fail",
        given=JOINED,
        dice=dice,
        then={f"door_fault[{bay}]": fault, f"doors[{bay}]": "shut", "station": "formed", "drag": "no"},
    )
clause("SP-DOOR event, after the run", "do doors_fail", given={"run_made": "yes", **EMPTY}, nothing=True)

# --- R-TOUR

for number, month in [
    *((1, "november"), (6, "november"), (7, "december"), (12, "december"), (13, "january"), (18, "january")),
    *((19, "february"), (24, "february"), (25, "march"), (30, "march"), (31, "april"), (35, "april")),
]:
    clause(f"R-TOUR 2 mission {number}", f"do pick_month {number}", then={"result": month})
for flown, novice, veteran in [
    (0, "yes", "no"),
    (7, "yes", "no"),
    (8, "no", "no"),
    (13, "no", "no"),
    (14, "no", "yes"),
]:
    for man in ("pilot", "flight_engineer", "navigator", "radar_operator"):
        clause(
            f"R-TOUR 3 {man} with {flown} missions",
            f"define novice {man}",
            given={f"crew[{man}].missions": flown},
            then={"result": novice, f"veteran({man})": veteran},
        )
BACK: Facts = {"fate": "back", **EMPTY}
BOMBED: Facts = {**BACK, "reached": "yes", "run_made": "yes"}
for name, facts, counts in [
    ("run made", BOMBED, 1),
    ("turned back, excused", {"turned_back": "yes", "excused": "yes"}, 1),
    ("turned back for nothing", {"turned_back": "yes"}, 0),
    ("never took off", {"fate": "grounded"}, 0),
    ("landed after take-off", {"taking_off": "yes"}, 0),
]:
    clause(
        f"R-TOUR 4 {name}",
        "do debrief",
        given={**facts, "crew[pilot].missions": 3},
        then={"crew[pilot].missions": 3 + counts},
    )
clause(
    "R-TOUR 1 the 35th mission ends a tour",
    "do debrief",
    given={**BOMBED, "crew[cfc].missions": 34},
    then={"men_lost[tour_done]": 1, "crew[cfc].missions": 0},
)
clause(
    "R-TOUR 1 the 34th does not",
    "do debrief",
    given={**BOMBED, "crew[cfc].missions": 33},
    then={"men_lost[tour_done]": 0, "crew[cfc].missions": 34},
)
clause(
    "R-TOUR 5 a dead man is replaced by a new one",
    "do debrief",
    given={**BOMBED, **down("cfc", points=4), "loss[cfc]": "kia", "crew[cfc].missions": 9},
    then={"crew[cfc].missions": 0, "men_lost[kia]": 1},
)
for name, facts, missions in [
    ("sound", {}, 6),
    ("reparable", {"airframe": "reparable"}, 6),
    ("irreparable", {"airframe": "irreparable"}, 0),
    ("lost", {"fate": "gone"}, 0),
]:
    clause(
        f"R-TOUR 5 the aircraft, {name}",
        "do debrief",
        given={**BOMBED, **facts, "bomber.missions": 5},
        then={"bomber.missions": missions},
    )
clause(
    "R-TOUR 5 the survivors of a lost aircraft go on",
    "do debrief",
    given={**BOMBED, "fate": "gone", "crew[pilot].missions": 5},
    then={"crew[pilot].name": 0},
)

# --- R-SETUP

SINUIJU: Facts = {"month": "november", "target": "sinuiju", "task": "yalu_bridge", "night_mission": "no"}
clause(
    "R-SETUP day",
    "do prepare 1",
    dice=[7, 7, 4, 7, 5],
    asks=["2-1a", "2-2", "2-3", "2-4", "3-1"],
    then={**SINUIJU, "stand": "middle", "resistance": "moderate", "escort_available": "yes", "schedule": "to_dusk"},
)
clause(
    "R-SETUP night: a place in the stream, nobody expected, no escort",
    "do prepare 13",
    dice=[2, 2, 4],
    asks=["2-1c", "2-2", "3-1"],
    then={
        "target": "kaesong",
        "night_mission": "yes",
        "stand": "lead",
        "resistance": "no_resistance",
        "escort_available": "no",
        "schedule": "to_dawn",
    },
)
LOAD: Facts = {"fuel": 38, "bombs[forward]": "yes", "bombs[aft]": "yes", "altitude": "low", "station": "forming"}
LOAD |= {"ammo[fwd_upper]": 10, "ammo[fwd_lower]": 15, "ammo[aft_upper]": 25, "ammo[aft_lower]": 20, "ammo[tail]": 30}
LOAD |= {f"extinguisher[{held}]": "yes" for held in ("nav_radio", "waist", "utility")}
LOAD |= {f"bottles[{engine}]": 2 for engine in ENGINES}
LOAD |= {f"holds[{man}]": man for man in MEN}
clause("R-SETUP 7 the load", "do prepare 1", dice=[7, 7, 4, 7, 5], then=LOAD)
clause("R-SETUP 8 take-off comes first", "do depart", dice=[7], asks=["3-2"], then={"altitude": "low"})

# --- R-ALT

clause("R-ALT 2 climbing costs 2 boxes", "do climb", then={"altitude": "medium", "due": 2})
clause(
    "R-ALT 2 going down is free",
    "do descend",
    given=JOINED,
    then={"altitude": "low", "fuel": 38, "station": "straying"},
)
for name, facts, allowed in [
    ("all well", {}, "yes"),
    ("one engine out, bombs aboard", engines("no_1"), "no"),
    ("one engine out, bombs gone", {**EMPTY, **engines("no_1")}, "yes"),
    ("two engines out", {**EMPTY, **engines("no_1", "no_4")}, "no"),
    ("three engines out", {**EMPTY, **engines("no_1", "no_2", "no_4")}, "no"),
    ("a man without oxygen", {"oxygen_hits[tail_gunner]": 2, "undone[tail_cabin]": "yes"}, "no"),
]:
    clause(f"R-ALT 3 {name}", "define may_climb", given={"zone": 5, **facts}, then={"result": allowed})
for out in (("no_1", "no_4"), ("no_1", "no_2", "no_4")):
    clause(
        f"R-ALT 3 {len(out)} engines out: low next turn",
        "define must_go_low",
        given={**EMPTY, **HIGH, **engines(*out)},
        then={"result": "yes"},
    )
clause(
    "R-ALT 3 one engine out: she may stay",
    "define must_go_low",
    given={**HIGH, **engines("no_1")},
    then={"result": "no"},
)
clause("R-ALT 4 no assembly low", "do assemble", given={"zone": 6}, asks=[], then={"station": "straying"})

# --- R-PRS

for cabin in ("front_cabin", "waist_cabin", "tail_cabin"):
    for name, facts, tight in [
        ("low", {}, "no"),
        ("high", HIGH, "yes"),
        ("let out", {**HIGH, "let_out": "yes"}, "no"),
        ("compromised", {**HIGH, f"undone[{cabin}]": "yes"}, "no"),
        ("lost", {**HIGH, "pressure_lost": "yes"}, "no"),
        ("both inboard engines out", {**HIGH, **engines("no_2", "no_3")}, "no"),
        ("two others out", {**HIGH, **engines("no_1", "no_3")}, "yes"),
    ]:
        clause(f"R-PRS 1 and 5 {cabin} {name}", f"define pressurised {cabin}", given=facts, then={"result": tight})
clause(
    "R-PRS 5 one hole leaves the others",
    "define pressurised waist_cabin",
    given={**HIGH, "undone[tail_cabin]": "yes"},
    then={"result": "yes"},
)
clause("R-PRS 1 climbing pressurises", "do climb", then={"pressurised(waist_cabin)": "yes"})
clause(
    "R-PRS 1 going down lets it out, without a die",
    "do descend",
    given=HIGH,
    asks=[],
    then={"pressurised(waist_cabin)": "no"},
)
clause(
    "R-PRS 1 and it comes back",
    "do climb",
    given={"altitude": "low", "let_out": "no"},
    then={"pressurised(tail_cabin)": "yes"},
)
WAIST = ("cfc", "left_gunner", "right_gunner", "radar_operator")
NO_ONE = down("pilot", "flight_engineer", *WAIST)
for name, facts, may, pump in [
    ("flight engineer", {**NO_ONE, "points[flight_engineer]": 0}, "yes", "yes"),
    ("pilot", {**NO_ONE, "points[pilot]": 0}, "yes", "no"),
    ("gunner", {**NO_ONE, "points[left_gunner]": 0}, "yes", "no"),
    ("nobody", NO_ONE, "no", "no"),
    (
        "flight engineer, controls damaged",
        {**NO_ONE, "points[flight_engineer]": 0, "no_letting_out": "yes"},
        "no",
        "yes",
    ),
    ("pilot, controls damaged", {**NO_ONE, "points[pilot]": 0, "no_letting_out": "yes"}, "yes", "no"),
]:
    clause(f"R-PRS 2 {name} lets it out", "define can_let_out", given={**HIGH, **facts}, then={"result": may})
    clause(
        f"R-PRS 2 {name} pumps up",
        "define can_pump_up",
        given={**HIGH, "let_out": "yes", **facts},
        then={"result": pump},
    )
clause(
    "R-PRS 2 never again after 7-10, 9: 3-4",
    "define can_pump_up",
    given={**HIGH, "let_out": "yes", "no_pumping_up": "yes"},
    then={"result": "no"},
)
clause(
    "R-PRS 3 let out, a hole does not blow up",
    "do pressure_check waist_cabin",
    given={**HIGH, "let_out": "yes", "masked": "yes"},
    dice=[6],
    then={"undone[waist_cabin]": "yes"},
)
clause(
    "R-PRS 3 not on the turn after it was pumped up",
    "define can_let_out",
    given={**HIGH, "pumped_turns": 1},
    then={"result": "no"},
)
PASSAGES = [
    ("nose", "nav_radio"),
    ("nav_radio", "waist"),
    ("nav_radio", "forward_bay"),
    ("waist", "aft_bay"),
    ("waist", "utility"),
]
PASSAGES += [("utility", "tail")]
for a, b in PASSAGES:
    inside = (a, b) in PASSAGES[:2]
    clause(
        f"R-PRS 4 {a} to {b} under pressure",
        f"define passable {a} {b}",
        given=HIGH,
        then={"result": "yes" if inside else "no"},
    )
    clause(
        f"R-PRS 4 {a} to {b} let out",
        f"define passable {a} {b}",
        given={**HIGH, "let_out": "yes"},
        then={"result": "yes"},
    )
    clause(f"R-PRS 4 {a} to {b} low", f"define passable {a} {b}", then={"result": "yes"})
clause(
    "R-PRS 4 the tunnel compromised",
    "define passable nav_radio waist",
    given={**HIGH, "tunnel_out": "yes"},
    then={"result": "no"},
)
clause(
    "R-PRS 4 the tunnel compromised, low",
    "define passable nav_radio waist",
    given={"tunnel_out": "yes"},
    then={"result": "yes"},
)
OPEN: Facts = {**HIGH, "let_out": "yes"}
clause("R-PRS 6 all on oxygen", "do go_on_oxygen", given=OPEN, dice=[11], asks=["masks"])
clause(
    "R-PRS 6 without intercom +2",
    "do go_on_oxygen",
    given={**OPEN, "broken[intercom]": "yes"},
    dice=[9],
    asks=["masks"],
)
for dice, man in [
    *(([1, 1], "bombardier"), ([1, 3], "bombardier"), ([1, 4], "pilot"), ([1, 5], "copilot"), ([1, 6], "copilot")),
    *(([2, 1], "flight_engineer"), ([2, 2], "navigator"), ([2, 3], "navigator"), ([2, 4], "radio_operator")),
    *(([2, 6], "radio_operator"), ([3, 1], "cfc"), ([3, 2], "cfc"), ([3, 3], "left_gunner"), ([3, 4], "left_gunner")),
    *(([3, 5], "right_gunner"), ([3, 6], "right_gunner"), ([4], "radar_operator"), ([5], "tail_gunner")),
]:
    clause(
        f"R-PRS 6 {man} {dice}: found", "do go_on_oxygen", given=OPEN, dice=[12, *dice, 5], then={f"points[{man}]": 0}
    )
    clause(
        f"R-PRS 6 {man} {dice}: dies", "do go_on_oxygen", given=OPEN, dice=[12, *dice, 6], then={f"points[{man}]": 4}
    )
clause("R-PRS 6 nobody", "do go_on_oxygen", given=OPEN, dice=[12, 6], then={f"points[{man}]": 0 for man in MEN})
clause(
    "R-PRS 6 the intercom decides",
    "do go_on_oxygen",
    given={**OPEN, "broken[intercom]": "yes"},
    dice=[10, 5, 6],
    then={"points[tail_gunner]": 4},
)
clause("R-PRS 6 he is dead already", "do go_on_oxygen", given={**OPEN, **down("tail_gunner", points=4)}, dice=[12, 5])
clause(
    "R-PRS 6 he sits in a tight cabin", "do go_on_oxygen", given={**HIGH, "undone[tail_cabin]": "yes"}, dice=[12, 1, 3]
)
clause(
    "R-PRS 6 he sits in the open one",
    "do go_on_oxygen",
    given={**HIGH, "undone[tail_cabin]": "yes"},
    dice=[12, 5, 6],
    then={"points[tail_gunner]": 4},
)
clause("R-PRS 6 nothing low", "do go_on_oxygen", given={"let_out": "yes"}, nothing=True)
clause("R-PRS 6 nothing under pressure", "do go_on_oxygen", given=HIGH, nothing=True)
clause(
    "R-PRS 7 first the pressure is let out",
    "do jump controlled",
    given={**EMPTY, **HIGH},
    leads=JUMP,
    then={"let_out": "yes"},
)
clause(
    "R-PRS 7 if that cannot be: 7-11 for each cabin",
    "do jump controlled",
    given={**EMPTY, **HIGH, "no_letting_out": "yes", **down("pilot", *WAIST)},
    leads="7-11",
)

clause(
    "R-PRS 6 he is one of the dead", "do debrief", given={**BOMBED, **down("cfc", points=4)}, then={"men_lost[kia]": 1}
)

# --- R-FUEL

for die, other, boxes in [(4, 4, 36), (5, 5, 38), (4, 5, 37), (5, 4, 37), (1, 1, 36), (6, 6, 38)]:
    clause(
        f"R-FUEL 3 {die} for the guns, {other} for the gunners",
        "do weigh_start",
        dice=[die, other],
        then={"fuel": boxes},
    )
clause("R-FUEL 3 switched off", "do depart", options=PLAIN, asks=[], then={"fuel": 38})
EXPERT: Facts = {"crew[flight_engineer].missions": 8}
clause("R-FUEL 4 enough", "do pay 2", given={"fuel": 2}, asks=[], then={"fuel": 0})
clause("R-FUEL 4 one for two: all of it, no roll", "do pay 2", given={"fuel": 1}, asks=[], then={"fuel": 0})
clause("R-FUEL 4 dry: 4-1", "do pay 1", given={"fuel": 0, **EXPERT}, dice=[4], asks=["4-1"], then={"fate": "back"})
clause(
    "R-FUEL 4 dry, a 3: down at once",
    "do pay 1",
    given={**EMPTY, "fuel": 0, **EXPERT},
    dice=[3],
    answers=["leave"],
    leads=JUMP,
)
clause("R-FUEL 4 each time", "do pay 2", given={"fuel": 0, **EXPERT}, dice=[6], asks=["4-1"])
clause("R-FUEL 6 not on the way out", "do work_bombs", given=at("kopung", 5), nothing=True)
clause(
    "R-FUEL 6 when turning back",
    "do work_bombs",
    given={**at("kopung", 5), "turned_back": "yes", "homeward": "yes"},
    answers=["drop"],
    then={**EMPTY, "entry_cost": 1},
)
HOEREONG: Facts = {**at("hoeryong", 1), **BY_NIGHT}
clause(
    "R-FUEL 5, R-SEQ to zone 10 and home: 20, 1 and 10 boxes",
    "do fly",
    given=HOEREONG,
    dice=[*[7] * 8, 7, 3, 1, 4, 7, *[7] * 9, 7],
    asks=[*["4-2"] * 9, "6-2", "6-3", "6-7", "6-8", *["4-2"] * 9, "8-1"],
    then={"fate": "back", "fuel": 38 - 20 - 2 - 1 - 10, "percent": 20, "zone": 1},
    options=PLAIN,
)

# --- R-WX

clause("R-WX 1 none for zone 1 outward", "do visit 1", given=at("kopung", 1), asks=[], options=PLAIN)
clause("R-WX 1 on entering zone 2", "do visit 2", given=at("kopung", 1), dice=[7], asks=["4-2"], options=PLAIN)
HOME: Facts = {**EMPTY, "homeward": "yes", "run_made": "yes", "reached": "yes", "station": "dispersed"}
clause(
    "R-WX 1 and zone 1 homeward", "do visit 1", given={**at("kopung", 2), **HOME}, dice=[7], asks=["4-2"], options=PLAIN
)
clause(
    "R-WX 1 the zone before counts",
    "do visit 2",
    given={**at("kopung", 1), "weather": "bad"},
    dice=[8],
    then={"weather": "poor"},
    options=PLAIN,
)
clause(
    "R-WX 2 landing by the weather of zone 1",
    "roll 8-1 japan",
    given={**GEAR_DOWN, "weather": "bad"},
    dice=[7],
    then={"modifiers on 8-1": -3},
)
clause("R-WX 3 bad weather: 4-3", "do visit 2", given=at("kopung", 1), dice=[11, 4], asks=["4-2", "4-3"], options=PLAIN)
clause(
    "R-WX 3 once, although two turns are spent",
    "do visit 2",
    given={**at("kopung", 1), "doors[aft]": "jammed_open"},
    dice=[11, 2],
    asks=["4-2", "4-3"],
    options=PLAIN,
)

# --- R-NAV

for name, facts, needed in [
    ("not yet assembled", {}, "yes"),
    ("in formation, middle", JOINED, "no"),
    ("in formation, tail", {**JOINED, "stand": "tail"}, "no"),
    ("in formation, lead", {**JOINED, "stand": "lead"}, "yes"),
    ("straying", ALONE, "yes"),
    ("dispersed", {**HOME, **HIGH}, "yes"),
    ("by night", BY_NIGHT, "yes"),
]:
    clause(f"R-NAV 1 {name}", "define must_navigate", given=facts, then={"result": needed})
FINDING = ["4-4", "4-5", "4-6", "4-7", "4-8"]
LOST_DICE = [1, 1, 1, 1, 1]
BLIND: Facts = {"weather": "bad", "broken[radar]": "yes"}
clause(
    "R-NAV 2 four ways, then the course",
    "do navigate",
    given={**at("kopung", 7), **ALONE, **BLIND},
    dice=[1, 6, 1, 1, 1],
    asks=FINDING,
    then={"on_course": "yes", "fuel": 38},
)
clause(
    "R-NAV 3 off course: a box",
    "do navigate",
    given={**at("kopung", 7), **ALONE, **BLIND},
    dice=LOST_DICE,
    asks=FINDING,
    then={"on_course": "no", "fuel": 37},
)
clause(
    "R-NAV 3 dry: 4-1",
    "do navigate",
    given={**at("kopung", 7), **ALONE, **BLIND, "fuel": 0, **EXPERT},
    dice=[*LOST_DICE, 4],
    asks=[*FINDING, "4-1"],
)
RALLY: Facts = {**at("kopung", 6), **HIGH}
BLINDLY: Facts = {**RALLY, **BLIND}
for die in range(1, 7):
    clause(
        f"R-NAV 5 off course where they assemble: {die}",
        "do navigate",
        given=BLINDLY,
        dice=[*LOST_DICE, die],
        asks=[*FINDING, "rally"],
        then={"rally_missed": "no" if die <= 2 else "yes", "fuel": 37},
    )
clause("R-NAV 5 too late", "do assemble", given={**RALLY, "rally_missed": "yes"}, asks=[], then={"station": "straying"})
LATE: Facts = {**at("kaesong"), **ALONE, **BLIND, "reached": "yes", "below": "over_communist"}
clause(
    "R-NAV 6 the target missed, bombs elsewhere",
    "do find_target",
    given={**LATE, "on_course": "no"},
    answers=["secondary"],
    then={**EMPTY, "target_hit": "no", "percent": 0, "fuel": 37, "excused": "yes", "must_abort": "yes"},
)
clause(
    "R-NAV 6 the target missed, another turn for 2 boxes",
    "do find_target",
    given={**LATE, **BY_NIGHT, "on_course": "no"},
    dice=[*LOST_DICE, 2],
    answers=["search", "carry_on", "straight", "secondary"],
    asks=[*FINDING, "6-1"],
    then={"fuel": 38 - 2 - 1},
)
clause(
    "R-NAV 6 another turn finds it",
    "do find_target",
    given={**LATE, **BY_NIGHT, "on_course": "no"},
    dice=[1, 6, 1, 3, 1, 2, 3, 1, 3, 7, 1],
    answers=["search", "carry_on", "straight", "straight", "straight"],
    asks=[*FINDING, "6-1", "6-2", "6-3", "6-7", "6-8", "6-3"],
    then={"fuel": 36, "run_made": "yes"},
)
clause(
    "R-NAV 7 the field missed: a box for each turn until it is found",
    "do find_field",
    given={**at("kaesong", 1), **HOME, "altitude": "low", "on_course": "no", "weather": "bad"},
    dice=[1, 1, 1, 1, 1, 6, 5, 3, 3, 3, 2],
    answers=["carry_on", "carry_on"],
    asks=[*FINDING, "4-4", "sighting", *FINDING[1:]],
    then={"fuel": 36, "on_course": "yes"},
)

# --- R-RND

for total in (2, 7, 11):
    clause(f"R-RND {total}", "roll event_comes", dice=[total], asks=["event_comes"], nothing=True)

# --- R-ABT

OUTWARD: Facts = {**at("kopung", 7), **ALONE, "below": "over_communist"}
clause("R-ABT 1 not homeward", "do consider_abort", given={**OUTWARD, **HOME}, asks=[], nothing=True)


def turning(
    rule: str, answers: tuple[str, ...] = ("carry_on", "quit"), then: Facts | None = None, **facts: Any
) -> None:
    """Zone 7 outward, and back from there: an attack roll on each leg, one weather."""
    clause(
        rule,
        "do visit 7",
        given={**OUTWARD, "zone": 6, "barred": "yes", "let_out": "yes", **facts},
        dice=[7, 7, 3, 7, 6, 2],
        answers=answers,
        asks=["masks", "4-2", "5-1", "masks", None, "5-1"],
        then={"homeward": "yes", "turned_back": "yes", "abort_zone": 7, "fuel": 38 - 2 - 1, **(then or {})},
        options=PLAIN,
    )


turning("R-ABT 2 one more turn, a box, fighters again, no weather", then={"excused": "no"})
turning("R-ABT 2 out of formation", then={"station": "straying"}, station="formed")
turning("R-ABT 4 it counts", ("carry_on", "abort"), {"excused": "yes"}, excused="yes")
turning("R-ABT 5 she must", ("carry_on",), must_abort="yes")
for zone, light in ((1, "night"), (2, "night"), (3, "day"), (8, "day")):
    clause(
        f"R-ABT 3 turned back in zone {zone}",
        "define landing_light",
        given={"schedule": "from_dawn", "turned_back": "yes", "abort_zone": zone, "homeward": "yes", "at_base": "yes"},
        then={"result": light},
    )
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

# --- R-FRM

clause(
    "R-FRM 1 none by night",
    "do visit 6",
    given={**at("kaesong", 5), **HIGH, **BY_NIGHT},
    dice=[7],
    asks=["4-2"],
    options=PLAIN,
)
clause("R-FRM 1 not before", "define in_formation", given=HIGH, then={"result": "no"})
clause(
    "R-FRM 2 zone 6, medium altitude",
    "do keep_formation",
    given=RALLY,
    dice=[8],
    asks=["4-10"],
    then={"station": "formed"},
)
clause(
    "R-FRM 2 not in zone 5",
    "do keep_formation",
    given={**at("kopung", 5), **HIGH},
    asks=[],
    then={"station": "forming"},
)
clause(
    "R-FRM 3 disbanded",
    "do visit 6",
    given={**at("kopung", 7), **HOME, **JOINED},
    dice=[7],
    then={"station": "dispersed"},
    options=PLAIN,
)
clause(
    "R-FRM 3 together in zone 7",
    "do visit 7",
    given={**at("kopung", 8), **HOME, **JOINED},
    dice=[7, 2],
    answers=["carry_on", "keep"],
    then={"station": "formed"},
    options=PLAIN,
)
for name, call in {"going down": "do descend", "by night no such thing": "do leave_formation no"}.items():
    night = name.startswith("by night")
    clause(
        f"R-FRM 3 {name}",
        call,
        given={**JOINED, **(BY_NIGHT if night else {})},
        then={"straggling": "no" if night else "yes"},
    )
clause(
    "R-FRM 4 not enough power: bombs kept",
    "do engine_lost no_1",
    given={**at("kopung", 7), **JOINED, **engines("no_1")},
    answers=["keep"],
    then={"station": "straying", "bombs[aft]": "yes"},
)
clause(
    "R-FRM 4 a burst inside",
    "do burst utility",
    given={**at("kopung"), **JOINED, **EMPTY, "let_out": "yes", "masked": "yes"},
    then={"station": "straying", "barred": "yes"},
    options=ANOTHER,
)
for name, facts, may in [
    ("next turn", {}, "yes"),
    ("not at once", {"just_left": "yes"}, "no"),
    ("low", {"altitude": "low"}, "no"),
    ("an engine out", {**EMPTY, **engines("no_1")}, "no"),
    ("for good", {"barred": "yes"}, "no"),
    ("by night", BY_NIGHT, "no"),
]:
    clause(f"R-FRM 6 {name}", "define may_rejoin", given={**at("kopung", 8), **ALONE, **facts}, then={"result": may})
clause(
    "R-FRM 6 tail, for a box",
    "do rejoin",
    given={**at("kopung", 8), **ALONE, "stand": "lead"},
    then={"station": "formed", "stand": "tail", "fuel": 37},
)

# --- R-ESC

MET: Facts = {**at("kopung", 6), **JOINED, "escort_available": "yes", "month": "february"}
clause("R-ESC 1", "do meet_escort", given=MET, dice=[2, 4], asks=["4-11", None], then={"escort": "f84"})
for name, facts in {
    "without one": {"escort_available": "no"},
    "alone": {"station": "straying"},
    "met already": {"escort": "f80"},
    "in zone 5": {"zone": 5},
    "homeward": {"homeward": "yes"},
}.items():
    clause(f"R-ESC 1 and 2 none {name}", "do meet_escort", given={**MET, **facts}, nothing=True)
clause(
    "R-ESC 2 missed",
    "do meet_escort",
    given=MET,
    dice=[1],
    then={"escort": "none", "missed_before": "no", "missed_in": 6},
)
clause(
    "R-ESC 2 again in the next zone, -2",
    "do meet_escort",
    given={**MET, "zone": 7, "missed_in": 6},
    dice=[3],
    then={"escort": "none", "modifiers on 4-11": -2},
)
clause(
    "R-ESC 2 and over the target",
    "do meet_escort",
    given={**MET, "zone": 9, "missed_in": 8},
    dice=[4, 6],
    then={"escort": "f86"},
)
ESCORTED: Facts = {"escort": "f86", "escort_available": "yes"}
clause(
    "R-ESC 3 it goes home in zone 6",
    "do visit 6",
    given={**at("kopung", 7), **HOME, **JOINED, **ESCORTED},
    dice=[7],
    then={"escort": "none"},
    options=PLAIN,
)
clause(
    "R-ESC 3 not before",
    "do visit 7",
    given={**at("kopung", 8), **HOME, **JOINED, **ESCORTED},
    dice=[7, 2],
    answers=["carry_on", "keep"],
    then={"escort": "f86"},
    options=PLAIN,
)
clause("R-ESC 3 it stays with a straggler", "do leave_formation no", given={**MET, **ESCORTED}, then={"escort": "f86"})
for escort, amount in (("f80", -1), ("f84", -2), ("f86", -3)):
    clause(
        f"R-ESC 3 {escort}",
        "roll 5-1",
        given={**at("kopung", 8), **JOINED, "resistance": "light", "escort": escort},
        dice=[7],
        then={"modifiers on 5-1": amount},
    )

# --- R-SEQ: the order of a turn

ON_THE_WAY: Facts = {**JOINED, **EXPERT, "broken[radar]": "yes", "escort_available": "yes", "resistance": "light"}
clause(
    "R-SEQ outward: fuel, air, engines, guns, weather, course, events, escort, fighters",
    "do visit 7",
    given={
        **ON_THE_WAY,
        **at("kopung", 6),
        **EMPTY,
        "oil_turns[no_1]": 0,
        "stand": "lead",
        "jammed[fwd_upper]": "yes",
        "let_out": "yes",
        "missed_in": 6,
        "fuel": 0,
    },
    dice=[4, 7, 1, 4, 7, 1, 6, 1, 1, 4, 2, 1, 2],
    answers=["carry_on", "try_it", "go_on"],
    asks=["4-1", "masks", "feathering_attempt", "jam_repair", "4-2", *FINDING, "event_comes", "4-11", "5-1"],
)
clause(
    "R-SEQ where they assemble: after the event, before the escort",
    "do visit 6",
    given={**ON_THE_WAY, **at("kopung", 5), "station": "forming"},
    dice=[7, 1, 6, 1, 1, 4, 12, 6, 8, 1],
    answers=["carry_on"],
    asks=["4-2", *FINDING, "event_comes", "4-9", "4-10", "4-11"],
    then={"station": "formed", "missed_in": 6, "brakes_weak": "yes"},
)
clause(
    "R-SEQ over the target, and round for home: fighters twice, the rest once",
    "do visit 9",
    given={**ON_THE_WAY, **at("kopung", 8), "escort": "f86"},
    dice=[7, 2, 2, 3, 1, 3, 7, 1, 2],
    answers=["carry_on", "keep", "carry_on", "keep"],
    asks=["4-2", "event_comes", "5-1", "6-2", "6-3", "6-7", "6-8", "6-3", "5-1"],
    then={"homeward": "yes", "fuel": 38 - 2 - 1, "run_made": "yes", "reached": "yes", **EMPTY},
)
clause(
    "R-SEQ by night: searchlights in each turn over the target, and no fighters",
    "do visit 9",
    given={**ON_THE_WAY, **at("kopung", 8), **BY_NIGHT, "station": "forming"},
    dice=[7, 1, 6, 1, 3, 4, 2, 2, 3, 1, 5, 7, 1, 2],
    answers=["carry_on", "straight", "straight", "straight", "carry_on"],
    asks=["4-2", *FINDING, "event_comes", "6-1", "6-2", "6-3", "6-7", "6-8", "6-3", "6-1"],
)
clause(
    "R-SEQ an extra turn: fuel and fighters, no weather, course or event",
    "do visit 8",
    given={
        **ON_THE_WAY,
        **at("kopung", 7),
        "station": "straying",
        "barred": "yes",
        "doors[aft]": "jammed_open",
        "escort": "f86",
    },
    dice=[7, 1, 6, 1, 1, 4, 2, 2, 2],
    answers=["carry_on", "keep", "go_on", "carry_on", "keep", "go_on"],
    asks=["4-2", *FINDING, "event_comes", "5-1", "5-1"],
    then={"fuel": 38 - 2 - 1},
)

# --- R-CBT

TROUBLE: Facts = {**at("kopung"), **JOINED, **SILENT, "resistance": "light", "under_fire": "no"}
ONE: list[int] = [8, 7, 3, 8, 2]
"""A Soviet MiG-15, 12 o'clock level, an average pilot, who misses."""

NAMES_OF_ONE = ["5-2", "5-3", "5-4", "5-5", "5-9"]
clause("R-CBT 1 no number, no fighters", "do combat", given={**TROUBLE, "zone": 6}, asks=[])
clause("R-CBT 1 none by night", "do combat", given={**TROUBLE, **BY_NIGHT}, asks=[])
clause(
    "R-CBT 1 the pressure may go first",
    "do combat",
    given=TROUBLE,
    dice=[7, 2],
    answers=["open"],
    asks=["masks", "5-1"],
    then={"let_out": "yes"},
)
clause("R-CBT 2 one", "do combat", given=TROUBLE, dice=[4, *ONE], answers=["keep"], asks=["5-1", *NAMES_OF_ONE])
clause(
    "R-CBT 2 two, one after the other",
    "do combat",
    given=TROUBLE,
    dice=[8, 2, *ONE, *ONE],
    answers=["keep"],
    asks=["5-1", None, *NAMES_OF_ONE, *NAMES_OF_ONE],
)
clause(
    "R-CBT 2 two together: all places first",
    "do combat",
    given=TROUBLE,
    dice=[8, 1, 8, 7, 3, 8, 7, 5, 8, 8, 2, 2],
    answers=["keep"],
    asks=["5-1", None, *NAMES_OF_ONE[:3], *NAMES_OF_ONE[:3], "5-5", "5-5", "5-9", "5-9"],
)
clause(
    "R-CBT 2 three, a 3: one after the other",
    "do combat",
    given=TROUBLE,
    dice=[12, 3, *ONE * 3],
    answers=["keep"],
    asks=["5-1", None, *NAMES_OF_ONE * 3],
)
clause(
    "R-CBT 2 three, a 2: together",
    "do combat",
    given=TROUBLE,
    dice=[12, 2, 8, 7, 1, 8, 7, 3, 8, 7, 5, 8, 8, 8, 2, 2, 2],
    answers=["keep"],
    asks=["5-1", None, *NAMES_OF_ONE[:3] * 3, *["5-5"] * 3, *["5-9"] * 3],
)
clause(
    "R-CBT 5 a hit: shells, places, multipliers, damage",
    "do combat",
    given=TROUBLE,
    dice=[4, 8, 7, 3, 8, 9, 8, 7, 2, 7, 3],
    answers=["keep"],
    asks=["5-1", *NAMES_OF_ONE, "5-10", "5-11", "5-12", "7-1", None],
)
clause(
    "R-CBT 5 shot down before it fires",
    "do combat",
    given={**TROUBLE, "turret_dead[fwd_upper]": "no"},
    dice=[4, 8, 7, 3, 8, 12, 11],
    answers=["keep", "mig15", "bombardier"],
    asks=["5-1", "5-2", "5-3", "5-4", "5-5", "5-7", "5-8"],
    then={"shot_down": 1, "ammo[fwd_upper]": 9},
)
clause(
    "R-CBT 5 broken off before it fires",
    "do combat",
    given={**TROUBLE, "turret_dead[fwd_upper]": "no"},
    dice=[4, 8, 7, 3, 8, 12, 5],
    answers=["keep", "mig15", "bombardier"],
    asks=["5-1", "5-2", "5-3", "5-4", "5-5", "5-7", "5-8"],
    then={"shot_down": 0},
)

# --- R-AMMO, R-TGT, R-AF, R-NGT

for turret, bursts in {"fwd_upper": 10, "fwd_lower": 15, "aft_upper": 25, "aft_lower": 20, "tail": 30}.items():
    clause(f"R-AMMO 1 {turret}", f"define ready {turret}", then={f"ammo[{turret}]": bursts, "result": "yes"})
    clause(f"R-AMMO 2 {turret} empty", f"define ready {turret}", given={f"ammo[{turret}]": 0}, then={"result": "no"})
    clause(f"R-AMMO 2 {turret} fires once", f"do spend {turret}", then={f"ammo[{turret}]": bursts - 1}, nothing=True)
FLAK: Facts = {**OVER, "zone": 7}
clause(
    "R-TGT 1 visibility, flak, hits, shells, places, damage, run, accuracy, more flak",
    "do over_target",
    given=FLAK,
    dice=[3, 4, 2, 4, 5, 6, 4, 7, 10, 4, 3, 7, 1],
    asks=["6-2", "6-3", *["6-4"] * 3, "6-5", "6-6", "7-6", "6-6", "7-8", "6-7", "6-8", "6-3"],
    then={"percent": 20},
)
clause(
    "R-TGT 1 no flak, no dice for it",
    "do over_target",
    given={**FLAK, "station": "formed"},
    dice=[3, 1, 3, 7, 1],
    asks=["6-2", "6-3", "6-7", "6-8", "6-3"],
    then={**EMPTY, "run_made": "yes"},
)
clause(
    "R-TGT 1 a shell of flak: no multiplier",
    "do over_target",
    given=FLAK,
    dice=[3, 3, 2, 4, 4, 7, 4, 7, 3, 7, 1],
    asks=["6-2", "6-3", "6-4", "6-4", "6-4", "6-5", "6-6", "7-6", "6-7", "6-8", "6-3"],
)
clause(
    "R-AF switched off",
    "do over_target",
    given=FLAK,
    dice=[3, 1, 3, 7],
    asks=["6-2", "6-3", "6-7", "6-8"],
    options=PLAIN,
)
clause("R-AF -1", "do over_target", given=FLAK, dice=[3, 1, 3, 7, 2], then={"modifiers on 6-3": -1})
clause(
    "R-AF what it breaks does not touch the run",
    "do over_target",
    given={**FLAK, "undone[front_cabin]": "yes"},
    dice=[3, 1, 6, 3, 6, 2, 4, 4, 7, 2, 10, 1],
    then={"percent": 60, "norden_out": "yes"},
)
clause(
    "R-TGT 4 two turns a zone: bombs in the first",
    "do visit 9",
    given={**at("kopung", 8), **BY_NIGHT, "altitude": "medium", "doors[aft]": "jammed_open"},
    dice=[7, 3, 1, 4, 7],
    answers=["carry_on"],
    asks=["4-2", "6-2", "6-3", "6-7", "6-8"],
    then={"fuel": 38 - 2 - 1 - 1},
    options=PLAIN,
)
clause("R-NGT 3 flak", "roll 6-3", given={**BY_NIGHT, **HIGH}, dice=[3], then={"modifiers on 6-3": -1})
clause("R-NGT 3 bombs", "roll 6-7", given={**OVER, **BY_NIGHT}, dice=[3], then={"modifiers on 6-7": -1})
LAST: Facts = {**GEAR_DOWN, **EMPTY, **HOME, "altitude": "low", "zone": 1, "at_base": "yes"}
clause(
    "R-NGT 3 landing in the dark",
    "roll 8-1 japan",
    given={**LAST, "schedule": "to_dusk"},
    dice=[7],
    then={"modifiers on 8-1": -2},
)
clause(
    "R-NGT 3 a night mission that lands by day",
    "roll 8-1 japan",
    given={**LAST, "schedule": "to_dawn", "night_mission": "yes"},
    dice=[7],
    then={"modifiers on 8-1": 0},
)
clause(
    "R-NGT 3 ditching in the dark",
    "roll 8-3",
    given={**LAST, **BY_NIGHT, "weather": "poor"},
    dice=[9],
    then={"modifiers on 8-3": -3},
)

# --- R-EV

LOOSE: Facts = {**at("kopung", 8), **ALONE}
for name, facts, may in [
    ("alone", {}, "yes"),
    ("in formation", {"station": "formed"}, "no"),
    ("by night", BY_NIGHT, "yes"),
    ("one engine out", engines("no_1"), "yes"),
    ("two engines out", engines("no_1", "no_4"), "no"),
    ("electrical failure", NO_POWER, "no"),
    ("somebody else flies", down("pilot", "copilot"), "no"),
    ("the copilot flies", down("pilot"), "yes"),
    ("a burst inside", {"burst_in[waist]": "yes"}, "no"),
]:
    clause(f"R-EV 1 {name}", "define may_evade", given={**LOOSE, **facts}, then={"result": may})
clause("R-EV switched off", "define may_evade", given=LOOSE, then={"result": "no"}, options=PLAIN)

# --- R-BIP

QUIET: Facts = {**at("kopung"), **JOINED, **EMPTY, "let_out": "yes", "masked": "yes"}
for section, men in {"nose": ("pilot", "copilot", "bombardier"), "tail": ("tail_gunner",)}.items():
    clause(
        f"R-BIP 2 {section}", f"do burst {section}", given=QUIET, leads=FALL, then={f"points[{man}]": 4 for man in men}
    )
for wing in ("port_wing", "starboard_wing"):
    clause(f"R-BIP 2 {wing}", f"do burst {wing}", given=QUIET, leads=FALL)
for bay in ("forward_bay", "aft_bay"):
    clause(
        f"R-BIP 3 {bay} with bombs",
        f"do burst {bay}",
        given={**QUIET, "bombs[forward]": "yes", "bombs[aft]": "yes"},
        asks=[],
        then=LOST,
    )
AFTER: Facts = {
    "station": "straying",
    "barred": "yes",
    "drag": "yes",
    "turns_here": 2,
    "may_evade": "no",
    "airframe": "irreparable",
}
IN_RADIO = ("navigator", "flight_engineer", "radio_operator")
clause(
    "R-BIP 1, 4, 5, 6 Nav/Radio",
    "do burst nav_radio",
    given=QUIET,
    dice=[1, 1, 1],
    asks=["7-13"] * 3,
    then={
        **AFTER,
        **down(*IN_RADIO, points=4),
        **down("pilot", "copilot", "bombardier", points=1),
        "undone[front_cabin]": "yes",
    },
    options=ANOTHER,
)
clause(
    "R-BIP 4 under pressure: 7-11",
    "do burst nav_radio",
    given={**QUIET, "let_out": "no"},
    leads="7-11",
    options=ANOTHER,
)
clause(
    "R-BIP 1, 5, 6 Waist",
    "do burst waist",
    given=QUIET,
    asks=[],
    then={
        **AFTER,
        **down("cfc", "left_gunner", "right_gunner", "radar_operator", points=4),
        "undone[waist_cabin]": "yes",
        "undone[tail_cabin]": "no",
    },
    options=ANOTHER,
)
for section in ("utility", "forward_bay", "aft_bay"):
    clause(
        f"R-BIP 6 {section}",
        f"do burst {section}",
        given=QUIET,
        asks=[],
        then={**AFTER, f"burst_in[{section}]": "yes"},
        options=ANOTHER,
    )
clause(
    "R-BIP 6 by night she keeps her place",
    "do burst utility",
    given={**QUIET, **BY_NIGHT},
    then={"straggling": "no"},
    options=ANOTHER,
)
clause(
    "R-BIP 6 -2 for the landing",
    "roll 8-1 japan",
    given={**LAST, "burst_in[waist]": "yes", "burst_in[utility]": "yes"},
    dice=[7],
    then={"modifiers on 8-1": -2},
)
# --- R-DMG

clause("R-DMG 2 what is dead already", "roll 7-6", given={"turret_dead[aft_upper]": "yes"}, dice=[9], nothing=True)
clause(
    "R-DMG 3 two hits on the brakes",
    "roll 8-1 japan",
    given={**LAST, "brakes_weak": "yes", "broken[hydraulics]": "yes"},
    dice=[7],
    then={"modifiers on 8-1": -2},
)
clause(
    "R-DMG 3 engines are counted",
    "roll 8-1 japan",
    given={**LAST, **engines("no_1", "no_4")},
    dice=[7],
    then={"modifiers on 8-1": -2},
)

# --- R-ENG

FOURTH: Facts = {**at("kopung", 7), **JOINED}
clause(
    "R-ENG 1 the bombs go: she stays",
    "do feather no_1 quits",
    given=FOURTH,
    dice=[1],
    answers=["drop"],
    then={**EMPTY, "station": "formed", "turns_here": 1},
)
clause(
    "R-ENG 1 the bombs stay: alone, slow, low",
    "do feather no_1 quits",
    given=FOURTH,
    dice=[1],
    answers=["keep"],
    then={"station": "straying", "turns_here": 2, "drag": "no", "may_not_climb": "yes", "bombs[aft]": "yes"},
)
clause(
    "R-ENG 1 over the target she may bomb first",
    "do feather no_1 quits",
    given={**FOURTH, "zone": 9, "reached": "yes"},
    dice=[1],
    then={"station": "formed", "bombs[aft]": "yes"},
)
clause(
    "R-ENG 1 normal again after the drop",
    "define turns_here",
    given={**FOURTH, **EMPTY, **engines("no_1")},
    then={"result": 1, "may_not_climb": "no"},
)
for one, other in (("no_1", "no_4"), ("no_1", "no_3"), ("no_2", "no_3")):
    clause(
        f"R-ENG 2 {one} and {other}",
        f"do feather {other} quits",
        given={**FOURTH, **EMPTY, **engines(one), "masked": "yes"},
        dice=[1],
        then={
            "station": "straying",
            "turns_here": 2,
            "must_go_low": "yes",
            "may_evade": "no",
            "drag": "no",
            "pressure_failed": "yes" if (one, other) == ("no_2", "no_3") else "no",
        },
    )
clause(
    "R-ENG 2 the bombs must go",
    "do feather no_4 quits",
    given={**FOURTH, **engines("no_1")},
    dice=[1],
    then={**EMPTY, "must_abort": "yes"},
)
clause(
    "R-ENG 2 low next turn",
    "do engines_continue",
    given={**FOURTH, **EMPTY, **engines("no_1", "no_4")},
    then={"altitude": "low"},
)
THREE: Facts = {**at("kopung", 7), **EMPTY, **engines("no_1", "no_2"), "below": "over_communist"}
clause("R-ENG 3 low: land now", "do feather no_4 quits", given=THREE, dice=[1], answers=["land"], leads="8-1")
clause("R-ENG 3 low: or jump", "do feather no_4 quits", given=THREE, dice=[1], answers=["leave"], leads=JUMP)
clause(
    "R-ENG 3 high: she flies on",
    "do feather no_4 quits",
    given={**THREE, **HIGH},
    dice=[1],
    then={"fate": "back", "turns_here": 2},
)
GLIDE: Facts = {**THREE, **engines("no_1", "no_2", "no_4"), "glide_from": 7}
clause("R-ENG 3 the second turn of that zone", "do engines_continue", given=GLIDE, asks=[], then={"fate": "back"})
clause(
    "R-ENG 3 one zone more, and no other",
    "do engines_continue",
    given={**GLIDE, "zone": 6},
    answers=["leave"],
    leads=JUMP,
)
DEAD: Facts = {**at("kopung", 7), **EMPTY, **engines("no_1", "no_2", "no_3")}
clause(
    "R-ENG 4 no engine: land",
    "do feather no_4 quits",
    given={**DEAD, "below": "over_communist"},
    dice=[1],
    answers=["land"],
    leads="8-1",
)
clause(
    "R-ENG 4 no engine: jump",
    "do feather no_4 quits",
    given={**DEAD, "below": "over_communist"},
    dice=[1],
    answers=["leave"],
    leads=JUMP,
)
for die, table in ((3, "8-2"), (4, "8-1")):
    clause(
        f"R-ENG 4 where: {die}",
        "do feather no_4 quits",
        given={**DEAD, "below": "water_communist"},
        dice=[1, die],
        answers=["land"],
        leads=table,
    )
POWERLESS: Facts = {**EMPTY, **engines(*ENGINES), "zone": 7, "below": "over_communist"}
clause(
    "R-ENG 4 -4, four times -1, -3 for the gear, -4 for the ground",
    "roll 8-1 communist",
    given=POWERLESS,
    dice=[7],
    then={"modifiers on 8-1": -4 - 4 - 3 - 4},
)
for name, facts, count in [
    ("out", engines("no_1"), 1),
    ("windmilling", engines("no_1", how="windmilling"), 1),
    ("running away", engines("no_1", how="runaway"), 1),
    ("burning", {"on_fire[no_1]": "yes"}, 1),
    ("weak", {"weak[no_1]": "yes"}, 1),
    ("all and twice", {**engines("no_1", "no_2"), "on_fire[no_1]": "yes", "weak[no_4]": "yes"}, 3),
    ("none", {}, 0),
]:
    clause(f"R-ENG 5 {name}", "define not_fully_functional", given=facts, then={"result": count})

# --- R-OXY

clause("R-OXY 1 the first hit", "do oxygen_hit cfc", then={"oxygen_hits[cfc]": 1, "has_air(cfc)": "yes"})
clause("R-OXY 1 the second", "do oxygen_hit cfc", given={"oxygen_hits[cfc]": 1}, then={"has_air(cfc)": "no"})
clause("R-OXY 1 out at once", "do oxygen_gone cfc", then={"has_air(cfc)": "no"})
BREATHLESS: Facts = {**at("kopung", 8), **JOINED, "oxygen_hits[tail_gunner]": 2}
GOES_DOWN: Facts = {"altitude": "low", "station": "straying", "barred": "yes"}
clause(
    "R-OXY 2 without pressure she goes down",
    "do oxygen_step",
    given={**BREATHLESS, "let_out": "yes", **down("flight_engineer")},
    then=GOES_DOWN,
)
clause("R-OXY 2 his cabin is open", "do oxygen_step", given={**BREATHLESS, "undone[tail_cabin]": "yes"}, then=GOES_DOWN)
clause("R-OXY 2 all cabins tight", "do oxygen_step", given=BREATHLESS, then={"altitude": "medium", "station": "formed"})
clause(
    "R-OXY 2 he is dead",
    "do oxygen_step",
    given={**BREATHLESS, "undone[tail_cabin]": "yes", **down("tail_gunner", points=4)},
    then={"altitude": "medium"},
)
clause(
    "R-OXY 2 a dead man's supply",
    "do oxygen_step",
    given={**JOINED, "undone[waist_cabin]": "yes", "oxygen_hits[cfc]": 2, **down("left_gunner", points=4)},
    then={"altitude": "medium", "station": "formed", "without_air(cfc)": "no"},
)

# --- R-FIRE

for section, used in {"nose": "nav_radio", "nav_radio": "nav_radio", "waist": "waist"}.items():
    clause(
        f"R-FIRE 1 {section}",
        f"do fire_in {section}",
        dice=[9],
        asks=["7-12"],
        then={f"extinguisher[{used}]": "no", "fire_zone": "none"},
    )
clause(
    "R-FIRE 5 Tail",
    "do fire_in tail",
    dice=[9],
    asks=["7-12"],
    then={"extinguisher[utility]": "no", "extinguisher[waist]": "yes"},
)
clause(
    "R-FIRE 5 Utility: somebody comes in",
    "do fire_in utility",
    dice=[9],
    asks=["7-12"],
    then={"extinguisher[utility]": "no"},
)
for section in ("nose", "nav_radio"):
    clause(f"R-FIRE 3 {section}: one try", f"do fire_in {section}", dice=[10], leads=JUMP)
    clause(
        f"R-FIRE 5 {section}: no bottle", f"do fire_in {section}", given={"extinguisher[nav_radio]": "no"}, leads=JUMP
    )
ZONE: Facts = {"zone": 8, "target": "kopung", "below": "over_communist"}
for section in ("waist", "utility"):
    clause(
        f"R-FIRE 4 {section}: a second try",
        f"do fire_in {section}",
        given=ZONE,
        dice=[10, 9],
        asks=["7-12"] * 2,
        then={"extinguisher[waist]": "no", "extinguisher[utility]": "no", "fire_zone": "none"},
    )
    clause(
        f"R-FIRE 4 {section}: no third",
        f"do fire_in {section}",
        given=ZONE,
        dice=[10, 10],
        then={"extinguisher[waist]": "no", "fire_zone": 8},
    )
    clause(
        f"R-FIRE 5 {section}: no bottle",
        f"do fire_in {section}",
        given={**ZONE, "extinguisher[waist]": "no", "extinguisher[utility]": "no"},
        answers=["on"],
        asks=[],
        then={"fire_zone": 8},
    )
clause(
    "R-FIRE 4 the zone where it broke out",
    "do fire_deadline",
    given={**ZONE, "fire_zone": 8},
    asks=[],
    then={"fate": "back"},
)
clause("R-FIRE 4 the next zone", "do fire_deadline", given={**ZONE, "zone": 7, "fire_zone": 8}, leads=JUMP)
clause(
    "R-FIRE 2 without pressure -1",
    "do fire_in nav_radio",
    given={**HIGH, "let_out": "yes", "masked": "yes"},
    dice=[10],
    then={"modifiers on 7-12": -1},
)
clause(
    "R-FIRE 2 under pressure 0",
    "do fire_in nav_radio",
    given=HIGH,
    dice=[9],
    answers=["keep"],
    then={"modifiers on 7-12": 0},
)
clause(
    "R-FIRE 2 let out first",
    "do fire_in nav_radio",
    given=HIGH,
    dice=[7, 10],
    answers=["open"],
    then={"let_out": "yes"},
)
clause("R-FIRE 2 low 0", "do fire_in nav_radio", dice=[9], then={"modifiers on 7-12": 0})
clause(
    "R-FIRE 2 the man does nothing else",
    "do fire_in nav_radio",
    dice=[9],
    answers=["radio_operator"],
    then={"busy[radio_operator]": "yes", "working(radio_operator)": "no"},
)

# --- R-CREW

for man, section, may in [
    ("cfc", "nav_radio", "yes"),
    ("cfc", "nose", "no"),
    ("cfc", "utility", "yes"),
    ("cfc", "tail", "no"),
    ("tail_gunner", "utility", "yes"),
    ("navigator", "forward_bay", "yes"),
    ("copilot", "nav_radio", "no"),
]:
    clause(f"R-CREW 1, 2 {man} to {section}", f"define may_go {man} {section}", then={"result": may})
FULL = {f"place[{man}]": "utility" for man in ("cfc", "left_gunner", "right_gunner")}
clause(
    "R-CREW 2 three are enough for Utility", "define may_go radar_operator utility", given=FULL, then={"result": "no"}
)
clause(
    "R-CREW 2 the dead count", "define may_go navigator nose", given=down("copilot", points=4), then={"result": "no"}
)
clause(
    "R-CREW 2 one to a bay", "define may_go cfc aft_bay", given={"place[left_gunner]": "aft_bay"}, then={"result": "no"}
)
clause(
    "R-CREW 2 five in the Waist",
    "define may_go navigator waist",
    given={"place[radio_operator]": "waist"},
    then={"result": "no"},
)
HURT = down("cfc")
clause(
    "R-CREW 4 badly hurt: not through the tunnel",
    "define may_go cfc nav_radio",
    given={**HURT, **HIGH},
    then={"result": "no"},
)
clause(
    "R-CREW 4 badly hurt: not into thin air", "define may_go cfc utility", given={**HURT, **HIGH}, then={"result": "no"}
)
clause("R-CREW 4 badly hurt: next door, low", "define may_go cfc utility", given=HURT, then={"result": "yes"})
clause(
    "R-CREW 4 lightly hurt: anywhere",
    "define may_go cfc nav_radio",
    given={**down("cfc", points=1), **HIGH},
    then={"result": "yes"},
)
for name, facts, may in [
    ("to fight a fire", {}, "yes"),
    ("not with a badly hurt pilot", down("pilot"), "no"),
    ("with a lightly hurt pilot", down("pilot", points=1), "yes"),
]:
    clause(f"R-CREW 5 {name}", "define may_fight copilot nose", given=facts, then={"result": may})
for name, facts, man in [
    ("the pilot", {}, "pilot"),
    ("the copilot", down("pilot"), "copilot"),
    ("the flight engineer", down("pilot", "copilot"), "flight_engineer"),
    ("anybody", down("pilot", "copilot", "flight_engineer"), "bombardier"),
]:
    clause(f"R-CREW 6 {name} flies", "define at_controls", given=facts, then={"result": man})
clause(
    "R-CREW 6 -10",
    "roll 8-1 japan",
    given={**LAST, **down("pilot", "copilot")},
    dice=[7],
    then={"modifiers on 8-1": -10},
)
SWAPPED: Facts = {"holds[left_gunner]": "cfc", "holds[cfc]": "none"}
clause(
    "R-CREW 7 he takes the hits of the post",
    "roll 7-6",
    given=SWAPPED,
    dice=[6, 1, 1, 1],
    then={"points[left_gunner]": 1, "points[cfc]": 0},
)
clause(
    "R-CREW 8 no bonus in another's post",
    "define veteran left_gunner",
    given={**SWAPPED, "crew[left_gunner].missions": 20},
    then={"result": "no"},
)
clause(
    "R-CREW 3 a gun taken over is silent this turn",
    "define gunner_ready cfc",
    given={**SWAPPED, "moved[left_gunner]": "yes"},
    then={"result": "no"},
)
clause("R-CREW 3 and fires in the next", "define gunner_ready cfc", given=SWAPPED, then={"result": "yes"})

# --- R-END

clause(
    "R-END 1 a badly hurt man goes down with her",
    "do jump controlled",
    given={**EMPTY, **down("cfc")},
    leads=JUMP,
    then={"points[cfc]": 4, "jumped[cfc]": "no", "jumped[pilot]": "yes"},
)
for ground, amount in (("japan", 0), ("friendly", -2), ("communist", -4)):
    clause(
        f"R-END 3 {ground}",
        f"roll 8-1 {ground}",
        given={**LAST, "at_base": "no"},
        dice=[7],
        then={"modifiers on 8-1": amount},
    )
clause(
    "R-END 3 Japan in zone 2",
    "roll 8-1 japan",
    given={**LAST, "zone": 2, "at_base": "no"},
    dice=[7],
    then={"modifiers on 8-1": -1},
)
DOWN: Facts = {**LAST, "zone": 6, "at_base": "no", "below": "over_friendly"}
row(
    "R-END 3 in UN territory",
    [
        ([4], {"fate": "landed", "airframe": "sound"}),
        ([3], {"fate": "landed", "airframe": "reparable"}),
    ],
    "do come_down friendly",
    given=DOWN,
)
clause(
    "R-END 3 in UN territory, past repair",
    "do come_down friendly",
    given=DOWN,
    dice=[2, 12, 1],
    then={"airframe": "irreparable", "mission_result": "lost"},
)
clause(
    "R-END 3 the men there are safe",
    "do come_down friendly",
    given=DOWN,
    dice=[7],
    then={f"loss[{man}]": "none" for man in MEN},
)
clause(
    "R-END 3 in Communist territory: 8-7",
    "do come_down communist",
    given={**DOWN, "below": "over_communist"},
    dice=[12],
    leads="8-7",
    then={"mission_result": "lost"},
)
for name, facts, may in [
    ("UN territory", {}, "yes"),
    ("Japan in zone 2", {"zone": 2, "below": "water_japan"}, "yes"),
    ("the sea", {"below": "over_water"}, "no"),
    ("Communist territory", {"below": "over_communist"}, "no"),
    ("high", HIGH, "no"),
    ("outward", {"homeward": "no"}, "no"),
]:
    clause(f"R-END 3 land before the base: {name}", "define may_divert", given={**DOWN, **facts}, then={"result": may})
for below, table in (("over_communist", "8-7"), ("over_water", "8-6")):
    clause(f"R-END 4 {below}", "do jump controlled", given={**EMPTY, "zone": 8, "below": below}, leads=table)
for below in ("over_japan", "over_friendly"):
    clause(
        f"R-END 4 {below}",
        "do jump controlled",
        given={**EMPTY, "zone": 5, "below": below},
        dice=[6] * 11,
        asks=[JUMP] * 11,
        then={"fate": "gone", **{f"loss[{man}]": "none" for man in MEN}, **{f"points[{man}]": 0 for man in MEN}},
    )
SEA: Facts = {**LAST, "at_base": "no", "zone": 4, "below": "over_water"}
clause(
    "R-END 5 ditched in zone 4: rescued",
    "do come_down water",
    given=SEA,
    dice=[1, 12, *[6] * 11],
    answers=["ditch"],
    asks=["8-2", "8-3", *["8-6"] * 11],
    then={"fate": "gone", "mission_result": "lost", "loss[pilot]": "none"},
)
clause(
    "R-END 5 the choice after the sea state", "do come_down water", given=SEA, dice=[6], answers=["leave"], leads=JUMP
)
clause(
    "R-END 5 zone 7: perhaps captured",
    "do come_down water",
    given={**SEA, "zone": 7},
    dice=[1, 12],
    answers=["ditch"],
    leads="picked_up",
)
clause(
    "R-END 6 without controls nobody lands",
    "define landable",
    given={"controls_dead[pilot]": "yes", "controls_dead[copilot]": "yes"},
    then={"result": "no"},
)
clause("R-END 6 with one of them", "define landable", given={"controls_dead[pilot]": "yes"}, then={"result": "yes"})
row(
    "R-END 7 a serious wound",
    [
        ([1], {"men_lost[home_hurt]": 0, "men_lost[dow]": 0}),
        ([2], {"men_lost[home_hurt]": 1}),
        ([5], {"men_lost[home_hurt]": 1}),
        ([6], {"men_lost[dow]": 1}),
    ],
    "do debrief",
    given={**BOMBED, **down("cfc")},
)
row(
    "R-END 7 frostbite",
    [([3], {"men_lost[home_hurt]": 0}), ([4], {"men_lost[home_hurt]": 1})],
    "do debrief",
    given={**BOMBED, "frostbitten[cfc]": "yes"},
)
clause(
    "R-END 7 the log",
    "do debrief",
    given={**BOMBED, "percent": 30, "target_hit": "yes"},
    then={"run_count": 1, "percent_sum": 30},
)
clause(
    "R-END 2 by the light of the base",
    "define landing_light",
    given={**LAST, "schedule": "into_night"},
    then={"result": "night"},
)
clause("R-END 2 jumping over the base", "do land_at_base", given=LAST, answers=["leave"], leads=JUMP)

# --- R-VIC

for name, facts, outcome in [
    ("on target, back", {"target_hit": "yes"}, "won"),
    ("on target, repairable", {"target_hit": "yes", "airframe": "reparable"}, "won"),
    ("on target, landed short", {"target_hit": "yes", "fate": "landed"}, "won"),
    ("on target, beyond repair", {"target_hit": "yes", "airframe": "irreparable"}, "lost"),
    ("on target, lost", {"target_hit": "yes", "fate": "gone"}, "lost"),
    ("off target, back", {}, "drawn"),
    ("off target, landed short", {"fate": "landed"}, "drawn"),
    ("off target, lost", {"fate": "gone"}, "lost"),
    ("off target, beyond repair", {"airframe": "irreparable"}, "lost"),
    ("no run, back", {"run_made": "no"}, "drawn"),
]:
    clause(f"R-VIC 1 to 3 {name}", "do debrief", given={**BOMBED, **facts}, then={"result": outcome})


# --- more of the same rules: what is rare

for name, facts, percent in [
    ("both bays opened by motor", {"opened[forward]": "yes", "opened[aft]": "yes"}, 60),
    ("one of them", {"opened[forward]": "yes"}, 30),
]:
    clause(
        f"SP-DOOR 7-10 d, {name}",
        "do bomb_run",
        given={**OVER, **NO_POWER, "task": "airfield", **facts},
        dice=[6, 3],
        then={"percent": percent},
    )
clause(
    "SP-DOOR 7-10 d, none of them: off target",
    "do bomb_run",
    given={**OVER, **NO_POWER},
    dice=[6],
    then={"percent": 0, "target_hit": "no", "bombs[aft]": "yes"},
)
row(
    "SP-DOOR 7-10 d, damaged doors: the second die",
    [
        ([3], {"open_bays": 1, "motor_burnt": "no"}),
        ([4], {"open_bays": 0, "motor_burnt": "yes"}),
        ([5], {"open_bays": 0, "motor_burnt": "no"}),
    ],
    "do work_doors",
    given={**DARK, "opening_tried[aft]": "yes", "doors[forward]": "jammed_shut", "cockpit_tried[forward]": "yes"},
    answers=["flight_engineer", "radio_operator"],
)
clause(
    "SP-DOOR 7-10 d, once a bay",
    "do work_doors",
    given={**DARK, "opening_tried[aft]": "yes", "opening_tried[forward]": "yes"},
    nothing=True,
)
clause(
    "SP-RELEASE nobody to pull",
    "do bomb_run",
    given={**OVER, **down("pilot", "copilot", "bombardier"), "release_failed": "yes"},
    then={"bombs[aft]": "yes", "percent": 0},
)
clause(
    "SP-RELEASE ditching with bombs -1",
    "roll 8-3",
    given={**LAST, "bombs[aft]": "yes", "weather": "poor"},
    dice=[7],
    then={"modifiers on 8-3": -1},
)
clause(
    "SP-GEAR nose 7-10 f, by the generator",
    "do lower_nose_gear",
    given={**NO_POWER, "powered[nose_gear]": "yes"},
    asks=[],
    then={"nose_gear": "lowered"},
)
clause(
    "SP-GEAR one try for each zone entered",
    "do visit 3",
    given={**at("kaesong", 2), **BY_NIGHT, **HIGH, "let_out": "yes", "main_gear[port]": "hanging"},
    dice=[7, 6, 7, 7, 6],
    answers=["carry_on", "flight_engineer", "go_on", "carry_on", "go_on"],
    asks=["masks", "raise_by_hand", "4-2", "masks", None],
    options=PLAIN,
)
clause(
    "R-SEQ a, R-FUEL 4 out of gas: she does not enter",
    "do visit 8",
    given={**at("kopung", 7), **BY_NIGHT, **EMPTY, "fuel": 0, "below": "over_communist"},
    dice=[1],
    answers=["leave"],
    leads=JUMP,
    then={"zone": 7},
)
clause(
    "R-SEQ l the searchlights go out",
    "do visit 9",
    given={**at("kopung", 8), **BY_NIGHT, **HIGH, **EMPTY, **SKILLED},
    dice=[7, 6, 6, 6, 6, 6, 6, 6, 7, 12, 12],
    answers=["carry_on"],
    then={"fixed": "no"},
)
clause(
    "R-ALT 5 she lands from low altitude",
    "do enter_base",
    given={**LAST, "at_base": "no", **HIGH},
    dice=[7],
    then={"altitude": "low", "fate": "back"},
)
clause(
    "R-ALT 6 low by choice",
    "do visit 8",
    given={**at("kopung", 7), **JOINED, "escort": "f86"},
    dice=[7, 3],
    answers=["descend", "carry_on", "go_on"],
    then={"altitude": "low", "station": "straying"},
    options=PLAIN,
)
clause(
    "R-PRS 2 once a turn: not up again",
    "define can_pump_up",
    given={**OPEN, "air_changed": "yes"},
    then={"result": "no"},
)
clause(
    "R-PRS 2 once a turn: not out again",
    "define can_let_out",
    given={**HIGH, "air_changed": "yes", "pumped_turns": 2},
    then={"result": "no"},
)
clause(
    "R-PRS 1 and 7-10, 9: low down it goes for good",
    "do descend",
    given={**HIGH, "no_pumping_up": "yes"},
    then={"pressure_lost": "yes"},
)
clause(
    "R-OXY 2 they can be pumped up, and are",
    "do oxygen_step",
    given={**BREATHLESS, "let_out": "yes"},
    then={"altitude": "medium", "pressurised(tail_cabin)": "yes"},
)
for answer, facts in (("drop", {**EMPTY, "station": "formed"}), ("keep", {"station": "straying", "bombs[aft]": "yes"})):
    clause(
        f"R-ENG 1 at the assembly: {answer}",
        "do assemble",
        given={**at("kopung", 6), **HIGH, **engines("no_1")},
        dice=[8] if answer == "drop" else [],
        answers=[answer],
        then=facts,
    )
clause(
    "R-FRM 7 alone over the target she may turn back",
    "do visit 9",
    given={**at("kopung", 8), **ALONE, "barred": "yes", "escort": "f86"},
    dice=[7, 2, 2],
    answers=["carry_on", "keep", "quit", "carry_on", "drop", "keep"],
    asks=["4-2", "5-1", "5-1"],
    then={"run_made": "no", "turned_back": "yes"},
    options=PLAIN,
)
for post in ("bombardier", "pilot"):
    clause(
        f"R-CREW 5 the copilot and the seat of the {post}",
        "define may_take copilot " + post,
        given=down(post, points=4),
        then={"result": "yes" if post == "pilot" else "no"},
    )
for zone, homeward, light in ((3, "yes", "night"), (4, "yes", "day"), (3, "no", "day")):
    clause(
        f"R-END 3 the light on the ground: zone {zone}, {homeward}",
        "define landing_light",
        given={"schedule": "to_dusk", "zone": zone, "homeward": homeward},
        then={"result": light},
    )
clause(
    "R-END 4 no bonus for those who jump",
    "do jump controlled",
    given=SEA,
    dice=[1, *[6] * 22],
    then={"modifiers on 8-6": 2},
)
clause(
    "R-END 5 one for those who ditch",
    "do come_down water",
    given=SEA,
    dice=[1, 12, *[6] * 11],
    answers=["ditch"],
    then={"modifiers on 8-6": 3},
)

HIT_NOSE = [3, 3, 2, 4, 4, 7, 12]
clause(
    "R-TGT 1 flak strikes the bombardier: off target",
    "do over_target",
    given=FLAK,
    dice=[*HIT_NOSE, 6, 4, 4, 1, 7, 1],
    leads="6-8",
    then={"points[bombardier]": 3, "target_hit": "no", "run_made": "yes", **EMPTY},
)
for stand, hit in (("lead", "no"), ("middle", "yes")):
    clause(
        f"R-TGT 1 flak breaks the sight of the {stand}",
        "do over_target",
        given={**FLAK, "stand": stand},
        dice=[*HIT_NOSE, 10, 1, 1, *([] if stand == "lead" else [5]), 3, 1],
        leads="6-8",
        then={"norden_out": "yes", "target_hit": hit},
    )
IN_NAV_RADIO = {f"place[{man}]": "nav_radio" for man in ("cfc", "left_gunner", "right_gunner")}
clause(
    "R-CREW 2 six in Nav/Radio, and a seventh",
    "define may_go radar_operator nav_radio",
    given=IN_NAV_RADIO,
    then={"result": "yes"},
)
clause(
    "R-CREW 2 no eighth",
    "define may_go radar_operator nav_radio",
    given={**IN_NAV_RADIO, "place[tail_gunner]": "nav_radio"},
    then={"result": "no"},
)
clause(
    "R-CREW 2 a free place in the Nose",
    "define may_go navigator nose",
    given={"place[bombardier]": "nav_radio"},
    then={"result": "yes"},
)
for name, facts, counted in [
    ("lost before the run", {**EMPTY, "fate": "gone", "zone": 5}, 0),
    ("lost after it, over Japan", {**BOMBED, "fate": "gone", "homeward": "yes", "zone": 2}, 1),
]:
    clause(
        f"R-TOUR 4 {name}",
        "do debrief",
        given={**facts, "crew[pilot].missions": 3},
        then={"crew[pilot].missions": 3 + counted},
    )

clause(
    "SP-GEAR a nose gear that will not hold, and a main gear up: both lines",
    "roll 8-1 japan",
    given={**LAST, "nose_gear": "loose", "main_gear[port]": "failed"},
    dice=[7],
    then={"modifiers on 8-1": -4 - 3},
)
clause(
    "R-END 5 one sea for all that follows",
    "do come_down water",
    given=SEA,
    dice=[4, *[6] * 22],
    answers=["leave"],
    asks=["8-2", *[JUMP, "8-6"] * 11],
)
clause("R-END 5 sunk", "do come_down water", given=SEA, dice=[6, 5], answers=["ditch"], asks=["8-2", "8-3"], then=LOST)
for die, gone in ((3, 0), (4, 11)):
    clause(
        f"R-END 5 zone 8, the raft together: {die}",
        "do come_down water",
        given={**SEA, "zone": 8},
        dice=[1, 12, *[6] * 11, die, *[6] * gone],
        answers=["ditch", "together"],
        asks=["8-2", "8-3", *["8-6"] * 11, "picked_up", *["8-7"] * gone],
        then={"loss[pilot]": "pow" if gone else "none"},
    )


@pytest.mark.parametrize("story", CLAUSES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)


def test_sp_release_5_with_bombs_aboard_somebody_must_land_her():
    found = scene({**at("kaesong", 1), "homeward": "yes", "at_base": "yes", "run_made": "yes", "release_failed": "yes"})
    found.do("land_at_base", dice=[7], answers=["land"])
    (order,) = (choice for choice in found.choices if choice.id == "land_at_base/order")
    assert order.offered == ("land", "some")


@pytest.mark.parametrize(("call", "dice", "facts"), [reason[1:] for reason in REASONS], ids=[r[0] for r in REASONS])
@pytest.mark.parametrize("by_enemy", ["yes", "no"])
def test_r_abt_4_a_good_reason_is_one_that_the_enemy_gave(call: str, dice: list[int], facts: Facts, by_enemy: str):
    found = told(Clause(call, call, given={**SHOT, **facts, "under_fire": by_enemy}, dice=dice))
    found.do("weigh_damage")
    assert found["excused"] == by_enemy


@pytest.mark.parametrize(("call", "dice", "facts"), [r[1:] for r in NO_REASONS], ids=[r[0] for r in NO_REASONS])
def test_r_abt_4_other_hits_are_no_reason(call: str, dice: list[int], facts: Facts):
    found = told(Clause(call, call, given={**SHOT, **facts}, dice=dice))
    found.do("weigh_damage")
    assert found["excused"] == "no"


def test_r_fuel_2_a_climb_is_paid_with_the_zone():
    found = scene(at("kopung", 2))
    found.do("owe", 2)
    found.do("climb")
    found.do("settle_fuel")
    assert found["fuel"] == 38 - 2 - 2


# --- R-DEF: with fighters in the air


def gunners(found: Sky, turret: str, fighter: int) -> set[str]:
    """Who may lay a turret on a fighter."""
    return {man for man in MEN if found.define("may_lay", man, turret, fighter) == "yes"}


def test_r_def_1_and_4_every_eligible_gunner_with_the_intercom():
    found = scene(JOINED)
    fighter = found.fighter(clock="one_thirty", height="high")
    assert gunners(found, "fwd_upper", fighter) == {"bombardier", "cfc", "right_gunner"}
    assert gunners(found, "fwd_lower", fighter) == set()
    behind = found.fighter(clock="six", height="level")
    assert gunners(found, "tail", behind) == {"tail_gunner", "cfc"}


@pytest.mark.parametrize(
    "facts",
    [
        *(down("cfc", points=points) for points in (3, 4)),
        {"frostbitten[cfc]": "yes"},
        {"sight_out[cfc]": "yes"},
        {"busy[cfc]": "yes"},
        {"moved[cfc]": "yes"},
        {"jumped[cfc]": "yes"},
    ],
    ids=lambda facts: " ".join(facts),
)
def test_r_def_2_who_does_not_fire(facts: Facts):
    found = scene({**JOINED, **facts})
    fighter = found.fighter(clock="dive", height="none")
    assert gunners(found, "fwd_upper", fighter) == set()


@pytest.mark.parametrize(
    "facts",
    [{"turret_dead[fwd_upper]": "yes"}, {"jammed[fwd_upper]": "yes"}, {"ammo[fwd_upper]": 0}, NO_POWER],
    ids=lambda facts: " ".join(facts),
)
def test_r_def_1_a_turret_that_does_not_fire(facts: Facts):
    assert scene(facts).define("ready", "fwd_upper") == "no"


def test_r_def_3_one_fighter_a_gunner_and_any_number_of_turrets():
    found = scene(JOINED)
    first, second = found.fighter(clock="dive", height="none"), found.fighter(clock="climb", height="none")
    found.do("lay", "fwd_upper", "cfc", first)
    assert gunners(found, "aft_upper", first) == {"cfc"}
    assert gunners(found, "fwd_lower", second) == set()


def test_r_def_6_the_burst_is_marked_before_anybody_fires():
    found = scene(JOINED)
    fighter = found.fighter(clock="dive", height="none")
    found.do("lay", "aft_upper", "cfc", fighter)
    assert found["ammo[aft_upper]"] == 24


@pytest.mark.parametrize(
    ("die", "facts", "bursts"),
    [
        (1, {}, 9),
        (2, {}, 9),
        (3, {}, 9),
        (1, down("bombardier"), 10),
        (3, down("bombardier"), 9),
        (3, {"sight_out[cfc]": "yes"}, 10),
        (2, {"sight_out[cfc]": "yes"}, 9),
    ],
)
def test_r_def_5_without_the_intercom_the_die_says_who(die: int, facts: Facts, bursts: int):
    found = scene({**JOINED, **SILENT, "turret_dead[fwd_upper]": "no", "broken[intercom]": "yes", **facts})
    found.fighter(clock="twelve", height="high")
    found.do("allocate", "fwd_upper", dice=[die], answers=["mig15"])
    assert found["ammo[fwd_upper]"] == bursts


@pytest.mark.parametrize("man", ["cfc", "right_gunner"])
def test_r_def_5_two_men_share_a_bracket(man: str):
    found = scene({**JOINED, "broken[intercom]": "yes"})
    found.fighter(clock="one_thirty", height="high")
    found.do("allocate", "aft_upper", dice=[3], answers=["mig15", man])
    assert found["target_of[cfc]"] == (0 if man == "cfc" else "none")


def test_r_def_5_no_die_where_there_are_no_brackets():
    found = scene({**JOINED, "broken[intercom]": "yes"})
    found.fighter(clock="nine", height="high")
    found.do("allocate", "aft_upper", answers=["mig15", "left_gunner"])
    assert found["ammo[aft_upper]"] == 24


PASSING: Facts = {**JOINED, **SILENT, "turret_dead[tail]": "no", "fuel": 38}


@pytest.mark.parametrize("clock", ["twelve", "one_thirty", "ten_thirty"])
def test_r_def_9_a_passing_shot_comes_last_at_minus_2(clock: str):
    found = scene(PASSING)
    found.fighter(clock=clock, status="average")
    found.do("round", dice=[2, 5], answers=["mig15"])
    assert found.asked == ["5-9", "5-7"]
    assert modifiers(found, "5-7") == -2
    assert found["ammo[tail]"] == 29


def test_r_def_9_no_burst_is_spent_on_a_fighter_that_is_gone():
    found = scene({**PASSING, "turret_dead[fwd_upper]": "no"})
    found.fighter(status="average")
    found.do("round", dice=[12, 12], answers=["mig15", "bombardier", "mig15"])
    assert found.asked == ["5-7", "5-8"]
    assert found["ammo[tail]"] == 30


@pytest.mark.parametrize(
    ("facts", "options"),
    [
        ({"broken[intercom]": "yes"}, {}),
        (down("tail_gunner"), {}),
        ({}, PLAIN),
    ],
    ids=["no intercom", "no tail gunner", "switched off"],
)
def test_r_def_9_no_passing_shot(facts: Facts, options: dict[str, str]):
    found = scene({**PASSING, **facts}, **options)
    found.fighter(status="average")
    found.do("round", dice=[2])
    assert found.asked == ["5-9"]


# --- R-CBT, R-SUC


@pytest.mark.parametrize(("status", "fires", "hit_by"), [("green", -1, 1), ("average", 0, 0), ("ace", 1, -1)])
def test_r_cbt_4_what_a_pilot_is_worth(status: str, fires: int, hit_by: int):
    found = scene({**JOINED, **SILENT, "turret_dead[fwd_upper]": "no"})
    found.fighter(status=status)
    found.do("round", dice=[5, 2], answers=["mig15", "cfc"])
    assert (modifiers(found, "5-9"), modifiers(found, "5-7")) == (fires, hit_by)


@pytest.mark.parametrize(
    ("kind", "facts", "member", "may"),
    [
        ("mig15", {}, {"hit": "no"}, "no"),
        ("mig15", {}, {}, "yes"),
        ("mig15", {}, {"fca": 1}, "no"),
        ("yak9", {}, {}, "no"),
        ("yak9", ALONE, {}, "no"),
        ("yak9", engines("no_1"), {}, "no"),
        ("yak9", {**ALONE, **engines("no_1")}, {}, "yes"),
        ("mig15", {}, {"attacks": 2}, "no"),
        ("mig15", ALONE, {"attacks": 2}, "no"),
        ("mig15", engines("no_1"), {"attacks": 2}, "no"),
        ("mig15", {**ALONE, **engines("no_1")}, {"attacks": 2}, "yes"),
        ("mig15", {**ALONE, **engines("no_1")}, {"attacks": 2, "fca": 1}, "no"),
        ("mig15", {**ALONE, **engines("no_1")}, {"attacks": 3}, "no"),
    ],
)
def test_r_suc_1_to_4_who_may_come_again(kind: str, facts: Facts, member: dict[str, Any], may: str):
    found = scene({**JOINED, **EMPTY, **facts})
    fighter = found.fighter(**{"kind": kind, "hit": "yes", "attacks": 1, **member})
    assert found.define("may_return", fighter) == may


@pytest.mark.parametrize("die", range(1, 7))
def test_r_suc_1_it_leaves_on_a_3(die: int):
    found = scene({**JOINED, **SILENT})
    found.fighter(hit="yes", attacks=1, status="average")
    dice = [die] if die <= 3 else [die, 7, 2]
    found.do("come_again", dice=dice)
    assert found.asked == [None, "5-13", "5-9"][: len(dice)]
    assert found.references("fighters") == []


def test_r_suc_3_and_4_three_attacks_at_most():
    found = scene({**ALONE, **EMPTY, **SILENT, **engines("no_1"), "undone[tail_cabin]": "yes", "masked": "yes"})
    found.fighter(hit="yes", attacks=1, status="average")
    hit = [4, 5, 9, 6, 4]
    found.do("come_again", dice=[*hit, *hit], answers=["straight", "straight"])
    assert found.asked == [None, "5-13", "5-9", "5-10", "5-11"] * 2


# --- R-EV 3


@pytest.mark.parametrize(("answer", "amount"), [("weave", -1), ("straight", 0)])
def test_r_ev_3_both_sides_shoot_worse(answer: str, amount: int):
    found = scene({**ALONE, **SILENT, "turret_dead[fwd_upper]": "no"})
    found.fighter(status="average")
    found.do("round", dice=[5, 2], answers=[answer, "mig15", "cfc"])
    assert modifiers(found, "5-7") == modifiers(found, "5-9") == amount


@pytest.mark.parametrize(
    ("answers", "flak", "bombs"),
    [
        (["straight", "straight", "straight"], -1, -1),
        (["weave", "straight", "straight"], -1, -2),
        (["straight", "weave", "straight"], -2, -2),
        (["weave", "weave", "straight"], -2, -2),
        (["straight", "straight", "weave"], -1, -1),
    ],
)
def test_r_ev_3_over_the_target_it_costs_accuracy(answers: list[str], flak: int, bombs: int):
    found = scene({**at("kaesong"), **HIGH, **BY_NIGHT, "reached": "yes"})
    found.do("over_target", dice=[2, 3, 1, 4, 7, 1], answers=answers)
    assert found.asked == ["6-1", "6-2", "6-3", "6-7", "6-8", "6-3"]
    first = next(throw for throw in found.throws if throw.table == "6-3")
    assert first.total - first.natural == flak
    assert modifiers(found, "6-7") == bombs
    assert modifiers(found, "6-1") == -(answers[0] == "weave")


# --- R-BIP 6 (iii)


def test_r_bip_6_every_result_of_the_section_once():
    found = scene(QUIET)
    before = found.state()
    found.do("burst", "utility", dice=[7], spare=BACKUP)
    assert (
        changes(before, found.state()).items()
        >= {
            "utility_duct_hits": 1,
            "feed_tray_hits": 1,
            "ammo[tail]": 23,
            "utility_oxygen_hits": 1,
            "generator_out": "yes",
            "turret_dead[aft_lower]": "yes",
            "generator_tank_hits": 1,
            "extinguisher[utility]": "no",
            "burst_in[utility]": "yes",
        }.items()
    )


# --- R-FRO


def test_r_fro_1_a_hole_gives_two_turns_and_then_a_roll_in_each():
    found = scene({**at("hoeryong", 4), **BY_NIGHT, **HIGH}, **PLAIN)
    found.do("pressure_check", "tail_cabin", dice=[6, 1, 7])
    found.set({"masked": "no"})
    rolled = []
    for zone in (5, 6, 7):
        thrown = [7, 7] if zone == 5 else [7, 6, 7]
        found.do("visit", zone, dice=thrown, answers=["carry_on"] if zone == 5 else ["carry_on", "stay"])
        rolled.append(found.asked.count("7-14"))
    assert rolled == [0, 1, 1]


@pytest.mark.parametrize(("die", "frozen_men"), [(1, 11), (2, 0), (6, 0)])
def test_r_fro_2_without_any_pressure_a_die_a_turn_for_all(die: int, frozen_men: int):
    found = scene({**at("hoeryong", 4), **HIGH, "pressure_lost": "yes", "cold_ship": 2})
    found.do("frost_step", dice=[die, *[1] * frozen_men], answers=["stay"])
    assert found.asked.count("7-14") == frozen_men
    assert [found[f"frostbitten[{man}]"] for man in MEN].count("yes") == frozen_men


def test_r_fro_3_low_down_nobody_freezes():
    found = scene({"pressure_lost": "yes", "undone[tail_cabin]": "yes", "cold_ship": 2, "cold_cabin[tail_cabin]": 2})
    found.do("frost_step")
    assert found.asked == []


def test_r_fro_3_a_frozen_man_does_nothing_more():
    assert scene({"frostbitten[cfc]": "yes"}).define("fit", "cfc") == "no"


# --- R-OXY 3, R-TOUR 1, R-VIC 4


def test_r_oxy_3_up_again_but_never_back_in_the_formation():
    found = scene({**at("kopung", 8), **JOINED, "undone[tail_cabin]": "yes", "oxygen_hits[tail_gunner]": 2})
    found.do("oxygen_step")
    assert found["altitude"] == "low"
    found.set({"points[tail_gunner]": 4, "just_left": "no"})
    assert found.define("may_climb") == "yes"
    found.do("climb")
    assert found.define("may_rejoin") == "no"


@pytest.mark.parametrize("seed", [3, 4])
def test_r_tour_1_and_r_vic_4_a_tour_is_so_many_missions_and_more_victories_win_it(seed: int):
    found = Watched(GAME, program(tuple(ANOTHER.items())), "auto")
    found.start(seed)
    result = found.call("do:career")
    assert found["flown"] == 2
    assert int(found["victories"]) + int(found["defeats"]) + int(found["draws"]) >= 2
    more = int(found["victories"]) - int(found["defeats"])
    assert result == ("won" if more > 0 else "lost" if more < 0 else "drawn")


# --- the constraints that the tables set: what is reconstructed must honour them

CONSTRAINTS: list[Clause] = []


def honours(rule: str, call: str, **rest: Any) -> None:
    """A constraint, as a story."""
    CONSTRAINTS.append(Clause(rule, call, **rest))


SHORT: Facts = {**at("kaesong", 1), **BY_NIGHT}
honours(
    "C-01 zone 7 is the last one of Kaesong",
    "do fly",
    given=SHORT,
    dice=[*[7] * 6, 3, 1, 4, 7, *[7] * 7],
    asks=[*["4-2"] * 6, "6-2", "6-3", "6-7", "6-8", *["4-2"] * 6, "8-1"],
    options=PLAIN,
)
honours("C-02 none in zone 6", "define zone_figure", given=at("anju", 6), then={"result": "none"})
honours("C-02 none in Kangdong's zone 7", "define zone_figure", given=at("kangdong", 7), then={"result": "none"})
honours("C-02 no roll there", "do combat", given={**at("kangdong", 7), **JOINED}, asks=[])
for die in range(1, 7):
    honours(
        f"C-03 a {die}",
        "roll involuntary",
        given={"below": "water_communist"},
        dice=[die],
        then={"result": "water" if die < 4 else "communist"},
    )
for answer, ground in (("one", "water"), ("two", "communist")):
    honours(
        f"C-03 {answer}",
        "do pick_ground",
        given={"below": "water_communist"},
        answers=[answer],
        then={"result": ground},
    )
for city in ("anju", "wonsan", "chongjin"):
    for zone, below in ((1, "over_japan"), (2, "water_japan")):
        honours(f"C-04 {city}, zone {zone}", f"look 2-5 {city} {zone}", then={"result": ("none", below)})
honours("C-05 low", "do depart", dice=[7], then={"altitude": "low"})
honours(
    "C-06 the mission altitude can be regained",
    "define may_climb",
    given={**at("kopung", 8), "station": "straying"},
    then={"result": "yes"},
)
honours("C-07 with bombs 2", "define entry_cost", then={"result": 2})
honours("C-07 without 1", "define entry_cost", given=EMPTY, then={"result": 1})
STILL_HUNG: Facts = {"release_failed": "yes", "run_made": "yes"}
honours(
    "C-07 turning round 1, even with bombs",
    "do visit 7",
    given={**at("kaesong", 6), **BY_NIGHT, **STILL_HUNG},
    dice=[6, 7, 6],
    answers=["carry_on"],
    then={"fuel": 38 - 2 - 1},
    options=PLAIN,
)
honours(
    "C-08 the base square is paid for",
    "do enter_base",
    given={**LAST, **EXPERT, "at_base": "no", "fuel": 0},
    dice=[4, 7],
    asks=["4-1", "8-1"],
)
honours("C-08 one box", "do enter_base", given={**LAST, "at_base": "no", "fuel": 5}, dice=[7], then={"fuel": 4})
honours(
    "C-09 one turn in, two out",
    "do visit 7",
    given={**at("kaesong", 6), **BY_NIGHT, **HIGH, **JAMMED, **EMPTY, "doors[aft]": "jammed_open"},
    dice=[4, 7, 4, 4],
    asks=["jam_repair", "4-2", "jam_repair", "jam_repair"],
    options=PLAIN,
)
honours(
    "C-10 turning round is a turn",
    "do visit 7",
    given={**at("kaesong", 6), **BY_NIGHT, **HIGH, **JAMMED, **EMPTY},
    dice=[4, 7, 4],
    asks=["jam_repair", "4-2", "jam_repair"],
    options=PLAIN,
)
for name, facts, amount in [
    ("novice", {"crew[flight_engineer].missions": 7}, -1),
    ("experienced", {"crew[flight_engineer].missions": 8}, 0),
    ("veteran", {"crew[flight_engineer].missions": 14}, 1),
    ("one pump failed", {**EXPERT, "pumps_failed": 1}, 0),
    ("both pumps failed", {**EXPERT, "pumps_failed": 2}, -1),
]:
    honours(f"C-11 {name}", "roll 4-1", given=facts, dice=[6], then={"modifiers on 4-1": amount})
honours(
    "C-12 a box to go round a storm",
    "do visit 8",
    given={**at("kopung", 7), **ALONE, **BY_NIGHT},
    dice=[11, 5],
    answers=["carry_on", "round"],
    then={"fuel": 38 - 2 - 1, "modifiers on 4-3": -1},
    options=PLAIN,
)
honours(
    "C-12 or not",
    "do visit 8",
    given={**at("kopung", 7), **ALONE, **BY_NIGHT},
    dice=[11, 4],
    answers=["carry_on", "through"],
    then={"fuel": 38 - 2, "modifiers on 4-3": 0},
    options=PLAIN,
)
honours(
    "C-13 left for good",
    "define may_rejoin",
    given={**at("kopung", 8), **ALONE, "barred": "yes"},
    then={"result": "no"},
)
honours("C-14 lead by drop-outs", "roll 4-10", dice=[3, 1], then={"stand": "lead"})
honours("C-14 tail by drop-outs", "roll 4-10", dice=[3, 6], then={"stand": "tail"})
honours("C-15 by night", "do prepare 13", dice=[2, 11, 1], then={"stand": "tail", "night_mission": "yes"})
honours(
    "C-16 none by night", "do prepare 13", dice=[2, 7, 1], asks=["2-1c", "2-2", "3-1"], then={"escort_available": "no"}
)
honours(
    "C-17 a night mission by day",
    "define night_here",
    given={"night_mission": "yes", "schedule": "into_night", "zone": 3},
    then={"result": "no"},
)
honours(
    "C-17 a day mission in the dark",
    "define night_here",
    given={"schedule": "from_dawn", "zone": 3},
    then={"result": "yes"},
)
honours(
    "C-18 poor in zone 1", "roll 8-1 japan", given={**LAST, "weather": "poor"}, dice=[7], then={"modifiers on 8-1": -2}
)
honours("C-19 he is away", "define radar_sees", given={"visiting[radar_operator]": "utility"}, then={"result": "no"})
honours("C-19 he is there", "define radar_sees", then={"result": "yes"})
honours(
    "C-19 without him -1",
    "roll 6-7",
    given={**OVER, "visiting[radar_operator]": "utility"},
    dice=[3],
    then={"modifiers on 6-7": -1},
)
honours(
    "C-20 a dead navigator, and yet",
    "do navigate",
    given={**at("kopung", 7), **ALONE, **BLIND, **down("navigator", points=4)},
    dice=LOST_DICE,
    asks=FINDING,
)
for section, cabin in {
    "nose": "front_cabin",
    "nav_radio": "front_cabin",
    "waist": "waist_cabin",
    "tail": "tail_cabin",
}.items():
    honours(f"C-21 {section}", "roll 7-1", dice=[7], then={f"cabin of {section}": cabin})
for section in ("forward_bay", "aft_bay", "utility"):
    honours(f"C-21 {section}", "roll 7-1", dice=[7], then={f"cabin of {section}": "none"})
honours("C-22 the tunnel", "define passable nav_radio waist", given=HIGH, then={"result": "yes"})
honours("C-23 +2", "roll masks", given={**OPEN, "broken[intercom]": "yes"}, dice=[7], then={"modifiers on masks": 2})
honours("C-24 from the engineer's seat", "do let_pressure_out", given=HIGH, dice=[7], then={"let_out": "yes"})
honours(
    "C-24 not once its controls are hit",
    "define can_let_out",
    given={**HIGH, **NO_ONE, "points[flight_engineer]": 0, "no_letting_out": "yes"},
    then={"result": "no"},
)
honours("C-25 not under pressure", "do frost_step", given={**HIGH, "cold_ship": 2}, asks=[])
honours("C-25 not low", "do frost_step", given={"pressure_lost": "yes", "cold_ship": 2}, asks=[])
honours(
    "C-26 three bottles",
    "do fire_in waist",
    given=ZONE,
    dice=[10, 10],
    then={"extinguisher[nav_radio]": "yes", "extinguisher[waist]": "no", "extinguisher[utility]": "no"},
)
honours("C-27 more than 12 bursts", "define ready tail", then={"ammo[tail]": 30, "ammo[aft_upper]": 25})
honours(
    "C-28 the CFC gunner has four turrets from 3 Level", "look 5-6 three level aft_lower 1 cfc", then={"result": "yes"}
)
honours("C-28 the tail gunner his own", "look 5-6 six level tail 4 tail_gunner", then={"result": "yes"})
honours(
    "C-29 no roll with the intercom",
    "define gunner_ready cfc",
    given={"broken[intercom]": "no"},
    then={"result": "yes"},
)
honours("C-31 no evasion without power", "define may_evade", given={**LOOSE, **NO_POWER}, then={"result": "no"})
honours("C-32 a Yak-9 from behind comes low", "roll 5-13 yak9", dice=[10], then={"result": ("six", "low_angle")})
honours("C-32 a MiG-15 comes high", "roll 5-13 mig15", dice=[10], then={"result": ("six", "high")})
honours(
    "C-33 +1 homeward",
    "roll 5-1",
    given={**at("kopung", 8), **JOINED, **EMPTY, "resistance": "light", "homeward": "yes"},
    dice=[7],
    then={"modifiers on 5-1": 1},
)
honours(
    "C-34 -1",
    "do over_target",
    given=FLAK,
    dice=[3, 1, 3, 7, 2],
    asks=["6-2", "6-3", "6-7", "6-8", "6-3"],
    then={"modifiers on 6-3": -1},
)
honours(
    "C-35 not by choice on the way out", "do work_bombs", given=at("kopung", 8), asks=[], then={"bombs[aft]": "yes"}
)
honours(
    "C-36 four bursts can be survived",
    "roll 8-1 japan",
    given={**LAST, **{f"burst_in[{s}]": "yes" for s in ("nav_radio", "forward_bay", "waist", "utility")}},
    dice=[7],
    then={"modifiers on 8-1": -2},
)
honours(
    "C-36 no hand on the gear after one in the aft bay",
    "define aft_controls_reached",
    given={"burst_in[aft_bay]": "yes"},
    then={"result": "no"},
)
honours(
    "C-37 5 zones: 7 less 2",
    "do controls_hit copilot",
    given={**at("kopung", 8), "controls_dead[pilot]": "yes", **EMPTY, "weak[no_1]": "yes", "weak[no_2]": "yes"},
    dice=[7],
    then={"controls_zones": 5, "landable": "no"},
)
honours(
    "C-37 half of them without autopilot",
    "do controls_hit copilot",
    given={**at("kopung", 8), "controls_dead[pilot]": "yes", "broken[autopilot]": "yes"},
    dice=[7],
    then={"controls_zones": 3},
)
honours(
    "C-37 none left: all jump",
    "do controls_hit copilot",
    given={**at("kopung", 8), **EMPTY, "controls_dead[pilot]": "yes", **{f"weak[{e}]": "yes" for e in ENGINES}},
    dice=[4],
    leads=JUMP,
)
honours(
    "C-38 one job a turn",
    "do visit_section flight_engineer aft_bay",
    then={"busy[flight_engineer]": "yes", "may_visit(flight_engineer, utility)": "no"},
)
for zone, table in ((7, "picked_up"), (10, "picked_up")):
    honours(f"C-39 zone {zone}", "do survive_at_sea cfc", given={"zone": zone}, leads=table)
honours("C-39 zone 6", "do survive_at_sea cfc", given={"zone": 6}, dice=[2], asks=["8-6"])
for flown, rating in (
    (7, "poor"),
    (8, "fair"),
    (14, "fair"),
    (15, "good"),
    (21, "good"),
    (22, "excellent"),
    (29, "outstanding"),
    (35, "outstanding"),
):
    honours(f"C-40 {flown} missions", f"look 9-1 {flown}", then={"result": rating})
honours("C-40 novice", "define novice pilot", given={"crew[pilot].missions": 7}, then={"result": "yes"})
honours("C-40 veteran", "define veteran pilot", given={"crew[pilot].missions": 14}, then={"result": "yes"})
honours("C-41 back at once", "roll 3-3", dice=[4, 2, 1, 10], then={"credit": "no", "fate": "back"})
honours("C-41 never off the ground", "roll 3-5 no", dice=[10], then={"credit": "no", "fate": "grounded"})
honours("C-42 mission 10", "roll 4-10", given={"mission_number": 10}, dice=[10], then={"fuel": 38})
honours("C-42 mission 11", "roll 4-10", given={"mission_number": 11}, dice=[10], then={"fuel": 37})
honours(
    "C-44 weak: the bombs go, or the formation",
    "define held_back",
    given={**at("kopung", 7), **JOINED, "weak[no_1]": "yes"},
    then={"result": "yes"},
)
honours(
    "C-44 weak, no bombs: no matter",
    "define held_back",
    given={**JOINED, **EMPTY, "weak[no_1]": "yes"},
    then={"result": "no"},
)
honours(
    "C-45 low and alone",
    "do over_target",
    given={**OVER, "altitude": "low", "station": "straying"},
    dice=[3, 1, 7, 7, 7, 6, 7, 1],
    leads="6-7",
    then={"run_made": "yes"},
)


@pytest.mark.parametrize("story", CONSTRAINTS, ids=name_of)
def test_what_is_reconstructed_honours_the_tables(story: Clause):
    told(story)


def test_c_13_a_shallow_dive_lasts_a_turn():
    found = scene({**at("kopung", 7), **JOINED, **EMPTY}, **PLAIN)
    found.roll("cloud_collision", dice=[9])
    assert found["station"] == "straying"
    found.do("visit", 8, dice=[7, 2], answers=["carry_on", "keep", "go_on"])
    assert (found["station"], found["stand"], found["fuel"]) == ("formed", "middle", 37)


@pytest.mark.parametrize(
    ("dice", "stand"), [([1], "lead"), ([2], "lead"), ([3], "tail"), ([4], "tail"), ([5], "middle")]
)
def test_c_14_losses_in_the_formation_change_her_place(dice: list[int], stand: str):
    found = scene({**at("kopung", 8), **JOINED})
    found.roll("5-3", "soviet_mig15", dice=[12, *dice, 7])
    assert found["stand"] == stand


def test_c_30_the_tail_turret_at_fighters_from_ahead():
    found = scene(JOINED)
    for clock in ("twelve", "one_thirty", "ten_thirty"):
        fighter = found.fighter(clock=clock)
        found.roll("5-7", "tail", fighter, dice=[7])
        assert modifiers(found, "5-7") == -2


@pytest.mark.parametrize(
    ("out", "amount"), [((), 0), (("no_1",), 0), (("no_1", "no_4"), 1), (("no_1", "no_2", "no_4"), 1)]
)
def test_c_43_with_two_engines_out_she_is_easier_to_hit(out: tuple[str, ...], amount: int):
    found = scene({**ALONE, **EMPTY, **engines(*out)})
    found.roll("5-9", found.fighter(status="average"), dice=[3])
    assert modifiers(found, "5-9") == amount


def test_every_constraint_is_honoured_somewhere():
    told_of = {story.rule.split()[0] for story in CONSTRAINTS} | {"C-30", "C-43"}
    assert told_of == {f"C-{number:02}" for number in range(1, 46)}
