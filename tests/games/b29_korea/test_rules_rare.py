"""What is rare: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts, scene
from b29_korea.stories import (
    ALONE,
    BOMBED,
    BREATHLESS,
    BY_NIGHT,
    DARK,
    EMPTY,
    FLAK,
    HIGH,
    JOINED,
    JUMP,
    LAST,
    LOST,
    NO_POWER,
    NO_REASONS,
    OPEN,
    OVER,
    PLAIN,
    REASONS,
    SEA,
    SHOT,
    SKILLED,
    at,
    down,
    engines,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause, row = STORIES.clause, STORIES.row

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


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
