"""Orders, the way out and back, endurance, turning back, the wizard: the smallest story for each clause."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import Facts
from amerika_bomber.stories import (
    A_HIT,
    CALM,
    CHAFF,
    F8F,
    FIVE,
    FLAK,
    FULL_MAGAZINES,
    JAMMED,
    LANDING,
    NO_CHAFF,
    NO_HITS,
    ON_TARGET,
    OVER,
    P80,
    QUIETLY,
    RUN,
    SAFE,
    SIX,
    SKIN,
    at,
    broken,
    down,
    home_from,
    on_task,
    silent,
    skilled,
    stopped,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

# --- 4.2

ORDERS: Facts = {"aircraft": "he277"}

clause(
    "4.2-1 a target in zone 5",
    "do assign",
    given=ORDERS,
    dice=[34],
    then={"target": "dupont_wilmington", "target_zone": 5, "task": "bombing"},
    nothing=True,
)
clause(
    "4.2-1 a target in zone 6",
    "do assign",
    given=ORDERS,
    dice=[61],
    then={"target": "chrysler", "target_zone": 6, "task": "bombing"},
    nothing=True,
)
clause(
    "4.2-1 3.5-2 two dice are read as two digits",
    "do assign",
    given=ORDERS,
    dice=[43],
    then={"target": "springfield_armory"},
    asks=["A1"],
)
for month, target in (
    ("april", "cryolite_refinery"), ("june", "cryolite_refinery"), ("july", "thompson_products"),
    ("september", "thompson_products"), ("october", "oak_ridge"), ("december", "oak_ridge"),
    ("january", "atomic_new_york"), ("march", "atomic_new_york"),
):  # fmt: skip
    clause(
        f"4.2-2 the section of the date: {month}",
        "do assign",
        given={**ORDERS, "month": month},
        dice=[64],
        then={"target": target},
    )
clause(
    "4.2-1 only the zone counts: two factories bomb alike",
    "do bomb_run",
    given=at(5),
    dice=ON_TARGET,
    then={"percent": 20},
)
clause(
    "4.2-1 only the zone counts: two factories bomb alike, the other",
    "do bomb_run",
    given=at(5, target="chrysler"),
    dice=ON_TARGET,
    then={"percent": 20},
)

# --- 5.0-1

for die, task in ((1, "agent_drop"), (2, "agent_drop")):
    clause(
        f"5-1 a special mission {die}",
        "do assign",
        given=ORDERS,
        dice=[66, die],
        asks=["A1", "A1-special"],
        then={"task": task, "target": "new_york", "target_zone": 5},
    )
for die, task in ((3, "leaflets"), (4, "leaflets"), (5, "reconnaissance"), (6, "reconnaissance")):
    clause(
        f"5-1 a special mission {die}",
        "do assign",
        given=ORDERS,
        dice=[66, die, 5],
        asks=["A1", "A1-special", "A1-city"],
        then={"task": task, "target": "boston", "target_zone": 5},
    )
clause("5-1 not on another cell", "do assign", given=ORDERS, dice=[65], asks=["A1"], then={"task": "bombing"})
for rule, die in (("6.2.5.2", 3), ("6.2.5.3", 6)):
    for face, city, zone in (
        (1, "new_york", 5), (2, "new_york", 5), (3, "philadelphia", 5), (4, "philadelphia", 5), (5, "boston", 5),
        (6, "chicago", 6),
    ):  # fmt: skip
        clause(
            f"{rule} the city {face}",
            "do assign",
            given=ORDERS,
            dice=[66, die, face],
            then={"target": city, "target_zone": zone},
        )
for cell, city, zone in ((64, "atomic_new_york", 5), (65, "atomic_washington", 5), (66, "atomic_chicago", 6)):
    clause(
        f"6.2.3 an atomic mission {cell}",
        "do assign",
        given={**ORDERS, "month": "february"},
        dice=[cell],
        asks=["A1"],
        then={"task": "atomic", "target": city, "target_zone": zone},
    )

# --- 5.0-2, R-11, R-12: one zone at a time

clause(
    "5-2 nothing happens in zone 1",
    "do visit 1",
    given=at(1),
    asks=[],
    then={"endurance": 12, "zone": 1},
    answers=["go_on"],
    nothing=True,
)
clause(
    "R-12 nothing happens in zone 1 on the way home",
    "do visit 1",
    given=home_from(2),
    asks=[],
    asked=[],
    then={"endurance": 12, "zone": 1},
    nothing=True,
)
for zone in (2, 3, 4, 5):
    clause(
        f"5-2 an encounter is rolled for in zone {zone}",
        "do visit " + str(zone),
        given=at(zone - 1, target="chrysler", target_zone=6),
        dice=[CALM],
        asks=["B1"],
        then={"zone": zone, "endurance": 12},
        nothing=True,
    )
for zone in (5, 4, 3, 2):
    clause(
        f"5-4 homeward one is rolled for in zone {zone}",
        "do visit " + str(zone),
        given=home_from(zone + 1),
        dice=[CALM],
        asks=["B1"],
        then={"zone": zone, "endurance": 12},
        nothing=True,
    )

# --- 5.0-3: the target

clause(
    "5-3 flak, bombs, flak",
    "do visit 5",
    given=at(4),
    dice=[CALM, *RUN],
    asks=["B1", *OVER],
    then={
        "zone": 5,
        "endurance": 12,
        "percent": 20,
        "bombs_aboard": "no",
        "homeward": "yes",
        "chaff[dispenser_a]": 0,
        "chaff[dispenser_b]": 0,
    },
)
clause(
    "5-3 fighters come before the flak",
    "do visit 5",
    given={**at(4), **silent()},
    dice=[9, 1, 3, 1, 3, *[1] * 6, *RUN],
    answers=["go_on"],
    asks=["B1", *["B2-place", "B2-altitude"] * 2, *["B2-hits"] * 6, *OVER],
)
clause(
    "5-3 not over a zone on the way to the target",
    "do visit 5",
    given=at(4, target="chrysler", target_zone=6),
    dice=[CALM],
    asks=["B1"],
    then={"homeward": "no", "bombs_aboard": "yes", "percent": 0},
)
clause(
    "5-3 a target in zone 6",
    "do visit 6",
    given=at(5, target="chrysler", target_zone=6),
    dice=[CALM, *RUN],
    asks=["B1", *OVER],
    then={"percent": 20, "homeward": "yes"},
)
clause(
    "5-3 no flak on the way back over zone 5",
    "do visit 5",
    given=home_from(6, target="chrysler", target_zone=6),
    dice=[CALM],
    asks=["B1"],
)
clause(
    "5-3 R-24 no flak on the way back over zone 5 for one who turned back",
    "do visit 5",
    given={**home_from(6, target="chrysler", target_zone=6), "aborted": "yes"},
    dice=[CALM],
    asks=["B1"],
    then={"percent": 0},
)

# --- 5.0: a whole flight


clause(
    "5-4 5-5 to zone 5 and back",
    "do fly",
    given=FIVE,
    dice=[CALM] * 4 + RUN + [CALM] * 3 + SAFE,
    asks=["B1"] * 4 + OVER + ["B1"] * 3 + LANDING,
    then={"endurance": 3, "percent": 20, "fate": "home", "hull": "airworthy"},
)
clause(
    "5-4 5-5 to zone 6 and back",
    "do fly",
    given=SIX,
    dice=[CALM] * 5 + RUN + [CALM] * 4 + SAFE,
    asks=["B1"] * 5 + OVER + ["B1"] * 4 + LANDING,
    then={"endurance": 1, "percent": 20, "fate": "home", "hull": "airworthy"},
)
for aircraft, boxes in (("me364", 15), ("he277", 13), ("fw300", 16), ("ju390", 15), ("ta400", 14), ("e555", 13)):
    clause(
        f"5-4 a box for each zone and the landing: {aircraft}",
        "do fly",
        given={**SIX, "aircraft": aircraft},
        dice=[CALM] * 5 + RUN + [CALM] * 4 + SAFE,
        then={"endurance": boxes - 12, "fate": "home"},
    )
clause(
    "5-4 who turns back in zone 2 is home sooner",
    "do fly",
    given=FIVE,
    dice=[CALM, *SAFE],
    answers=["go_on", "abort"],
    asks=["B1", *LANDING],
    then={"endurance": 9, "aborted": "yes", "fate": "home"},
)
clause(
    "6.4-1 who turns back in zone 1 lands",
    "do fly",
    given=FIVE,
    dice=SAFE,
    answers=["abort"],
    asks=LANDING,
    then={"endurance": 11, "aborted": "yes", "percent": 0},
)

# --- 5.0-4, R-54: endurance

clause(
    "5-4 no box to go on with: forced down where she is",
    "do visit 3",
    given=home_from(4, endurance=0),
    leads="B7",
    answers=["ditch"],
    then={"zone": 4, "hull": "ditched", "endurance": 0},
)
clause(
    "5-4 the last box is enough for a zone",
    "do visit 3",
    given=home_from(4, endurance=1),
    dice=[CALM],
    then={"zone": 3, "hull": "airworthy", "endurance": 0},
)
for zone in (6, 5):
    clause(
        f"5-4 no box left in zone {zone}: forced down on land",
        "do visit " + str(zone - 1),
        given=home_from(zone, endurance=0),
        answers=["land"],
        dice=[2],
        asks=["B7"],
        then={"zone": zone, "fate": "captured", "hull": "ditched", "labels on B7": ["dead_stick"]},
    )
for zone in (4, 3, 2):
    clause(
        f"5-4 no box left in zone {zone}: into the sea",
        "do visit " + str(zone - 1),
        given=home_from(zone, endurance=0),
        answers=["ditch"],
        dice=[2, *[12] * 8],
        asks=["B7"] + ["B9"] * 8,
        then={"zone": zone, "fate": "rescued", "hull": "ditched"},
    )
for zone in (2, 3, 4, 5):
    clause(
        f"5-4 no box left on the way out in zone {zone}",
        "do visit " + str(zone + 1),
        given=at(zone, endurance=0, target="chrysler", target_zone=6),
        answers=["jump"],
        loose=True,
        then={"zone": zone, "hull": "ditched"},
    )

LEAK_HOME = [13, 2, 6]
"""A hit on the port wing, a tank, a leak."""

for lost, fate, boxes, zone in ((3, "home", 0, 1), (4, "rescued", 0, 1), (5, "rescued", 0, 2), (6, "rescued", 0, 3)):
    left = [CALM] * 3 if lost < 6 else [CALM] * 2
    clause(
        f"R-54 5-4 a leak of {lost} over the target: {fate}, from zone {zone}",
        "do fly",
        given=FIVE,
        dice=[
            *[CALM] * 4,
            *NO_HITS,
            *ON_TARGET,
            *A_HIT,
            *LEAK_HOME,
            lost,
            *left,
            *(SAFE if fate == "home" else [2, *[12] * 8]),
        ],
        answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"] + (["ditch"] if fate != "home" else []),
        asks=[
            *["B1"] * 4,
            *OVER,
            "B3",
            "B4-wing",
            "B4-fuel",
            None,
            *["B1"] * len(left),
            *(LANDING if fate == "home" else ["B7"] + ["B9"] * 8),
        ],
        then={"fate": fate, "endurance": boxes, "zone": zone, "percent": 20},
    )  # fmt: skip

# --- 6.1.2: the filter

for zone in (2, 3, 4, 5):
    covered = [1] if zone < 4 else []
    clause(
        f"6.1.2-2 those of a carrier come in zone {zone}",
        "do intercept",
        given={**at(zone), **silent()},
        dice=[*F8F, *covered, *QUIETLY],
        then={"times B2-hits": 6},
        asked=[],
    )
clause(
    "6.1.2-2 those of a carrier do not come in zone 6",
    "do intercept",
    given={**at(6), **silent()},
    dice=[4],
    asks=["B1"],
    asked=[],
)
for zone in (2, 3, 4):
    clause(
        f"6.1.2-2 those of the land do not come in zone {zone}",
        "do intercept",
        given={**at(zone), **silent()},
        dice=[9],
        asks=["B1"],
        asked=[],
    )
for zone in (5, 6):
    clause(
        f"6.1.2-2 those of the land come in zone {zone}",
        "do intercept",
        given={**at(zone), **silent()},
        dice=[*P80, *QUIETLY],
        then={"times B2-hits": 6},
        asked=[],
    )
clause("6.1.2-1 no contact", "do intercept", given=at(5), dice=[5], asks=["B1"], asked=[], nothing=True)
for month, dice in (("july", 6), ("october", 8), ("january", 7)):
    clause(f"6.1.2-1 no contact in {month}", "do intercept", given={**at(5), "month": month}, dice=[dice], asks=["B1"])
clause("6.1.2-3 combat is not declined", "do intercept", given={**at(5), **silent()}, dice=[*P80, *QUIETLY], asked=[])

# --- 6.3-3, 6.4-1, R-22 to R-24: turning back

clause(
    "6.4-1 at the end of a zone",
    "do visit 3",
    given=at(2),
    dice=[CALM],
    answers=["abort"],
    then={"aborted": "yes", "homeward": "yes", "bombs_aboard": "no", "percent": 0},
)
clause(
    "6.4-1 not unless she wants to",
    "do visit 3",
    given=at(2),
    dice=[CALM],
    answers=["go_on"],
    then={"aborted": "no", "homeward": "no", "bombs_aboard": "yes"},
)
clause(
    "6.4-1 after a combat",
    "do visit 4",
    given={**at(3), **silent()},
    dice=[*F8F, *QUIETLY],
    answers=["abort"],
    then={"aborted": "yes"},
)
clause("6.4-1 not asked on the way home", "do visit 4", given=home_from(5), dice=[CALM], asked=[])
clause(
    "R-23 bombs are let go without effect",
    "do turn_back",
    given=at(3),
    asks=[],
    then={"bombs_aboard": "no", "percent": 0, "aborted": "yes", "homeward": "yes"},
    nothing=True,
)
clause(
    "R-23 they stay behind jammed doors",
    "do turn_back",
    given=at(3, **JAMMED),
    asks=[],
    then={"bombs_aboard": "yes", "aborted": "yes", "homeward": "yes"},
    nothing=True,
)
clause(
    "R-24 before the first flak: neither flak nor bombs",
    "do visit 5",
    given=at(4),
    dice=[CALM],
    answers=["abort"],
    asks=["B1"],
    then={"aborted": "yes", "percent": 0, "homeward": "yes", "bombs_aboard": "no"},
)
clause(
    "R-24 after the first flak: no bombs, but flak",
    "do visit 5",
    given=at(4),
    dice=[CALM, *NO_HITS, *NO_HITS],
    answers=["go_on", "both", "abort"],
    asks=["B1", *FLAK, *FLAK],
    then={"aborted": "yes", "percent": 0, "homeward": "yes", "bombs_aboard": "no"},
)
clause(
    "R-24 after the bombs there is nothing to turn back from",
    "do visit 5",
    given=at(4),
    dice=[CALM, *RUN],
    asked=["consider_abort/order", "flak/order", "consider_abort/order", "flak/order"],
    then={"aborted": "no", "percent": 20},
)
for count, must in ((0, "no"), (2, "no"), (3, "yes"), (4, "yes")):
    for aircraft in ("he277", "me364", "e555"):
        if count < 4 or aircraft != "he277":
            clause(
                f"6.3-3 {count} engines out of {aircraft}",
                "define must_abort",
                given={**at(3), "aircraft": aircraft, **stopped(count)},
                then={"result": must},
            )
clause(
    "6.3-3 engines that are only damaged do not count",
    "define must_abort",
    given=at(3, **{f"engine_state[no_{n}]": "damaged" for n in (1, 2, 3, 4)}),
    then={"result": "no"},
)
clause(
    "6.3-3 the third in a zone on the way: she is not asked",
    "do visit 3",
    given={**at(2), **stopped(3)},
    dice=[CALM],
    asked=[],
    then={"aborted": "yes", "homeward": "yes", "bombs_aboard": "no"},
)
clause(
    "6.3-3 the third before the flak of the target: none, no bombs",
    "do visit 5",
    given={**at(4), **stopped(3)},
    dice=[CALM],
    asks=["B1"],
    asked=[],
    then={"aborted": "yes", "homeward": "yes", "percent": 0},
)
clause(
    "R-22 R-24 the third in the first flak: no bombs, but flak",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **stopped(2)},
    dice=[CALM, *A_HIT, 15, 3, 5, 1, 2],
    asks=["B1", *FLAK, "B3", "B4-engine_no", "B4-engine", *FLAK],
    then={"aborted": "yes", "percent": 0, "homeward": "yes", "engines_lost()": 3},
)
clause(
    "R-22 the second in the first flak: bombs",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **stopped(1)},
    dice=[CALM, *A_HIT, 15, 3, 5, *ON_TARGET, 1, 2],
    then={"aborted": "no", "percent": 20, "engines_lost()": 2},
)
clause(
    "R-22 the third after the drop changes nothing",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **stopped(2)},
    dice=[CALM, *NO_HITS, *ON_TARGET, *A_HIT, 15, 3, 5],
    then={"aborted": "no", "percent": 20, "homeward": "yes"},
)
clause(
    "R-22 an agent lost with the third engine in the first flak: no bombs either",
    "do visit 5",
    given={**on_task("agent_drop", 4), **NO_CHAFF, **stopped(2)},
    dice=[CALM, *A_HIT, 15, 3, 5, 1, 2],
    then={"aborted": "yes", "percent": 0, "homeward": "yes", "objective_met": "no"},
)
clause(
    "R-24 she who turns back over the target meets what is on the way",
    "do fly",
    given=FIVE,
    dice=[*[CALM] * 4, *[CALM] * 3, *SAFE],
    answers=["go_on"] * 4 + ["abort"],
    asks=["B1"] * 4 + ["B1"] * 3 + LANDING,
    then={"endurance": 3, "fate": "home", "percent": 0},
)

# --- 6.4-3, R-31: the wizard

WIZARD = skilled("wizard")

clause(
    "6.4-3 one device is mended",
    "do offer_wizard",
    given={**at(3), **WIZARD, **broken("radar")},
    answers=["radar"],
    then={"device_out[radar]": "no", "wizard_used": "yes"},
    nothing=True,
)
clause(
    "R-31 or not yet", "do offer_wizard", given={**at(3), **WIZARD, **broken("radar")}, answers=["none"], nothing=True
)
clause(
    "R-31 once per sortie",
    "do offer_wizard",
    given={**at(3), **WIZARD, **broken("radar"), "wizard_used": "yes"},
    asked=[],
    nothing=True,
)
clause(
    "6.4-3 nobody mends without the skill",
    "do offer_wizard",
    given={**at(3), **broken("radar")},
    asked=[],
    nothing=True,
)
clause("R-31 nothing to mend", "do offer_wizard", given={**at(3), **WIZARD}, asked=[], nothing=True)
for wound, asked in (("light", ["offer_wizard/d"]), ("serious", []), ("killed", [])):
    clause(
        f"R-31 the electronic warfare officer is {wound}",
        "do offer_wizard",
        given={**at(3), **WIZARD, **broken("radar", "radio"), **down("ewo", wound=wound)},
        asked=asked,
    )
clause(
    "R-31 on the way home too",
    "do visit 4",
    given={**home_from(5), **WIZARD, **broken("blind", "radio")},
    dice=[CALM],
    answers=["radio"],
    then={"device_out[radio]": "no", "wizard_used": "yes"},
)
clause(
    "R-31 only damaged ones are offered",
    "do offer_wizard",
    given={**at(3), **WIZARD, **broken("peilg", "radio", "iff")},
    answers=["iff"],
    then={"offers offer_wizard/d": ["peilg", "radio", "iff"], "device_out[iff]": "no"},
)


clause(
    "R-31 a jammer mended between the flak and the flak",
    "do visit 5",
    given={**at(4), **NO_CHAFF, **skilled("wizard")},
    dice=[CALM, *A_HIT, 26, 2, *ON_TARGET, *A_HIT, SKIN],
    answers=["go_on", "kettenhund"],
    then={"every B2a": [-2, -2], "wizard_used": "yes"},
)
clause(
    "R-31 a search radar mended in the middle of a combat",
    "do meet",
    given={**at(5), **silent("tail"), **skilled("wizard"), "enemies": 1, "enemy_type": "f8f"},
    dice=[5, 3, 1, 4, 26, 1, 1, 1, 1, 1],
    answers=["f8f", "radar"],
    asks=["B2-place", "B2-altitude", "B2-to_hit", "B2-hits", "B3", "B4-electronics", *["B2-to_hit", "B2-hits"] * 2],
)
clause(
    "R-31 or kept for something worse: then fighters come first",
    "do meet",
    given={**at(5), **silent("tail"), **skilled("wizard"), "enemies": 1, "enemy_type": "f8f"},
    dice=[5, 3, 1, 4, 26, 1, 1, 1, 1, 1],
    answers=["f8f", "none"],
    asks=["B2-place", "B2-altitude", "B2-to_hit", "B2-hits", "B3", "B4-electronics", *["B2-hits", "B2-to_hit"] * 2],
)
clause(
    "5-4 the last box is paid on entering the target: bombs and flak as ever",
    "do visit 5",
    given=at(4, endurance=1),
    dice=[CALM, *RUN],
    answers=["go_on", "both", "go_on"],
    then={"percent": 20, "endurance": 0, "hull": "airworthy"},
)
clause(
    "5-4 a leak in the first flak takes the last box: bombs and flak as ever, then down",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington", "endurance": 0},
    dice=[CALM, CALM, CALM, CALM, 6, 5, 13, 2, 6, 6, 13, 2, 6, 6, *ON_TARGET, *NO_HITS, 2],
    answers=["go_on"] * 5 + ["no_chaff", "go_on", "both", "land"],
    then={"percent": 20, "endurance": 0, "zone": 5, "fate": "captured", "hull": "ditched"},
)
clause(
    "6.3-3 the third engine lost to fighters over the target: neither flak nor bombs",
    "do visit 5",
    given={**at(4), **silent(), **stopped(2)},
    dice=[*P80[:5], 6, 15, 3, 5, 1, 1, 1, 1, 1],
    asks=["B1", *["B2-place", "B2-altitude"] * 2, "B2-hits", "B3", "B4-engine_no", "B4-engine", *["B2-hits"] * 5],
    then={"aborted": "yes", "percent": 0, "homeward": "yes", "bombs_aboard": "no"},
)
clause(
    "R-23 6.4.1-1 bombs behind jammed doors are landed with",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington"},
    dice=[CALM, CALM, CALM, CALM, *A_HIT, 11, 4, *NO_HITS, CALM, CALM, CALM, *SAFE],
    answers=["go_on"] * 5 + ["no_chaff", "go_on", "both"],
    then={"modifiers on B7": 1, "percent": 0, "bombs_aboard": "yes", "fate": "home"},
)
clause(
    "6.4.5-3 with a seriously wounded pilot the co-pilot brings her home",
    "do fly",
    given={"aircraft": "he277", "target": "dupont_wilmington"},
    dice=[CALM, CALM, CALM, CALM, *NO_HITS, *ON_TARGET, *A_HIT, 21, 1, 4, CALM, CALM, CALM, *SAFE],
    answers=["go_on"] * 5 + ["both", "go_on", "no_chaff"],
    then={"labels on B7": ["copilot"], "condition[pilot]": "serious", "fate": "home", "percent": 20},
)
clause(
    "R-43 at 10,000 ft fighters and endurance are as they were",
    "do visit 4",
    given={**at(3), **silent("tail"), "oxygen_out": "yes"},
    dice=[4, 5, 3, 5, 3, *[1] * 9],
    answers=["f8f six level", "f8f six level", "f8f six level", "go_on"],
    then={"endurance": 12, "every B2-to_hit": [0, 0, 0], "every B2-hits": [1] * 6},
)


LOADED: Facts = {**FIVE, "ammo[tail]": 0}
clause(
    "4.0-1 bombs", "do fit_out", given=LOADED, then={"bombs_aboard": "yes", "weapon_aboard": "no", "agent_aboard": "no"}
)
clause(
    "6.2.5.1 bombs and an agent",
    "do fit_out",
    given={**LOADED, "task": "agent_drop", "target": "new_york"},
    then={"bombs_aboard": "yes", "agent_aboard": "yes", **CHAFF},
)
clause(
    "6.2.3 an atomic bomb",
    "do fit_out",
    given={**LOADED, "task": "atomic", "target": "atomic_new_york"},
    then={"bombs_aboard": "no", "weapon_aboard": "yes", "agent_aboard": "no", **CHAFF},
)
clause(
    "9.2 she takes off with full magazines",
    "do fly",
    given=LOADED,
    dice=[CALM] * 4 + RUN + [CALM] * 3 + SAFE,
    then=FULL_MAGAZINES,
    options={"ammunition": "yes"},
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
