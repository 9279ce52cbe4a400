"""Fighters, gunners, flak and evasive action: the smallest story for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from b29_korea.bench import Facts, Sky, scene
from b29_korea.stories import (
    ALONE,
    BY_NIGHT,
    EMPTY,
    FLAK,
    HIGH,
    JOINED,
    LAST,
    LOOSE,
    MEN,
    NO_POWER,
    OVER,
    PLAIN,
    SILENT,
    at,
    down,
    engines,
    modifiers,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

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


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
