"""Propellers, engine fires, fuel leaks and drag: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts
from b29_korea.stories import (
    BY_NIGHT,
    EMPTY,
    FALL,
    FIRE,
    HIGH,
    JAMMED,
    JOINED,
    JUMP,
    LOST,
    NO_POWER,
    PLAIN,
    at,
    engines,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause, row = STORIES.clause, STORIES.row

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


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
