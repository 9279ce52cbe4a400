"""Doors, bombs that hang, gear, flaps, ducts, exploding ammunition: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts
from b29_korea.stories import (
    DARK,
    EMPTY,
    FIRE,
    GEAR_DOWN,
    HIGH,
    JOINED,
    NO_POWER,
    OVER,
    at,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause, row = STORIES.clause, STORIES.row

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


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
