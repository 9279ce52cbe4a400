"""The rules between the tables: each numbered clause, by the smallest story that would catch a breach of it."""

from __future__ import annotations

from typing import Any

import pytest

from b29_korea.bench import Facts, scene
from b29_korea.stories import (
    ALONE,
    ANOTHER,
    BY_NIGHT,
    EMPTY,
    FALL,
    GEAR_DOWN,
    ENGINES,
    HIGH,
    MEN,
    JOINED,
    JUMP,
    LOST,
    NO_POWER,
    PLAIN,
    Clause,
    at,
    down,
    each,
    engines,
    name_of,
    of,
    told,
)

CLAUSES: list[Clause] = []


def clause(rule: str, call: str, **rest: Any) -> None:
    """One story."""
    CLAUSES.append(Clause(rule, call, **rest))


def row(rule: str, outcomes: Any, call: str, **rest: Any) -> None:
    """A story for each of the dice."""
    CLAUSES.extend(each(rule, outcomes, call, **rest))


# --- SP-ENG-PICK

for total, engine in zip(range(2, 13), "1 1 2 3 3 1 4 4 2 2 3".split(), strict=True):
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
clause("SP-DOOR the motor is lost for the flaps", "define flaps_can_be_worked", given={"motor_burnt": "yes"}, then={"result": "no"})
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
clause("SP-DOOR 7-10 d, not at medium altitude", "do work_doors", given={**DARK, **HIGH, "let_out": "yes"}, nothing=True)

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
        dice=[3, 3] if name == "7-9 c" else [3, 3],
        then={"nose_gear": "failed"},
    )
clause("SP-GEAR nose 7-9 c, two tries", "do lower_nose_gear", given={"gear_controls_out": "yes"}, dice=[6, 6], then={"nose_gear": "failed"})
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
    clause(f"SP-GEAR -3 for {name}", "roll 8-1 japan", given={**EMPTY, **facts}, dice=[7], then={"modifiers on 8-1": -3})
clause("SP-GEAR -4 for one that will not hold", "roll 8-1 japan", given={**EMPTY, **GEAR_DOWN, "nose_gear": "loose"}, dice=[7], then={"modifiers on 8-1": -4})

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
clause("SP-FLAPS -1, once", "roll 8-1 japan", given={**EMPTY, **GEAR_DOWN, "flaps_by_hand": "yes", "flap_out[port]": "yes", "flap_out[starboard]": "yes"}, dice=[7], then={"modifiers on 8-1": -1})

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
clause("SP-PRESS the crew goes on oxygen", "do pressure_check tail_cabin", given=HIGH, dice=[6, 1, 7], asks=[None, None, "masks"])
clause("SP-PRESS second windshield hit, high", "roll 7-1", given={**HIGH, "windshield_hits": 1}, dice=[8], then={"undone[front_cabin]": "yes", "windshield_hits": 2}, leads="7-11")
clause("SP-PRESS second windshield hit, low", "roll 7-1", given={"windshield_hits": 1}, dice=[8], then={"undone[front_cabin]": "yes"}, asks=["7-1"])
clause("SP-PRESS first windshield hit", "roll 7-1", given=HIGH, dice=[8], then={"undone[front_cabin]": "no", "windshield_hits": 1}, asks=["7-1"])
clause("SP-PRESS second blister hit, high", "roll 7-6", given={**HIGH, "blister_hits[cfc]": 1}, dice=[5, 5, 1], then={"undone[waist_cabin]": "yes", "points[cfc]": 1}, leads="7-11")
clause("SP-PRESS another blister", "roll 7-6", given={**HIGH, "blister_hits[cfc]": 1}, dice=[5, 1], then={"undone[waist_cabin]": "no", "blister_hits[left_gunner]": 1})
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
    clause(f"SP-DUCT one counter: {wing} wing", f"roll 7-5 {wing}", given={"duct_hits": 1}, dice=[4, 6], then={"pressure_lost": "yes"})
