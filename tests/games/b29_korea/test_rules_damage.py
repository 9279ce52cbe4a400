"""Bursts inside, damage, engines out: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import Facts, changes, scene
from b29_korea.stories import (
    ANOTHER,
    BACKUP,
    BY_NIGHT,
    EMPTY,
    ENGINES,
    FALL,
    HIGH,
    JOINED,
    JUMP,
    LAST,
    LOST,
    at,
    down,
    engines,
    told,
)
from clauses import Clause, Stories, name_of

STORIES = Stories()
clause = STORIES.clause

# --- R-BIP

QUIET: Facts = {**at("kopung"), **JOINED, **EMPTY, "let_out": "yes", "masked": "yes"}

for section, men in {"nose": ("pilot", "copilot", "bombardier"), "tail": ("tail_gunner",)}.items():
    clause(
        f"R-BIP 2 {section}", f"do burst {section}", given=QUIET, leads=FALL, then={f"points[{man}]": 4 for man in men}
    )

for wing in ("port_wing", "starboard_wing"):
    clause(f"R-BIP 2 {wing}", f"do burst {wing}", given=QUIET, leads=FALL)

for bay in ("forward_bay", "aft_bay"):
    clause(
        f"R-BIP 3 {bay} with bombs",
        f"do burst {bay}",
        given={**QUIET, "bombs[forward]": "yes", "bombs[aft]": "yes"},
        asks=[],
        then=LOST,
    )

AFTER: Facts = {
    "station": "straying",
    "barred": "yes",
    "drag": "yes",
    "turns_here": 2,
    "may_evade": "no",
    "airframe": "irreparable",
}

IN_RADIO = ("navigator", "flight_engineer", "radio_operator")

clause(
    "R-BIP 1, 4, 5, 6 Nav/Radio",
    "do burst nav_radio",
    given=QUIET,
    dice=[1, 1, 1],
    asks=["7-13"] * 3,
    then={
        **AFTER,
        **down(*IN_RADIO, points=4),
        **down("pilot", "copilot", "bombardier", points=1),
        "undone[front_cabin]": "yes",
    },
    options=ANOTHER,
)

clause(
    "R-BIP 4 under pressure: 7-11",
    "do burst nav_radio",
    given={**QUIET, "let_out": "no"},
    leads="7-11",
    options=ANOTHER,
)

clause(
    "R-BIP 1, 5, 6 Waist",
    "do burst waist",
    given=QUIET,
    asks=[],
    then={
        **AFTER,
        **down("cfc", "left_gunner", "right_gunner", "radar_operator", points=4),
        "undone[waist_cabin]": "yes",
        "undone[tail_cabin]": "no",
    },
    options=ANOTHER,
)

for section in ("utility", "forward_bay", "aft_bay"):
    clause(
        f"R-BIP 6 {section}",
        f"do burst {section}",
        given=QUIET,
        asks=[],
        then={**AFTER, f"burst_in[{section}]": "yes"},
        options=ANOTHER,
    )

clause(
    "R-BIP 6 by night she keeps her place",
    "do burst utility",
    given={**QUIET, **BY_NIGHT},
    then={"straggling": "no"},
    options=ANOTHER,
)

clause(
    "R-BIP 6 -2 for the landing",
    "roll 8-1 japan",
    given={**LAST, "burst_in[waist]": "yes", "burst_in[utility]": "yes"},
    dice=[7],
    then={"modifiers on 8-1": -2},
)

# --- R-DMG

clause("R-DMG 2 what is dead already", "roll 7-6", given={"turret_dead[aft_upper]": "yes"}, dice=[9], nothing=True)

clause(
    "R-DMG 3 two hits on the brakes",
    "roll 8-1 japan",
    given={**LAST, "brakes_weak": "yes", "broken[hydraulics]": "yes"},
    dice=[7],
    then={"modifiers on 8-1": -2},
)

clause(
    "R-DMG 3 engines are counted",
    "roll 8-1 japan",
    given={**LAST, **engines("no_1", "no_4")},
    dice=[7],
    then={"modifiers on 8-1": -2},
)

# --- R-ENG

FOURTH: Facts = {**at("kopung", 7), **JOINED}

clause(
    "R-ENG 1 the bombs go: she stays",
    "do feather no_1 quits",
    given=FOURTH,
    dice=[1],
    answers=["drop"],
    then={**EMPTY, "station": "formed", "turns_here": 1},
)

clause(
    "R-ENG 1 the bombs stay: alone, slow, low",
    "do feather no_1 quits",
    given=FOURTH,
    dice=[1],
    answers=["keep"],
    then={"station": "straying", "turns_here": 2, "drag": "no", "may_not_climb": "yes", "bombs[aft]": "yes"},
)

clause(
    "R-ENG 1 over the target she may bomb first",
    "do feather no_1 quits",
    given={**FOURTH, "zone": 9, "reached": "yes"},
    dice=[1],
    then={"station": "formed", "bombs[aft]": "yes"},
)

clause(
    "R-ENG 1 normal again after the drop",
    "define turns_here",
    given={**FOURTH, **EMPTY, **engines("no_1")},
    then={"result": 1, "may_not_climb": "no"},
)

for one, other in (("no_1", "no_4"), ("no_1", "no_3"), ("no_2", "no_3")):
    clause(
        f"R-ENG 2 {one} and {other}",
        f"do feather {other} quits",
        given={**FOURTH, **EMPTY, **engines(one), "masked": "yes"},
        dice=[1],
        then={
            "station": "straying",
            "turns_here": 2,
            "must_go_low": "yes",
            "may_evade": "no",
            "drag": "no",
            "pressure_failed": "yes" if (one, other) == ("no_2", "no_3") else "no",
        },
    )

clause(
    "R-ENG 2 the bombs must go",
    "do feather no_4 quits",
    given={**FOURTH, **engines("no_1")},
    dice=[1],
    then={**EMPTY, "must_abort": "yes"},
)

clause(
    "R-ENG 2 low next turn",
    "do engines_continue",
    given={**FOURTH, **EMPTY, **engines("no_1", "no_4")},
    then={"altitude": "low"},
)

THREE: Facts = {**at("kopung", 7), **EMPTY, **engines("no_1", "no_2"), "below": "over_communist"}

clause("R-ENG 3 low: land now", "do feather no_4 quits", given=THREE, dice=[1], answers=["land"], leads="8-1")

clause("R-ENG 3 low: or jump", "do feather no_4 quits", given=THREE, dice=[1], answers=["leave"], leads=JUMP)

clause(
    "R-ENG 3 high: she flies on",
    "do feather no_4 quits",
    given={**THREE, **HIGH},
    dice=[1],
    then={"fate": "back", "turns_here": 2},
)

GLIDE: Facts = {**THREE, **engines("no_1", "no_2", "no_4"), "glide_from": 7}

clause("R-ENG 3 the second turn of that zone", "do engines_continue", given=GLIDE, asks=[], then={"fate": "back"})

clause(
    "R-ENG 3 one zone more, and no other",
    "do engines_continue",
    given={**GLIDE, "zone": 6},
    answers=["leave"],
    leads=JUMP,
)

DEAD: Facts = {**at("kopung", 7), **EMPTY, **engines("no_1", "no_2", "no_3")}

clause(
    "R-ENG 4 no engine: land",
    "do feather no_4 quits",
    given={**DEAD, "below": "over_communist"},
    dice=[1],
    answers=["land"],
    leads="8-1",
)

clause(
    "R-ENG 4 no engine: jump",
    "do feather no_4 quits",
    given={**DEAD, "below": "over_communist"},
    dice=[1],
    answers=["leave"],
    leads=JUMP,
)

for die, table in ((3, "8-2"), (4, "8-1")):
    clause(
        f"R-ENG 4 where: {die}",
        "do feather no_4 quits",
        given={**DEAD, "below": "water_communist"},
        dice=[1, die],
        answers=["land"],
        leads=table,
    )

POWERLESS: Facts = {**EMPTY, **engines(*ENGINES), "zone": 7, "below": "over_communist"}

clause(
    "R-ENG 4 -4, four times -1, -3 for the gear, -4 for the ground",
    "roll 8-1 communist",
    given=POWERLESS,
    dice=[7],
    then={"modifiers on 8-1": -4 - 4 - 3 - 4},
)

for name, facts, count in [
    ("out", engines("no_1"), 1),
    ("windmilling", engines("no_1", how="windmilling"), 1),
    ("running away", engines("no_1", how="runaway"), 1),
    ("burning", {"on_fire[no_1]": "yes"}, 1),
    ("weak", {"weak[no_1]": "yes"}, 1),
    ("all and twice", {**engines("no_1", "no_2"), "on_fire[no_1]": "yes", "weak[no_4]": "yes"}, 3),
    ("none", {}, 0),
]:
    clause(f"R-ENG 5 {name}", "define not_fully_functional", given=facts, then={"result": count})

# --- R-BIP 6 (iii)


def test_r_bip_6_every_result_of_the_section_once():
    found = scene(QUIET)
    before = found.state()
    found.do("burst", "utility", dice=[7], spare=BACKUP)
    assert (
        changes(before, found.state()).items()
        >= {
            "utility_duct_hits": 1,
            "feed_tray_hits": 1,
            "ammo[tail]": 23,
            "utility_oxygen_hits": 1,
            "generator_out": "yes",
            "turret_dead[aft_lower]": "yes",
            "generator_tank_hits": 1,
            "extinguisher[utility]": "no",
            "burst_in[utility]": "yes",
        }.items()
    )


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
