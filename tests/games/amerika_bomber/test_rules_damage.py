"""What hits do to structure, engines, guns, systems and men: the smallest story for each clause."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import Facts, data
from amerika_bomber.stories import (
    CREW,
    FLIGHT,
    MEN,
    NO_CHAFF,
    SKIN,
    advanced,
    at,
    broken,
    down,
    foe,
    home_from,
    on_task,
    silent,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause, row = STORIES.clause, STORIES.row

SEA, LAND = at(3), at(5)
LOST_AT_SEA: Facts = {"hull": "shot_down", "fate": "rescued"}
OUT_AND_WET = [*[3] * 8, *[9] * 8]
"""Eight jump, and eight are found in time."""

# --- 6.3-1: thresholds

THRESHOLDS = {
    "me364": (6, 3, 3, 2, 6),
    "he277": (5, 3, 3, 2, 4),
    "fw300": (5, 4, 3, 2, 4),
    "ju390": (6, 4, 4, 2, 6),
    "ta400": (6, 4, 4, 3, 6),
    "e555": (5, 3, 3, 2, 6),
}
"""Airframe, a wing root, rudder, a tailplane, engines."""

for aircraft, (frame, root, rudder, plane, engines) in THRESHOLDS.items():
    ship: Facts = {**LAND, "aircraft": aircraft}
    men = {"me364": 9, "he277": 8, "fw300": 9, "ju390": 10, "ta400": 9, "e555": 7}[aircraft]
    fallen = {"fate": "captured", "hull": "shot_down", "every B8": [1] * men, "times B7": 0}
    for what, name, dice, limit, others in (
        ("airframe", "airframe_hits", [12], frame, {}),
        ("port wing root", "root_hits[port]", [13, 5], root, {"root_hits[starboard]": root - 1}),
        ("starboard wing root", "root_hits[starboard]", [34, 7], root, {"root_hits[port]": root - 1}),
        ("rudder", "rudder_hits", [14, 1], rudder, {"tailplane_hits[port]": plane}),
        ("second tailplane, port", "tailplane_hits[port]", [14, 3], plane, {"tailplane_hits[starboard]": plane}),
        ("second tailplane, starboard", "tailplane_hits[starboard]", [14, 4], plane, {"tailplane_hits[port]": plane}),
    ):
        clause(
            f"6.3-1 {aircraft}, {what}: the last hit",
            "do random_hit",
            given={**ship, **others, name: limit - 1},
            dice=dice,
            loose=True,
            then=fallen,
        )
        clause(
            f"6.3-1 {aircraft}, {what}: the last but one",
            "do random_hit",
            given={**ship, **others, name: limit - 2},
            dice=dice,
            then={"fate": "home", "hull": "airworthy", name: limit - 1},
        )
    for side, die in (("port", 3), ("starboard", 4)):
        clause(
            f"6.3-1 {aircraft}, the {side} tailplane alone",
            "do random_hit",
            given={**ship, f"tailplane_hits[{side}]": plane - 1},
            dice=[14, die],
            then={"hull": "airworthy", f"tailplane_lost({side})": "yes", "fate": "home"},
        )
    clause(
        f"6.3-1 R-19 {aircraft}, the last engine: forced down, not shot down",
        f"do engine_stops no_{engines}",
        given={**ship, **stopped(engines - 1)},
        answers=["land"],
        dice=[2],
        asks=["B7"],
        then={"hull": "ditched", "fate": "captured", "labels on B7": ["dead_stick", "engines"]},
    )
    clause(
        f"6.3-1 {aircraft}, the last engine but one",
        f"do engine_stops no_{engines}",
        given={**ship, **stopped(engines - 2)},
        asks=[],
        then={"hull": "airworthy", "fate": "home"},
    )
clause(
    "6.3-1 all but one of everything",
    "do random_hit",
    given=at(
        3,
        **{
            "airframe_hits": 4,
            "root_hits[port]": 2,
            "root_hits[starboard]": 2,
            "rudder_hits": 2,
            "tailplane_hits[port]": 2,
            "tailplane_hits[starboard]": 1,
        },
    ),
    dice=[SKIN],
    then={"hull": "airworthy", "hits": 1},
)
clause(
    "6.3-1 over the sea they jump, and wait for rescue",
    "do random_hit",
    given=at(3, airframe_hits=4),
    dice=[12, *OUT_AND_WET],
    asks=["B3"] + ["B8"] * 8 + ["B9"] * 8,
    asked=[],
    then={**LOST_AT_SEA, "every B8": [1] * 8, "every B9": [-4] * 8},
)
clause(
    "6.3-1 it ends the flight where it is: the second hit of a burst is not rolled",
    "do flak",
    given={**LAND, **NO_CHAFF, "airframe_hits": 4},
    dice=[6, 6, 12],
    loose=True,
    then={"times B3": 1, "hits": 1},
)
clause(
    "6.3-1 over the target before the drop",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington", "rudder_hits": 2},
    dice=[7, 7, 7, 7, 6, 5, 14, 1, *[3] * 8],
    answers=["go_on"] * 5 + ["no_chaff"],
    then={"percent": 0, "fate": "captured", "times B2a": 1},
)
clause(
    "6.3-1 and after it",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington", "rudder_hits": 2},
    dice=[7, 7, 7, 7, 1, 2, 2, 7, 6, 5, 14, 1, *[3] * 8],
    answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"],
    then={"percent": 20, "fate": "captured"},
)

# --- 6.3-2: fire and explosion

for wing, die in (("port", 13), ("starboard", 34)):
    clause(
        f"6.3-2 a fire in the {wing} tank: all jump, without more ado",
        "do random_hit",
        given=SEA,
        dice=[die, 2, 3, *OUT_AND_WET],
        asked=[],
        asks=["B3", "B4-wing", "B4-fuel"] + ["B8"] * 8 + ["B9"] * 8,
        then={**LOST_AT_SEA, "every B8": [0] * 8},
    )
    clause(
        f"6.3-2 an explosion of the {wing} tank",
        "do random_hit",
        given=SEA,
        dice=[die, 11, 2],
        asks=["B3", "B4-wing", "B4-fuel"],
        then={"fate": "dead", "hull": "shot_down", **{f"condition[{man}]": "killed" for man in CREW}},
    )
    clause(
        f"6.3-2 a leak of the {wing} tank",
        "do random_hit",
        given=SEA,
        dice=[die, 12, 4, 5],
        then={"endurance": 8, "fate": "home"},
    )
    clause(
        f"6.3-2 the {wing} tank seals itself",
        "do random_hit",
        given=SEA,
        dice=[die, 12, 7],
        then={"endurance": 13, "fate": "home", "hits": 1},
    )
clause(
    "A2 8 sealed tanks: no explosion, a fire",
    "do random_hit",
    given={**LAND, **advanced("sealed_tanks")},
    dice=[13, 2, 2, *[3] * 8],
    then={"fate": "captured", "every B8": [0] * 8},
)
clause(
    "6.3-2 a leak leaves no less than nothing",
    "do leak",
    given=at(3, endurance=2),
    dice=[6],
    then={"endurance": 0, "hull": "airworthy"},
    nothing=True,
)
for die, fate in ((4, "home"), (5, "dead"), (6, "dead")):
    clause(f"6.3-2 bombs hit in the bay {die}", "do random_hit", given=SEA, dice=[66, 2, die], then={"fate": fate})
clause(
    "6.3-2 an empty bay does not explode",
    "do random_hit",
    given=home_from(3),
    dice=[66, 12],
    asks=["B3", "B4-bay"],
    then={"fate": "home", "hits": 1},
)
clause("6.3-2 nor leaflets", "do random_hit", given=on_task("leaflets", 3), dice=[66, 12], then={"fate": "home"})
clause(
    "6.3-2 nor a camera",
    "do random_hit",
    given=on_task("reconnaissance", 3),
    dice=[66, 12],
    then={"fate": "home", "camera_out[bay_camera]": "yes"},
)
clause(
    "6.3-2 an agent's mission carries bombs until New York",
    "do random_hit",
    given=on_task("agent_drop", 3),
    dice=[66, 12, 5],
    then={"fate": "dead", "condition[agent]": "killed"},
)
for die, dead in ((4, "no"), (5, "yes"), (6, "yes")):
    clause(
        f"R-51 an atomic bomb hit {die}",
        "do random_hit",
        given=on_task("atomic", 3),
        dice=[66, 12, die],
        then={"fate": "home", "weapon_dead": dead, "weapon_aboard": "yes"},
    )
clause("B4-bay doors", "do random_hit", given=SEA, dice=[66, 5], then={"doors_jammed": "yes", "fate": "home"})
clause(
    "6.3-2 bombs behind jammed doors, carried home, explode as well",
    "do random_hit",
    given={**home_from(3), "bombs_aboard": "yes", "doors_jammed": "yes"},
    dice=[66, 2, 5],
    then={"fate": "dead"},
)
clause(
    "6.3-2 after she has turned back and let them go they do not",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington", **silent()},
    dice=[7, 7, 4, 7, 3, 7, 3, 1, 5, 66, 2, *[1] * 5, 2, 2],
    answers=["go_on", "go_on", "abort"],
    then={"fate": "home", "hits": 1, "aborted": "yes"},
)

# --- 6.3: engines

row("6.3 an engine", [
    ([1, 3], {"engine_state[no_1]": "inop"}), ([2, 7], {"engine_state[no_2]": "inop"}),
    ([3, 8], {"engine_state[no_3]": "damaged"}), ([4, 11], {"engine_state[no_4]": "damaged"}),
    ([5], {"engines_lost()": 0}), ([6], {"engines_lost()": 0}),
], "do engine_hit", given=SEA)  # fmt: skip
clause(
    "6.3 No. 6 of six",
    "do engine_hit",
    given={**SEA, "aircraft": "ta400"},
    dice=[6, 3],
    then={"engine_state[no_6]": "inop"},
)
HURT: Facts = {"engine_state[no_1]": "damaged"}
clause(
    "3.4.2 damaged a second time",
    "do engine_hit",
    given={**SEA, **HURT},
    dice=[1, 8],
    then={"engine_state[no_1]": "inop"},
    nothing=True,
)
clause(
    "3.4.2 a damaged one costs nothing",
    "do land_at_base",
    given={**home_from(1), **HURT, "engine_state[no_2]": "damaged"},
    dice=[2, 12],
    then={"modifiers on B7": 0, "engines_lost()": 0},
)
for dice in ([1, 3], [1, 12, 6], [1, 2, 6]):
    clause(
        f"6.3-4 one that is out already {dice}",
        "do engine_hit",
        given={**SEA, **stopped(1)},
        dice=dice[:1],
        then={"fate": "home", "engines_lost()": 1},
        nothing=True,
    )
for die in (1, 4):
    clause(
        f"B4-engine runaway, feathered {die}",
        "do engine_hit",
        given=SEA,
        dice=[1, 2, die],
        then={"engine_state[no_1]": "inop"},
        nothing=True,
    )
    clause(
        f"B4-engine on fire, put out {die}",
        "do engine_hit",
        given=SEA,
        dice=[1, 12, die],
        then={"engine_state[no_1]": "inop"},
        nothing=True,
    )
for die in (5, 6):
    clause(
        f"R-19 runaway: forced down {die}",
        "do engine_hit",
        given=SEA,
        dice=[1, 2, die, 2, *[9] * 8],
        answers=["ditch"],
        asks=["B4-engine_no", "B4-engine", None, "B7"] + ["B9"] * 8,
        then={"hull": "ditched", "fate": "rescued"},
    )
    clause(
        f"R-19 runaway over land: forced down {die}",
        "do engine_hit",
        given=LAND,
        dice=[1, 2, die, 2],
        answers=["land"],
        then={"hull": "ditched", "fate": "captured", "times B7": 1},
    )
    clause(
        f"R-19 an engine on fire: all jump, no ditching {die}",
        "do engine_hit",
        given=SEA,
        dice=[1, 12, die, *OUT_AND_WET],
        asked=[],
        then={**LOST_AT_SEA, "every B8": [0] * 8, "times B7": 0},
    )
clause(
    "B4-engine a jet does not run away",
    "do engine_hit",
    given={**SEA, "aircraft": "e555"},
    dice=[1, 2],
    asks=["B4-engine_no", "B4-engine"],
    then={"engine_state[no_1]": "inop"},
    nothing=True,
)
clause(
    "B4-engine a jet burns as others do",
    "do engine_hit",
    given={**LAND, "aircraft": "e555"},
    dice=[1, 12, 5],
    loose=True,
    then={"hull": "shot_down"},
)
clause(
    "6.3-1 the last engine, feathered: forced down",
    "do engine_hit",
    given={**SEA, **stopped(3)},
    dice=[4, 2, 4, 2, *[9] * 8],
    answers=["ditch"],
    then={"hull": "ditched", "fate": "rescued"},
)
clause(
    "6.3-1 the last engine, damaged twice: forced down",
    "do engine_hit",
    given={**LAND, **stopped(3), "engine_state[no_4]": "damaged"},
    dice=[4, 9, 2],
    answers=["land"],
    then={"hull": "ditched", "fate": "captured"},
)
clause(
    "6.3-1 five of six are out, and she flies",
    "do engine_hit",
    given={**SEA, "aircraft": "me364", **stopped(4)},
    dice=[5, 5],
    then={"engines_lost()": 5, "hull": "airworthy"},
)

# --- 6.3, 6.4.4: guns

row("B4-gun", [
    ([1, 1], {"gun_state[nose]": "inop"}), ([2, 4], {"gun_state[top_forward]": "inop"}),
    ([3], {"hits": 0}), ([4, 1], {"gun_state[ventral]": "inop"}), ([5, 4], {"gun_state[tail]": "inop"}),
    ([1, 5, 1], {"condition[bombardier]": "light"}), ([2, 5, 1], {"condition[engineer]": "light"}),
    ([4, 6, 4], {"condition[ventral_gunner]": "serious"}), ([5, 6, 6], {"condition[tail_gunner]": "killed"}),
    ([6, 1], {"fate": "home"}), ([6, 6], {"fate": "home"}),
], "roll B4-gun", given=SEA)  # fmt: skip
clause(
    "B4-gun waist guns, to port",
    "roll B4-gun",
    given={**SEA, "aircraft": "fw300"},
    dice=[6, 3, 1],
    then={"gun_state[port_waist]": "inop"},
    nothing=True,
)
clause(
    "B4-gun waist guns, to starboard",
    "roll B4-gun",
    given={**SEA, "aircraft": "fw300"},
    dice=[6, 4, 1],
    then={"gun_state[starboard_waist]": "inop"},
    nothing=True,
)
clause(
    "B4-gun the fixed guns take the place of the nose",
    "roll B4-gun",
    given={**SEA, "aircraft": "e555"},
    dice=[1, 1],
    then={"gun_state[fixed_forward]": "inop"},
    nothing=True,
)
clause(
    "B4-gun their man is the one who flies",
    "roll B4-gun",
    given={**SEA, "aircraft": "e555"},
    dice=[1, 6, 1],
    then={"condition[pilot]": "light", "combat_wounds": 1},
    nothing=True,
)
clause(
    "B4-gun their man is the one who flies, a co-pilot",
    "roll B4-gun",
    given={**SEA, "aircraft": "e555", **down("pilot")},
    dice=[1, 6, 1],
    then={"condition[copilot]": "light"},
    nothing=True,
)
clause("B4-gun no nose gun in a Ta 400", "roll B4-gun", given={**SEA, "aircraft": "ta400"}, dice=[1], nothing=True)
clause(
    "B4-gun the aft turret of a Ta 400",
    "roll B4-gun",
    given={**SEA, "aircraft": "ta400"},
    dice=[3, 1],
    then={"gun_state[top_aft]": "inop"},
    nothing=True,
)
clause(
    "B4-gun the belly turret of a Fw 300 is the electronic warfare officer's",
    "roll B4-gun",
    given={**SEA, "aircraft": "fw300"},
    dice=[4, 5, 4],
    then={"condition[ewo]": "serious"},
    nothing=True,
)
clause("6.3-4 a gun that is out", "roll B4-gun", given={**SEA, "gun_state[tail]": "inop"}, dice=[5, 1], nothing=True)
clause(
    "6.3-4 the man of a gun that is out is hit all the same",
    "roll B4-gun",
    given={**SEA, "gun_state[tail]": "inop"},
    dice=[5, 5, 4],
    then={"condition[tail_gunner]": "serious"},
    nothing=True,
)

# --- 6.7: Weapons Maintenance

CARED = skilled("weapons")
clause(
    "6.7 the first gun knocked out is not",
    "roll B4-gun",
    given={**SEA, **CARED},
    dice=[5, 1],
    then={"gun_state[tail]": "sound", "guns_spared": "yes"},
    nothing=True,
)
clause(
    "6.7 the second is",
    "roll B4-gun",
    given={**SEA, **CARED, "guns_spared": "yes"},
    dice=[5, 1],
    then={"gun_state[tail]": "inop"},
    nothing=True,
)
clause(
    "6.7 a wounded gunner is not spared",
    "roll B4-gun",
    given={**SEA, **CARED},
    dice=[5, 5, 4],
    then={"condition[tail_gunner]": "serious", "guns_spared": "no"},
    nothing=True,
)
clause(
    "6.7 a result without effect does not use it up",
    "roll B4-gun",
    given={**SEA, **CARED, "gun_state[tail]": "inop"},
    dice=[5, 1],
    nothing=True,
)
clause(
    "6.7 nor does a gun she does not have",
    "roll B4-gun",
    given={**SEA, **CARED, "aircraft": "ta400"},
    dice=[1],
    nothing=True,
)
clause(
    "6.7 twice on a flight, of any gun",
    "do flak",
    given={**LAND, **CARED, **NO_CHAFF},
    dice=[6, 6, 25, 5, 1, 25, 4, 1],
    then={"gun_state[tail]": "sound", "gun_state[ventral]": "inop", "hits": 2, "guns_spared": "yes"},
)
clause(
    "6.7 R-03 the hit counts for repairs",
    "do random_hit",
    given={**SEA, **CARED},
    dice=[25, 5, 1],
    then={"hits": 1, "gun_state[tail]": "sound"},
)
clause(
    "R-30 one gunner left will do",
    "roll B4-gun",
    given={**SEA, **CARED, **down("tail_gunner")},
    dice=[4, 1],
    then={"gun_state[ventral]": "sound", "guns_spared": "yes"},
)

# --- 6.3-4: once is enough

for what, facts, dice in (
    ("port gear", {"gear_out[port]": "yes"}, [13, 3]), ("port aileron", {"aileron_out[port]": "yes"}, [13, 4]),
    ("starboard flaps", {"flaps_out[starboard]": "yes"}, [34, 9]), ("tail wheel", {"tail_wheel_out": "yes"}, [14, 5]),
    ("hydraulics", {"hydraulics_out": "yes"}, [36, 5]), ("oxygen", {"oxygen_out": "yes"}, [36, 1]),
    ("life rafts", {"rafts_gone": "yes"}, [36, 2]), ("dispenser A", {"dispenser_out[dispenser_a]": "yes"}, [36, 3]),
    ("doors", {"doors_jammed": "yes"}, [66, 4]), ("radar", broken("radar"), [26, 1]),
    ("killed bombardier", down("bombardier", wound="killed"), [21, 3]),
):  # fmt: skip
    clause(
        f"6.3-4 R-03 {what}: nothing more, but a hit",
        "do random_hit",
        given={**SEA, **facts},
        dice=dice,
        then={"hits": 1},
        nothing=True,
    )
clause(
    "6.3-4 both gears are two",
    "do random_hit",
    given={**SEA, "gear_out[port]": "yes"},
    dice=[34, 3],
    then={"hits": 1, "gear_out[starboard]": "yes"},
    nothing=True,
)
clause(
    "6.3-4 a tailplane that is lost",
    "do random_hit",
    given=at(3, **{"tailplane_hits[port]": 2}),
    dice=[14, 3],
    then={"hull": "airworthy", "tailplane_lost(starboard)": "no"},
)
for what, dice in (
    ("skin", [SKIN]), ("a man who is not aboard", [21, 7]), ("wiring", [26, 10]), ("a nacelle", [15, 6]),
    ("a fixed camera that is not there", [36, 6]), ("skin of a wing", [13, 6]), ("skin of the tail", [14, 6]),
    ("skin of the bay", [11, 8]), ("a gun that is not there", [25, 3]),
):  # fmt: skip
    clause(f"R-03 {what} is a hit", "do random_hit", given=SEA, dice=dice, then={"hits": 1}, nothing=True)

# --- 6.7, R-06: Air Combat Maneuvering

ACM = skilled("acm")
clause(
    "6.7 R-03 the first hit is ignored, and does not count",
    "do random_hit",
    given={**SEA, **ACM},
    asks=[],
    then={"hits": 0, "first_hit_ignored": "yes"},
    nothing=True,
)
clause(
    "R-06 not the second",
    "do random_hit",
    given={**SEA, **ACM, "first_hit_ignored": "yes"},
    dice=[SKIN],
    then={"hits": 1},
    nothing=True,
)

# --- 6.4.4: men

row("B4-crew", [
    ([1], {"result": "pilot"}), ([2], {"result": "copilot"}), ([3], {"result": "bombardier"}),
    ([4], {"result": "navigator"}), ([5], {"result": "engineer"}), ([6], {"result": "ewo"}),
    ([7], {"result": "top_gunner"}), ([8], {"result": "ventral_gunner"}), ([9], {"result": "tail_gunner"}),
    ([10, 3], {"result": "port_gunner"}), ([10, 4], {"result": "starboard_gunner"}),
], "roll B4-crew", given=SEA)  # fmt: skip
for aircraft, man, dice in (
    ("he277", "top gunner", [21, 7]), ("fw300", "top gunner", [21, 7]), ("fw300", "belly gunner", [21, 8]),
    ("me364", "waist gunner", [21, 10, 3]), ("e555", "belly gunner", [21, 8]), ("e555", "waist gunner", [21, 10, 6]),
):  # fmt: skip
    clause(
        f"6.4.4-1 no {man} in {aircraft}",
        "do random_hit",
        given={**SEA, "aircraft": aircraft},
        dice=dice,
        then={"hits": 1},
        nothing=True,
    )
for aircraft, man, dice in (
    ("me364", "top_gunner", [21, 7]), ("fw300", "port_gunner", [21, 10, 3]), ("ju390", "starboard_gunner", [21, 10, 4]),
    ("e555", "tail_gunner", [21, 9]),
):  # fmt: skip
    clause(
        f"6.4.4-1 {man} of {aircraft}",
        "do random_hit",
        given={**SEA, "aircraft": aircraft},
        dice=[*dice, 1],
        then={f"condition[{man}]": "light", "hits": 1},
        nothing=True,
    )
AGENT = on_task("agent_drop", 3)
for die in (1, 2, 3):
    clause(
        f"C-30 the agent is hit {die}",
        "do random_hit",
        given=AGENT,
        dice=[21, 10, die, 4],
        then={"condition[agent]": "serious", "hits": 1, "agent_fit()": "no"},
        nothing=True,
    )
for die in (4, 5, 6):
    clause(
        f"C-30 a waist gunner is, and there is none {die}",
        "do random_hit",
        given=AGENT,
        dice=[21, 10, die],
        loose=True,
        then={"condition[agent]": "fit", "hits": 1},
    )
clause(
    "C-30 a lightly wounded agent will do",
    "do random_hit",
    given=AGENT,
    dice=[21, 10, 1, 1],
    then={"condition[agent]": "light", "agent_fit()": "yes"},
)
clause(
    "C-30 not after his jump",
    "do random_hit",
    given={**AGENT, "agent_aboard": "no"},
    dice=[21, 10, 1],
    then={"condition[agent]": "fit"},
)

# --- 6.4.5: wounds

for die, wound in ((1, "light"), (3, "light"), (4, "serious"), (5, "serious"), (6, "killed")):
    clause(
        f"6.4.5-1 a wound {die}",
        "do hurt navigator",
        given=SEA,
        dice=[die],
        then={"condition[navigator]": wound, "combat_wounds": 0, "fate": "home"},
        nothing=True,
    )
for die, wound in ((1, "light"), (4, "light"), (5, "serious"), (6, "serious")):
    clause(
        f"A2 7 in an armoured seat {die}",
        "do hurt navigator",
        given={**SEA, **advanced("crew_armour")},
        dice=[die],
        then={"condition[navigator]": wound},
        nothing=True,
    )
ORDER = ("fit", "light", "serious", "killed")
for had in ORDER[:3]:
    for die, got in ((1, "light"), (4, "serious"), (6, "killed")):
        worst = max(had, got, key=ORDER.index)
        clause(
            f"R-26 {had}, then {got}",
            "do hurt engineer",
            given={**SEA, **down("engineer", wound=had)},
            dice=[die],
            then={"condition[engineer]": worst},
            nothing=True,
        )
clause(
    "R-52 a wound of the pilot in combat",
    "do hurt pilot",
    given=SEA,
    dice=[1],
    then={"condition[pilot]": "light", "combat_wounds": 1},
    nothing=True,
)
clause(
    "R-52 and a worse one",
    "do hurt pilot",
    given={**SEA, **down("pilot", wound="light"), "combat_wounds": 1},
    dice=[4],
    then={"condition[pilot]": "serious", "combat_wounds": 2},
)
clause("R-52 not another man's", "do hurt copilot", given=SEA, dice=[4], then={"combat_wounds": 0})

# --- 6.4.5-3, R-27: who flies

for out, flies in (
    ((), "pilot"), (("pilot",), "copilot"), (("pilot", "copilot"), "engineer"), (("copilot",), "pilot"),
    (("copilot", "engineer"), "pilot"),
):  # fmt: skip
    clause(
        f"6.4.5-3 without {' and '.join(out) or 'nobody'}",
        "define at_controls",
        given={**SEA, **down(*out)},
        then={"result": flies},
    )
clause(
    "6.4.5-2 a lightly wounded pilot flies",
    "define at_controls",
    given={**SEA, **down("pilot", wound="light")},
    then={"result": "pilot"},
)
clause(
    "6.4.5-3 a dead co-pilot does not",
    "define at_controls",
    given={**SEA, **down("pilot"), **down("copilot", wound="killed")},
    then={"result": "engineer"},
)
for wound, able in (("fit", "yes"), ("light", "yes"), ("serious", "no"), ("killed", "no")):
    clause(
        f"R-27 able: {wound}",
        "define able navigator",
        given={**SEA, **down("navigator", wound=wound)},
        then={"result": able},
    )
clause("R-27 not one who is not aboard", "define able top_gunner", given=SEA, then={"result": "no"})
clause(
    "6.4.5-3 with a seriously wounded pilot she goes on to the target",
    "do visit 5",
    given={**at(4), **down("pilot")},
    dice=[7, 1, 2, 2, 7, 1, 2],
    answers=["go_on", "both", "go_on", "both"],
    then={"percent": 20},
)

# --- 6.4.5-4: the pilot is killed

clause(
    "6.4.5-4 the game ends at that point",
    "do hurt pilot",
    given=SEA,
    dice=[6],
    then={"condition[pilot]": "killed", "fate": "dead"},
)
clause(
    "6.4.5-4 not with another man",
    "do hurt copilot",
    given=SEA,
    dice=[6],
    then={"condition[copilot]": "killed", "fate": "home"},
    nothing=True,
)
KILLED = [21, 1, 6]
clause(
    "6.4.5-4 on the way out",
    "do fly",
    given=FLIGHT,
    dice=[7, 7, 4, 7, 3, 7, 3, 5, *KILLED],
    then={"fate": "dead", "percent": 0, "zone": 4, "times B2a": 0},
)
clause(
    "6.4.5-4 in the first flak: no bombs",
    "do fly",
    given=FLIGHT,
    dice=[7, 7, 7, 7, 6, 3, *KILLED],
    answers=["go_on"] * 5 + ["no_chaff"],
    then={"fate": "dead", "percent": 0, "times B10": 0, "bombs_aboard": "yes"},
)
clause(
    "6.4.5-4 in the second flak: the bombs count",
    "do fly",
    given=FLIGHT,
    dice=[7, 7, 7, 7, 1, 2, 2, 7, 6, 3, *KILLED],
    answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"],
    then={"fate": "dead", "percent": 20},
)
clause(
    "6.4.5-4 after an atomic bomb: it counts",
    "do fly",
    given={**FLIGHT, "task": "atomic"},
    dice=[7, 7, 7, 7, 1, 2, 6, 3, *KILLED],
    answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"],
    then={"fate": "dead", "atomic_drop": "yes"},
)
clause(
    "6.4.5-4 on the way home",
    "do fly",
    given=FLIGHT,
    dice=[7, 7, 7, 7, 1, 2, 2, 7, 1, 2, 4, 7, 3, 7, 3, 5, *KILLED],
    then={"fate": "dead", "percent": 20, "zone": 4, "homeward": "yes", "times B7": 0},
)
clause(
    "6.4.5-4 armour saves him",
    "do hurt pilot",
    given={**SEA, **advanced("crew_armour")},
    dice=[6],
    then={"condition[pilot]": "serious", "fate": "home"},
)

# --- men and the target

HIT_FIRST = [7, 6, 3, 21]
clause(
    "6.2.1-2 the bombardier falls in the first flak",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[*HIT_FIRST, 3, 4, 11, 1, 2],
    then={"percent": 10, "times B10": 0},
)
clause(
    "6.2.1-1 the navigator falls in the first flak",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[*HIT_FIRST, 4, 6, 7, 7, 1, 2],
    then={"percent": 0, "modifiers on B10": 1},
)
clause(
    "6.2.1-1 in the second it is too late",
    "do visit 5",
    given={**at(4), **NO_CHAFF},
    dice=[7, 1, 2, 7, 7, 6, 3, 21, 4, 6],
    then={"percent": 20, "modifiers on B10": 0},
)
clause(
    "R-31 the electronic warfare officer falls: nothing is mended",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **skilled("wizard")},
    dice=[7, 6, 6, 26, 3, 21, 6, 4, 11, 1, 2],
    answers=["go_on", "none"],
    then={"percent": 10, "device_out[peilg]": "yes", "wizard_used": "no"},
)
clause(
    "6.4.5-3 the man at the top turret falls in one round and is missed in the next",
    "do meet",
    given={**LAND, **silent("top_forward"), "enemies": 1, "enemy_type": "f8f"},
    dice=[9, 1, 5, 21, 5, 4, 1, 1],
    asks=["B2-place", "B2-to_hit", "B2-hits", "B3", "B4-crew", "B5", "B2-hits", "B2-hits"],
)
clause(
    "6.4.5-1 everybody but the pilot may be out of action",
    "do visit 4",
    given={**at(3), **down(*[man for man in CREW if man != "pilot"])},
    dice=[7],
    then={"hull": "airworthy"},
)
clause(
    "6.4.5-3 nobody is left to fire",
    "do round long",
    given={**LAND, **down(*CREW[2:])},
    fighters=[foe("f8f", "six")],
    dice=[1],
    asked=[],
    asks=["B2-hits"],
)

# --- 6.1.5 and what it makes of a bomber

clause(
    "6.3-4 6.1.5 hits of one salvo act one after the other",
    "do flak",
    given={**LAND, **NO_CHAFF},
    dice=[6, 10, 15, 1, 8, 15, 1, 8, 13, 5, 13, 5],
    then={"engine_state[no_1]": "inop", "root_hits[port]": 2, "hits": 4},
)
# --- 6.4-4: repairs

for hits, idle, hull in (
    (0, 0, "airworthy"), (1, 0, "airworthy"), (6, 0, "airworthy"), (7, 1, "airworthy"), (12, 1, "airworthy"),
    (13, 0, "worn_out"), (30, 0, "worn_out"),
):  # fmt: skip
    clause(
        f"6.4-4 after a flight with {hits} hits",
        "do repair",
        given=home_from(1, hits=hits),
        then={"idle": idle, "hull": hull},
    )


def test_the_posts_of_a_story_are_those_of_the_game() -> None:
    assert tuple(data("Post", "gunner")) == MEN
    assert set(CREW) < set(MEN)


clause(
    "B4-gun the fixed guns hit when nobody can fly: nobody is hit",
    "roll B4-gun",
    given={**SEA, "aircraft": "e555", **down("pilot", "copilot", "engineer")},
    dice=[1, 5],
    loose=True,
    then={"condition[tail_gunner]": "fit", "condition[navigator]": "fit", "fate": "home"},
)
clause(
    "R-14 the pilot of an Arado falls; the co-pilot fires the fixed guns in the next round",
    "do meet",
    given={**LAND, "aircraft": "e555", **silent("fixed_forward"), "enemies": 1, "enemy_type": "p84"},
    dice=[1, 3, 1, 5, 21, 1, 4, 6, 5],
    then={"condition[pilot]": "serious", "crew[copilot].kills": 1, "crew[pilot].kills": 0},
)
clause(
    "6.4.4-1 an agent is one more to be hurt in a rough landing",
    "do touch_down rough",
    given={**AGENT, "homeward": "yes"},
    then={"condition[agent]": "light", "condition[pilot]": "light"},
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
