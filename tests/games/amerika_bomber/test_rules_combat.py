"""Fighters, gunners, who fires first, aces on both sides, ammunition: the smallest story for each clause."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import Facts, scene
from amerika_bomber.stories import (
    FULL_MAGAZINES,
    SKIN,
    advanced,
    at,
    broken,
    down,
    foe,
    home_from,
    silent,
    skilled,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

UP = at(5)
"""An He 277 over zone 5, where there is no cover."""

MUTE: Facts = {**UP, **silent()}
TAIL: Facts = {**UP, **silent("tail")}
TWO: Facts = {**UP, **silent("tail", "top_forward")}
"""Tail guns and top turret: both bear on what comes from behind and above."""

BEHIND, ABOVE, BESIDE = foe("f8f", "six"), foe("f8f", "six", "high"), foe("f8f", "nine")
PLACED = ["B2-place", "B2-altitude"]
AT_SIX, AT_NINE = [5, 3], [7, 3]
"""6 o'clock level, 9 o'clock level."""

FIRED = ["B2-to_hit", "B2-hits"]
FIRED_ON = ["B2-hits", "B2-to_hit"]


def come(kind: str = "f8f", count: int = 1) -> Facts:
    """So many fighters are in sight."""
    return {"enemies": count, "enemy_type": kind}


# --- 6.1.3

clause(
    "6.1.3-1 each is placed by itself",
    "do meet",
    given={**MUTE, **come(count=3)},
    dice=[5, 1, 5, 1, 8, 6, *[1] * 9],
    asks=[*PLACED * 3, *["B2-hits"] * 9],
)
for clock, die in (("dive", 9), ("climb", 10)):
    clause(
        f"6.1.3-1 no height for a vertical {clock}",
        "do meet",
        given={**MUTE, **come(count=2)},
        dice=[die, 5, 3, *[1] * 6],
        asks=["B2-place", *PLACED, *["B2-hits"] * 6],
    )
clause(
    "6.1.3-1 two in one place",
    "do meet",
    given={**TAIL, **come(count=2)},
    dice=[*AT_SIX * 2, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    then={"offers lay/f": ["f8f six level", "f8f six level #2"]},
)
for zone, need in ((2, 4), (3, 5)):
    sky: Facts = {**MUTE, **come(count=2), "zone": zone}
    clause(
        f"6.1.3-2 cover over zone {zone} drives one off",
        "do meet",
        given=sky,
        dice=[*AT_SIX, *AT_NINE, need, 1, 1, 1],
        answers=["six"],
        asks=[*PLACED * 2, "B2-cover", *["B2-hits"] * 3],
        then={"every B2-hits": [0, 0, 0]},
    )
    clause(
        f"6.1.3-2 the player says which, zone {zone}",
        "do meet",
        given=sky,
        dice=[*AT_SIX, *AT_NINE, need, 1, 1, 1],
        answers=["nine"],
        then={"every B2-hits": [1, 1, 1]},
    )
    clause(
        f"6.1.3-2 or none, zone {zone}",
        "do meet",
        given=sky,
        dice=[*AT_SIX, *AT_NINE, need - 1, *[1] * 6],
        asked=[],
        asks=[*PLACED * 2, "B2-cover", *["B2-hits"] * 6],
    )
    clause(
        f"R-17 never more than one, zone {zone}",
        "do meet",
        given={**sky, **come(count=4), **advanced("go229_escort")},
        dice=[*AT_SIX * 4, 6, *[1] * 9],
        answers=["f8f six level"],
        then={"times B2-cover": 1, "times B2-hits": 9},
    )
    clause(
        f"6.1.3-2 Go 229s help over zone {zone}",
        "do meet",
        given={**sky, **come(), **advanced("go229_escort")},
        dice=[*AT_SIX, need - 1],
        then={"times B2-hits": 0},
    )
    clause(
        f"6.1.3-2 a damaged IFF does not, zone {zone}",
        "do meet",
        given={**sky, **come(), **broken("iff")},
        dice=[*AT_SIX, need, 1, 1, 1],
        then={"times B2-hits": 3},
    )
    clause(
        f"6.1.3-2 it covers the way home too, zone {zone}",
        "do meet",
        given={**home_from(zone), **silent(), **come()},
        dice=[*AT_SIX, 6],
        then={"times B2-hits": 0},
    )
for zone in (4, 5, 6):
    clause(
        f"6.1.3-2 no cover over zone {zone}",
        "do meet",
        given={**MUTE, **come(), "zone": zone, **advanced("go229_escort")},
        dice=[*AT_SIX, 1, 1, 1],
        then={"times B2-cover": 0},
    )
clause(
    "C1 5 no cover for one who was bounced",
    "do meet",
    given={**MUTE, **come(), "zone": 3, "bounced": "yes"},
    dice=[*AT_SIX, 1, 1, 1],
    then={"times B2-cover": 0},
)

# --- 6.1.1, 6.1.4: the rounds

clause(
    "6.1.1-1 6.1.4-1 three rounds, the bomber first in each",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, *[1] * 6],
    asks=[*PLACED, *FIRED * 3],
)
clause(
    "6.1.4-5 those who are not damaged come closer, those who are fire and leave",
    "do meet",
    given={**TAIL, **come(count=2)},
    dice=[*AT_SIX, *AT_NINE, 4, 1, 1, 1, 1, 1],
    asks=[*PLACED * 2, "B2-to_hit", "B2-damage", "B2-hits", "B2-hits", "B2-hits", "B2-hits"],
    then={"downed": 0},
)
clause(
    "6.1.4-5 a damaged one hits as hard as another",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, 4, 1, 6, SKIN, SKIN, SKIN],
    then={"hits": 3, "times B2-hits": 1},
)
clause(
    "6.1.4-5 a destroyed one does not fire; the combat is over",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, 4, 3],
    asks=[*PLACED, "B2-to_hit", "B2-damage"],
    then={"downed": 1, "crew[tail_gunner].kills": 1},
)
clause(
    "6.1.4-5 those who hit her come closer as well",
    "do meet",
    given={**MUTE, **come()},
    dice=[*AT_NINE, 5, SKIN, 5, SKIN, 5, SKIN],
    then={"hits": 3, "times B2-hits": 3},
)
clause(
    "6.1.4-6 after close range they leave",
    "do meet",
    given={**MUTE, **come(count=4)},
    dice=[*AT_SIX * 4, *[1] * 12],
    then={"times B2-hits": 12, "fighters": 0},
)
clause(
    "6.1.4-5 a fighter is destroyed at medium range",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, 1, 1, 4, 3],
    asks=[*PLACED, *FIRED, "B2-to_hit", "B2-damage"],
)

# --- 6.1.4-2: who fires at whom

clause(
    "6.1.4-2 only the guns that bear are asked",
    "do round long",
    given=UP,
    fighters=[BEHIND],
    dice=[1, 1],
    answers=["f8f"],
    asks=FIRED,
    asked=["lay/f"],
)
clause(
    "6.1.4-2 and only at those in their arc",
    "do round long",
    given=TAIL,
    fighters=[BEHIND, BESIDE, foe("f8f", "four_thirty", "high")],
    dice=[1, 1, 1, 1],
    then={"offers lay/f": ["f8f six level", "f8f four_thirty high"]},
)
clause("6.1.4-2 no gun bears", "do round long", given=TAIL, fighters=[BESIDE], dice=[1], asks=["B2-hits"], asked=[])
clause(
    "6.1.4-2 a gun may hold its fire",
    "do round long",
    given=TAIL,
    fighters=[BEHIND],
    dice=[1],
    answers=["none"],
    asks=["B2-hits"],
)
clause(
    "R-15 several guns may choose one fighter",
    "do round long",
    given=TWO,
    fighters=[ABOVE, foe("f8f", "seven_thirty", "high")],
    dice=[1, 1, 1, 1],
    answers=["six", "six"],
    asks=["B2-to_hit", "B2-to_hit", "B2-hits", "B2-hits"],
)
clause(
    "6.1.4-2 a gun whose target is gone does not fire at another",
    "do round long",
    given=TWO,
    fighters=[ABOVE, foe("f8f", "seven_thirty", "high")],
    dice=[4, 3, 1],
    loose=True,
    answers=["six", "six"],
    then={"fighters": 1, "times B2-damage": 1, "downed": 1},
)
clause(
    "6.1.4-2 guns at two targets",
    "do round long",
    given=TWO,
    fighters=[ABOVE, foe("f8f", "seven_thirty", "high")],
    dice=[4, 3, 5, 3],
    answers=["six", "seven_thirty"],
    then={"fighters": 0, "downed": 2, "crew[engineer].kills": 1, "crew[tail_gunner].kills": 1},
)

# --- 6.1.4-3: hits

for clock, need in (("six", 4), ("four_thirty", 5), ("seven_thirty", 5)):
    clause(
        f"6.1.4-3 a hit from {clock}",
        "do round long",
        given=TAIL,
        fighters=[foe("f8f", clock)],
        dice=[need, 1, 1],
        then={"times B2-damage": 1},
    )
    clause(
        f"6.1.4-3 a miss from {clock}",
        "do round long",
        given=TAIL,
        fighters=[foe("f8f", clock)],
        dice=[need - 1, 1],
        then={"times B2-damage": 0},
    )
clause(
    "6.1.4-3 firepower is that of the gun, never of two",
    "do round long",
    given={**UP, "aircraft": "ju390"},
    fighters=[foe("f8f", "twelve")],
    dice=[6, 1, 6, 1],
    then={"every B2-damage": [1, 2]},
)
clause(
    "6.1.4-3 a gun without firepower",
    "do round long",
    given={**UP, "aircraft": "me364", **silent("nose")},
    fighters=[foe("f8f", "twelve")],
    dice=[6, 5],
    then={"every B2-damage": [0], "downed": 1},
)
clause(
    "B2-damage a tough one, and mine shells",
    "do round long",
    given={**TAIL, **advanced("mine_shell")},
    fighters=[foe("f4u", "six")],
    dice=[4, 2, 1],
    then={"every B2-damage": [2], "fighters": 0, "downed": 0},
)
clause(
    "6.1.4-4 damaged twice is destroyed",
    "do round long",
    given=TWO,
    fighters=[ABOVE],
    dice=[4, 1, 4, 1],
    asks=["B2-to_hit", "B2-damage"] * 2,
    then={"fighters": 0, "downed": 1, "crew[engineer].kills": 0, "crew[tail_gunner].kills": 1},
)
clause(
    "6.1.4-4 damaged once is not",
    "do round long",
    given=TWO,
    fighters=[ABOVE],
    dice=[4, 1, 1, 1],
    then={"downed": 0, "crew[engineer].kills": 0, "times B2-hits": 1},
)
clause(
    "R-53 destroyed by the first, the second has nothing of it",
    "do round long",
    given=TWO,
    fighters=[ABOVE],
    dice=[4, 3],
    loose=True,
    then={"downed": 1, "crew[engineer].kills": 1, "crew[tail_gunner].kills": 0},
)
for gun, man, clock, height in (
    ("nose", "bombardier", "twelve", "low"),
    ("top_forward", "engineer", "dive", "level"),
    ("ventral", "ventral_gunner", "climb", "level"),
    ("tail", "tail_gunner", "six", "level"),
):
    clause(
        f"R-53 the man at the gun has it: {gun}",
        "do round long",
        given={**UP, **silent(gun)},
        fighters=[foe("f8f", clock, height)],
        dice=[6, 6],
        then={f"crew[{man}].kills": 1, "downed": 1},
    )

# ---

clause(
    "R-16 a natural 6 always hits",
    "do round long",
    given={**TAIL, **broken("intercom", "warning")},
    fighters=[foe("f8f", "four_thirty", quality="ace")],
    dice=[6, 3],
    then={"downed": 1},
    options={"pilot_quality": "yes"},
)
clause(
    "R-16 at -3 nothing else does",
    "do round long",
    given={**TAIL, **broken("intercom", "warning")},
    fighters=[foe("f8f", "four_thirty", quality="ace")],
    dice=[5, 1],
    then={"modifiers on B2-to_hit": -3, "times B2-damage": 0},
    options={"pilot_quality": "yes"},
)
clause(
    "R-16 a natural 5 does not",
    "do round long",
    given={**TAIL, **broken("intercom")},
    fighters=[foe("f8f", "four_thirty")],
    dice=[5, 1],
    then={"modifiers on B2-to_hit": -1, "times B2-damage": 0},
)

# --- 6.7, 6.8.8: aces

ACE: Facts = {"crew[tail_gunner].kills": 5}
clause(
    "6.7 an ace",
    "do round long",
    given={**TAIL, **ACE},
    fighters=[BEHIND],
    dice=[3, 3],
    then={"modifiers on B2-to_hit": 1, "crew[tail_gunner].kills": 6},
)
clause(
    "6.7 not with four kills",
    "do round long",
    given={**TAIL, "crew[tail_gunner].kills": 4},
    fighters=[BEHIND],
    dice=[3, 1],
    then={"modifiers on B2-to_hit": 0},
)
clause(
    "6.7 not another man's gun",
    "do round long",
    given={**UP, **ACE, **silent("ventral")},
    fighters=[foe("f8f", "climb")],
    dice=[1, 1],
    then={"modifiers on B2-to_hit": 0},
)
clause(
    "6.8.8-1 at once after the fifth",
    "do meet",
    given={**TAIL, "crew[tail_gunner].kills": 4, **come(count=2)},
    dice=[*AT_SIX * 2, 4, 3, 1, 3, 3],
    then={"every B2-to_hit": [0, 1], "crew[tail_gunner].kills": 6},
)
clause(
    "R-28 a temporary man is no ace, and his kills are not kept",
    "do round long",
    given={**TAIL, **ACE, "crew[tail_gunner].away": 2},
    fighters=[BEHIND],
    dice=[4, 3],
    then={"modifiers on B2-to_hit": 0, "crew[tail_gunner].kills": 5, "downed": 1},
)
clause(
    "C1 9 ace for a day",
    "do round long",
    given={**TAIL, "lucky": "tail_gunner"},
    fighters=[BEHIND],
    dice=[3, 3],
    then={"modifiers on B2-to_hit": 1},
)
clause(
    "C1 9 not another gunner",
    "do round long",
    given={**TAIL, "lucky": "ventral_gunner"},
    fighters=[BEHIND],
    dice=[3, 1],
    then={"modifiers on B2-to_hit": 0},
)
clause(
    "C1 9 nothing more for a real ace",
    "do round long",
    given={**TAIL, **ACE, "lucky": "tail_gunner"},
    fighters=[BEHIND],
    dice=[2, 1],
    then={"modifiers on B2-to_hit": 1},
)
clause(
    "6.7 an ace, gun-laying radar, no intercom, no warning",
    "do round long",
    given={**TAIL, **ACE, **advanced("gun_laying_radar"), **broken("intercom", "warning")},
    fighters=[BEHIND],
    dice=[4, 3],
    then={"modifiers on B2-to_hit": 0, "downed": 1},
)

# --- who can fire

for wound, fires in (("light", True), ("serious", False), ("killed", False)):
    clause(
        f"6.4.5-3 a gunner who is {wound}",
        "do round long",
        given={**TAIL, **down("tail_gunner", wound=wound)},
        fighters=[BEHIND],
        dice=[1, 1] if fires else [1],
        asks=FIRED if fires else ["B2-hits"],
    )
    clause(
        f"6.4.5-3 the engineer at the top turret who is {wound}",
        "define works top_forward",
        given={**UP, **down("engineer", wound=wound)},
        then={"result": "yes" if fires else "no"},
    )
for aircraft, gun, man in (
    ("fw300", "ventral", "ewo"),
    ("fw300", "port_waist", "port_gunner"),
    ("ju390", "ventral", "engineer"),
    ("ta400", "top_aft", "top_gunner"),
    ("me364", "top_forward", "top_gunner"),
    ("me364", "nose", "bombardier"),
):
    facts: Facts = {**UP, "aircraft": aircraft}
    clause(f"6.4.5-3 {gun} of {aircraft}", f"define works {gun}", given=facts, then={"result": "yes"})
    clause(
        f"6.4.5-3 {gun} of {aircraft} without its man",
        f"define works {gun}",
        given={**facts, **down(man)},
        then={"result": "no"},
    )
    clause(
        f"6.4.5-3 {gun} of {aircraft}, damaged",
        f"define works {gun}",
        given={**facts, f"gun_state[{gun}]": "inop"},
        then={"result": "no"},
    )
ARADO: Facts = {**UP, "aircraft": "e555"}
for out, works in (
    (("pilot",), "yes"),
    (("pilot", "copilot"), "yes"),
    (("pilot", "copilot", "engineer"), "no"),
    (("copilot",), "yes"),
):
    clause(
        f"MAT the fixed guns without {' and '.join(out)}",
        "define works fixed_forward",
        given={**ARADO, **down(*out)},
        then={"result": works},
    )
for out_, man in (((), "pilot"), (("pilot",), "copilot"), (("pilot", "copilot"), "engineer")):
    clause(
        f"MAT who flies fires the fixed guns: {man}",
        "do round long",
        given={**ARADO, **silent("fixed_forward"), **down(*out_)},
        fighters=[foe("p80", "twelve")],
        dice=[6, 2],
        then={f"crew[{man}].kills": 1},
    )
clause(
    "B2-arcs the fixed guns fire straight ahead only",
    "do round long",
    given={**ARADO, **silent("fixed_forward")},
    fighters=[foe("p80", "one_thirty"), foe("p80", "twelve", "high")],
    dice=[1, 1],
    asked=[],
)

# --- 6.1.4-7: propeller fighters and the jet

for kind, drive in (("f8f", "prop"), ("p51", "prop"), ("p47", "prop"), ("f7f", "prop"), ("p80", "jet"), ("fj1", "jet")):
    clause(
        f"6.1.4-7 the Arado and a {drive}, {kind}",
        "do meet",
        given={**MUTE, "aircraft": "e555", **come(kind)},
        dice=[*AT_NINE, *([1] if drive == "prop" else [1, 1, 1])],
        then={"times B2-hits": 1 if drive == "prop" else 3},
    )
clause(
    "6.1.4-7 a propeller fighter and another bomber",
    "do meet",
    given={**MUTE, "aircraft": "ta400", **come()},
    dice=[*AT_NINE, 1, 1, 1],
    then={"times B2-hits": 3},
)
clause(
    "6.1.4-7 guns fire before it does, as ever",
    "do meet",
    given={**ARADO, **silent("tail"), **come()},
    dice=[*AT_SIX, 1, 1],
    asks=[*PLACED, *FIRED],
)
clause(
    "6.1.4-7 R-13 without the search radar after it did, once",
    "do meet",
    given={**ARADO, **silent("tail"), **come(), **broken("radar")},
    dice=[*AT_SIX, 1, 1],
    asks=[*PLACED, *FIRED_ON],
)
clause(
    "6.1.4-7 C1 5 bounced by propeller fighters: once too",
    "do meet",
    given={**ARADO, **silent("tail"), **come(), "bounced": "yes"},
    dice=[*AT_SIX, 1, 1],
    asks=[*PLACED, *FIRED_ON],
)

# --- fighters first

BLIND: Facts = {**TAIL, **broken("radar")}

clause(
    "6.1.4-1 R-13 search radar out: fighters first in every round",
    "do meet",
    given={**BLIND, **come()},
    dice=[*AT_SIX, *[1] * 6],
    asks=[*PLACED, *FIRED_ON * 3],
)
clause(
    "R-13 every fighter, then the guns",
    "do meet",
    given={**BLIND, **come(count=2)},
    dice=[*AT_SIX * 2, *[1] * 9],
    asks=[*PLACED * 2, *["B2-hits", "B2-hits", "B2-to_hit"] * 3],
)
clause(
    "6.1.4-1 C1 5 bounced: in the first round only",
    "do meet",
    given={**TAIL, **come(), "bounced": "yes"},
    dice=[*AT_SIX, *[1] * 6],
    asks=[*PLACED, *FIRED_ON, *FIRED * 2],
)
clause(
    "6.1.4-1 bounced without the search radar: in every round",
    "do meet",
    given={**BLIND, **come(), "bounced": "yes"},
    dice=[*AT_SIX, *[1] * 6],
    asks=[*PLACED, *FIRED_ON * 3],
)
clause(
    "R-13 one damaged after it fired leaves",
    "do meet",
    given={**BLIND, **come()},
    dice=[*AT_SIX, 1, 4, 1],
    asks=[*PLACED, *FIRED_ON, "B2-damage"],
    then={"downed": 0},
)
clause(
    "R-13 one destroyed after it fired has fired",
    "do meet",
    given={**BLIND, **come()},
    dice=[*AT_SIX, 4, SKIN, 4, 3],
    asks=[*PLACED, "B2-hits", "B3", "B2-to_hit", "B2-damage"],
    then={"downed": 1, "hits": 1},
)
clause(
    "R-13 a gun that was hit before is silent",
    "do meet",
    given={**BLIND, **come()},
    dice=[*AT_SIX, 4, 25, 5, 1, 1, 1],
    asks=[*PLACED, "B2-hits", "B3", "B4-gun", None, "B2-hits", "B2-hits"],
    asked=[],
    then={"gun_state[tail]": "inop"},
)
clause(
    "R-13 so is one whose man was hit",
    "do meet",
    given={**BLIND, **come()},
    dice=[*AT_SIX, 4, 25, 5, 5, 4, 1, 1],
    asks=[*PLACED, "B2-hits", "B3", "B4-gun", None, "B5", "B2-hits", "B2-hits"],
    asked=[],
    then={"condition[tail_gunner]": "serious"},
)
clause(
    "R-14 in a normal round the gun has fired before it is hit",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, 1, 4, 25, 5, 1, 1, 1],
    asks=[*PLACED, *FIRED, "B3", "B4-gun", None, "B2-hits", "B2-hits"],
)
clause(
    "R-13 the search radar goes in the first round",
    "do meet",
    given={**TAIL, **come()},
    dice=[*AT_SIX, 1, 4, 26, 1, 1, 1, 1, 1],
    asks=[*PLACED, *FIRED, "B3", "B4-electronics", *FIRED_ON * 2],
    then={"device_out[radar]": "yes"},
)
clause(
    "R-13 it goes to the first of two: the second fires in its turn",
    "do meet",
    given={**TAIL, **come(count=2)},
    dice=[*AT_SIX, *AT_NINE, 1, 4, 26, 1, 1, *[1] * 6],
    asks=[
        *PLACED * 2,
        *FIRED,
        "B3",
        "B4-electronics",
        "B2-hits",
        *["B2-hits", "B2-hits", "B2-to_hit"] * 2,
    ],
)
clause(
    "R-13 another device does not matter",
    "do meet",
    given={**TAIL, **come(), **broken("warning", "intercom", "iff")},
    dice=[*AT_SIX, *[1] * 6],
    asks=[*PLACED, *FIRED * 3],
)


def test_r_31_a_wizard_mends_it_and_the_bomber_is_first_again() -> None:
    found = scene({**BLIND, **skilled("wizard")})
    found.do("offer_wizard", answers=["radar"])
    found.set(come())
    found.do("meet", dice=[*AT_SIX, *[1] * 6])
    assert found.asked == [*PLACED, *FIRED * 3]


# ---

clause(
    "R-14 the pilot is killed: the second fighter does not fire",
    "do meet",
    given={**MUTE, **come(count=2)},
    dice=[*AT_NINE * 2, 5, 21, 1, 6],
    asks=[*PLACED * 2, "B2-hits", "B3", "B4-crew", "B5"],
    then={"fate": "dead"},
)
clause(
    "R-14 the bay explodes: the second fighter does not fire",
    "do meet",
    given={**MUTE, **come(count=2)},
    dice=[*AT_NINE * 2, 5, 11, 2, 6],
    asks=[*PLACED * 2, "B2-hits", "B3", "B4-bay", None],
    then={"fate": "dead", "hull": "shot_down"},
)
clause(
    "R-14 losses count at once: the last airframe hit comes before the others of the burst",
    "do meet",
    given={**MUTE, **come(), "airframe_hits": 4},
    dice=[*AT_NINE, 6, 12],
    loose=True,
    then={"fate": "captured", "hull": "shot_down", "hits": 1, "times B3": 1},
)
clause(
    "R-14 all hits of a burst, one after the other",
    "do meet",
    given={**MUTE, **come("p84")},
    dice=[*AT_SIX, 6, 12, 12, 12, 12, 1, 1],
    then={"hits": 4, "airframe_hits": 4, "times B2-hits": 3},
)

# --- sixth sense

SENSE = skilled("sixth_sense")
for kind, clock, die, without, with_it in (
    ("f8f", "six", 6, 3, 0),
    ("f7f", "six", 6, 4, 1),
    ("f7f", "nine", 6, 3, 0),
    ("f8f", "twelve", 6, 1, 0),
    ("f7f", "six", 5, 3, 3),
    ("f7f", "six", 4, 2, 2),
    ("f7f", "six", 3, 1, 1),
):
    for skill, hits in (({}, without), (SENSE, with_it)):
        clause(
            f"R-05 a natural {die} of {kind} from {clock} {'with' if skill else 'without'} Sixth Sense",
            "do round long",
            given={**MUTE, **skill},
            fighters=[foe(kind, clock)],
            dice=[die, *[SKIN] * hits],
            then={"hits": hits},
        )
clause(
    "R-05 R-40 the 3 is what the extra hits of an ace and of close range wait for",
    "do round close",
    given={**MUTE, **SENSE},
    fighters=[foe("f7f", "six", quality="ace")],
    dice=[6, *[SKIN] * 3],
    then={"hits": 3},
    options={"pilot_quality": "yes", "close_range": "yes"},
)
clause(
    "R-05 the same where nothing is left of the 6",
    "do round close",
    given={**MUTE, **SENSE},
    fighters=[foe("f8f", "six", quality="ace")],
    dice=[6],
    then={"hits": 0},
    options={"pilot_quality": "yes", "close_range": "yes"},
)
clause(
    "R-05 flak it does not feel",
    "do flak",
    given={**UP, **SENSE, "chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0},
    dice=[6, 6, *[SKIN] * 2],
    then={"hits": 2},
)

# --- 9.1

QUALITY = {"pilot_quality": "yes"}
for month, die, quality in (
    ("april", 1, "trained"),
    ("april", 4, "trained"),
    ("april", 5, "veteran"),
    ("june", 4, "trained"),
    ("june", 6, "ace"),
    ("july", 3, "trained"),
    ("july", 4, "veteran"),
    ("march", 5, "veteran"),
    ("march", 6, "ace"),
):
    extra = 0 if quality == "trained" else 1
    clause(
        f"9.1 a pilot of {month}, {die}: {quality}",
        "do meet",
        given={**MUTE, "month": month, **come()},
        dice=[*AT_NINE, die, 5, *[SKIN] * (1 + extra), 1, 1],
        then={"hits": 1 + extra},
        options=QUALITY,
    )
clause(
    "9.1 not rolled unless wanted",
    "do meet",
    given={**MUTE, **come()},
    dice=[*AT_NINE, 5, SKIN, 1, 1],
    then={"hits": 1, "times 9-1": 0},
)
clause(
    "R-40 one roll for each fighter",
    "do meet",
    given={**MUTE, **come(count=3)},
    dice=[*AT_NINE, 1, *AT_NINE, 5, *AT_NINE, 6, *[1] * 9],
    then={"times 9-1": 3, "hits": 0},
    options=QUALITY,
)
for quality, amount, extra in (("trained", 0, 0), ("veteran", 0, 1), ("ace", -1, 1)):
    clause(
        f"9.1 our fire at one who is {quality}",
        "do round long",
        given=TAIL,
        fighters=[foe("f8f", "six", quality=quality)],
        dice=[1, 4, *[SKIN] * (1 + extra)],
        then={"modifiers on B2-to_hit": amount, "hits": 1 + extra},
        options=QUALITY,
    )
    clause(
        f"R-40 one who is {quality} and misses",
        "do round long",
        given=MUTE,
        fighters=[foe("f8f", "six", quality=quality)],
        dice=[3],
        then={"hits": 0},
        options=QUALITY,
    )
clause(
    "9.1 an ace of ours and one of theirs",
    "do round long",
    given={**TAIL, **ACE},
    fighters=[foe("f8f", "six", quality="ace")],
    dice=[4, 3],
    then={"modifiers on B2-to_hit": 0, "downed": 1},
    options=QUALITY,
)
clause(
    "9.1 C1 5 those of a bounce have pilots too",
    "do intercept",
    given=MUTE,
    dice=[12, 5, *[*AT_NINE, 5] * 4, *[1] * 12],
    then={"times 9-1": 4},
    options=QUALITY,
)

# --- 9.2

COUNTED = {"ammunition": "yes"}
LOADED: Facts = {**TAIL, **FULL_MAGAZINES}

clause("9.2 magazines of the mat", "do arm", given={"aircraft": "he277"}, then=FULL_MAGAZINES, options=COUNTED)
clause(
    "9.2 magazines of the Arado",
    "do arm",
    given={"aircraft": "e555"},
    then={"ammo[fixed_forward]": 4, "ammo[top_forward]": 6, "ammo[tail]": 6},
    options=COUNTED,
)
clause(
    "9.2 each firing costs one",
    "do meet",
    given={**LOADED, **come()},
    dice=[*AT_SIX, *[1] * 6],
    then={"ammo[tail]": 5, "ammo[nose]": 6},
    options=COUNTED,
)
clause(
    "9.2 not unless wanted",
    "do meet",
    given={**LOADED, **come()},
    dice=[*AT_SIX, *[1] * 6],
    then={"ammo[tail]": 8},
)
clause(
    "9.2 not for a gun that holds its fire",
    "do round long",
    given=LOADED,
    fighters=[BEHIND],
    dice=[1],
    answers=["none"],
    then={"ammo[tail]": 8},
    options=COUNTED,
)
clause(
    "9.2 nothing left",
    "do meet",
    given={**TAIL, "ammo[tail]": 1, **come()},
    dice=[*AT_SIX, *[1] * 4],
    asks=[*PLACED, *FIRED, "B2-hits", "B2-hits"],
    then={"ammo[tail]": 0},
    options=COUNTED,
)
clause(
    "9.2 6.1.4-2 a gun whose target another has destroyed has fired",
    "do round long",
    given={**TWO, **FULL_MAGAZINES},
    fighters=[ABOVE],
    dice=[4, 3],
    loose=True,
    then={"ammo[top_forward]": 5, "ammo[tail]": 7, "downed": 1},
    options=COUNTED,
)

# --- 9.3

CLOSE = {"close_range": "yes"}
for stage, extra in (("long", 0), ("medium", 0), ("close", 1)):
    clause(
        f"9.3 a hit at {stage} range",
        f"do round {stage}",
        given=MUTE,
        fighters=[BESIDE],
        dice=[5, *[SKIN] * (1 + extra)],
        then={"hits": 1 + extra},
        options=CLOSE,
    )
clause("9.3 a miss", "do round close", given=MUTE, fighters=[BESIDE], dice=[4], then={"hits": 0}, options=CLOSE)
clause("9.3 not unless wanted", "do round close", given=MUTE, fighters=[BESIDE], dice=[5, SKIN], then={"hits": 1})
clause(
    "9.1 9.3 a veteran at close range",
    "do round close",
    given=MUTE,
    fighters=[foe("f8f", "nine", quality="veteran")],
    dice=[5, *[SKIN] * 3],
    then={"hits": 3},
    options={**CLOSE, **QUALITY},
)
clause(
    "9.3 6.7 Air Combat Maneuvering takes one of them",
    "do round close",
    given={**MUTE, **skilled("acm")},
    fighters=[BESIDE],
    dice=[5, SKIN],
    then={"hits": 1},
    options=CLOSE,
)


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause) -> None:
    told(story)
