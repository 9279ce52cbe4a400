"""The rulings: how each is played; and every option of the game: what each of its settings changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from amerika_bomber.bench import OPTIONAL, OTHER_READINGS, Facts, data, graph, scene
from amerika_bomber.stories import (
    CREW,
    FULL_MAGAZINES,
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
from clauses import Clause, name_of
from readings import Reading, Readings

RULINGS: list[Clause] = []
NUMBERS = [str(number) for number in range(1, 55)]


def ruling(number: int, title: str, call: str, **rest: Any) -> None:
    """A story that a ruling decides."""
    RULINGS.append(Clause(f"R-{number:02} {title}", call, **rest))


def back(**facts: Any) -> Facts:
    """She has landed in April, and there is no experience to spend."""
    return {**home_from(1), "experience": 0, **facts}


# --- 1 to 12: signs, hits, targets, zones

for title, facts, amount, natural, result in (
    ("helps", skilled("navigation"), -2, 9, "on_target"),
    ("helps so far", skilled("navigation"), -2, 10, "off_target"),
    ("a missing navigator does not", down("navigator"), 1, 7, "off_target"),
    ("without either", {}, 0, 7, "on_target"),
):
    ruling(
        1, title, "roll B10", given=at(5, **facts), dice=[natural], then={"modifiers on B10": amount, "result": result}
    )
for sky, amount in (("good", 0), ("poor", 1), ("bad", 2), ("severe", 3)):
    ruling(
        2, sky, "roll B7 at_base", given=home_from(1, landing_weather=sky), dice=[7], then={"modifiers on B7": amount}
    )
ruling(3, "skin", "do random_hit", given=at(3), dice=[16], then={"hits": 1})
ruling(3, "a man who is not aboard", "do random_hit", given=at(3), dice=[21, 7], then={"hits": 1})
ruling(3, "an ignored hit does not count", "do random_hit", given=at(3, **skilled("acm")), then={"hits": 0})
for hits, idle in ((0, 0), (6, 0), (7, 1), (12, 1), (13, 0)):
    ruling(3, f"{hits} of them", "do debrief", given=back(hits=hits), then={"idle": idle})
for hits, hull in ((12, "airworthy"), (13, "worn_out")):
    ruling(
        4,
        f"{hits}",
        "do debrief",
        given=back(hits=hits),
        then={"hull": hull, "aircraft": "he277", "period_losses": 0},
    )
for kind, clock, having, without in (("f8f", "six", 0, 3), ("p47", "six", 1, 4), ("f8f", "twelve", 0, 1)):
    for facts, hits in ((skilled("sixth_sense"), having), ({}, without)):
        ruling(
            5,
            f"{kind} {clock} {len(facts)}",
            "roll B2-hits 0",
            given=at(3, **facts),
            fighters=[foe(kind, clock)],
            dice=[6],
            then={"result": hits},
        )
ruling(
    6,
    "flak counts, and the second barrage is the same visit",
    "do visit 5",
    given=at(4, **skilled("acm")),
    dice=[7, 6, 7, 7, 7, 6, 7, 16],
    answers=["go_on", "both", "go_on", "both"],
    then={"hits": 1, "times B3": 1},
)
SENIOR: Facts = {"aircraft": "he277", "rank": "major", "month": "january"}
ruling(
    7,
    "an atomic raid",
    "do assign",
    given=SENIOR,
    dice=[1],
    answers=["ask_for", "atomic_chicago"],
    then={"task": "atomic", "target_zone": 6},
    asks=[None],
)
ruling(
    7,
    "the kind of a special mission is still rolled",
    "do assign",
    given=SENIOR,
    dice=[1, 4, 5],
    answers=["ask_for", "special_mission"],
    then={"task": "leaflets", "target": "boston"},
    asks=[None, "A1-special", "A1-city"],
)
ruling(
    7,
    "one attempt",
    "do assign",
    given=SENIOR,
    dice=[2, 64],
    answers=["ask_for"],
    then={"target": "atomic_new_york"},
    asks=[None, "A1"],
    asked=["assign/order"],
)
for task, met, percent, points in (
    ("agent_drop", "yes", 30, 130),
    ("agent_drop", "no", 30, 30),
    ("reconnaissance", "yes", 30, 100),
    ("reconnaissance", "no", 30, 0),
    ("leaflets", "yes", 0, 100),
):
    facts = {"objective_met": met, "percent": percent}
    ruling(8, f"{task} {points}", "do debrief", given=back(task=task, **facts), then={"points": points})
for die, task in ((1, "agent_drop"), (2, "agent_drop"), (3, "leaflets"), (4, "leaflets"), (5, "reconnaissance")):
    ruling(9, f"{die}", "roll A1-special", dice=[die], then={"result": task})
ruling(9, "6", "roll A1-special", dice=[6], then={"result": "reconnaissance"})
ruling(
    10,
    "over the target, flak and bombs follow",
    "do visit 5",
    given=at(4),
    dice=[12, 8, 1, 2, 7, 7, 1, 2],
    then={"zone": 5, "percent": 20},
    asks=["B1", "C1", "B2a-density", "B2a", "B10", "B11", "B2a-density", "B2a"],
)
ruling(
    10, "elsewhere she is where she was", "do visit 3", given=at(2), dice=[12, 8], then={"zone": 3}, asks=["B1", "C1"]
)
ruling(
    10,
    "no zone is skipped",
    "do mission 1",
    given={"aircraft": "he277"},
    dice=[34, 12, 8, 7, 7, 7, 1, 2, 7, 7, 1, 2, 7, 7, 7, 7, 7],
    then={"times B1": 7, "times C1": 1, "points": 20, "endurance": 3},
)
ruling(10, "a second 12 is fighters", "do visit 5", given=at(4, event_rolled="yes"), dice=[12], leads="B2-place")
ruling(11, "one for the target", "do visit 5", given=at(4), dice=[7, 1, 2, 7, 7, 1, 2], then={"times B1": 1})
ruling(
    11,
    "zone 5 out and back",
    "do mission 1",
    given={"aircraft": "he277"},
    dice=[66, 1, 7, 7, 7, 7, 1, 2, 7, 7, 1, 2, 7, 7, 7, 7, 7, 7, 7],
    then={"times B1": 9, "times B10": 1, "points": 120, "objective_met": "yes"},
)
ruling(12, "outward", "do visit 1", given=at(1), asks=[])
ruling(12, "inward", "do visit 1", given=home_from(2), asks=[], then={"zone": 1})
ruling(12, "in zone 2 there may be", "do visit 2", given=at(1), dice=[7], asks=["B1"])

# --- 13 to 17: fights

BEHIND = [foe("f8f", "six")]
IN_FRONT = [foe("f8f", "twelve")]
for title, facts, distance, first in (
    ("radar out", broken("radar"), "long", "B2-hits"),
    ("radar out, later", broken("radar"), "close", "B2-hits"),
    ("bounced", {"bounced": "yes"}, "long", "B2-hits"),
    ("bounced, later", {"bounced": "yes"}, "medium", "B2-to_hit"),
    ("neither", broken("iff"), "long", "B2-to_hit"),
):
    second = {"B2-hits": "B2-to_hit", "B2-to_hit": "B2-hits"}[first]
    ruling(
        13,
        title,
        f"do round {distance}",
        given=at(3, **facts),
        fighters=BEHIND,
        dice=[1, 1],
        asks=[first, second],
        then={"fighters": 0 if distance == "close" else 1},
    )
ruling(
    13,
    "a damaged one still leaves",
    "do round long",
    given=at(3, **broken("radar")),
    fighters=BEHIND,
    dice=[1, 6, 1],
    asks=["B2-hits", "B2-to_hit", "B2-damage"],
    then={"fighters": 0},
)
ruling(
    13,
    "a gun may be lost first",
    "do round long",
    given=at(3, **broken("radar")),
    fighters=BEHIND,
    dice=[4, 45, 5, 1],
    asks=["B2-hits", "B3", "B4-gun", None],
    then={"gun_state[tail]": "inop"},
)
ruling(
    14,
    "who is destroyed does not fire",
    "do round long",
    given=at(3),
    fighters=[*BEHIND, *IN_FRONT],
    dice=[1, 1, 4, 5, 3],
    answers=["f8f twelve level", "f8f twelve level", "f8f six level"],
    asks=["B2-to_hit", "B2-to_hit", "B2-to_hit", "B2-damage", "B2-hits"],
    then={"fighters": 1, "crew[tail_gunner].kills": 1},
)
ruling(
    14,
    "who is damaged does, and leaves",
    "do round long",
    given=at(3),
    fighters=BEHIND,
    dice=[4, 1, 1],
    asks=["B2-to_hit", "B2-damage", "B2-hits"],
    then={"fighters": 0},
)
ruling(
    15,
    "one gun, one target",
    "do round long",
    given=at(3, **silent("tail")),
    fighters=[*BEHIND, foe("f8f", "four_thirty")],
    dice=[3, 1, 1],
    answers=["f8f six level"],
    then={"times B2-to_hit": 1, "offers lay/f": ["f8f six level", "f8f four_thirty level"]},
)
ruling(
    15,
    "two guns, one target",
    "do round long",
    given=at(3, **silent("nose", "top_forward")),
    fighters=IN_FRONT,
    dice=[1, 1, 1],
    answers=["f8f twelve level", "f8f twelve level"],
    then={"times B2-to_hit": 2},
)
for facts, natural, result in (
    (broken("intercom"), 6, "hit"),
    (broken("intercom"), 5, "miss"),
    ({}, 6, "hit"),
    ({}, 5, "miss"),
    ({"lucky": "bombardier"}, 5, "hit"),
):
    ruling(
        16,
        f"{natural} {', '.join(facts)}",
        "roll B2-to_hit nose 0",
        given=at(3, **facts),
        fighters=IN_FRONT,
        dice=[natural],
        then={"result": result},
    )
ACE_BEHIND_RADAR: Facts = {"crew[tail_gunner].kills": 5, **advanced("gun_laying_radar")}
for natural, result in ((1, "miss"), (2, "hit")):
    ruling(
        16,
        f"the best gunner's {natural}",
        "roll B2-to_hit tail 0",
        given=at(3, **ACE_BEHIND_RADAR),
        fighters=BEHIND,
        dice=[natural],
        then={"result": result, "modifiers on B2-to_hit": 2},
    )
for zone, natural, helped, removed in (
    (2, 3, "", 0),
    (2, 4, "", 1),
    (2, 6, "go229_escort", 1),
    (3, 6, "go229_escort", 1),
):
    ruling(
        17,
        f"zone {zone}, {natural} {helped}",
        "do escort",
        given=at(zone, **(advanced(helped) if helped else {})),
        fighters=[*BEHIND, *IN_FRONT, foe("f8f", "nine")],
        dice=[natural],
        answers=["f8f nine level"] if removed else [],
        then={"fighters": 3 - removed},
    )
for zone, bounced, rolls in ((2, "no", 1), (3, "no", 1), (4, "no", 0), (5, "no", 0), (3, "yes", 0)):
    ruling(
        17,
        f"rolls in zone {zone}, bounced {bounced}",
        "do meet",
        given=at(zone, enemies=1, enemy_type="f8f", bounced=bounced, **silent()),
        dice=[5, 3, *[1] * rolls, 1, 1, 1],
        then={"times B2-cover": rolls},
    )

# --- 18 to 24: coming down, turning back

for answer, rafts, amount in (("jump", "no", -4), ("jump", "yes", -4), ("ditch", "no", 0), ("ditch", "yes", -4)):
    jumps = [2] * 8 if answer == "jump" else [7]
    ruling(
        18,
        f"{answer}, rafts gone {rafts}",
        "do forced_down",
        given=at(3, rafts_gone=rafts),
        dice=[*jumps, *[12] * 8],
        answers=[answer],
        then={"every B9": [amount] * 8, "fate": "rescued"},
    )
ruling(
    19,
    "the last engine",
    "do engine_stops no_4",
    given=at(3, **stopped(3)),
    dice=[7, *[12] * 8],
    answers=["ditch"],
    then={"offers down_at_sea/way": ["ditch", "jump"]},
)
ruling(19, "the last but one", "do engine_stops no_3", given=at(3, **stopped(2)), then={"fate": "home"}, asks=[])
ruling(
    19,
    "a runaway",
    "do engine_hit",
    given=at(3),
    dice=[1, 2, 5, 7, *[12] * 8],
    answers=["ditch"],
    then={"fate": "rescued", "hull": "ditched"},
)
ruling(19, "one that is feathered", "do engine_hit", given=at(3), dice=[1, 2, 4], then={"engine_state[no_1]": "inop"})
ruling(
    19,
    "a jet's",
    "do engine_hit",
    given=at(3, aircraft="e555"),
    dice=[1, 2],
    then={"engine_state[no_1]": "inop", "fate": "home"},
)
PARTS: dict[str, tuple[str, Facts]] = {
    "airframe": ("airframe_hit", {"airframe_hits": 4}),
    "wing root": ("root_hit port", {"root_hits[port]": 2}),
    "rudder": ("rudder_hit", {"rudder_hits": 2}),
    "tailplanes": ("tailplane_hit port", {"tailplane_hits[port]": 1, "tailplane_hits[starboard]": 2}),
}
for part, (call, facts) in PARTS.items():
    ruling(
        19,
        f"{part}: they jump",
        f"do {call}",
        given=at(3, **facts),
        dice=[*[2] * 8, *[12] * 8],
        asks=[*["B8"] * 8, *["B9"] * 8],
        asked=[],
        then={"hull": "shot_down", "every B8": [1] * 8},
    )
    less = {name: int(count) - 1 for name, count in facts.items()}
    ruling(19, f"{part}: it holds", f"do {call}", given=at(3, **less), asks=[], then={"fate": "home"})
ruling(19, "a fire: they jump", "roll B4-fuel", given=at(5), dice=[3, *[2] * 8], asked=[], then={"hull": "shot_down"})
ruling(
    19,
    "an engine on fire: they jump",
    "do engine_hit",
    given=at(5),
    dice=[1, 12, 5, *[2] * 8],
    asked=[],
    then={"hull": "shot_down", "every B8": [0] * 8},
)
ruling(
    19,
    "fuel explodes: all dead",
    "roll B4-fuel",
    given=at(5),
    dice=[2],
    then={"fate": "dead", **down(*CREW, wound="killed")},
)
ruling(
    19,
    "bombs explode: all dead",
    "roll B4-bay",
    given=at(5),
    dice=[2, 5],
    then={"fate": "dead", **down(*CREW, wound="killed")},
)
for answer, dice, asks in (("land", [7], ["B7"]), ("jump", [2] * 8, ["B8"] * 8)):
    ruling(
        20,
        answer,
        "do forced_down",
        given=at(6),
        dice=dice,
        answers=[answer],
        then={"fate": "captured", "offers down_on_land/way": ["land", "jump"]},
        asks=asks,
    )
for fate in ("captured", "drowned"):
    ruling(21, fate, "do debrief", given=back(fate=fate, percent=20), then={"ending": fate, "points": 20}, asked=[])
ruling(21, "rescued", "do debrief", given=back(fate="rescued", hull="ditched"), then={"ending": "none"})
for task in ("bombing", "agent_drop", "leaflets", "reconnaissance", "atomic"):
    for count, forced in ((2, "no"), (3, "yes")):
        ruling(
            22,
            f"{task}, {count} engines",
            "define must_abort",
            given={**on_task(task), **stopped(count)},
            then={"result": forced},
        )
    ruling(
        22,
        f"{task}: nothing is dropped",
        "do over_target",
        given={**on_task(task), **stopped(3)},
        then={"aborted": "yes", "percent": 0, "objective_met": "no", "atomic_drop": "no"},
        asks=[],
        asked=[],
    )
ruling(
    22,
    "the agent stays aboard",
    "do visit 6",
    given={**on_task("agent_drop", bombs_aboard="no"), **stopped(3)},
    dice=[7],
    then={"objective_met": "no"},
)
ruling(
    22,
    "after the drop it changes nothing",
    "do visit 4",
    given=home_from(5, percent=20, **stopped(3)),
    dice=[7],
    then={"percent": 20, "aborted": "no"},
    asks=["B1"],
)
ruling(23, "no hits", "do turn_back", given=at(3), then={"bombs_aboard": "no", "percent": 0, "aborted": "yes"}, asks=[])
ruling(23, "jammed doors keep them", "do turn_back", given=at(3, doors_jammed="yes"), then={"bombs_aboard": "yes"})
ruling(
    24,
    "before the first flak",
    "do over_target",
    given=at(5),
    answers=["abort"],
    then={"aborted": "yes", "percent": 0},
    asks=[],
)
ruling(
    24,
    "after it",
    "do over_target",
    given=at(5),
    dice=[1, 2, 1, 2],
    answers=["go_on", "both", "abort"],
    then={"aborted": "yes", "percent": 0},
    asks=["B2a-density", "B2a", "B2a-density", "B2a"],
)
ruling(
    24,
    "not at all",
    "do over_target",
    given=at(5),
    dice=[1, 2, 7, 7, 1, 2],
    answers=["go_on", "both", "go_on"],
    then={"aborted": "no", "percent": 20},
)

# --- 25 to 31: men

for title, facts in {
    "turned back": {"aborted": "yes"},
    "shot down": {"fate": "rescued", "hull": "shot_down"},
    "special": {"task": "leaflets"},
}.items():
    ruling(25, title, "do debrief", given=back(flown=3, **facts), answers=["none"], then={"flown": 4, "experience": 1})
ruling(25, "not flown", "do rest", given=back(flown=3, idle=1), then={"flown": 3, "experience": 0})
WOUNDS = ("fit", "light", "serious", "killed")
for had in WOUNDS:
    for new in WOUNDS[1:]:
        ruling(
            26,
            f"{had}, {new}",
            f"do worsen navigator {new}",
            given=at(3, **down("navigator", wound=had)),
            then={"condition[navigator]": max(had, new, key=WOUNDS.index)},
        )
for out, who in (
    ((), "pilot"),
    (("pilot",), "copilot"),
    (("pilot", "copilot"), "engineer"),
    (("copilot",), "pilot"),
    (("pilot", "engineer"), "copilot"),
):
    for wound in ("serious", "killed"):
        ruling(27, f"{out} {wound}", "define at_controls", given=at(3, **down(*out, wound=wound)), then={"result": who})
ruling(27, "a scratch", "define at_controls", given=at(3, **down("pilot", wound="light")), then={"result": "pilot"})
ruling(
    27,
    "anybody",
    "roll B7 at_base",
    given=home_from(1, **down("pilot", "copilot", "engineer")),
    dice=[4],
    then={"labels on B7": ["stranger"], "modifiers on B7": 8},
)
for away, ace, kills in ((0, "yes", 6), (1, "no", 5)):
    facts = {"crew[tail_gunner].kills": 5, "crew[tail_gunner].away": away}
    ruling(28, f"ace, away {away}", "define is_ace tail_gunner", given=at(3, **facts), then={"result": ace})
    ruling(28, f"kill, away {away}", "do credit tail", given=at(3, **facts), then={"crew[tail_gunner].kills": kills})
for wound, kills, dice in (("light", 5, []), ("serious", 0, [7]), ("killed", 0, [])):
    ruling(
        28,
        f"{wound}",
        "do debrief",
        given=back(**{"crew[tail_gunner].kills": 5}, **down("tail_gunner", wound=wound)),
        dice=dice,
        then={"crew[tail_gunner].kills": kills},
    )
for wound, works, kept in (("light", -2, "yes"), ("serious", 1, "no"), ("killed", 1, "no")):
    facts = {**skilled("navigation"), **down("navigator", wound=wound)}
    ruling(29, f"{wound}, in the air", "roll B10", given=at(5, **facts), dice=[7], then={"modifiers on B10": works})
    ruling(29, f"{wound}, afterwards", "do debrief", given=back(**facts), loose=True, then={"skill[navigation]": kept})
for hurt, spared, kept in (
    (("ventral_gunner", "tail_gunner"), "inop", "no"),
    (("tail_gunner",), "sound", "yes"),
    (("bombardier", "engineer", "tail_gunner"), "sound", "yes"),
):
    facts = {**skilled("weapons"), **down(*hurt)}
    ruling(30, f"{hurt}, in the air", "do gun_fails nose", given=at(3, **facts), then={"gun_state[nose]": spared})
    ruling(30, f"{hurt}, afterwards", "do debrief", given=back(**facts), loose=True, then={"skill[weapons]": kept})
ruling(
    30,
    "the others of another mat do not count",
    "define gunners_out",
    given=at(3, aircraft="e555", **down("tail_gunner")),
    then={"result": "yes"},
)
DEAF: Facts = {**skilled("wizard"), **broken("radio")}
for title, facts, ready in (
    ("fit", {}, "yes"),
    ("a scratch", down("ewo", wound="light"), "yes"),
    ("badly hurt", down("ewo"), "no"),
    ("dead", down("ewo", wound="killed"), "no"),
    ("used", {"wizard_used": "yes"}, "no"),
):
    ruling(31, title, "define wizard_ready", given=at(3, **DEAF, **facts), then={"result": ready})
ruling(
    31,
    "once",
    "do offer_wizard",
    given=at(3, **DEAF, **broken("iff")),
    answers=["radio"],
    then={"device_out[radio]": "no", "device_out[iff]": "yes", "wizard_used": "yes"},
    asked=["offer_wizard/d"],
)

ruling(
    31,
    "after the first flak, before the bombs",
    "do over_target",
    given=at(5, **skilled("wizard")),
    dice=[6, 7, 26, 4, 7, 7, 1, 2],
    answers=["go_on", "both", "altimeter"],
    then={"device_out[altimeter]": "no", "percent": 20, "times B10": 1},
)
ruling(
    31,
    "or not at all",
    "do over_target",
    given=at(5, **skilled("wizard"), wizard_used="yes"),
    dice=[6, 7, 26, 4, 7, 1, 2],
    then={"device_out[altimeter]": "yes", "percent": 0, "times B10": 0},
)
ruling(
    31,
    "between two rounds",
    "do meet",
    given=at(5, enemies=1, enemy_type="f8f", **silent("tail"), **skilled("wizard")),
    dice=[5, 3, 1, 4, 26, 1, 1, 1, 1, 1],
    answers=["f8f six level", "radar"],
    then={"device_out[radar]": "no", "wizard_used": "yes"},
    asks=[
        *("B2-place", "B2-altitude", "B2-to_hit", "B2-hits", "B3", "B4-electronics"),
        *("B2-to_hit", "B2-hits", "B2-to_hit", "B2-hits"),
    ],
)

# --- 32 to 39: the career

ruling(32, "a slot passes", "do rest", given=back(idle=3), then={"idle": 2, "flown": 0})
ruling(
    32,
    "a year of them",
    "do career",
    given={"idle": 48},
    dice=[5, 5, 5],
    answers=["none"] * 13,
    then={"result": "defeat", "flown": 0, "slot": 48, "month": "march"},
    asks=["promotion_board"] * 3,
)
HOSPITAL = back(month="august", slot=17, **down("pilot"))
ruling(
    33, "nothing is chosen yet", "do debrief", given=HOSPITAL, dice=[2], then={"aircraft": "none", "idle": 2}, asked=[]
)
ruling(
    33,
    "any type, without training",
    "do choose_aircraft",
    given={"month": "august"},
    answers=["ju390"],
    then={"aircraft": "ju390", "idle": 0, "offers choose_aircraft/issued": ["me364", "he277", "fw300", "ju390"]},
)
LOST: Facts = back(month="august", slot=17, fate="rescued", hull="ditched")
for answer, kind, idle in (("none", "he277", 0), ("ju390", "ju390", 1)):
    ruling(34, kind, "do debrief", given=LOST, answers=[answer], then={"aircraft": kind, "idle": idle})
for facts, dice, idle in (
    ({"hits": 8}, [], 1),
    ({"hits": 8, **down("pilot", wound="light")}, [], 1),
    ({"hits": 8, **down("pilot")}, [3], 2),
    (down("pilot", wound="light"), [], 1),
    ({"idle": 1, "hits": 8}, [], 1),
):
    ruling(35, f"{', '.join(facts)}", "do debrief", given=back(**facts), dice=dice, then={"idle": idle})
for facts, amount in (
    ({"period_successes": 9}, 0),
    ({"period_successes": 16}, -1),
    ({"medal[knights_cross]": "yes"}, -2),
    ({"medal[knights_cross]": "yes", "medal[oakleaves]": "yes", "medal[swords]": "yes"}, -2),
    ({"medal[diamonds]": "yes"}, -2),
):
    ruling(
        36,
        f"{', '.join(facts)} {amount}",
        "do promotion",
        given=facts,
        dice=[3],
        then={"modifiers on promotion_board": amount},
    )
ruling(
    37,
    "research, then promotion",
    "do month_end",
    given={"month": "july", "slot": 16},
    answers=["mine_shell"],
    dice=[6, 5],
    asks=["A2", "promotion_board"],
)
ruling(
    37,
    "awards before that",
    "do debrief",
    given=back(percent=20, successes=4, points=280, flown=3),
    answers=["none"],
    then={"medal[iron_first]": "yes", "medal[knights_cross]": "yes", "period_crosses": 1, "experience": 1},
    asks=[],
)
for total, verdict in ((50, "defeat"), (51, "draw"), (100, "draw"), (101, "marginal"), (500, "marginal")):
    ruling(38, f"{total}", f"look victory {total}", then={"result": verdict})
for total, verdict in ((501, "substantial"), (750, "substantial"), (751, "decisive")):
    ruling(38, f"{total}", f"look victory {total}", then={"result": verdict})
ruling(
    39,
    "diamonds at once",
    "do debrief",
    given=back(task="atomic", target="atomic_new_york", atomic_drop="yes"),
    then={"medal[diamonds]": "yes", "medal[knights_cross]": "no", "medal[oakleaves]": "no", "medal[swords]": "no"},
)
ruling(
    39,
    "otherwise one after the other",
    "do debrief",
    given=back(percent=20, points=280),
    then={"medal[diamonds]": "no", "medal[knights_cross]": "yes", "medal[oakleaves]": "no"},
)

# --- 40 to 54: options, flak, special missions, charts

VETERANS = {"pilot_quality": "yes"}
ruling(
    40,
    "one die for each",
    "do meet",
    given=at(4, enemies=2, enemy_type="f8f", **silent()),
    dice=[5, 3, 5, 5, 3, 4, *[1] * 6],
    then={"times 9-1": 2, "times B2-hits": 6},
    options=VETERANS,
)
for natural, extra in ((3, 0), (4, 1)):
    ruling(
        40,
        f"a veteran's {natural}",
        "do round long",
        given=at(3, **silent()),
        fighters=[foe("f8f", "six", quality="veteran")],
        dice=[natural, *[16] * 2 * extra],
        then={"hits": 2 * extra},
        options=VETERANS,
    )
NEUTRAL = {"neutral_canada": "yes"}
for zone, answer, dice, fate in (
    (5, "land", [7, 2], "escaped"),
    (6, "land", [7, 4], "interned"),
    (5, "jump", [2] * 8, "captured"),
):
    ruling(
        41,
        f"zone {zone}, {answer}, {fate}",
        "do forced_down",
        given=at(zone),
        dice=dice,
        answers=[answer],
        then={"fate": fate},
        options=NEUTRAL,
    )
ruling(
    41,
    "not at sea",
    "do forced_down",
    given=at(4),
    dice=[7, *[12] * 8],
    answers=["ditch"],
    then={"fate": "rescued"},
    options=NEUTRAL,
)
ruling(
    41,
    "after a crash, one die for all who live",
    "do forced_down",
    given=at(5, **stopped(4), **{"gear_out[port]": "yes", "gear_out[starboard]": "yes"}),
    dice=[6, 1, 6, *[1] * 6, 3],
    answers=["land"],
    then={"fate": "escaped", "condition[copilot]": "killed"},
    options=NEUTRAL,
)
ruling(43, "nothing else", "do oxygen_fails", given=at(3), then={"oxygen_out": "yes"}, nothing=True)
for oxygen_out, amount in (("no", -2), ("yes", 0)):
    ruling(
        43,
        f"flak, {oxygen_out}",
        "roll B2a heavy 0",
        given=at(5, oxygen_out=oxygen_out),
        dice=[7],
        then={"modifiers on B2a": amount},
    )
ruling(
    43,
    "it lasts",
    "do visit 4",
    given=home_from(5, oxygen_out="yes"),
    dice=[7],
    then={"oxygen_out": "yes", "endurance": 12},
)
for broken_ones, met in (("", "yes"), ("a", "yes"), ("b", "yes"), ("ab", "no")):
    ruling(
        44,
        f"dispensers {broken_ones}",
        "do scatter_leaflets",
        given={**on_task("leaflets"), **{f"dispenser_out[dispenser_{one}]": "yes" for one in broken_ones}},
        then={"objective_met": met},
        asks=[],
    )
ruling(
    44,
    "over the city there is flak, and no other roll",
    "do over_target",
    given=on_task("leaflets"),
    dice=[1, 2, 1, 2],
    then={"objective_met": "yes"},
    asks=["B2a-density", "B2a", "B2a-density", "B2a"],
)
FIXED_OUT, BAY_OUT = {"camera_out[fixed_camera]": "yes"}, {"camera_out[bay_camera]": "yes"}
JAMMED: Facts = {"doors_jammed": "yes"}
for title, facts, pictures in (
    ("both", {}, True),
    ("fixed", BAY_OUT, True),
    ("bay", FIXED_OUT, True),
    ("fixed, doors jammed", JAMMED, True),
    ("none, doors jammed", {**JAMMED, **FIXED_OUT}, False),
    ("none", {**FIXED_OUT, **BAY_OUT}, False),
):
    ruling(
        45,
        title,
        "do photograph",
        given={**on_task("reconnaissance"), **facts},
        dice=[7, 7] if pictures else [],
        then={
            "objective_met": "yes" if pictures else "no",
            "camera_out[bay_camera]": facts.get("camera_out[bay_camera]", "no"),
        },
    )
ruling(
    45,
    "jammed doors break no camera",
    "do debrief",
    given=back(task="reconnaissance", objective_met="yes", percent=10, **JAMMED, **FIXED_OUT),
    then={"result": "success"},
)
for how, amount in (("at_base", 3), ("dead_stick", 1), ("ditching", 2)):
    ruling(
        46,
        how,
        f"roll B7 {how}",
        given=home_from(3, landing_weather="severe"),
        dice=[7],
        then={"modifiers on B7": amount},
    )
ruling(48, "where", "do random_hit", given=at(3), dice=[12], then={"airframe_hits": 1}, asks=["B3"])
for die, wound in ((1, "light"), (3, "light"), (4, "serious"), (5, "serious"), (6, "killed")):
    ruling(48, f"how bad {die}", "roll B5 enemy_fire", given=at(3), dice=[die], then={"result": wound})
for slot, month in (
    (1, "april"),
    (4, "april"),
    (5, "may"),
    (16, "july"),
    (32, "november"),
    (33, "december"),
    (48, "march"),
):
    ruling(49, f"slot {slot}", f"look calendar {slot}", then={"result": month})
TROUBLES: dict[str, Facts] = {
    "no bombardier": down("bombardier"),
    "no navigation aid": broken("peilg"),
    "no altimeter": broken("altimeter"),
    "no navigator": down("navigator", wound="killed"),
}
for title, facts in TROUBLES.items():
    ruling(51, title, "do drop_weapon", given={**on_task("atomic"), **facts}, then={"atomic_drop": "yes"}, asks=[])
    if title != "no navigator":
        ruling(51, f"an ordinary bomb, {title}", "do bomb_run", given=at(5, **facts), dice=[7], asks=["B11"])
for title, facts in {"jammed": JAMMED, "disabled": {"weapon_dead": "yes"}}.items():
    ruling(51, title, "do drop_weapon", given={**on_task("atomic"), **facts}, then={"atomic_drop": "no"}, asks=[])
ruling(
    51, "turned back", "do over_target", given=on_task("atomic"), answers=["abort"], then={"atomic_drop": "no"}, asks=[]
)
ruling(52, "a hit", "do hurt pilot", given=at(3), dice=[1], then={"combat_wounds": 1, "condition[pilot]": "light"})
ruling(
    52,
    "a crash",
    "do land_at_base",
    given=home_from(1, **{"gear_out[port]": "yes"}),
    dice=[7, 12, *[1] * 8],
    then={"combat_wounds": 0, "condition[pilot]": "light"},
)
ruling(
    52,
    "ditching",
    "do forced_down",
    given=home_from(3, **{"gear_out[port]": "yes"}),
    dice=[9, *[12] * 8],
    answers=["ditch"],
    then={"combat_wounds": 0, "condition[pilot]": "light", "fate": "rescued"},
)
ruling(52, "afterwards", "do debrief", given=back(**down("pilot", wound="light")), then={"medal[wound_black]": "no"})
ruling(
    53,
    "the second of two",
    "do round long",
    given=at(3),
    fighters=IN_FRONT,
    dice=[6, 1, 6, 1],
    then={"crew[bombardier].kills": 0, "crew[engineer].kills": 1, "fighters": 0, "downed": 1},
)
ruling(
    53,
    "the first that destroys it",
    "do round long",
    given=at(3, **silent("nose")),
    fighters=IN_FRONT,
    dice=[6, 4],
    then={"crew[bombardier].kills": 1, "crew[engineer].kills": 0, "downed": 1},
)
ruling(54, "the last box", "do pay_box", given=home_from(1, endurance=1), then={"endurance": 0}, asks=[], nothing=True)
ruling(
    54,
    "none for the last stretch",
    "do pay_box",
    given=home_from(1, endurance=0),
    dice=[7, *[12] * 8],
    answers=["ditch"],
    then={"fate": "rescued", "hull": "ditched"},
)


@pytest.mark.parametrize("story", RULINGS, ids=name_of)
def test_a_ruling_is_kept(story: Clause) -> None:
    told(story)


def test_r_06_out_and_back_are_two_visits() -> None:
    found = scene({"aircraft": "he277", **skilled("acm"), **silent()})
    flak_twice = [6, 7, 7, 7, 6, 7, 16]
    two_from_behind = [10, 5, 3, 5, 3, 4, 4, 16, *[1] * 4]
    found.do("mission", 1, dice=[34, 7, 7, 7, 7, *flak_twice, *two_from_behind, 7, 7, 7, 7])
    assert (found["hits"], found.asked.count("B3")) == (2, 2)


def test_r_42_the_density_is_known_when_chaff_is_thrown() -> None:
    found = scene(at(5))
    with pytest.raises(AssertionError, match="no dice left"):
        found.do("flak", dice=[])
    assert not found.choices
    with pytest.raises(AssertionError, match="no dice left"):
        found.do("flak", dice=[4])
    assert [choice.id for choice in found.choices] == ["flak/order"]
    assert found.asked == ["B2a-density", "B2a"]


def test_r_42_the_printed_example() -> None:
    found = scene(at(5))
    found.do("flak", dice=[4, 8, 16], answers=["both"])
    assert found["hits"] == 1


def test_r_53_who_shoots_at_a_wreck_has_no_kill() -> None:
    found = scene(at(3))
    found.fighter(**foe("f8f", "twelve"))
    found.do("round", "long", dice=[6, 4], answers=["f8f twelve level"] * 2, spare=[6, 6])
    assert (found["crew[bombardier].kills"], found["crew[engineer].kills"], found["downed"]) == (1, 0, 1)


def test_r_47_ten_skills_and_no_wingman() -> None:
    assert len(data("Skill", "cost")) == 10
    assert not [name for name in scene({}).names if re.search("wing_?man|prestige", name)]


def test_r_50_two_dice() -> None:
    found = scene(at(5))
    found.roll("B10", dice=[12])
    assert found.notation == ["2d6"]


# --- in force, and under their numbers


def test_every_ruling_is_in_force_under_its_number() -> None:
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == "rulings")
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries] == NUMBERS
    for entry in overlay.entries:
        assert entry.changes, f"R-{entry.number} touches nothing"


def test_every_ruling_is_told_here() -> None:
    told_of = {int(story.rule[2:4]) for story in RULINGS}
    by_functions = {int(found) for name in globals() for found in re.findall(r"^test_r_(\d\d)_", name)}
    assert sorted(told_of | by_functions) == [int(number) for number in NUMBERS]


# --- the options

READINGS = Readings()
reading = READINGS.of
OTHERWISE = {**OTHER_READINGS, **dict.fromkeys(OPTIONAL, "yes")}


@reading("navigation_sign", (-2, "on_target"), (2, "off_target"))
def a_skilled_navigator(options: Mapping[str, str]) -> Any:
    found = scene(at(5, **skilled("navigation")), (), **options)
    aim = found.roll("B10", dice=[6])
    return found.throws[-1].total - 6, aim


@reading("rank_choice", ["atomic_chicago", "chrysler", "special_mission"], ["chrysler"])
def raids_to_ask_for(options: Mapping[str, str]) -> Any:
    found = scene(SENIOR, (), **options)
    found.do("assign", dice=[1], answers=["ask_for", "chrysler"])
    return sorted({"atomic_chicago", "chrysler", "special_mission", "carborundum"} & {*found.choices[-1].offered})


@reading("natural_one_misses", [("miss", 2), ("hit", 2)], [("miss", 2 - 9), ("hit", 2)])
def a_1_and_a_2_of_the_best_gunner(options: Mapping[str, str]) -> Any:
    found = scene(at(3, **ACE_BEHIND_RADAR), (), **options)
    behind = found.fighter(**foe("f8f", "six"))
    shots = []
    for die in (1, 2):
        shots.append((found.roll("B2-to_hit", "tail", behind, dice=[die]), found.throws[-1].total - die))
    return shots


@reading("pilot_quality", (0, 1), (2, 2))
def fighters_of_quality(options: Mapping[str, str]) -> Any:
    found = scene(at(4, enemies=2, enemy_type="f8f", **silent()), (), **options)
    asked = 2 if options.get("pilot_quality") == "yes" else 0
    qualities = [[5], [1]] if asked else [[], []]
    dice = [5, 3, *qualities[0], 1, 3, *qualities[1], 4]
    found.do("meet", dice=dice, spare=[16, *([16] if asked else []), *[1] * 5])
    return found.asked.count("9-1"), found["hits"]


@reading("ammunition", 6, 5)
def rounds_after_a_shot(options: Mapping[str, str]) -> Any:
    found = scene(at(3, **FULL_MAGAZINES, **silent("nose")), (), **options)
    found.fighter(**foe("f8f", "twelve"))
    found.do(
        "round", "long", dice=[1, 1], answers=["f8f twelve level"] if options.get("pilot_quality") != "yes" else []
    )
    return found["ammo[nose]"]


@reading("close_range", [1, 1, 1, 0], [1, 1, 2, 0])
def hits_by_range(options: Mapping[str, str]) -> Any:
    hits = []
    for distance, die in (("long", 4), ("medium", 4), ("close", 4), ("close", 1)):
        found = scene(at(3, **silent()), (), **options)
        found.fighter(**foe("f8f", "six"))
        found.do("round", distance, dice=[die], spare=[16, 16])
        hits.append(found["hits"])
    return hits


@reading("neutral_canada", ("captured", False), ("escaped", True))
def down_in_canada(options: Mapping[str, str]) -> Any:
    found = scene(at(5, **stopped(3)), (), **options)
    found.do("offer_canada")
    offered = bool(found.choices)
    found.begin(at(5))
    found.do("forced_down", dice=[7], answers=["land"], spare=[2])
    return found["fate"], offered


@pytest.mark.parametrize(
    ("quality", "shot", "hits"), [("trained", 0, 1), ("veteran", 0, 2), ("ace", -1, 2)], ids=lambda value: str(value)
)
def test_9_1_what_a_pilot_is_worth(quality: str, shot: int, hits: int) -> None:
    found = scene(at(3, **silent()), pilot_quality="yes")
    attacker = found.fighter(**foe("f8f", "six", quality=quality))
    found.roll("B2-to_hit", "tail", attacker, dice=[3])
    assert found.throws[-1].total == 3 + shot
    found.do("round", "long", dice=[4, *[16] * hits])
    assert found["hits"] == hits


@pytest.mark.parametrize(("rounds", "fires"), [(1, True), (0, False)])
@pytest.mark.parametrize("counted", ["yes", "no"])
def test_9_2_an_empty_gun_is_silent(counted: str, rounds: int, fires: bool) -> None:
    found = scene(at(3, **silent("nose"), **{"ammo[nose]": rounds}), ammunition=counted)
    found.fighter(**foe("f8f", "twelve"))
    shoots = fires or counted == "no"
    found.do("round", "long", dice=[1, 1] if shoots else [1])
    assert ("B2-to_hit" in found.asked) == shoots
    assert found["ammo[nose]"] == (0 if counted == "yes" else rounds)


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.option)
def test_an_option_changes_what_it_should(reading: Reading) -> None:
    assert reading.default != reading.other
    (other,) = ({reading.option: word} for option, word in OTHERWISE.items() if option == reading.option)
    assert reading.observe({}) == reading.default, "by default"
    assert reading.observe(other) == reading.other, "the other way"
    assert reading.observe(OTHERWISE) == reading.other, "with all the others"


def test_every_option_of_the_game_is_known_here() -> None:
    assert {option.name for option in graph().options} == {reading.option for reading in READINGS}
    assert {option.name for option in graph().options} == {*OTHERWISE}
