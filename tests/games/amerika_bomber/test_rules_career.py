"""The career: scoring, repairs, wounds, skills, awards, research, promotion, aircraft, victory; and whole years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from amerika_bomber.bench import GAME, Facts, Sky, data, program, scene
from amerika_bomber.stories import (
    CREW,
    advanced,
    at,
    broken,
    down,
    foe,
    home_from,
    skilled,
    stopped,
    told,
)
from bombsight.flat.sites import ChoiceSite, RollSite
from clauses import Clause, Stories, name_of

ALL: list[Stories] = []


def stories() -> Stories:
    """The stories of a chapter."""
    found = Stories()
    ALL.append(found)
    return found


MONTHS = tuple(data("Month", "quarter"))
COSTS = data("Skill", "cost")
AREAS = (
    *("improved_lotfe", "go229_escort", "improved_kettenhund", "enlarged_dueppel", "mine_shell", "gun_laying_radar"),
    *("crew_armour", "sealed_tanks", "ejection_seats"),
)


def back(**facts: Any) -> Facts:
    """She has landed in April, and there is no experience to spend."""
    return {**home_from(1), "experience": 0, **facts}


def in_month(month: str, **facts: Any) -> Facts:
    """She has landed, on the first sortie of this month."""
    return back(month=month, slot=4 * MONTHS.index(month) + 1, **facts)


# --- 6.2.4, 6.2.5: what a sortie scores

scoring = stories()


def score(rule: str, result: str, points: int, **facts: Any) -> None:
    """A sortie, what it is called, what it scores; only a success is counted as one."""
    won = int(result == "success")
    scoring.clause(
        rule,
        "do debrief",
        given=back(**facts),
        then={"result": result, "points": points, "successes": won, "period_successes": won, "flown": 1},
    )


ATOMIC = {"task": "atomic", "target": "atomic_new_york"}
AGENT = {"task": "agent_drop", "target": "new_york"}
LEAFLETS = {"task": "leaflets", "target": "boston"}
PHOTOS = {"task": "reconnaissance", "target": "boston"}
BLIND = {"camera_out[fixed_camera]": "yes", "camera_out[bay_camera]": "yes"}

for percent in (5, 10, 75):
    score(f"6.2.4 {percent} % is a success", "success", percent, percent=percent)
score("6.2.4 0 % is a failure", "failure", 0)
score("6.2.4 no drop is a failure", "failure", 0, aborted="yes")
score("6.2.4 bombs brought home are a failure", "failure", 0, bombs_aboard="yes", doors_jammed="yes")
score("6.2.4 an atomic bomb dropped scores 100", "success", 100, atomic_drop="yes", **ATOMIC)
score("6.2.4 one that was not dropped scores nothing", "failure", 0, weapon_aboard="yes", **ATOMIC)
score(
    "6.2.4 dropped is dropped, even if nobody comes home", "success", 100, atomic_drop="yes", fate="drowned", **ATOMIC
)
score("8-1 a dead pilot is scored all the same", "success", 20, percent=20, fate="dead")
score("6.2.4 so is one who was captured", "success", 20, percent=20, fate="captured", hull="shot_down")
score("6.2.5.1 R-08 agent dropped, New York missed", "success", 100, objective_met="yes", **AGENT)
score("6.2.5.1 R-08 agent dropped, New York bombed", "success", 130, objective_met="yes", percent=30, **AGENT)
score("6.2.5.1 R-08 New York bombed, agent not dropped", "failure", 30, percent=30, **AGENT)
score("6.2.5.1 nothing of it", "failure", 0, **AGENT)
score("6.2.5.2 leaflets dropped", "success", 100, objective_met="yes", **LEAFLETS)
score("6.2.5.2 not dropped", "failure", 0, **LEAFLETS)
score(
    "6.2.5.3 R-08 photographs score 100, their per cent not", "success", 100, objective_met="yes", percent=30, **PHOTOS
)
score("6.2.5.3 no photographs", "failure", 0, **PHOTOS)
score("6.2.5.3 both cameras damaged on the way home", "failure", 0, objective_met="yes", percent=30, **BLIND, **PHOTOS)
for camera in BLIND:
    one = {camera: "yes"}
    score(f"6.2.5.3 one lost, {camera}", "success", 100, objective_met="yes", percent=30, **one, **PHOTOS)
score("6.2.5.3 cameras matter to nobody else", "success", 20, percent=20, **BLIND)
score("6.2.5 a met objective counts, whatever came after", "success", 100, objective_met="yes", aborted="yes", **AGENT)

scoring.clause("2.0-1 the percentages add up", "do debrief", given=back(percent=20, points=60), then={"points": 80})
scoring.clause(
    "6.2.4 atomic bombs add up",
    "do debrief",
    given=back(atomic_drop="yes", atomic_bombs=1, points=100, **ATOMIC),
    then={"points": 200, "atomic_bombs": 2},
)
scoring.clause("6.2.4 a bomb is no atomic bomb", "do debrief", given=back(percent=75), then={"atomic_bombs": 0})
scoring.clause(
    "6.2.5-1 the 100 count for awards",
    "do debrief",
    given=back(objective_met="yes", points=200, **LEAFLETS),
    then={"medal[knights_cross]": "yes", "points": 300},
)

# --- 6.4: repairs

repairs = stories()
for hits, idle in ((0, 0), (1, 0), (6, 0), (7, 1), (12, 1)):
    repairs.clause(
        f"6.4-4 R-03 {hits} hits",
        "do debrief",
        given=back(hits=hits),
        then={"idle": idle, "hull": "airworthy", "aircraft": "he277", "bombers_lost": 0},
    )
for hits in (13, 40):
    repairs.clause(
        f"6.4-4 R-04 {hits} hits",
        "do debrief",
        given=back(hits=hits),
        then={"idle": 0, "hull": "worn_out", "aircraft": "he277", "bombers_lost": 1, "period_losses": 0},
    )
for hull, fate in (("shot_down", "rescued"), ("ditched", "rescued"), ("crashed", "home")):
    repairs.clause(
        f"6.4-4 R-34 nobody repairs what is {hull}",
        "do debrief",
        given=back(hits=9, hull=hull, fate=fate),
        then={"idle": 0, "aircraft": "he277", "period_losses": 1},
    )
repairs.clause("R-03 skin counts", "do random_hit", given=at(3), dice=[16], then={"hits": 1})
repairs.clause("R-03 so does a man", "do random_hit", given=at(3), dice=[21, 3, 1], then={"hits": 1})
repairs.clause(
    "R-03 and one who is not aboard",
    "do random_hit",
    given=at(3),
    dice=[21, 7],
    then={"hits": 1},
    asks=["B3", "B4-crew"],
)
repairs.clause("R-03 but not what is ignored", "do random_hit", given={**at(3), **skilled("acm")}, then={"hits": 0})
for hits, answer, idle, kept in (
    (7, "mechanic", 0, 0),
    (7, "usual", 1, 1),
    (13, "mechanic", 1, 0),
    (18, "mechanic", 1, 0),
):
    repairs.clause(
        f"C1-10 {hits} hits and a master mechanic, {answer}",
        "do debrief",
        given=back(hits=hits, mechanics=1),
        answers=[answer],
        then={"idle": idle, "mechanics": kept, "hull": "airworthy"},
    )
repairs.clause(
    "C1-10 19 hits are too many for him", "do debrief", given=back(hits=19, mechanics=1), then={"hull": "worn_out"}
)
repairs.clause("C1-10 nobody needs him for 6", "do debrief", given=back(hits=6, mechanics=1), then={"mechanics": 1})
repairs.clause(
    "R-35 repair and wound", "do debrief", given=back(hits=9, **down("pilot", wound="light")), then={"idle": 1}
)
repairs.clause(
    "R-35 repair and training",
    "do debrief",
    given=in_month("august", hits=9),
    answers=["ju390"],
    then={"idle": 1, "aircraft": "ju390"},
)
repairs.clause(
    "R-35 a rough landing, wound and training",
    "do debrief",
    given=in_month("august", idle=1, **down("pilot", wound="light")),
    answers=["ju390"],
    then={"idle": 1},
)
repairs.clause("R-35 the longest", "do debrief", given=back(hits=9, **down("pilot")), dice=[7], then={"idle": 4})
for already, more, longest in ((0, 2, 2), (3, 2, 3), (2, 2, 2)):
    repairs.clause(f"R-35 {already} and {more}", f"do miss {more}", given=back(idle=already), then={"idle": longest})

# --- 6.4.3: rough and crash landings; the port leg alone is +3, both +6

landings = stories()
LEG: Facts = {"gear_out[port]": "yes"}
LEGS: Facts = {"gear_out[port]": "yes", "gear_out[starboard]": "yes"}
HURT_IN_A_CRASH = ("light", "light", "serious", "serious", "killed", "light", "serious", "killed")
for total, wound, idle in ((9, "fit", 0), (10, "light", 1), (11, "light", 1)):
    landings.clause(
        f"6.4.3 a {total + 3}",
        "do land_at_base",
        given=back(**LEG),
        dice=[7, total],
        then={"hull": "airworthy", "idle": idle, "fate": "home", **down(*CREW, wound=wound)},
        asks=["B6", "B7"],
    )
for total, broken_legs in ((12, LEG), (9, LEGS), (11, LEGS)):
    landings.clause(
        f"6.4.3 a crash with {total} and {len(broken_legs)}",
        "do land_at_base",
        given=back(**broken_legs),
        dice=[7, total, 1, 3, 4, 5, 6, 2, 4, 6],
        then={
            "hull": "crashed",
            "fate": "home",
            **{f"condition[{man}]": wound for man, wound in zip(CREW, HURT_IN_A_CRASH, strict=True)},
        },
        asks=["B6", "B7", *["B5"] * 8],
    )
landings.clause(
    "6.4.3 R-26 a light wound does not better a serious one",
    "do land_at_base",
    given=back(**LEG, **down("navigator")),
    dice=[7, 10],
    then={"condition[navigator]": "serious", "condition[pilot]": "light"},
)
landings.clause(
    "6.4.3 18 kills all",
    "do land_at_base",
    given=back(**LEGS),
    dice=[7, 12],
    then={"hull": "crashed", "fate": "dead", **down(*CREW, wound="killed")},
    asks=["B6", "B7"],
)
landings.clause(
    "6.4.3 nobody is hurt who is not aboard",
    "do land_at_base",
    given=back(**LEG),
    dice=[7, 10],
    then=down("top_gunner", "port_gunner", "starboard_gunner", "agent", wound="fit"),
)
landings.clause(
    "6.8 R-52 a landing wounds for no badge",
    "do land_at_base",
    given=back(**LEG),
    dice=[7, 10],
    then={"combat_wounds": 0},
)

# --- 6.4.5: time lost

wounds = stories()
for man in CREW[1:]:
    wounds.clause(
        f"6.4.5-2 {man} misses one",
        "do debrief",
        given=back(**down(man, wound="light")),
        then={f"crew[{man}].away": 1, "idle": 0},
        asks=[],
    )
    for dice, missed in ((2, 2), (7, 4), (12, 12)):
        wounds.clause(
            f"6.4.5-3 {man} in hospital {dice}",
            "do debrief",
            given=back(**down(man)),
            dice=[dice],
            then={f"crew[{man}].away": missed, "idle": 0},
            asks=["C2"],
        )
wounds.clause(
    "6.4.5-2 the pilot has nobody to stand in",
    "do debrief",
    given=back(**down("pilot", wound="light")),
    then={"idle": 1, "crew[pilot].away": 0, "aircraft": "he277"},
)
for dice, missed in ((2, 2), (4, 3), (8, 6), (10, 8), (11, 10), (12, 12)):
    wounds.clause(
        f"6.4.5-3 nor in hospital {dice}",
        "do debrief",
        given=back(**down("pilot")),
        dice=[dice],
        then={"idle": missed, "crew[pilot].away": 0},
        asks=["C2"],
    )
for ending in ("dead", "captured", "drowned", "interned"):
    wounds.clause(
        f"6.4.5-4 R-21 it ends with a pilot {ending}",
        "do debrief",
        given=back(fate=ending, percent=20, experience=1, hits=9, **down("navigator", "pilot")),
        then={"ending": ending, "points": 20},
        asks=[],
        asked=[],
    )
for fate in ("home", "rescued", "escaped"):
    wounds.clause(
        f"R-21 it goes on with one {fate}",
        "do debrief",
        given=back(fate=fate, hull="airworthy" if fate == "home" else "ditched"),
        then={"ending": "none", "pilot_out": "no"},
    )
for wound, kills in (("light", 4), ("serious", 0), ("killed", 0)):
    wounds.clause(
        f"R-28 the kills of one {wound}",
        "do debrief",
        given=back(**down("tail_gunner", wound=wound), **{"crew[tail_gunner].kills": 4, "crew[engineer].kills": 3}),
        dice=[7] if wound == "serious" else [],
        then={"crew[tail_gunner].kills": kills, "crew[engineer].kills": 3},
    )
wounds.clause(
    "6.8.8 an ace killed is none any more",
    "do debrief",
    given=back(**down("tail_gunner", wound="killed"), **{"crew[tail_gunner].kills": 6}),
    then={"is_ace(tail_gunner)": "no", "crew[tail_gunner].away": 0},
)
wounds.clause(
    "R-28 one lightly wounded comes back an ace",
    "do debrief",
    given=back(**{"crew[tail_gunner].kills": 6, "crew[tail_gunner].away": 1}),
    then={"is_ace(tail_gunner)": "yes", "crew[tail_gunner].away": 0},
)
wounds.clause(
    "R-28 meanwhile there is none",
    "define is_ace tail_gunner",
    given=at(3, **{"crew[tail_gunner].kills": 6, "crew[tail_gunner].away": 1}),
    then={"result": "no"},
)
for wound in ("light", "serious", "killed"):
    wounds.clause(
        f"R-28 a temporary man {wound} changes nothing for the other",
        "do debrief",
        given=back(**down("tail_gunner", wound=wound), **{"crew[tail_gunner].kills": 4, "crew[tail_gunner].away": 3}),
        then={"crew[tail_gunner].kills": 4, "crew[tail_gunner].away": 2},
        asks=[],
    )
for kills, away, after in ((2, 0, 3), (2, 1, 2)):
    wounds.clause(
        f"R-28 a kill by the {'regular' if away == 0 else 'temporary'} man",
        "do credit tail",
        given=at(3, **{"crew[tail_gunner].kills": kills, "crew[tail_gunner].away": away}),
        then={"crew[tail_gunner].kills": after},
    )
wounds.clause(
    "6.2.5.1 nobody waits for an agent in hospital",
    "do debrief",
    given=back(**down("agent"), **AGENT),
    then={"crew[agent].away": 0},
    asks=[],
)
for call in ("do debrief", "do rest"):
    wounds.clause(
        f"6.4.5 time passes with {call[3:]}",
        call,
        given=back(idle=0 if call == "do debrief" else 2, **{"crew[navigator].away": 3}),
        then={"crew[navigator].away": 2},
    )


def test_a_killed_man_is_a_new_man() -> None:
    found = scene(back(**down("bombardier", wound="killed"), **down("navigator", wound="light")))
    before = found.facts(f"crew[{man}].name" for man in CREW)
    found.do("debrief")
    after = found.facts(f"crew[{man}].name" for man in CREW)
    assert [man for man in before if before[man] != after[man]] == ["crew[bombardier].name"]
    assert len(set(after.values())) == len(CREW)


def test_a_rough_landing_keeps_all_of_them_from_one_sortie() -> None:
    found = scene(back(**LEG, hits=9))
    found.do("land_at_base", dice=[7, 10])
    found.do("debrief")
    assert found["idle"] == 1
    assert found["medal[wound_black]"] == "no"
    found.do("rest")
    assert found["idle"] == 0
    assert {found[f"crew[{man}].away"] for man in CREW} == {0}


def test_after_a_crash_there_is_a_new_aircraft_and_some_new_men() -> None:
    found = scene(back(**LEG))
    found.do("land_at_base", dice=[7, 12, 1, 3, 4, 5, 6, 2, 4, 6])
    found.do("debrief", dice=[7, 8, 9])
    assert found.asked == ["C2", "C2", "C2"]
    away = [found[f"crew[{man}].away"] for man in CREW]
    assert away == [0, 1, 4, 6, 0, 1, 6, 0]
    assert (found["idle"], found["aircraft"], found["period_losses"], found["wounds"]) == (1, "he277", 1, 0)


def test_the_drowned_are_new_men_and_their_skills_are_gone() -> None:
    found = scene(
        back(
            zone=3,
            experience=0,
            **skilled("navigation", "wizard", "weapons", "accuracy"),
            **{"crew[tail_gunner].kills": 6, "crew[engineer].kills": 2},
        )
    )
    names = [f"crew[{man}].name" for man in CREW]
    before = found.facts(names)
    found.do("forced_down", dice=[*[2] * 8, 12, 12, 12, 2, 12, 2, 12, 2], answers=["jump"])
    found.do("debrief")
    after = found.facts(names)
    lost = ["navigator", "ewo", "tail_gunner"]
    assert [name for name in names if before[name] != after[name]] == [f"crew[{man}].name" for man in lost]
    assert (found["crew[tail_gunner].kills"], found["crew[engineer].kills"]) == (0, 2)
    kept = {skill for skill in COSTS if found[f"skill[{skill}]"] == "yes"}
    assert kept == {"weapons", "accuracy"}


# --- 6.7: experience and skills

skills = stories()
for flown, gained in ((0, 0), (2, 0), (3, 1), (4, 0), (7, 1), (46, 0), (47, 1)):
    skills.clause(
        f"6.7-1 the {flown + 1}th sortie",
        "do debrief",
        given=back(flown=flown),
        answers=["none"] if gained else [],
        then={"flown": flown + 1, "experience": gained},
    )
FLIGHTS: dict[str, Facts] = {
    "turned back": {"aborted": "yes"},
    "shot down": {"fate": "rescued", "hull": "shot_down"},
    "on a special mission": PHOTOS,
    "that succeeded": {"percent": 20},
}
for name, facts in FLIGHTS.items():
    skills.clause(
        f"6.7-1 R-25 the fourth sortie, {name}",
        "do debrief",
        given=back(flown=3, **facts),
        answers=["none"],
        then={"experience": 1, "flown": 4},
    )
skills.clause(
    "6.7-1 no experience on the ground",
    "do rest",
    given=back(flown=3, idle=2),
    then={"experience": 0, "flown": 3, "idle": 1},
)
skills.clause("6.7-1 one point to begin with", "define holds_knights_cross", then={"experience": 1})
for skill, cost in COSTS.items():
    skills.clause(
        f"6.7 {skill} costs {cost}",
        "do spend",
        given={"experience": cost},
        answers=[skill],
        then={"experience": 0, f"skill[{skill}]": "yes"},
        nothing=True,
    )
skills.clause(
    "6.7 several at once",
    "do spend",
    given={"experience": 8},
    answers=["sixth_sense", "acm", "landing"],
    then={"experience": 0, **skilled("sixth_sense", "acm", "landing")},
)
skills.clause("6.7 or none", "do spend", given={"experience": 8}, answers=["none"], nothing=True)
skills.clause("6.7 nothing costs nothing", "do spend", given={"experience": 0}, asked=[], nothing=True)
skills.clause("6.7 bought once", "do spend", given={"experience": 8, **skilled(*COSTS)}, asked=[], nothing=True)
for points, on_offer in (
    (1, ["shared", "leadership", "parachute", "landing"]),
    (2, ["shared", "leadership", "weapons", "wizard", "parachute", "landing"]),
    (3, [skill for skill in COSTS if skill != "sixth_sense"]),
    (4, list(COSTS)),
):
    skills.clause(
        f"6.7 for {points}",
        "do spend",
        given={"experience": points},
        answers=["none"],
        then={"offers spend/bought": on_offer},
    )
skills.clause(
    "6.7 what was lost can be bought again",
    "do spend",
    given={"experience": 3, **skilled("accuracy", "acm")},
    answers=["navigation"],
    then={"experience": 0, "skill[navigation]": "yes"},
)

FIRST, FIRST_TWO = down("pilot"), down("pilot", "copilot")
ANYBODY = down("pilot", "copilot", "engineer")
for who, facts, without, having in (
    ("the pilot", {}, 0, 0),
    ("the co-pilot", FIRST, 2, 0),
    ("the engineer", FIRST_TWO, 4, 0),
    ("somebody else", ANYBODY, 8, 8),
):
    for bought, amount in (((), without), (("shared",), having)):
        skills.clause(
            f"6.7 Shared Expertise, {who} lands, {len(bought)}",
            "roll B7 at_base",
            given={**home_from(1), **facts, **skilled(*bought)},
            dice=[4],
            then={"modifiers on B7": amount},
        )
for natural, kind, without, having in ((6, "f8f", 3, 0), (6, "p47", 4, 1), (5, "f8f", 2, 2), (4, "f8f", 1, 1)):
    for bought, found_hits in (((), without), (("sixth_sense",), having)):
        skills.clause(
            f"6.7 Sixth Sense, a {natural} by a {kind} from behind, {len(bought)}",
            "roll B2-hits 0",
            given=at(3, **skilled(*bought)),
            fighters=[foe(kind, "six")],
            dice=[natural],
            then={"result": found_hits},
        )
skills.clause(
    "6.7 ACM, the first in this zone",
    "do random_hit",
    given=at(3, **skilled("acm")),
    then={"hits": 0, "first_hit_ignored": "yes"},
    asks=[],
)
skills.clause(
    "6.7 ACM, the second",
    "do random_hit",
    given=at(3, first_hit_ignored="yes", **skilled("acm")),
    dice=[16],
    then={"hits": 1},
)
skills.clause("6.7 without ACM", "do random_hit", given=at(3), dice=[16], then={"hits": 1})
for table, skill, amount, die, args in (
    ("B11", "accuracy", 1, 7, "on_target"),
    ("B10", "navigation", -2, 7, ""),
    ("B8", "parachute", -1, 7, "navigator no"),
    ("B7", "landing", -1, 7, "at_base"),
):
    ordinary = 1 if table == "B11" else 0
    for bought in ((), (skill,)):
        skills.clause(
            f"6.7 {skill}, {len(bought)}",
            f"roll {table} {args}".strip(),
            given=home_from(5, **skilled(*bought)),
            dice=[die],
            then={f"modifiers on {table}": ordinary + amount * len(bought)},
        )
for wound, amount in (("light", -2), ("serious", 1), ("killed", 1)):
    skills.clause(
        f"6.7 R-29 Navigation, the navigator {wound}",
        "roll B10",
        given=at(5, **skilled("navigation"), **down("navigator", wound=wound)),
        dice=[7],
        then={"modifiers on B10": amount, "skill[navigation]": "yes"},
    )
CARED: Facts = at(3, **skilled("weapons"))
for name, facts, state in (
    ("the first gun", CARED, "sound"),
    ("the second", {**CARED, "guns_spared": "yes"}, "inop"),
    ("without the skill", at(3), "inop"),
    ("with one gunner", {**CARED, **down("ventral_gunner")}, "sound"),
    ("with two lightly wounded", {**CARED, **down("ventral_gunner", "tail_gunner", wound="light")}, "sound"),
    ("with none", {**CARED, **down("ventral_gunner", "tail_gunner")}, "inop"),
):
    skills.clause(f"6.7 Weapons Maintenance, {name}", "do gun_fails tail", given=facts, then={"gun_state[tail]": state})
DEAF: Facts = at(3, **skilled("wizard"), **broken("radar", "iff"))
skills.clause(
    "6.7 Electronics Wizard",
    "do offer_wizard",
    given=DEAF,
    answers=["iff"],
    then={"device_out[iff]": "no", "wizard_used": "yes", "offers offer_wizard/d": ["radar", "iff"]},
    nothing=True,
)
skills.clause("6.7 he may wait", "do offer_wizard", given=DEAF, answers=["none"], nothing=True)
for name, facts in {
    "again": {**DEAF, "wizard_used": "yes"},
    "badly hurt": {**DEAF, **down("ewo")},
    "without the skill": {**DEAF, "skill[wizard]": "no"},
    "with nothing to do": at(3, **skilled("wizard")),
}.items():
    skills.clause(f"6.7 R-31 no Wizard, {name}", "do offer_wizard", given=facts, asked=[], nothing=True)
skills.clause(
    "6.7 R-31 a scratch does not keep him",
    "define wizard_ready",
    given={**DEAF, **down("ewo", wound="light")},
    then={"result": "yes"},
)

HELD = skilled(*COSTS)
GUNNERS = {
    "he277": ("ventral_gunner", "tail_gunner"),
    "me364": ("top_gunner", "ventral_gunner", "tail_gunner"),
    "fw300": ("port_gunner", "starboard_gunner", "tail_gunner"),
    "e555": ("tail_gunner",),
}


def loses(rule: str, lost: Sequence[str], **facts: Any) -> None:
    """Which skills are gone after a sortie."""
    skills.clause(
        rule,
        "do debrief",
        given=back(**HELD, **facts),
        then={f"skill[{skill}]": "no" if skill in lost else "yes" for skill in COSTS},
        loose=True,
    )


loses("6.7 nothing is lost on a good day", [])
for wound in ("serious", "killed"):
    loses(f"6.7 R-29 the navigator {wound}", ["navigation"], **down("navigator", wound=wound))
    loses(f"6.7 the bombardier {wound}", [], **down("bombardier", wound=wound))
    for kind, gunners in GUNNERS.items():
        loses(f"6.7 R-30 all gunners of {kind} {wound}", ["weapons"], aircraft=kind, **down(*gunners, wound=wound))
        if gunners[1:]:
            loses(f"6.7 R-30 all of {kind} but one {wound}", [], aircraft=kind, **down(*gunners[1:], wound=wound))
loses(
    "6.7 one gunner badly hurt, the other killed",
    ["weapons"],
    **down("ventral_gunner"),
    **down("tail_gunner", wound="killed"),
)
loses("6.7 the electronics officer killed", ["wizard"], **down("ewo", wound="killed"))
loses("6.7 the electronics officer badly hurt", [], **down("ewo"))
loses("6.7 light wounds cost no skill", [], **down(*CREW[1:], wound="light"))
loses("6.7 the pilot's light wound neither", [], **down("pilot", wound="light"))
loses("6.7 the co-pilot killed", [], **down("copilot", "engineer", wound="killed"))
loses("7.3-1 the pilot badly hurt", ["accuracy", "navigation", "wizard", "weapons"], **down("pilot"))
loses("7.4-1 an aircraft lost costs no skill", [], fate="rescued", hull="shot_down")

# --- 6.8: awards

awards = stories()
MEDALS = tuple(data("Medal", "needed"))


def earns(rule: str, *medals: str, **facts: Any) -> None:
    """What a sortie is awarded for, beside what he wore already."""
    worn = {name.removeprefix("medal[").rstrip("]") for name in facts if name.startswith("medal[")}
    awards.clause(
        rule,
        "do debrief",
        given=back(**facts),
        answers=["none"] if int(facts.get("flown", 0)) % 4 == 3 else [],
        then={f"medal[{medal}]": "yes" if medal in {*medals, *worn} else "no" for medal in MEDALS},
    )


def worn(*medals: str) -> Facts:
    """He wears these."""
    return {f"medal[{medal}]": "yes" for medal in medals}


WON: Facts = {"percent": 20}
SECOND, BOTH = worn("iron_second"), worn("iron_second", "iron_first")
earns("6.8.2 the first success", "iron_second", **WON)
earns("6.8.2 no failure")
earns("6.8.3 the fifth success", "iron_first", successes=4, **WON, **SECOND)
earns("6.8.3 no fourth", successes=3, **WON, **SECOND)
earns("6.8.3 no failure after four", successes=4, **SECOND)
earns("6.8.6 the tenth success", "german_cross", successes=9, **WON, **BOTH)
earns("6.8.6 no ninth", successes=8, **WON, **BOTH)
earns("6.8.4 the fifth mission", "shield", flown=4)
earns("6.8.4 no fourth", flown=3)
earns("6.8.4 successes have no part in it", "iron_first", flown=3, successes=4, **WON, **SECOND)
earns("6.8.5 the twentieth flight", "clasp_bronze", flown=19, **worn("shield"))
earns("6.8.5 no nineteenth", flown=18, **worn("shield"))
earns("6.8.5 nor silver for the last one", flown=47, **worn("shield", "clasp_bronze"))
for grade, total, before in (
    ("knights_cross", 300, ()),
    ("oakleaves", 600, ("knights_cross",)),
    ("swords", 750, ("oakleaves",)),
):
    facts = {**WON, "successes": 2, **worn("iron_second", *before)}
    earns(f"6.8.7 {total} %", grade, points=total - 20, **facts)
    earns(f"6.8.7 {total + 10} %", grade, points=total - 10, **facts)
    earns(f"6.8.7 not {total - 5} %", points=total - 25, **facts)
DROPPED: Facts = {**ATOMIC, "atomic_drop": "yes", "successes": 2, **worn("iron_second")}
earns("6.8.7 the first atomic bomb", "diamonds", **DROPPED)
earns("6.8.7 R-39 straight over the others", "diamonds", points=200, **DROPPED)
earns("6.8.7 no bomb that was not dropped", **ATOMIC)
earns("6.8.7 no special mission", "knights_cross", **LEAFLETS, objective_met="yes", points=200, successes=2, **SECOND)
earns(
    "6.8.7 R-39 two grades at once",
    "swords",
    **{**AGENT, "objective_met": "yes", "percent": 75, "points": 580, "successes": 6},
    **worn("iron_second", "iron_first", "knights_cross"),
)
earns(
    "6.8.7 R-39 nothing below the diamonds",
    points=290,
    atomic_bombs=1,
    successes=2,
    **WON,
    **worn("iron_second", "diamonds"),
)
BADGES = ("wound_black", "wound_silver", "wound_gold")
for before_now, now, badge in (
    (0, 1, 0),
    (1, 1, None),
    (2, 1, 1),
    (3, 1, None),
    (4, 1, 2),
    (5, 1, None),
    (1, 2, 1),
    (3, 2, 2),
):
    had = BADGES[: (before_now + 1) // 2]
    given = () if badge is None else (BADGES[badge],)
    earns(f"6.8.1 {now} after {before_now} wounds", *given, wounds=before_now, combat_wounds=now, **worn(*had))
earns("6.8.1 two at once", "wound_black", combat_wounds=2)
earns("6.8.1 no wound, no badge", wounds=2, **worn("wound_black"))
earns("6.8.1 R-52 a wound that is no combat wound", **down("pilot", wound="light"))
earns("6.8.8 fighters shot down are for nobody's neck", downed=40)
awards.clause("6.8.1 wounds are counted", "do debrief", given=back(wounds=3, combat_wounds=2), then={"wounds": 5})
for die, wound in ((1, "light"), (4, "serious")):
    awards.clause(
        f"6.8.1 a combat wound by a {die}",
        "do hurt pilot",
        given=at(3),
        dice=[die],
        then={"combat_wounds": 1, "condition[pilot]": wound},
    )
awards.clause("6.8.1 nobody else's", "do hurt copilot", given=at(3), dice=[4], then={"combat_wounds": 0})
SCRATCHED: Facts = at(3, combat_wounds=1, **down("pilot", wound="light"))
awards.clause("R-26 the same again is none", "do hurt pilot", given=SCRATCHED, dice=[2], nothing=True)
awards.clause("6.8.1 a worse one is another", "do hurt pilot", given=SCRATCHED, dice=[5], then={"combat_wounds": 2})
for kills, ace in ((4, "no"), (5, "yes"), (6, "yes")):
    awards.clause(
        f"6.8.8 {kills} kills",
        "define is_ace tail_gunner",
        given=at(3, **{"crew[tail_gunner].kills": kills}),
        then={"result": ace},
    )
awards.clause(
    "6.8.8 an ace from the fifth kill on",
    "do credit tail",
    given=at(3, **{"crew[tail_gunner].kills": 4}),
    then={"is_ace(tail_gunner)": "yes", "is_ace(ventral_gunner)": "no"},
)

# --- 6.9: research

research = stories()
THREE: Facts = {"research[improved_lotfe]": 3, "research[crew_armour]": 2, "research[ejection_seats]": 1}
research.clause(
    "6.9.1-1 an area that was at 0",
    "do research_month",
    answers=["mine_shell"],
    dice=[2],
    then={"research[mine_shell]": 1},
    asks=["A2"],
    nothing=True,
)
research.clause(
    "6.9.1-1 or one that was not; 6.9.1-2 all of them roll",
    "do research_month",
    given=THREE,
    answers=["crew_armour"],
    dice=[4, 3, 1],
    then={"research[crew_armour]": 3, "achieved[crew_armour]": "yes", "achieved[ejection_seats]": "yes"},
    asks=["A2", "A2", "A2"],
    nothing=True,
)
research.clause(
    "6.9.1-1 or none, and they roll all the same",
    "do research_month",
    given=THREE,
    answers=["none"],
    dice=[3, 6, 6],
    then={"achieved[improved_lotfe]": "yes"},
    nothing=True,
)
research.clause(
    "6.9.1-2 once only",
    "do research_month",
    given={**THREE, **advanced("improved_lotfe")},
    answers=["crew_armour"],
    dice=[6, 6],
    then={
        "research[crew_armour]": 3,
        "offers research_month/wanted": [area for area in AREAS if area != "improved_lotfe"],
    },
    asks=["A2", "A2"],
    nothing=True,
)
research.clause("6.9.1-2 nothing left", "do research_month", given=advanced(*AREAS), asks=[], asked=[], nothing=True)
for level in range(1, 7):
    for die in {1, level, min(level + 1, 6)} - {0}:
        research.clause(
            f"6.9.1-2 level {level}, a {die}",
            "do research_month",
            given={"research[sealed_tanks]": level},
            answers=["none"],
            dice=[die],
            then={"achieved[sealed_tanks]": "yes" if die <= level else "no"},
        )
for slot in range(1, 49):
    research.clause(
        f"6.9.1-1 R-49 slot {slot}",
        "define month_over",
        given={"slot": slot},
        then={"result": "no" if slot % 4 else "yes"},
    )
for area, call, without, having in (
    ("improved_lotfe", "roll B11 on_target", 1, 2),
    ("go229_escort", "roll B2-cover 2", 0, 1),
    ("improved_kettenhund", "roll B2a heavy 0", -2, -3),
    ("crew_armour", "roll B5 enemy_fire", 0, -1),
    ("crew_armour", "roll B5 accident", 0, 0),
    ("sealed_tanks", "roll B4-fuel", 0, 1),
    ("ejection_seats", "roll B8 navigator no", 0, -2),
    ("mine_shell", "roll B2-damage nose f8f", 1, 2),
):
    table = call.split()[1]
    die = 12 if table == "B4-fuel" else 3
    for achieved, amount in ((False, without), (True, having)):
        research.clause(
            f"6.9 {call}, {area} {'achieved' if achieved else 'at 5'}",
            call,
            given=at(2, **{f"research[{area}]": 5}, **(advanced(area) if achieved else {})),
            dice=[die],
            then={f"modifiers on {table}": amount},
        )
for gun, having in (("tail", 1), ("ventral", 0)):
    for achieved in (False, True):
        research.clause(
            f"6.9 gun-laying radar, {gun}, {achieved}",
            f"roll B2-to_hit {gun} 0",
            given=at(2, **(advanced("gun_laying_radar") if achieved else {})),
            fighters=[foe("f8f", "six", "low")],
            dice=[2],
            then={"modifiers on B2-to_hit": having * achieved},
        )
for task, chaff in (("bombing", (2, 3)), ("leaflets", (0, 0))):
    for achieved in (False, True):
        research.clause(
            f"6.9 chaff on {task}, enlarged {achieved}",
            "do fit_out",
            given={"aircraft": "he277", "task": task, **(advanced("enlarged_dueppel") if achieved else {})},
            then={"chaff[dispenser_a]": chaff[achieved], "chaff[dispenser_b]": chaff[achieved]},
        )


def test_an_advance_works_from_then_on() -> None:
    found = scene(at(5))
    found.roll("B11", "on_target", dice=[7])
    found.do("research_month", answers=["improved_lotfe"], dice=[1])
    found.roll("B11", "on_target", dice=[7])
    assert found.throws[-1].total == 9
    found.do("mission", 5, dice=[11, 7, 7, 7, 7, 1, 2, 7, 7, 1, 2, 7, 7, 7, 7, 7])
    assert next(throw for throw in found.throws if throw.table == "B11").total == 9


# --- 6.10: rank and promotion

ranks = stories()
NEXT_RANK = {"hauptmann": "major", "major": "oberstleutnant", "oberstleutnant": "oberst"}
for rank, higher in NEXT_RANK.items():
    for die in range(1, 7):
        ranks.clause(
            f"6.10.2-1 a {rank} throws {die}",
            "do promotion",
            given={"rank": rank},
            dice=[die],
            then={"rank": higher if die <= 4 else rank, "modifiers on promotion_board": 0},
        )


def board(rule: str, amount: int, facts: Facts | None = None) -> None:
    """What his record is worth before the board."""
    ranks.clause(
        f"6.10.2-2 {rule}",
        "do promotion",
        given=facts or {},
        dice=[4],
        then={"modifiers on promotion_board": amount, "rank": "major" if amount <= 0 else "hauptmann"},
    )


for grade in ("knights_cross", "oakleaves", "swords", "diamonds"):
    board(grade, -2, worn(grade))
board("R-36 all grades", -2, worn("knights_cross", "oakleaves", "swords", "diamonds"))
board("no other medal", 0, worn(*MEDALS[:10]))
for successes, amount in ((0, 0), (9, 0), (10, -1), (16, -1)):
    board(f"R-36 {successes} successes", amount, {"period_successes": successes, "successes": 30})
for crosses in (1, 2):
    board(f"{crosses} crosses in the period", -crosses, {"period_crosses": crosses})
for losses in (1, 2, 3):
    board(f"{losses} lost in the period", losses, {"period_losses": losses, "bombers_lost": 4})
board("none lost in the period", 0, {"bombers_lost": 4})
board("Leadership", -2, skilled("leadership"))
board("no other skill", 0, skilled(*(skill for skill in COSTS if skill != "leadership")))
EVERYTHING: Facts = {
    **worn("knights_cross"),
    **skilled("leadership"),
    "period_successes": 12,
    "period_crosses": 2,
    "period_losses": 1,
}
board("all of it", -2 - 2 - 1 - 2 + 1, EVERYTHING)
for die, facts, promoted in (
    (6, worn("knights_cross"), True),
    (5, {"period_successes": 10}, True),
    (6, {"period_successes": 10}, False),
    (4, {"period_losses": 1}, False),
    (3, {"period_losses": 1}, True),
    (6, {**skilled("leadership"), "period_losses": 1}, False),
):
    ranks.clause(
        f"6.10.2-1 a {die} with {', '.join(facts)}",
        "do promotion",
        given=facts,
        dice=[die],
        then={"rank": "major" if promoted else "hauptmann"},
    )
for die in (1, 6):
    ranks.clause(
        f"6.10.2-2 a new period begins after a {die}",
        "do promotion",
        given={"period_successes": 9, "period_crosses": 1, "period_losses": 3, "successes": 9, "bombers_lost": 3},
        dice=[die],
        then={"period_successes": 0, "period_crosses": 0, "period_losses": 0, "successes": 9, "bombers_lost": 3},
    )
for number, month in enumerate(MONTHS):
    boards = ["promotion_board"] if month in ("july", "november", "march") else []
    ranks.clause(
        f"6.10.2-1 the end of {month}",
        "do month_end",
        given={"month": month, "slot": 4 * number + 4, "period_successes": 3},
        answers=["none"],
        dice=[5] * len(boards),
        then={"period_successes": 0 if boards else 3},
        asks=boards,
    )
ranks.clause(
    "6.10.2-1 R-37 research goes first",
    "do month_end",
    given={"month": "november", "slot": 32},
    answers=["mine_shell"],
    dice=[1, 1],
    then={"rank": "major", "achieved[mine_shell]": "yes"},
    asks=["A2", "promotion_board"],
)
for name, crosses, facts in (
    ("Iron Cross 1st Class", 1, {"successes": 4, **WON, **SECOND}),
    ("German Cross", 1, {"successes": 9, **WON, **BOTH}),
    ("Iron Cross 2nd Class", 0, WON),
    ("Knight's Cross", 0, {"points": 290, "successes": 2, **WON, **SECOND}),
):
    ranks.clause(f"6.10.2-2 the {name}", "do debrief", given=back(**facts), then={"period_crosses": crosses})
for hull, fate, lost in (
    ("crashed", "home", 1),
    ("shot_down", "rescued", 1),
    ("ditched", "rescued", 1),
    ("airworthy", "home", 0),
):
    ranks.clause(
        f"6.10.2-2 {hull}",
        "do debrief",
        given=back(hull=hull, fate=fate),
        then={"period_losses": lost, "bombers_lost": lost},
    )
ranks.clause("6.10.2-2 R-04 worn out", "do debrief", given=back(hits=13), then={"period_losses": 0, "bombers_lost": 1})

for rank, granted in (("hauptmann", 0), ("major", 1), ("oberstleutnant", 2), ("oberst", 0)):
    if not granted:
        ranks.clause(
            f"6.10.1 {rank}", "do assign", given={"aircraft": "he277", "rank": rank}, dice=[11], asks=["A1"], asked=[]
        )
        continue
    ranks.clause(
        f"6.10.1 a {rank} need not ask",
        "do assign",
        given={"aircraft": "he277", "rank": rank},
        dice=[34],
        answers=["obey"],
        then={"target": "dupont_wilmington"},
        asks=["A1"],
    )
    for die in range(1, 7):
        chosen = die <= granted
        ranks.clause(
            f"6.10.1 R-07 a {rank} asks, {die}",
            "do assign",
            given={"aircraft": "he277", "rank": rank},
            dice=[die] if chosen else [die, 34],
            answers=["ask_for", "chrysler"] if chosen else ["ask_for"],
            then={"target": "chrysler" if chosen else "dupont_wilmington", "target_zone": 6 if chosen else 5},
            asks=[None] if chosen else [None, "A1"],
        )
for month, there in (
    ("april", "wheeling_steel"),
    ("september", "carborundum"),
    ("december", "wright_field"),
    ("january", "atomic_chicago"),
):
    ranks.clause(
        f"6.10.1 R-07 what there is in {month}",
        "do assign",
        given={"aircraft": "he277", "rank": "major", "month": month},
        dice=[1],
        answers=["ask_for", there],
        then={"target": there},
    )


def test_only_raids_of_the_time_may_be_asked_for() -> None:
    for month, missing in (("april", "atomic_chicago"), ("september", "wheeling_steel"), ("january", "wright_field")):
        found = scene({"aircraft": "he277", "rank": "major", "month": month})
        found.do("assign", dice=[1], answers=["ask_for"], spare=[1, 1])
        assert missing not in found.choices[-1].offered
        assert "special_mission" in found.choices[-1].offered


# --- 7: aircraft

aircraft = stories()
STARTERS = ["me364", "he277", "fw300"]
for month in MONTHS:
    number = MONTHS.index(month)
    models = [*STARTERS, *(["ju390"] if number >= 4 else []), *(["ta400", "e555"] if number >= 8 else [])]
    aircraft.clause(
        f"4.1-1 7.1-1 R-33 what there is in {month}",
        "do choose_aircraft",
        given={"month": month},
        answers=["fw300"],
        then={"aircraft": "fw300", "offers choose_aircraft/issued": models, "idle": 0, "bombers_lost": 0},
    )
    newer = [kind for kind in models if kind not in STARTERS]
    aircraft.clause(
        f"7.2-1 newer in {month}",
        "do debrief",
        given=in_month(month),
        answers=newer[-1:],
        then={"aircraft": newer[-1] if newer else "he277", "idle": 1 if newer else 0, "bombers_lost": 0},
        asked=["change_type/newer"] if len(newer) > 0 else [],
    )
aircraft.clause(
    "7.2-1 nobody must",
    "do debrief",
    given=in_month("december"),
    answers=["none"],
    then={"aircraft": "he277", "idle": 0},
)
aircraft.clause(
    "7.2-1 from one newer to one newer still",
    "do debrief",
    given=in_month("december", aircraft="ju390"),
    answers=["e555"],
    then={"aircraft": "e555", "idle": 1, "offers change_type/newer": ["ta400", "e555"]},
)
aircraft.clause(
    "7.2-1 skills, kills and crew go with him",
    "do debrief",
    given=in_month("august", **HELD, **{"crew[tail_gunner].kills": 5}),
    answers=["ju390"],
    then={**HELD, "crew[tail_gunner].kills": 5},
)
for hull, fate in (("shot_down", "rescued"), ("ditched", "rescued"), ("crashed", "home")):
    for month, answers, kind, idle in (
        ("april", [], "he277", 0),
        ("august", ["none"], "he277", 0),
        ("august", ["ju390"], "ju390", 1),
    ):
        aircraft.clause(
            f"7.4-1 R-34 {hull} in {month}, {'-'.join(answers)}",
            "do debrief",
            given=in_month(month, hull=hull, fate=fate),
            answers=answers,
            then={"aircraft": kind, "idle": idle, "period_losses": 1},
        )
aircraft.clause(
    "R-04 worn out: the same type, no training",
    "do debrief",
    given=in_month("august", hits=13),
    answers=["none"],
    then={"aircraft": "he277", "idle": 0},
)
aircraft.clause(
    "7.3-1 after a serious wound he chooses when he is back",
    "do debrief",
    given=in_month("august", **down("pilot"), **{"crew[tail_gunner].kills": 7, "crew[copilot].away": 3}),
    dice=[5],
    then={
        "aircraft": "none",
        "idle": 3,
        "bombers_lost": 0,
        "period_losses": 0,
        "crew[tail_gunner].kills": 0,
        "crew[copilot].away": 0,
    },
    asks=["C2"],
    asked=[],
)
aircraft.clause(
    "7.3-1 nobody of the old crew is waited for",
    "do debrief",
    given=back(**down("pilot", "navigator", "tail_gunner")),
    loose=True,
    then={f"crew[{man}].away": 0 for man in CREW},
)
aircraft.clause(
    "7.3-1 a light wound costs him neither",
    "do debrief",
    given=in_month("april", **down("pilot", wound="light"), **{"crew[tail_gunner].kills": 7}),
    then={"aircraft": "he277", "crew[tail_gunner].kills": 7},
)
aircraft.clause(
    "7.3-1 nor does another man's serious one",
    "do debrief",
    given=back(**down("copilot"), **{"crew[tail_gunner].kills": 7}),
    dice=[7],
    then={"aircraft": "he277", "crew[tail_gunner].kills": 7},
)
aircraft.clause(
    "7.3-1 shot down and badly hurt",
    "do debrief",
    given=back(hull="shot_down", fate="rescued", **down("pilot")),
    dice=[7],
    then={"aircraft": "none", "idle": 4, "period_losses": 1},
)


def test_the_new_crew_after_hospital_are_all_new_men_but_the_pilot() -> None:
    found = scene(back(**down("pilot")))
    names = [f"crew[{man}].name" for man in CREW]
    before = found.facts(names)
    found.do("debrief", dice=[7])
    after = found.facts(names)
    assert [name for name in names if before[name] == after[name]] == ["crew[pilot].name"]
    assert len(set(after.values())) == len(CREW)


# --- 8: victory

verdicts = stories()
for total, verdict in (
    *((0, "defeat"), (50, "defeat"), (51, "draw"), (100, "draw"), (101, "marginal"), (500, "marginal")),
    *((501, "substantial"), (750, "substantial"), (751, "decisive"), (2000, "decisive")),
):
    verdicts.clause(f"8.0 R-38 {total} %", f"look victory {total}", then={"result": verdict})
    verdicts.clause(
        f"8-1 {total} % and many kills", f"look victory {total}", given={"downed": 90}, then={"result": verdict}
    )
for bombs, verdict in ((1, "defeat"), (2, "defeat"), (3, "decisive"), (4, "decisive")):
    verdicts.clause(
        f"8.0 {bombs} atomic bombs", "look victory 0", given={"atomic_bombs": bombs}, then={"result": verdict}
    )

# --- 9.4: what comes after Canada

canada = stories()
NEUTRAL = {"neutral_canada": "yes"}
for total in (2, 3, 4, 7, 12):
    fate, idle = ("escaped", 4) if total <= 3 else ("interned", 0)
    canada.clause(f"9.4 R-41 a {total}", "do internment", given=at(5), dice=[total], then={"fate": fate, "idle": idle})
for zone in (5, 6):
    canada.clause(
        f"9.4 R-41 landed in zone {zone}",
        "do forced_down",
        given=at(zone),
        dice=[7, 3],
        answers=["land"],
        then={"fate": "escaped", "idle": 4},
        asks=["B7", None],
        options=NEUTRAL,
    )
    canada.clause(
        f"9.4 R-41 jumped over zone {zone}",
        "do forced_down",
        given=at(zone),
        dice=[7] * 8,
        answers=["jump"],
        then={"fate": "captured"},
        asks=["B8"] * 8,
        options=NEUTRAL,
    )
    canada.clause(
        f"6.4.2 without Canada, landed in zone {zone}",
        "do forced_down",
        given=at(zone),
        dice=[7],
        answers=["land"],
        then={"fate": "captured", "idle": 0},
        asks=["B7"],
    )
canada.clause(
    "9.4 R-41 a crash and those who live, one die for all",
    "do forced_down",
    given=at(5, **LEGS, **stopped(4)),
    dice=[6, 1, 6, 1, 1, 1, 1, 1, 1, 2],
    answers=["land"],
    then={"fate": "escaped", "condition[copilot]": "killed", "condition[pilot]": "light"},
    asks=["B7", *["B5"] * 8, None],
    options=NEUTRAL,
)
for hull, lost_at_the_board in (("ditched", 0), ("crashed", 1), ("shot_down", 1)):
    canada.clause(
        f"9.4 6.10.2-2 {hull} in Canada, before the board",
        "do debrief",
        given=back(fate="escaped", hull=hull, idle=4),
        then={"period_losses": lost_at_the_board, "bombers_lost": 1},
        options=NEUTRAL,
    )
for total, hull in ((5, "ditched"), (11, "crashed")):
    canada.clause(
        f"9.4 landed with a {total + 1}: she is {hull}",
        "do forced_down",
        given=at(5, **LEG, bombs_aboard="no"),
        dice=[total, *[1] * (8 if total == 11 else 0), 2],
        answers=["land"],
        then={"hull": hull, "fate": "escaped"},
        options=NEUTRAL,
    )
canada.clause(
    "9.4 back by way of Switzerland",
    "do debrief",
    given=back(fate="escaped", hull="ditched", idle=4),
    then={"ending": "none", "idle": 4, "aircraft": "he277"},
    options=NEUTRAL,
)
for dice, idle in ((7, 4), (12, 12)):
    canada.clause(
        f"9.4 R-35 and in hospital {dice}",
        "do debrief",
        given=back(fate="escaped", hull="ditched", idle=4, **down("pilot")),
        dice=[dice],
        then={"idle": idle},
        options=NEUTRAL,
    )


# --- whole years

QUIET = {
    "A1": 34,
    "B1": 7,
    "B2a-density": 1,
    "B2a": 2,
    "B10": 7,
    "B11": 7,
    "B6": 7,
    "B7": 7,
    "A2": 6,
    "promotion_board": 6,
    "C2": 7,
}
"""Dice of a year in which nothing happens: every sortie bombs with 20 %, nobody fires a shot."""

CALM = {"assign/order": "obey", "spend/bought": "none", "research_month/wanted": "none", "change_type/newer": "none"}
CALM |= {"consider_abort/order": "go_on", "flak/order": "both"}


class Year(Sky):
    """A career whose dice go by the table, and whose answers by the question; what is not told is quiet.

    Attributes:
        luck: Dice that are thrown first, by table; those without a table under ``-``.
        will: Answers that are given first, by question.
        when: The slot of every roll, and of every question, by table and question.
    """

    luck: dict[str, list[int]]
    will: dict[str, list[str]]
    when: dict[str, list[int]]

    def on_roll(self, site: int, count: int, sides: int) -> int:
        """The next number for this table."""
        place = self.program.sites[site]
        assert isinstance(place, RollSite)
        table = place.table or "-"
        self.note(table)
        told_of = self.luck.get(table)
        self.dice = [told_of.pop(0) if told_of else QUIET[table]]
        return super().on_roll(site, count, sides)

    def on_ask(self, site: int, options: Sequence[int], score: Any, values: Any) -> int:
        """The next answer to this question."""
        place = self.program.sites[site]
        assert isinstance(place, ChoiceSite)
        question = place.id.removeprefix("choice:")
        self.note(question)
        told_of = self.will.get(question)
        answer = told_of.pop(0) if told_of else CALM.get(question)
        self.answers = [answer] if answer else []
        return super().on_ask(site, options, score, values)

    def note(self, name: str) -> None:
        """It happened in this slot."""
        self.when.setdefault(name, []).append(int(self["slot"]))

    def pass_by(
        self,
        *,
        first: int = 1,
        luck: Mapping[str, Sequence[int]] | None = None,
        will: Mapping[str, Sequence[str]] | None = None,
        facts: Facts | None = None,
    ) -> str:
        """A career whose first sortie is that of this slot; all that was told must have come about."""
        self.begin({"aircraft": "he277", "idle": first - 1, **(facts or {})})
        self.luck = {table: list(dice) for table, dice in (luck or {}).items()}
        self.will = {question: list(answers) for question, answers in (will or {}).items()}
        self.when = {}
        victory = self.call("do:career")
        assert not any(self.luck.values()), f"dice not asked for: {self.luck}"
        assert not any(self.will.values()), f"answers not asked for: {self.will}"
        assert isinstance(victory, str)
        return victory

    def log(self, member: str) -> list[Any]:
        """A column of the log sheet."""
        return [self.told(self.element_slot("log", line, member)) for line in self.references("log")]

    def slots_of(self, name: str) -> list[int]:
        """In which slots it happened, each once."""
        return list(Counter(self.when.get(name, [])))


@cache
def year(**options: str) -> Year:
    """One for each program."""
    return Year(GAME, program(tuple(sorted(options.items()))))


MONTH_ENDS = list(range(4, 49, 4))


def hurt_pilot(wound: int, hits: int = 1, **more: Sequence[int]) -> dict[str, Sequence[int]]:
    """The flak of the first sortie hits him, and her skin for the rest of 1, 5 or 7 hits."""
    barrage = {1: [7], 5: [12], 7: [12, 9]}[hits]
    return {
        "B2a-density": [6] * len(barrage),
        "B2a": barrage,
        "B3": [21, *[16] * (hits - 1)],
        "B4-crew": [1],
        "B5": [wound],
        **more,
    }


NO_CHAFF_AT_FIRST = {"flak/order": ["no_chaff"]}


def test_a_quiet_year() -> None:
    found = year()
    assert found.pass_by() == "decisive"
    assert found.log("number") == list(range(1, 49))
    assert (found["points"], found["flown"], found["successes"]) == (48 * 20, 48, 48)
    assert found["experience"] == 1 + 12
    assert found.slots_of("promotion_board") == [16, 32, 48]
    assert found.when["research_month/wanted"] == MONTH_ENDS
    assert {medal for medal in MEDALS if found[f"medal[{medal}]"] == "yes"} == {
        *(
            "iron_second",
            "iron_first",
            "german_cross",
            "shield",
            "clasp_bronze",
            "knights_cross",
            "oakleaves",
            "swords",
        ),
    }


def test_a_year_on_the_ground() -> None:
    found = year()
    assert found.pass_by(first=49) == "defeat"
    assert found.log("number") == []
    assert (found["flown"], found["experience"], found["rank"]) == (0, 1, "hauptmann")
    assert found.slots_of("research_month/wanted") == MONTH_ENDS
    assert found.slots_of("promotion_board") == [16, 32, 48]


def test_wounded_in_november_and_away_over_the_month_s_end() -> None:
    found = year()
    found.pass_by(
        first=31,
        luck=hurt_pilot(4, C2=[10], A2=[6, 6, 6, 6, 6, 6, 6, 1], promotion_board=[5, 2]),
        will={"research_month/wanted": ["mine_shell"], "choose_aircraft/issued": ["ta400"]},
    )
    assert found.log("number") == [31, *range(40, 49)]
    assert found.when["A2"] == MONTH_ENDS[:8]
    assert found["achieved[mine_shell]"] == "yes"
    assert found.when["promotion_board"] == [16, 32, 48]
    assert found.when["choose_aircraft/issued"] == [40]
    assert amounts_at_the_board(found) == [0, 0, -1 - 1]
    assert (found["aircraft"], found["rank"], found["flown"]) == ("ta400", "oberstleutnant", 10)
    assert found["experience"] == 1 + 2
    assert found["medal[wound_black]"] == "yes"


def test_what_is_available_is_asked_when_he_is_back() -> None:
    found = year()
    found.pass_by(first=15, luck=hurt_pilot(4, C2=[2]))
    (issued,) = (choice for choice in found.choices if choice.id == "choose_aircraft/issued")
    assert found.when["choose_aircraft/issued"] == [18]
    assert issued.offered == ("me364", "he277", "fw300", "ju390")


@pytest.mark.parametrize(
    ("hits", "wound", "in_hospital", "following"),
    [(1, 1, [], 3), (5, 1, [], 3), (7, 1, [], 3), (1, 4, [2], 4), (7, 4, [2], 4), (7, 4, [4], 5)],
)
def test_repair_and_wound_run_side_by_side(hits: int, wound: int, in_hospital: list[int], following: int) -> None:
    found = year()
    luck = hurt_pilot(wound, hits, **({"C2": in_hospital} if in_hospital else {}))
    found.pass_by(luck=luck, will=NO_CHAFF_AT_FIRST if hits > 1 else {})
    assert found.log("number")[:2] == [1, following]


def test_another_man_s_wound_keeps_nobody_on_the_ground() -> None:
    found = year()
    luck = {**hurt_pilot(4, C2=[12]), "B4-crew": [4]}
    found.pass_by(luck=luck, facts={**skilled("navigation")})
    assert found.log("number")[:3] == [1, 2, 3]
    assert found["crew[navigator].away"] == 0
    assert found["skill[navigation]"] == "no"


def test_the_last_slot_with_promotion() -> None:
    found = year()
    found.pass_by(
        first=48,
        luck={"A1": [61], "A1-special": [4], "A1-city": [5], "promotion_board": [6, 6, 6]},
        facts={"successes": 4, "points": 200, "rank": "oberstleutnant", **SECOND},
    )
    assert found.slots_of("research_month/wanted")[-1] == found.when["promotion_board"][-1] == 48
    throw = [throw for throw in found.throws if throw.table == "promotion_board"][-1]
    assert throw.total - throw.natural == -2 - 1
    assert (found["rank"], found["points"]) == ("oberst", 300)


def test_the_last_slot_with_a_wound() -> None:
    found = year()
    assert found.pass_by(first=48, luck=hurt_pilot(4), facts={"points": 40}) == "draw"
    assert (found["points"], found["ending"], found["medal[wound_black]"]) == (60, "none", "yes")
    assert found.when["promotion_board"] == [16, 32, 48]


def test_in_hospital_from_the_month_s_end_on() -> None:
    found = year()
    found.pass_by(
        first=16,
        luck=hurt_pilot(4, A2=[6, 6, 6, 4], promotion_board=[4]),
        will={"research_month/wanted": ["mine_shell"]},
    )
    assert next(throw.row for throw in found.throws if throw.table == "promotion_board") == "..4"
    assert (found.when["A2"][3], found.when["promotion_board"][0]) == (16, 16)
    assert found.log("number")[:2] == [16, 21]


@pytest.mark.parametrize("slot", [4, 16, 48])
def test_killed_at_the_month_s_end_there_is_no_end_of_the_month(slot: int) -> None:
    found = year()
    assert found.pass_by(first=slot, luck=hurt_pilot(6), facts={"points": 101}) == "marginal"
    assert found["ending"] == "dead"
    assert slot not in found.slots_of("research_month/wanted")
    assert slot not in found.slots_of("promotion_board")
    assert (found["slot"], found.log("number")) == (slot, [slot])


def test_the_periods_are_counted_apart() -> None:
    found = year()
    found.pass_by(luck={"promotion_board": [6, 6, 6], "B11": [2, 2, 2, 2, 2, 2, 2]})
    amounts = [throw.total - throw.natural for throw in found.throws if throw.table == "promotion_board"]
    assert found["successes"] == 48 - 7
    assert amounts == [-1, -1 - 1 - 2, -1 - 2]


def amounts_at_the_board(found: Year) -> list[int]:
    """What was added to each promotion roll."""
    return [throw.total - throw.natural for throw in found.throws if throw.table == "promotion_board"]


def test_an_aircraft_lost_counts_in_its_period_only() -> None:
    found = year()
    legless = {"B2a-density": [6], "B2a": [7], "B3": [13], "B4-wing": [3], "B7": [12], "B5": [1] * 8}
    found.pass_by(first=15, luck=legless)
    assert found.log("number")[:2] == [15, 17]
    assert found.log("hull_after")[0] == "crashed"
    assert amounts_at_the_board(found) == [1, -1 - 2 - 2, -1 - 2]


def test_worn_out_does_not_count_at_the_board() -> None:
    found = year()
    battered = {"B2a-density": [6, 6], "B2a": [12, 12], "B3": [26, 36, *[16] * 11]}
    found.pass_by(
        first=15,
        luck={**battered, "B4-electronics": [2], "B4-systems": [1]},
        will={"flak/order": ["no_chaff", "no_chaff"]},
    )
    assert found.log("number")[:2] == [15, 16]
    assert found.log("hull_after")[:2] == ["worn_out", "airworthy"]
    assert amounts_at_the_board(found)[0] == 0


def test_training_over_the_month_s_end() -> None:
    found = year()
    calls = [*["none"] * 4, "mine_shell"]
    found.pass_by(first=20, will={"change_type/newer": ["ju390"], "research_month/wanted": calls})
    assert found.log("number")[:2] == [20, 22]
    assert found.when["A2"][0] == 20
    assert found["aircraft"] == "ju390"


@pytest.mark.parametrize(("escape", "slots"), [(3, [3, *range(8, 49)]), (4, [3])])
def test_home_from_canada_after_four_sorties(escape: int, slots: list[int]) -> None:
    found = year(neutral_canada="yes")
    engines = {"B3": [15, 15, 15, 16, 16], "B4-engine_no": [1, 2, 3], "B4-engine": [4, 4, 4]}
    found.pass_by(
        first=3,
        luck={"B2a-density": [6], "B2a": [12], **engines, "-": [escape]},
        will={"flak/order": ["no_chaff"], "offer_canada/way": ["land"]},
    )
    assert found.log("number") == slots
    assert found.slots_of("research_month/wanted") == (MONTH_ENDS if slots[1:] else [])


@pytest.mark.parametrize(("cells", "verdict"), [([64, 65, 66], "decisive"), ([64, 65], "marginal")])
def test_three_atomic_bombs(cells: list[int], verdict: str) -> None:
    found = year()
    assert found.pass_by(first=49 - len(cells), luck={"A1": cells}) == verdict
    assert (found["points"], found["atomic_bombs"]) == (100 * len(cells), len(cells))
    assert found["medal[diamonds]"] == "yes"


def test_a_senior_officer_asks_for_atomic_raids() -> None:
    found = year()
    raids = ["atomic_chicago", "atomic_new_york", "atomic_chicago"]
    verdict = found.pass_by(
        first=44,
        luck={"-": [2, 3, 1, 2]},
        will={"assign/order": ["ask_for"] * 4 + ["obey"], "assign/t": raids},
        facts={"rank": "oberstleutnant"},
    )
    assert verdict == "decisive"
    assert found.log("scored") == [100, 20, 100, 100, 20]
    assert (found["atomic_bombs"], found["points"]) == (3, 340)


def test_damage_is_gone_with_the_sortie() -> None:
    found = year()
    found.pass_by(
        first=47,
        luck={
            "B2a-density": [6],
            "B2a": [12],
            "B3": [26, 26, 36, 45, 66],
            "B4-electronics": [3, 4],
            "B4-systems": [1],
            "B4-gun": [5],
            "B4-bay": [5],
            "-": [1],
        },
        will={"flak/order": ["no_chaff"]},
    )
    assert found.log("scored") == [0, 20]
    assert found.when["B10"] == [48]
    assert [throw.modifiers.get("low_down", 0) for throw in found.throws if throw.table == "B2a"] == [0, 2, 0, 0]


def test_markers_that_last_and_markers_that_do_not() -> None:
    found = year()
    events = {"B1": [*[12, *[7] * 8] * 3, 12], "C1": [7, 10, 8, 9]}
    found.pass_by(first=44, luck=events)
    assert found.when["C1"] == [44, 45, 46, 47]
    assert found.facts(["charms", "mechanics", "cloud_banks", "lucky"]) == {
        "charms": 1,
        "mechanics": 1,
        "cloud_banks": 0,
        "lucky": "none",
    }


def test_a_pilot_and_his_navigator_recover_together() -> None:
    found = year()
    luck = {**hurt_pilot(1), "B2a-density": [6], "B2a": [9], "B3": [21, 21], "B4-crew": [1, 4], "B5": [1, 4], "C2": [2]}
    found.pass_by(luck=luck, facts=skilled("navigation"))
    assert found.log("number")[:3] == [1, 3, 4]
    assert found["crew[navigator].away"] == 0


def test_experience_is_spent_and_works() -> None:
    found = year()
    found.pass_by(first=44, will={"spend/bought": ["landing", "leadership"]})
    assert found["experience"] == 0
    assert {throw.modifiers.get("landing_skill", 0) for throw in found.throws if throw.table == "B7"} == {-1}
    assert found.when["spend/bought"] == [1, 47]
    assert amounts_at_the_board(found) == [0, 0, -2 - 1]


def test_a_light_wound_keeps_a_man_from_one_sortie_and_his_kills() -> None:
    found = year()
    luck = {**hurt_pilot(1), "B4-crew": [9]}
    found.pass_by(luck=luck, facts={"crew[tail_gunner].kills": 5})
    assert found.log("number")[:2] == [1, 2]
    assert found["crew[tail_gunner].kills"] == 5


def test_a_year_ends_with_its_pilot() -> None:
    found = year()
    found.pass_by(
        first=9, luck={"B2a-density": [6], "B2a": [12], "B3": [12] * 5, "B8": [7] * 8}, will=NO_CHAFF_AT_FIRST
    )
    assert (found["ending"], found.log("number"), found["slot"]) == ("captured", [9], 9)


@pytest.mark.parametrize("story", [story for chapter in ALL for story in chapter], ids=name_of)
def test_a_rule_is_kept(story: Clause) -> None:
    told(story)
