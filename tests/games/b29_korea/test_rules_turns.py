"""The tour, and the turns of a mission: the smallest story for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from b29_korea.bench import Facts
from b29_korea.stories import (
    ALONE,
    ANOTHER,
    BLIND,
    BOMBED,
    BY_NIGHT,
    EMPTY,
    ENGINES,
    EXPERT,
    FINDING,
    GEAR_DOWN,
    HIGH,
    HOME,
    JOINED,
    JUMP,
    LOST_DICE,
    MEN,
    PLAIN,
    at,
    down,
    engines,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

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

# --- R-FUEL

for die, other, boxes in [(4, 4, 36), (5, 5, 38), (4, 5, 37), (5, 4, 37), (1, 1, 36), (6, 6, 38)]:
    clause(
        f"R-FUEL 3 {die} for the guns, {other} for the gunners",
        "do weigh_start",
        dice=[die, other],
        then={"fuel": boxes},
    )

clause("R-FUEL 3 switched off", "do depart", options=PLAIN, asks=[], then={"fuel": 38})

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


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
