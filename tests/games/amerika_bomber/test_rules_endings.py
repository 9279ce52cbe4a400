"""Landing, forced landing, ditching, parachutes, rescue, Canada: the smallest story for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from amerika_bomber.bench import Facts, scene
from amerika_bomber.stories import (
    CREW,
    RUN,
    advanced,
    at,
    broken,
    down,
    home_from,
    on_task,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

BASE = home_from(1)
ALL_LIGHT = down(*CREW, wound="light")
ALL_KILLED = down(*CREW, wound="killed")
FOUND = [9] * 8
"""Eight are found in time, with a raft or without."""

# --- 6.5, 5.0-5: weather

for die, amount, word in (
    (2, 0, "good"), (8, 0, "good"), (9, 1, "poor"), (10, 1, "poor"), (11, 2, "bad"), (12, 3, "severe"),
):  # fmt: skip
    clause(
        f"6.5-1 R-02 weather {die}",
        "do land_at_base",
        given=BASE,
        dice=[die, 2],
        asks=["B6", "B7"],
        then={"modifiers on B7": amount, "landing_weather": word, "fate": "home", "hull": "airworthy"},
    )
    clause(
        f"B4-electronics FuBl 2 out, weather {die}",
        "do land_at_base",
        given={**BASE, **broken("blind")},
        dice=[die, 2],
        then={"modifiers on B7": amount + (1 if amount else 0)},
    )
clause(
    "R-02 severe weather is what makes a twelve a crash",
    "do land_at_base",
    given=BASE,
    dice=[12, 12],
    loose=True,
    then={"hull": "crashed"},
)
clause(
    "R-02 good weather lets a twelve pass",
    "do land_at_base",
    given=BASE,
    dice=[8, 12],
    then={"hull": "airworthy"},
    nothing=True,
)

# --- 6.4.1, B7: modifiers

GEAR: Facts = {"gear_out[port]": "yes"}
BOTH_GEARS: Facts = {**GEAR, "gear_out[starboard]": "yes"}
EVERYTHING: Facts = {
    **BOTH_GEARS, "hydraulics_out": "yes", "aileron_out[port]": "yes", "aileron_out[starboard]": "yes",
    "flaps_out[port]": "yes", "flaps_out[starboard]": "yes", "tail_wheel_out": "yes", "tailplane_hits[port]": 2,
}  # fmt: skip
MODIFIERS: list[tuple[str, Facts, int]] = [
    ("nothing", {}, 0),
    ("the Landing skill", skilled("landing"), -1),
    ("a gear", GEAR, 3),
    ("both gears", BOTH_GEARS, 6),
    ("hydraulics", {"hydraulics_out": "yes"}, 2),
    ("an aileron", {"aileron_out[port]": "yes"}, 1),
    ("both ailerons", {"aileron_out[port]": "yes", "aileron_out[starboard]": "yes"}, 2),
    ("flaps", {"flaps_out[starboard]": "yes"}, 1),
    ("both flaps", {"flaps_out[port]": "yes", "flaps_out[starboard]": "yes"}, 2),
    ("the tail wheel", {"tail_wheel_out": "yes"}, 1),
    ("a tailplane", {"tailplane_hits[port]": 2}, 2),
    ("a tailplane that is only damaged", {"tailplane_hits[port]": 1, "tailplane_hits[starboard]": 1}, 0),
    ("one engine", stopped(1), 0),
    ("two engines", stopped(2), 1),
    ("three engines", stopped(3), 2),
    ("five engines of six", {"aircraft": "me364", **stopped(5)}, 4),
    ("bombs aboard", {"bombs_aboard": "yes"}, 1),
    ("a pilot lightly wounded", down("pilot", wound="light"), 1),
    ("a co-pilot lightly wounded", down("copilot", wound="light"), 0),
    ("the co-pilot at the controls", down("pilot"), 2),
    ("a lightly wounded co-pilot at the controls", {**down("pilot"), **down("copilot", wound="light")}, 2),
    ("the engineer at the controls", down("pilot", "copilot"), 4),
    ("the engineer at the controls, the co-pilot killed", {**down("pilot"), **down("copilot", wound="killed")}, 4),
    ("another man at the controls", down("pilot", "copilot", "engineer"), 8),
    ("nobody able", down(*CREW), 8),
    ("Shared Expertise and the co-pilot", {**down("pilot"), **skilled("shared")}, 0),
    ("Shared Expertise and the engineer", {**down("pilot", "copilot"), **skilled("shared")}, 0),
    ("Shared Expertise and another man", {**down("pilot", "copilot", "engineer"), **skilled("shared")}, 8),
    ("Shared Expertise and a lightly wounded pilot", {**down("pilot", wound="light"), **skilled("shared")}, 1),
    ("the Landing skill with a co-pilot", {**down("pilot"), **skilled("landing")}, 1),
    ("a damaged engine", {"engine_state[no_1]": "damaged", "engine_state[no_2]": "damaged"}, 0),
    ("structure", {"airframe_hits": 4, "root_hits[port]": 2, "rudder_hits": 2}, 0),
    ("everything", EVERYTHING, 6 + 2 + 5 + 2),
    ("oxygen, doors, rafts, a dispenser", {"oxygen_out": "yes", "doors_jammed": "yes", "rafts_gone": "yes",
        "dispenser_out[dispenser_a]": "yes"}, 0),
]  # fmt: skip
for what, facts, amount in MODIFIERS:
    clause(
        f"6.4.1-1 B7 {what}",
        "do land_at_base",
        given={**BASE, **facts},
        dice=[2, 2],
        loose=True,
        then={"modifiers on B7": amount},
    )
clause(
    "6.4.1-1 they add up",
    "do land_at_base",
    given={**BASE, **EVERYTHING, **stopped(3), **skilled("landing")},
    dice=[11, 2],
    loose=True,
    then={"modifiers on B7": 2 + 15 + 2 - 1},
)

# --- 6.4.3

clause(
    "6.4.3-1 rough: everybody a light wound, one sortie lost",
    "do land_at_base",
    given={**BASE, **stopped(2)},
    dice=[2, 12],
    asks=["B6", "B7"],
    then={**ALL_LIGHT, "hull": "airworthy", "fate": "home", "idle": 1},
    nothing=True,
)
clause(
    "R-26 rough: a worse wound stays",
    "do land_at_base",
    given={**BASE, **stopped(2), **down("navigator"), **down("ewo", wound="killed")},
    dice=[2, 12],
    then={"condition[navigator]": "serious", "condition[ewo]": "killed", "condition[pilot]": "light"},
)
clause(
    "R-52 rough: no wound for the badge",
    "do land_at_base",
    given={**BASE, **stopped(2)},
    dice=[2, 12],
    then={"combat_wounds": 0, "condition[pilot]": "light"},
)
clause(
    "R-35 rough: a longer wait stays",
    "do land_at_base",
    given={**BASE, **stopped(2), "idle": 4},
    dice=[2, 12],
    then={"idle": 4},
)
clause("6.4.3-1 safe: nobody is hurt", "do land_at_base", given={**BASE, **stopped(2)}, dice=[2, 11], nothing=True)
WEATHERED = {**BASE, **GEAR}
clause(
    "6.4.3-1 crash: everybody rolls for his wound, the aircraft is destroyed",
    "do land_at_base",
    given=WEATHERED,
    dice=[2, 12, 1, 3, 4, 5, 6, 1, 1, 1],
    asks=["B6", "B7", *["B5"] * 8],
    then={
        "hull": "crashed",
        "fate": "home",
        "condition[pilot]": "light",
        "condition[copilot]": "light",
        "condition[bombardier]": "serious",
        "condition[navigator]": "serious",
        "condition[engineer]": "killed",
        "condition[ewo]": "light",
        "condition[ventral_gunner]": "light",
        "condition[tail_gunner]": "light",
        "combat_wounds": 0,
    },
)
clause(
    "A2 7 crash: armour does not help",
    "do land_at_base",
    given={**WEATHERED, **advanced("crew_armour")},
    dice=[2, 12, 4, *[1] * 7],
    then={"condition[pilot]": "serious", "every B5": [0] * 8},
)
clause(
    "R-26 crash: the worst counts",
    "do land_at_base",
    given={**WEATHERED, **down("copilot")},
    dice=[2, 12, *[1] * 8],
    then={"condition[copilot]": "serious", "condition[pilot]": "light"},
)
clause(
    "6.4.3-1 crash: a man who is dead already does not roll",
    "do land_at_base",
    given={**WEATHERED, **down("tail_gunner", wound="killed")},
    dice=[2, 12],
    loose=True,
    then={"condition[tail_gunner]": "killed"},
)
clause(
    "6.4.5-4 crash: the pilot is killed",
    "do land_at_base",
    given=WEATHERED,
    dice=[2, 12, 6],
    loose=True,
    then={"fate": "dead", "hull": "crashed", "condition[pilot]": "killed"},
)
clause(
    "6.4.3-1 crash: with an agent",
    "do land_at_base",
    given={**on_task("agent_drop", 1), **WEATHERED, "agent_aboard": "yes", "homeward": "yes"},
    dice=[2, 12, *[1] * 9],
    then={"condition[agent]": "light"},
)
clause(
    "6.4.3-1 18: all are killed",
    "do land_at_base",
    given={**BASE, **BOTH_GEARS},
    dice=[2, 12],
    asks=["B6", "B7"],
    then={**ALL_KILLED, "fate": "dead"},
)
for total, row, hull in ((12, "..12", "airworthy"), (13, "13..14", "airworthy"), (14, "13..14", "airworthy"),
    (15, "15..17", "crashed"), (17, "15..17", "crashed")):  # fmt: skip
    clause(
        f"6.4.3-1 a total of {total}",
        "do land_at_base",
        given={**BASE, **BOTH_GEARS},
        dice=[2, total - 6],
        loose=True,
        then={"row of B7": row, "hull": hull, "fate": "home"},
    )
clause("6.4.3-1 a total of 18", "do land_at_base", given={**BASE, **BOTH_GEARS}, dice=[2, 12], then={"fate": "dead"})
clause(
    "6.4.3-1 18: the Landing skill saves them",
    "do land_at_base",
    given={**BASE, **BOTH_GEARS, **skilled("landing")},
    dice=[2, 12],
    loose=True,
    then={"fate": "home", "hull": "crashed"},
)

# --- 6.4.2: forced down

for zone in (1, 2, 3, 4):
    drm = {1: 2, 2: 1, 3: 0, 4: -1}[zone]
    clause(
        f"6.4.2-1 ditching over zone {zone}",
        "do forced_down",
        given=at(zone),
        answers=["ditch"],
        dice=[2, *[12] * 8],
        asks=["B7"] + ["B9"] * 8,
        then={
            "modifiers on B7": 2,
            "every B9": [drm] * 8,
            "fate": "rescued",
            "hull": "ditched",
            "offers down_at_sea/way": ["ditch", "jump"],
        },
    )
    clause(
        f"6.4.2-1 R-18 bailing out over zone {zone}",
        "do forced_down",
        given=at(zone),
        answers=["jump"],
        dice=[*[2] * 8, *[12] * 8],
        asks=["B8"] * 8 + ["B9"] * 8,
        then={"every B8": [0] * 8, "every B9": [drm - 4] * 8, "fate": "rescued", "hull": "ditched"},
    )
    clause(
        f"6.4.2-1 zone {zone}: who is not found",
        "do forced_down",
        given=at(zone),
        answers=["ditch"],
        dice=[2, 4 - drm],
        then={"fate": "drowned", "condition[pilot]": "killed"},
    )
    clause(
        f"6.4.2-1 zone {zone}: who just is",
        "do forced_down",
        given=at(zone),
        answers=["ditch"],
        dice=[2, 5 - drm, *[12] * 7],
        then={"fate": "rescued", "condition[pilot]": "fit"},
    )
for zone in (5, 6):
    clause(
        f"6.4.2-1 a dead-stick landing in zone {zone}",
        "do forced_down",
        given=at(zone),
        answers=["land"],
        dice=[2],
        asks=["B7"],
        then={"modifiers on B7": 1, "fate": "captured", "hull": "ditched", "offers down_on_land/way": ["land", "jump"]},
    )
    clause(
        f"R-20 bailing out in zone {zone}",
        "do forced_down",
        given=at(zone),
        answers=["jump"],
        dice=[2] * 8,
        asks=["B8"] * 8,
        then={"every B8": [0] * 8, "fate": "captured", "hull": "ditched"},
    )
    clause(
        f"6.4.2-1 a rough one in zone {zone}: captured all the same",
        "do forced_down",
        given=at(zone),
        answers=["land"],
        dice=[12],
        asks=["B7"],
        then={**ALL_LIGHT, "fate": "captured"},
    )
    clause(
        f"6.4.2-1 a crash in zone {zone}: the survivors are captured",
        "do forced_down",
        given={**at(zone), **GEAR},
        answers=["land"],
        dice=[12, 1, *[6] * 7],
        asks=["B7"] + ["B5"] * 8,
        then={"condition[pilot]": "light", "condition[tail_gunner]": "killed", "fate": "captured"},
    )
    clause(
        f"6.4.2-1 a crash in zone {zone} kills the pilot",
        "do forced_down",
        given={**at(zone), **GEAR},
        answers=["land"],
        dice=[12, 6],
        loose=True,
        then={"condition[pilot]": "killed", "fate": "dead"},
    )
    clause(
        f"6.4.2-1 18 in zone {zone}",
        "do forced_down",
        given={**at(zone), **BOTH_GEARS},
        answers=["land"],
        dice=[12],
        then={**ALL_KILLED, "fate": "dead"},
    )
clause(
    "R-46 no weather on land, even with FuBl 2 out",
    "do forced_down",
    given={**at(5), **broken("blind")},
    answers=["land"],
    dice=[2],
    asks=["B7"],
    then={"modifiers on B7": 1},
)
clause(
    "R-46 no weather at sea, even with FuBl 2 out",
    "do forced_down",
    given={**at(3), **broken("blind")},
    answers=["ditch"],
    dice=[2, *FOUND],
    asks=["B7"] + ["B9"] * 8,
    then={"modifiers on B7": 2},
)
clause(
    "6.4.2-1 damage and the Landing skill count",
    "do forced_down",
    given={**at(5), **EVERYTHING, **skilled("landing")},
    answers=["land"],
    dice=[2],
    loose=True,
    then={"modifiers on B7": 15 + 1 - 1},
)
clause(
    "R-27 the co-pilot ditches",
    "do forced_down",
    given={**at(3), **down("pilot")},
    answers=["ditch"],
    dice=[2, *[12] * 8],
    then={"modifiers on B7": 4, "every B9": [-1, *[0] * 7], "fate": "rescued"},
)
clause(
    "R-27 nobody able ditches",
    "do forced_down",
    given={**at(3), **down(*CREW)},
    answers=["ditch"],
    dice=[2, *[12] * 8],
    then={"modifiers on B7": 10, "every B9": [-1] * 8, "fate": "rescued"},
)
clause(
    "R-18 ditching without rafts",
    "do forced_down",
    given=at(3, rafts_gone="yes"),
    answers=["ditch"],
    dice=[2, *[12] * 8],
    then={"every B9": [-4] * 8},
)
clause(
    "R-18 bailing out, the rafts gone as well: no more than -4",
    "do forced_down",
    given=at(3, rafts_gone="yes"),
    answers=["jump"],
    dice=[*[2] * 8, *[12] * 8],
    then={"every B9": [-4] * 8},
)
clause(
    "B9 without a radio",
    "do forced_down",
    given={**at(3), **broken("radio")},
    answers=["ditch"],
    dice=[2, *[12] * 8],
    then={"every B9": [-1] * 8},
)
clause(
    "B9 everything against them",
    "do forced_down",
    given={**at(4, rafts_gone="yes"), **broken("radio"), **down("copilot")},
    answers=["ditch"],
    dice=[2, *[12] * 8],
    then={"every B9": [-6, -7, *[-6] * 6]},
)
clause(
    "6.4.2-1 a rough ditching: light wounds before the water",
    "do forced_down",
    given=at(3),
    answers=["ditch"],
    dice=[12, *FOUND],
    asks=["B7"] + ["B9"] * 8,
    then={**ALL_LIGHT, "fate": "rescued", "combat_wounds": 0},
)
clause(
    "R-34 6.4.3-1 a rough ditching loses no sortie for repairs",
    "do forced_down",
    given=at(3),
    answers=["ditch"],
    dice=[12, *FOUND],
    then={"idle": 0},
)
clause(
    "6.4.2-1 a crash into the sea: wounds before the water",
    "do forced_down",
    given={**at(3), **GEAR},
    answers=["ditch"],
    dice=[12, 1, 4, 6, *[1] * 5, *[9] * 7],
    asks=["B7"] + ["B5"] * 8 + ["B9"] * 7,
    then={
        "fate": "rescued",
        "condition[bombardier]": "killed",
        "condition[copilot]": "serious",
        "every B9": [0, -1, *[0] * 5],
    },
)
clause(
    "6.4.2-1 a crash into the sea that kills the pilot",
    "do forced_down",
    given={**at(3), **GEAR},
    answers=["ditch"],
    dice=[12, 6],
    loose=True,
    then={"fate": "dead", "condition[pilot]": "killed"},
)
clause(
    "6.4.2-1 18 at sea",
    "do forced_down",
    given={**at(3), **BOTH_GEARS},
    answers=["ditch"],
    dice=[12],
    asks=["B7"],
    then={**ALL_KILLED, "fate": "dead"},
)
clause(
    "6.4.2-1 others are lost at sea, the pilot is not",
    "do forced_down",
    given=at(3),
    answers=["ditch"],
    dice=[2, 5, 4, *[12] * 6],
    then={"fate": "rescued", "condition[copilot]": "killed", "condition[navigator]": "fit"},
)
clause(
    "R-21 the pilot lost at sea: the game is over",
    "do forced_down",
    given=at(3),
    answers=["ditch"],
    dice=[2, 4],
    loose=True,
    then={"fate": "drowned"},
)
clause(
    "B7 conventional bombs go first",
    "do forced_down",
    given=at(3),
    answers=["ditch"],
    dice=[2, *FOUND],
    then={"bombs_aboard": "no", "modifiers on B7": 2},
)
clause(
    "R-23 not behind jammed doors",
    "do forced_down",
    given=at(3, doors_jammed="yes"),
    answers=["ditch"],
    dice=[2, *FOUND],
    then={"bombs_aboard": "yes", "modifiers on B7": 3},
)

# --- 6.6: parachutes

clause(
    "6.6-1 each by himself, in order",
    "do shot_down no",
    given=at(3),
    dice=[2, 9, 10, *[2] * 5, *[12] * 7],
    asks=["B8"] * 8 + ["B9"] * 7,
    then={"condition[bombardier]": "killed", "condition[copilot]": "fit", "fate": "rescued", "hull": "shot_down"},
)
clause(
    "6.6-1 the pilot does not get out",
    "do shot_down no",
    given=at(3),
    dice=[10],
    loose=True,
    then={"fate": "dead", "condition[pilot]": "killed"},
)
clause("6.6-1 nor over land", "do shot_down no", given=at(5), dice=[10], loose=True, then={"fate": "dead"})
for zone in (1, 2, 3, 4):
    clause(
        f"6.6-1 over zone {zone}: rescue",
        "do shot_down no",
        given=at(zone),
        dice=[*[2] * 8, *[12] * 8],
        asks=["B8"] * 8 + ["B9"] * 8,
        then={"fate": "rescued", "hull": "shot_down"},
    )
    clause(
        f"6.6-1 over zone {zone}: none",
        "do shot_down no",
        given=at(zone),
        dice=[*[2] * 8, 2],
        loose=True,
        then={"fate": "drowned", "hull": "shot_down"},
    )
for zone in (5, 6):
    clause(
        f"6.6-1 over zone {zone}: prisoners",
        "do shot_down no",
        given=at(zone),
        dice=[2] * 8,
        asks=["B8"] * 8,
        then={"fate": "captured", "hull": "shot_down"},
    )
JUMPS: list[tuple[str, Facts, str, list[int]]] = [
    ("nothing", {}, "no", [0] * 8),
    ("Parachute", skilled("parachute"), "no", [-1] * 8),
    ("ejection seats", advanced("ejection_seats"), "no", [-2] * 8),
    ("both", {**skilled("parachute"), **advanced("ejection_seats")}, "no", [-3] * 8),
    ("structure", {}, "yes", [1] * 8),
    ("a light wound", down("navigator", wound="light"), "no", [0, 0, 0, 1, 0, 0, 0, 0]),
    ("a serious wound", down("navigator"), "no", [0, 0, 0, 3, 0, 0, 0, 0]),
    ("a dead man", down("navigator", wound="killed"), "no", [0] * 7),
    ("a seriously wounded pilot", {**down("pilot"), **skilled("parachute")}, "yes", [3, *[0] * 7]),
    ("men who are not aboard", down("top_gunner", "port_gunner"), "no", [0] * 8),
    ("an agent", {"agent_aboard": "yes", **down("agent")}, "no", [*[0] * 8, 3]),
]
for what, facts, weakened, amounts in JUMPS:
    clause(
        f"6.6-1 B8 {what}",
        f"do shot_down {weakened}",
        given={**at(5), **facts},
        dice=[2] * len(amounts),
        asks=["B8"] * len(amounts),
        then={"every B8": amounts, "fate": "captured"},
    )
clause(
    "6.6-1 who is dead does not wait for rescue",
    "do shot_down no",
    given={**at(3), **down("ewo", wound="killed")},
    dice=[*[2] * 7, *[12] * 7],
    asks=["B8"] * 7 + ["B9"] * 7,
)
clause(
    "6.6-1 B9 a seriously wounded man in the water, without rafts or radio",
    "do shot_down no",
    given={**at(3), **broken("radio"), **down("copilot")},
    dice=[*[2] * 8, *[12] * 8],
    then={"every B9": [-5, -6, *[-5] * 6]},
)
clause(
    "R-52 parachuting leaves no wound",
    "do shot_down yes",
    given=at(5),
    dice=[2] * 8,
    then={"combat_wounds": 0, "condition[pilot]": "fit"},
)
clause(
    "6.3-2 an explosion: nobody jumps",
    "do blown_up",
    given=at(3),
    asks=[],
    then={**ALL_KILLED, "fate": "dead", "hull": "shot_down"},
)
clause(
    "R-19 shot down by structure over the sea: no ditching",
    "do shot_down yes",
    given=at(3),
    dice=[*[2] * 8, *[12] * 8],
    asked=[],
)
clause(
    "R-21 what was bombed before counts",
    "do shot_down no",
    given=home_from(5, percent=30),
    dice=[2] * 8,
    then={"percent": 30, "fate": "captured"},
)

# --- 9.4: Canada

CANADA = {"neutral_canada": "yes"}
for zone in (5, 6):
    crippled = home_from(zone, **stopped(3))
    for die, fate, idle in ((2, "escaped", 4), (3, "escaped", 4), (4, "interned", 0), (12, "interned", 0)):
        clause(
            f"9.4 R-41 a landing in zone {zone}, {die}",
            "do forced_down",
            given=at(zone),
            answers=["land"],
            dice=[2, die],
            asks=["B7", None],
            options=CANADA,
            then={"fate": fate, "hull": "ditched", "idle": idle, "modifiers on B7": 1},
        )
        clause(
            f"9.4 a crippled bomber may land in zone {zone}, {die}",
            "do offer_canada",
            given=crippled,
            answers=["land"],
            dice=[2, die],
            asks=["B7", None],
            options=CANADA,
            then={"fate": fate, "hull": "ditched", "idle": idle, "labels on B7": ["dead_stick", "engines"]},
        )
    clause(
        f"9.4 or fly on over zone {zone}",
        "do offer_canada",
        given=crippled,
        answers=["fly_on"],
        asks=[],
        options=CANADA,
        nothing=True,
    )
    clause(
        f"9.4 not one who is sound, over zone {zone}",
        "do offer_canada",
        given=home_from(zone),
        asked=[],
        options=CANADA,
        nothing=True,
    )
    clause(
        f"9.4 not when Canada is at war, over zone {zone}", "do offer_canada", given=crippled, asked=[], nothing=True
    )
    clause(
        f"6.4.2-1 when Canada is at war a landing in zone {zone} is captivity",
        "do forced_down",
        given=crippled,
        answers=["land"],
        dice=[2],
        asks=["B7"],
        then={"fate": "captured", "idle": 0},
    )
    clause(
        f"R-41 bailing out over zone {zone} is captivity",
        "do forced_down",
        given=at(zone),
        answers=["jump"],
        dice=[2] * 8,
        options=CANADA,
        asks=["B8"] * 8,
        then={"fate": "captured", "idle": 0},
    )
    clause(
        f"R-41 shot down over zone {zone} is captivity",
        "do shot_down yes",
        given=at(zone),
        dice=[2] * 8,
        options=CANADA,
        then={"fate": "captured"},
    )
    clause(
        f"R-41 survivors of a crash in zone {zone} too",
        "do forced_down",
        given={**at(zone), **GEAR},
        answers=["land"],
        dice=[12, *[1] * 8, 3],
        asks=["B7", *["B5"] * 8, None],
        options=CANADA,
        then={"fate": "escaped", "condition[pilot]": "light", "idle": 4},
    )
    clause(
        f"R-41 not a pilot who is killed in it, zone {zone}",
        "do forced_down",
        given={**at(zone), **GEAR},
        answers=["land"],
        dice=[12, 6],
        loose=True,
        options=CANADA,
        then={"fate": "dead", "idle": 0},
    )
    clause(
        f"R-41 18 in zone {zone}",
        "do forced_down",
        given={**at(zone), **BOTH_GEARS},
        answers=["land"],
        dice=[12],
        asks=["B7"],
        options=CANADA,
        then={"fate": "dead"},
    )
for zone in (1, 2, 3, 4):
    clause(
        f"9.4 not over zone {zone}",
        "do offer_canada",
        given=home_from(zone, **stopped(3)),
        asked=[],
        options=CANADA,
        nothing=True,
    )
    clause(
        f"9.4 ditching over zone {zone} is as it was",
        "do forced_down",
        given=at(zone),
        answers=["ditch"],
        dice=[2, *[12] * 8],
        options=CANADA,
        then={"fate": "rescued"},
    )
clause(
    "9.4 after the fighters of a zone, on the way home",
    "do visit 5",
    given=home_from(6, **stopped(3)),
    answers=["land"],
    dice=[7, 2, 3],
    asks=["B1", "B7", None],
    options=CANADA,
    then={"fate": "escaped", "zone": 5},
)
clause(
    "9.4 over the target she has just bombed",
    "do visit 5",
    given={**at(4), **stopped(2)},
    dice=[7, 1, 2, 2, 7, 6, 3, 15, 3, 5, 2, 2],
    answers=["go_on", "both", "go_on", "no_chaff", "land"],
    options=CANADA,
    then={"fate": "escaped", "percent": 20},
)

# --- 5.0-7: how a flight ends

FLIGHT: Facts = {"aircraft": "he277", "target": "dupont_wilmington"}
OUT, BACK = [7, 7, 7, 7], [7, 7, 7]


def flight(*dice: int, answers: list[str] | None = None, **facts: Any) -> Any:
    """A whole flight."""
    found = scene({**FLIGHT, **facts})
    found.do("fly", dice=dice, answers=answers or [])
    return found


def test_5_7_a_safe_flight_ends_at_base() -> None:
    found = flight(*OUT, *RUN, *BACK, 2, 2)
    assert (found["fate"], found["hull"], found["percent"]) == ("home", "airworthy", 20)


def test_5_7_a_crash_at_base_ends_at_base_too() -> None:
    found = flight(*OUT, *RUN, *BACK, 12, 12, *[1] * 8)
    assert (found["fate"], found["hull"], found["percent"]) == ("home", "crashed", 20)


def test_6_4_2_an_engine_runs_away_on_the_way_home() -> None:
    found = flight(
        *OUT, *RUN, 7, *[4, 9, 9, 1, 1, 1, 1, 1, 5, 15, 1, 2, 5], 2, *[12] * 8,
        answers=["go_on"] * 5 + ["both", "go_on", "both"] + ["none"] * 3 + ["ditch"],
    )  # fmt: skip
    assert (found["fate"], found["hull"], found["percent"], found["zone"]) == ("rescued", "ditched", 20, 3)


def test_6_4_2_forced_down_over_the_target_before_the_drop() -> None:
    """No bombs fall on the target any more."""
    answers = ["go_on"] * 5 + ["no_chaff", "land"]
    found = flight(*OUT, 6, 5, 15, 1, 2, 5, 2, answers=answers)
    assert (found["fate"], found["percent"], found["zone"]) == ("captured", 0, 5)
    assert "B10" not in found.asked


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