clause("SP-DUCT Utility, first hit", "roll 7-7", given={"duct_hits": 5}, dice=[2], then={"undone[tail_cabin]": "no"})
row(
    "SP-DUCT Utility, second hit",
    [([2, 4], {"undone[tail_cabin]": "no", "pressure_lost": "no"}), ([2, 5], {"undone[tail_cabin]": "yes", "pressure_lost": "no"})],
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
clause("SP-AMMO-BLAST Waist, empty", "roll 7-6", given={"ammo[aft_upper]": 0}, dice=[4, 7, 1], then={"ammo[aft_upper]": 0})
row(
    "SP-AMMO-BLAST Utility",
    [([5, 12, 1], {"ammo[tail]": 18}), ([5, 12, 6, 4, 7, 11], {"ammo[tail]": 18})],
    "roll 7-7",
)
clause("SP-AMMO-BLAST Utility, the last box", "roll 7-7", given={"ammo[tail]": 3}, dice=[5, 12, 1], then={"ammo[tail]": 0})

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
clause("SP-ACCIDENT-DIVE in a fire dive", "do engine_fire no_1", given={**FIRE, **JOINED, **DEAF}, dice=[4, 4, 4, 4, 4, 6, 1], answers=["dive", "none"], then={"on_fire[no_1]": "no"})
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
for flown, novice, veteran in [(0, "yes", "no"), (7, "yes", "no"), (8, "no", "no"), (13, "no", "no"), (14, "no", "yes")]:
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
clause("R-TOUR 1 the 35th mission ends a tour", "do debrief", given={**BOMBED, "crew[cfc].missions": 34}, then={"men_lost[tour_done]": 1, "crew[cfc].missions": 0})
clause("R-TOUR 1 the 34th does not", "do debrief", given={**BOMBED, "crew[cfc].missions": 33}, then={"men_lost[tour_done]": 0, "crew[cfc].missions": 34})
clause("R-TOUR 5 a dead man is replaced by a new one", "do debrief", given={**BOMBED, **down("cfc", points=4), "loss[cfc]": "kia", "crew[cfc].missions": 9}, then={"crew[cfc].missions": 0, "men_lost[kia]": 1})
for name, facts, missions in [
    ("sound", {}, 6),
    ("reparable", {"airframe": "reparable"}, 6),
    ("irreparable", {"airframe": "irreparable"}, 0),
    ("lost", {"fate": "gone"}, 0),
]:
    clause(f"R-TOUR 5 the aircraft, {name}", "do debrief", given={**BOMBED, **facts, "bomber.missions": 5}, then={"bomber.missions": missions})
clause("R-TOUR 5 the survivors of a lost aircraft go on", "do debrief", given={**BOMBED, "fate": "gone", "crew[pilot].missions": 5}, then={"crew[pilot].missions": 6})

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
clause("R-ALT 2 going down is free", "do descend", given=JOINED, then={"altitude": "low", "fuel": 38, "station": "straying"})
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
clause("R-ALT 3 one engine out: she may stay", "define must_go_low", given={**HIGH, **engines("no_1")}, then={"result": "no"})
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
clause("R-PRS 5 one hole leaves the others", "define pressurised waist_cabin", given={**HIGH, "undone[tail_cabin]": "yes"}, then={"result": "yes"})
clause("R-PRS 1 climbing pressurises", "do climb", then={"pressurised(waist_cabin)": "yes"})
clause("R-PRS 1 going down lets it out, without a die", "do descend", given=HIGH, asks=[], then={"pressurised(waist_cabin)": "no"})
clause("R-PRS 1 and it comes back", "do climb", given={"altitude": "low", "let_out": "no"}, then={"pressurised(tail_cabin)": "yes"})
WAIST = ("cfc", "left_gunner", "right_gunner", "radar_operator")
NO_ONE = down("pilot", "flight_engineer", *WAIST)
for name, facts, may, pump in [
    ("flight engineer", {**NO_ONE, "points[flight_engineer]": 0}, "yes", "yes"),
    ("pilot", {**NO_ONE, "points[pilot]": 0}, "yes", "no"),
    ("gunner", {**NO_ONE, "points[left_gunner]": 0}, "yes", "no"),
    ("nobody", NO_ONE, "no", "no"),
    ("flight engineer, controls damaged", {**NO_ONE, "points[flight_engineer]": 0, "no_letting_out": "yes"}, "no", "yes"),
    ("pilot, controls damaged", {**NO_ONE, "points[pilot]": 0, "no_letting_out": "yes"}, "yes", "no"),
]:
    clause(f"R-PRS 2 {name} lets it out", "define can_let_out", given={**HIGH, **facts}, then={"result": may})
    clause(f"R-PRS 2 {name} pumps up", "define can_pump_up", given={**HIGH, "let_out": "yes", **facts}, then={"result": pump})
clause("R-PRS 2 never again after 7-10, 9: 3-4", "define can_pump_up", given={**HIGH, "let_out": "yes", "no_pumping_up": "yes"}, then={"result": "no"})
clause("R-PRS 3 let out, a hole does not blow up", "do pressure_check waist_cabin", given={**HIGH, "let_out": "yes", "masked": "yes"}, dice=[6], then={"undone[waist_cabin]": "yes"})
clause("R-PRS 3 not on the turn after it was pumped up", "define can_let_out", given={**HIGH, "pumped_turns": 1}, then={"result": "no"})
PASSAGES = [("nose", "nav_radio"), ("nav_radio", "waist"), ("nav_radio", "forward_bay"), ("waist", "aft_bay"), ("waist", "utility")]
PASSAGES += [("utility", "tail")]
for a, b in PASSAGES:
    inside = (a, b) in PASSAGES[:2]
    clause(f"R-PRS 4 {a} to {b} under pressure", f"define passable {a} {b}", given=HIGH, then={"result": "yes" if inside else "no"})
    clause(f"R-PRS 4 {a} to {b} let out", f"define passable {a} {b}", given={**HIGH, "let_out": "yes"}, then={"result": "yes"})
    clause(f"R-PRS 4 {a} to {b} low", f"define passable {a} {b}", then={"result": "yes"})
clause("R-PRS 4 the tunnel compromised", "define passable nav_radio waist", given={**HIGH, "tunnel_out": "yes"}, then={"result": "no"})
clause("R-PRS 4 the tunnel compromised, low", "define passable nav_radio waist", given={"tunnel_out": "yes"}, then={"result": "yes"})
OPEN: Facts = {**HIGH, "let_out": "yes"}
clause("R-PRS 6 all on oxygen", "do go_on_oxygen", given=OPEN, dice=[11], asks=["masks"])
clause("R-PRS 6 without intercom +2", "do go_on_oxygen", given={**OPEN, "broken[intercom]": "yes"}, dice=[9], asks=["masks"])
for dice, man in [
    *(([1, 1], "bombardier"), ([1, 3], "bombardier"), ([1, 4], "pilot"), ([1, 5], "copilot"), ([1, 6], "copilot")),
    *(([2, 1], "flight_engineer"), ([2, 2], "navigator"), ([2, 3], "navigator"), ([2, 4], "radio_operator")),
    *(([2, 6], "radio_operator"), ([3, 1], "cfc"), ([3, 2], "cfc"), ([3, 3], "left_gunner"), ([3, 4], "left_gunner")),
    *(([3, 5], "right_gunner"), ([3, 6], "right_gunner"), ([4], "radar_operator"), ([5], "tail_gunner")),
]:
    clause(f"R-PRS 6 {man} {dice}: found", "do go_on_oxygen", given=OPEN, dice=[12, *dice, 5], then={f"points[{man}]": 0})
    clause(f"R-PRS 6 {man} {dice}: dies", "do go_on_oxygen", given=OPEN, dice=[12, *dice, 6], then={f"points[{man}]": 4})
clause("R-PRS 6 nobody", "do go_on_oxygen", given=OPEN, dice=[12, 6], then={f"points[{man}]": 0 for man in MEN})
clause("R-PRS 6 the intercom decides", "do go_on_oxygen", given={**OPEN, "broken[intercom]": "yes"}, dice=[10, 5, 6], then={"points[tail_gunner]": 4})
clause("R-PRS 6 he is dead already", "do go_on_oxygen", given={**OPEN, **down("tail_gunner", points=4)}, dice=[12, 5])
clause("R-PRS 6 he sits in a tight cabin", "do go_on_oxygen", given={**HIGH, "undone[tail_cabin]": "yes"}, dice=[12, 1, 3])
clause("R-PRS 6 he sits in the open one", "do go_on_oxygen", given={**HIGH, "undone[tail_cabin]": "yes"}, dice=[12, 5, 6], then={"points[tail_gunner]": 4})
clause("R-PRS 6 nothing low", "do go_on_oxygen", given={"let_out": "yes"}, nothing=True)
clause("R-PRS 6 nothing under pressure", "do go_on_oxygen", given=HIGH, nothing=True)
clause("R-PRS 7 first the pressure is let out", "do jump controlled", given={**EMPTY, **HIGH}, leads=JUMP, then={"let_out": "yes"})
clause(
    "R-PRS 7 if that cannot be: 7-11 for each cabin",
    "do jump controlled",
    given={**EMPTY, **HIGH, "no_letting_out": "yes", **down("pilot", *WAIST)},
    leads="7-11",
)

clause("R-PRS 6 he is one of the dead", "do debrief", given={**BOMBED, **down("cfc", points=4)}, then={"men_lost[kia]": 1})

# --- R-FUEL

for die, other, boxes in [(4, 4, 36), (5, 5, 38), (4, 5, 37), (5, 4, 37), (1, 1, 36), (6, 6, 38)]:
    clause(f"R-FUEL 3 {die} for the guns, {other} for the gunners", "do weigh_start", dice=[die, other], then={"fuel": boxes})
clause("R-FUEL 3 switched off", "do depart", options=PLAIN, asks=[], then={"fuel": 38})
EXPERT: Facts = {"crew[flight_engineer].missions": 8}
clause("R-FUEL 4 enough", "do pay 2", given={"fuel": 2}, asks=[], then={"fuel": 0})
clause("R-FUEL 4 one for two: all of it, no roll", "do pay 2", given={"fuel": 1}, asks=[], then={"fuel": 0})
clause("R-FUEL 4 dry: 4-1", "do pay 1", given={"fuel": 0, **EXPERT}, dice=[4], asks=["4-1"], then={"fate": "back"})
clause("R-FUEL 4 dry, a 3: down at once", "do pay 1", given={**EMPTY, "fuel": 0, **EXPERT}, dice=[3], answers=["leave"], leads=JUMP)
clause("R-FUEL 4 each time", "do pay 2", given={"fuel": 0, **EXPERT}, dice=[6], asks=["4-1"])
clause("R-FUEL 6 not on the way out", "do work_bombs", given=at("kopung", 5), nothing=True)
clause("R-FUEL 6 when turning back", "do work_bombs", given={**at("kopung", 5), "turned_back": "yes", "homeward": "yes"}, answers=["drop"], then={**EMPTY, "entry_cost": 1})
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
clause("R-WX 1 and zone 1 homeward", "do visit 1", given={**at("kopung", 2), **HOME}, dice=[7], asks=["4-2"], options=PLAIN)
clause("R-WX 1 the zone before counts", "do visit 2", given={**at("kopung", 1), "weather": "bad"}, dice=[8], then={"weather": "poor"}, options=PLAIN)
clause("R-WX 2 landing by the weather of zone 1", "roll 8-1 japan", given={**GEAR_DOWN, "weather": "bad"}, dice=[7], then={"modifiers on 8-1": -3})
clause("R-WX 3 bad weather: 4-3", "do visit 2", given=at("kopung", 1), dice=[11, 4], asks=["4-2", "4-3"], options=PLAIN)
clause("R-WX 3 once, although two turns are spent", "do visit 2", given={**at("kopung", 1), "doors[aft]": "jammed_open"}, dice=[11, 2], asks=["4-2", "4-3"], options=PLAIN)

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
clause("R-NAV 2 four ways, then the course", "do navigate", given={**at("kopung", 7), **ALONE, **BLIND}, dice=[1, 6, 1, 1, 1], asks=FINDING, then={"on_course": "yes", "fuel": 38})
clause("R-NAV 3 off course: a box", "do navigate", given={**at("kopung", 7), **ALONE, **BLIND}, dice=LOST_DICE, asks=FINDING, then={"on_course": "no", "fuel": 37})
clause("R-NAV 3 dry: 4-1", "do navigate", given={**at("kopung", 7), **ALONE, **BLIND, "fuel": 0, **EXPERT}, dice=[*LOST_DICE, 4], asks=[*FINDING, "4-1"])
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


def turning(rule: str, answers: tuple[str, ...] = ("carry_on", "quit"), then: Facts | None = None, **facts: Any) -> None:
    """Zone 7 outward, and back from there: an attack roll on each leg, one weather."""
    clause(
        rule,
        "do visit 7",
        given={**OUTWARD, "zone": 6, "barred": "yes", "let_out": "yes", **facts},
        dice=[7, 7, 3, 7, 2],
        answers=answers,
        asks=["masks", "4-2", "5-1", "masks", "5-1"],
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

clause("R-FRM 1 none by night", "do visit 6", given={**at("kaesong", 5), **HIGH, **BY_NIGHT}, dice=[7], asks=["4-2"], options=PLAIN)
clause("R-FRM 1 not before", "define in_formation", given=HIGH, then={"result": "no"})
clause("R-FRM 2 zone 6, medium altitude", "do keep_formation", given=RALLY, dice=[8], asks=["4-10"], then={"station": "formed"})
clause("R-FRM 2 not in zone 5", "do keep_formation", given={**at("kopung", 5), **HIGH}, asks=[], then={"station": "forming"})
clause("R-FRM 3 disbanded", "do visit 6", given={**at("kopung", 7), **HOME, **JOINED}, dice=[7], then={"station": "dispersed"}, options=PLAIN)
clause("R-FRM 3 together in zone 7", "do visit 7", given={**at("kopung", 8), **HOME, **JOINED}, dice=[7, 2], answers=["carry_on", "keep"], then={"station": "formed"}, options=PLAIN)
for name, call in {"going down": "do descend", "by night no such thing": "do leave_formation no"}.items():
    night = name.startswith("by night")
    clause(f"R-FRM 3 {name}", call, given={**JOINED, **(BY_NIGHT if night else {})}, then={"straggling": "no" if night else "yes"})
clause("R-FRM 4 not enough power: bombs kept", "do engine_lost no_1", given={**at("kopung", 7), **JOINED, **engines("no_1")}, answers=["keep"], then={"station": "straying", "bombs[aft]": "yes"})
clause("R-FRM 4 a burst inside", "do burst utility", given={**at("kopung"), **JOINED, **EMPTY, "let_out": "yes", "masked": "yes"}, then={"station": "straying", "barred": "yes"}, options=ANOTHER)
for name, facts, may in [
    ("next turn", {}, "yes"),
    ("not at once", {"just_left": "yes"}, "no"),
    ("low", {"altitude": "low"}, "no"),
    ("an engine out", {**EMPTY, **engines("no_1")}, "no"),
    ("for good", {"barred": "yes"}, "no"),
    ("by night", BY_NIGHT, "no"),
]:
    clause(f"R-FRM 6 {name}", "define may_rejoin", given={**at("kopung", 8), **ALONE, **facts}, then={"result": may})
clause("R-FRM 6 tail, for a box", "do rejoin", given={**at("kopung", 8), **ALONE, "stand": "lead"}, then={"station": "formed", "stand": "tail", "fuel": 37})

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
clause("R-ESC 2 missed", "do meet_escort", given=MET, dice=[1], then={"escort": "none", "missed_before": "no", "missed_in": 6})
clause("R-ESC 2 again in the next zone, -2", "do meet_escort", given={**MET, "zone": 7, "missed_in": 6}, dice=[3], then={"escort": "none", "modifiers on 4-11": -2})
clause("R-ESC 2 and over the target", "do meet_escort", given={**MET, "zone": 9, "missed_in": 8}, dice=[4, 6], then={"escort": "f86"})
ESCORTED: Facts = {"escort": "f86", "escort_available": "yes"}
clause("R-ESC 3 it goes home in zone 6", "do visit 6", given={**at("kopung", 7), **HOME, **JOINED, **ESCORTED}, dice=[7], then={"escort": "none"}, options=PLAIN)
clause("R-ESC 3 not before", "do visit 7", given={**at("kopung", 8), **HOME, **JOINED, **ESCORTED}, dice=[7, 2], answers=["carry_on", "keep"], then={"escort": "f86"}, options=PLAIN)
clause("R-ESC 3 it stays with a straggler", "do leave_formation no", given={**MET, **ESCORTED}, then={"escort": "f86"})
for escort, amount in (("f80", -1), ("f84", -2), ("f86", -3)):
    clause(f"R-ESC 3 {escort}", "roll 5-1", given={**at("kopung", 8), **JOINED, "resistance": "light", "escort": escort}, dice=[7], then={"modifiers on 5-1": amount})

# --- R-SEQ: the order of a turn

ON_THE_WAY: Facts = {**JOINED, **EXPERT, "broken[radar]": "yes", "escort_available": "yes", "resistance": "light"}
clause(
    "R-SEQ outward: fuel, air, engines, guns, weather, course, events, escort, fighters",
    "do visit 7",
    given={
        **ON_THE_WAY,
        **at("kopung", 6),
        **EMPTY,
        "oil_turns[no_1]": 1,
        "stand": "lead",
        "jammed[fwd_upper]": "yes",
        "let_out": "yes",
        "missed_in": 6,
        "fuel": 0,
    },
    dice=[4, 7, 1, 4, 7, 1, 6, 1, 1, 4, 2, 1, 2],
    answers=["carry_on"],
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
    "R-SEQ zone 1 homeward and the base: no weather there",
    "do fly",
    given={**at("kopung", 1), **HOME, **EXPERT, "fuel": 5},
    leads="8-1",
)
clause(
    "R-SEQ an extra turn: fuel and fighters, no weather, course or event",
    "do visit 8",
    given={**ON_THE_WAY, **at("kopung", 7), "station": "straying", "barred": "yes", "doors[aft]": "jammed_open", "escort": "f86"},
    dice=[7, 1, 6, 1, 1, 4, 2, 2, 2],
    answers=["carry_on", "keep", "go_on", "carry_on", "keep", "go_on"],
    asks=["4-2", *FINDING, "event_comes", "5-1", "5-1"],
    then={"fuel": 38 - 2 - 1},
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
