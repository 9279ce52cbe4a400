"""What is reconstructed honours the constraints that the tables set: the smallest story for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from b29_korea.bench import Facts, scene
from b29_korea.stories import (
    ALONE,
    BLIND,
    BY_NIGHT,
    EMPTY,
    ENGINES,
    EXPERT,
    FINDING,
    FLAK,
    HIGH,
    JAMMED,
    JOINED,
    JUMP,
    LAST,
    LOOSE,
    LOST_DICE,
    NO_ONE,
    NO_POWER,
    OPEN,
    OVER,
    PLAIN,
    ZONE,
    at,
    down,
    engines,
    modifiers,
    told,
)
from clauses import Clause, name_of

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
