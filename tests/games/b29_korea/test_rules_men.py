"""Pressure, oxygen, fires, frostbite and the crew: the smallest story for each clause."""

from __future__ import annotations

import pytest

from b29_korea.bench import GAME, Facts, program, scene
from b29_korea.stories import (
    ANOTHER,
    BOMBED,
    BREATHLESS,
    BY_NIGHT,
    HIGH,
    JOINED,
    JUMP,
    LAST,
    MEN,
    PLAIN,
    ZONE,
    at,
    down,
    told,
)
from clauses import Clause, Stories, name_of
from watching import Watched

STORIES = Stories()
clause = STORIES.clause

clause(
    "R-PRS 6 he is one of the dead", "do debrief", given={**BOMBED, **down("cfc", points=4)}, then={"men_lost[kia]": 1}
)

# --- R-OXY

clause("R-OXY 1 the first hit", "do oxygen_hit cfc", then={"oxygen_hits[cfc]": 1, "has_air(cfc)": "yes"})

clause("R-OXY 1 the second", "do oxygen_hit cfc", given={"oxygen_hits[cfc]": 1}, then={"has_air(cfc)": "no"})

clause("R-OXY 1 out at once", "do oxygen_gone cfc", then={"has_air(cfc)": "no"})

GOES_DOWN: Facts = {"altitude": "low", "station": "straying", "barred": "yes"}

clause(
    "R-OXY 2 without pressure she goes down",
    "do oxygen_step",
    given={**BREATHLESS, "let_out": "yes", **down("flight_engineer")},
    then=GOES_DOWN,
)

clause("R-OXY 2 his cabin is open", "do oxygen_step", given={**BREATHLESS, "undone[tail_cabin]": "yes"}, then=GOES_DOWN)

clause("R-OXY 2 all cabins tight", "do oxygen_step", given=BREATHLESS, then={"altitude": "medium", "station": "formed"})

clause(
    "R-OXY 2 he is dead",
    "do oxygen_step",
    given={**BREATHLESS, "undone[tail_cabin]": "yes", **down("tail_gunner", points=4)},
    then={"altitude": "medium"},
)

clause(
    "R-OXY 2 a dead man's supply",
    "do oxygen_step",
    given={**JOINED, "undone[waist_cabin]": "yes", "oxygen_hits[cfc]": 2, **down("left_gunner", points=4)},
    then={"altitude": "medium", "station": "formed", "without_air(cfc)": "no"},
)

# --- R-FIRE

for section, used in {"nose": "nav_radio", "nav_radio": "nav_radio", "waist": "waist"}.items():
    clause(
        f"R-FIRE 1 {section}",
        f"do fire_in {section}",
        dice=[9],
        asks=["7-12"],
        then={f"extinguisher[{used}]": "no", "fire_zone": "none"},
    )

clause(
    "R-FIRE 5 Tail",
    "do fire_in tail",
    dice=[9],
    asks=["7-12"],
    then={"extinguisher[utility]": "no", "extinguisher[waist]": "yes"},
)

clause(
    "R-FIRE 5 Utility: somebody comes in",
    "do fire_in utility",
    dice=[9],
    asks=["7-12"],
    then={"extinguisher[utility]": "no"},
)

for section in ("nose", "nav_radio"):
    clause(f"R-FIRE 3 {section}: one try", f"do fire_in {section}", dice=[10], leads=JUMP)
    clause(
        f"R-FIRE 5 {section}: no bottle", f"do fire_in {section}", given={"extinguisher[nav_radio]": "no"}, leads=JUMP
    )

for section in ("waist", "utility"):
    clause(
        f"R-FIRE 4 {section}: a second try",
        f"do fire_in {section}",
        given=ZONE,
        dice=[10, 9],
        asks=["7-12"] * 2,
        then={"extinguisher[waist]": "no", "extinguisher[utility]": "no", "fire_zone": "none"},
    )
    clause(
        f"R-FIRE 4 {section}: no third",
        f"do fire_in {section}",
        given=ZONE,
        dice=[10, 10],
        then={"extinguisher[waist]": "no", "fire_zone": 8},
    )
    clause(
        f"R-FIRE 5 {section}: no bottle",
        f"do fire_in {section}",
        given={**ZONE, "extinguisher[waist]": "no", "extinguisher[utility]": "no"},
        answers=["on"],
        asks=[],
        then={"fire_zone": 8},
    )

clause(
    "R-FIRE 4 the zone where it broke out",
    "do fire_deadline",
    given={**ZONE, "fire_zone": 8},
    asks=[],
    then={"fate": "back"},
)

clause("R-FIRE 4 the next zone", "do fire_deadline", given={**ZONE, "zone": 7, "fire_zone": 8}, leads=JUMP)

clause(
    "R-FIRE 2 without pressure -1",
    "do fire_in nav_radio",
    given={**HIGH, "let_out": "yes", "masked": "yes"},
    dice=[10],
    then={"modifiers on 7-12": -1},
)

clause(
    "R-FIRE 2 under pressure 0",
    "do fire_in nav_radio",
    given=HIGH,
    dice=[9],
    answers=["keep"],
    then={"modifiers on 7-12": 0},
)

clause(
    "R-FIRE 2 let out first",
    "do fire_in nav_radio",
    given=HIGH,
    dice=[7, 10],
    answers=["open"],
    then={"let_out": "yes"},
)

clause("R-FIRE 2 low 0", "do fire_in nav_radio", dice=[9], then={"modifiers on 7-12": 0})

clause(
    "R-FIRE 2 the man does nothing else",
    "do fire_in nav_radio",
    dice=[9],
    answers=["radio_operator"],
    then={"busy[radio_operator]": "yes", "working(radio_operator)": "no"},
)

# --- R-CREW

for man, section, may in [
    ("cfc", "nav_radio", "yes"),
    ("cfc", "nose", "no"),
    ("cfc", "utility", "yes"),
    ("cfc", "tail", "no"),
    ("tail_gunner", "utility", "yes"),
    ("navigator", "forward_bay", "yes"),
    ("copilot", "nav_radio", "no"),
]:
    clause(f"R-CREW 1, 2 {man} to {section}", f"define may_go {man} {section}", then={"result": may})

FULL = {f"place[{man}]": "utility" for man in ("cfc", "left_gunner", "right_gunner")}

clause(
    "R-CREW 2 three are enough for Utility", "define may_go radar_operator utility", given=FULL, then={"result": "no"}
)

clause(
    "R-CREW 2 the dead count", "define may_go navigator nose", given=down("copilot", points=4), then={"result": "no"}
)

clause(
    "R-CREW 2 one to a bay", "define may_go cfc aft_bay", given={"place[left_gunner]": "aft_bay"}, then={"result": "no"}
)

clause(
    "R-CREW 2 five in the Waist",
    "define may_go navigator waist",
    given={"place[radio_operator]": "waist"},
    then={"result": "no"},
)

HURT = down("cfc")

clause(
    "R-CREW 4 badly hurt: not through the tunnel",
    "define may_go cfc nav_radio",
    given={**HURT, **HIGH},
    then={"result": "no"},
)

clause(
    "R-CREW 4 badly hurt: not into thin air", "define may_go cfc utility", given={**HURT, **HIGH}, then={"result": "no"}
)

clause("R-CREW 4 badly hurt: next door, low", "define may_go cfc utility", given=HURT, then={"result": "yes"})

clause(
    "R-CREW 4 lightly hurt: anywhere",
    "define may_go cfc nav_radio",
    given={**down("cfc", points=1), **HIGH},
    then={"result": "yes"},
)

for name, facts, may in [
    ("to fight a fire", {}, "yes"),
    ("not with a badly hurt pilot", down("pilot"), "no"),
    ("with a lightly hurt pilot", down("pilot", points=1), "yes"),
]:
    clause(f"R-CREW 5 {name}", "define may_fight copilot nose", given=facts, then={"result": may})

for name, facts, man in [
    ("the pilot", {}, "pilot"),
    ("the copilot", down("pilot"), "copilot"),
    ("the flight engineer", down("pilot", "copilot"), "flight_engineer"),
    ("anybody", down("pilot", "copilot", "flight_engineer"), "bombardier"),
]:
    clause(f"R-CREW 6 {name} flies", "define at_controls", given=facts, then={"result": man})

clause(
    "R-CREW 6 -10",
    "roll 8-1 japan",
    given={**LAST, **down("pilot", "copilot")},
    dice=[7],
    then={"modifiers on 8-1": -10},
)

SWAPPED: Facts = {"holds[left_gunner]": "cfc", "holds[cfc]": "none"}

clause(
    "R-CREW 7 he takes the hits of the post",
    "roll 7-6",
    given=SWAPPED,
    dice=[6, 1, 1, 1],
    then={"points[left_gunner]": 1, "points[cfc]": 0},
)

clause(
    "R-CREW 8 no bonus in another's post",
    "define veteran left_gunner",
    given={**SWAPPED, "crew[left_gunner].missions": 20},
    then={"result": "no"},
)

clause(
    "R-CREW 3 a gun taken over is silent this turn",
    "define gunner_ready cfc",
    given={**SWAPPED, "moved[left_gunner]": "yes"},
    then={"result": "no"},
)

clause("R-CREW 3 and fires in the next", "define gunner_ready cfc", given=SWAPPED, then={"result": "yes"})

# --- R-FRO


def test_r_fro_1_a_hole_gives_two_turns_and_then_a_roll_in_each():
    found = scene({**at("hoeryong", 4), **BY_NIGHT, **HIGH}, **PLAIN)
    found.do("pressure_check", "tail_cabin", dice=[6, 1, 7])
    found.set({"masked": "no"})
    rolled = []
    for zone in (5, 6, 7):
        thrown = [7, 7] if zone == 5 else [7, 6, 7]
        found.do("visit", zone, dice=thrown, answers=["carry_on"] if zone == 5 else ["carry_on", "stay"])
        rolled.append(found.asked.count("7-14"))
    assert rolled == [0, 1, 1]


@pytest.mark.parametrize(("die", "frozen_men"), [(1, 11), (2, 0), (6, 0)])
def test_r_fro_2_without_any_pressure_a_die_a_turn_for_all(die: int, frozen_men: int):
    found = scene({**at("hoeryong", 4), **HIGH, "pressure_lost": "yes", "cold_ship": 2})
    found.do("frost_step", dice=[die, *[1] * frozen_men], answers=["stay"])
    assert found.asked.count("7-14") == frozen_men
    assert [found[f"frostbitten[{man}]"] for man in MEN].count("yes") == frozen_men


def test_r_fro_3_low_down_nobody_freezes():
    found = scene({"pressure_lost": "yes", "undone[tail_cabin]": "yes", "cold_ship": 2, "cold_cabin[tail_cabin]": 2})
    found.do("frost_step")
    assert found.asked == []


def test_r_fro_3_a_frozen_man_does_nothing_more():
    assert scene({"frostbitten[cfc]": "yes"}).define("fit", "cfc") == "no"


# --- R-OXY 3, R-TOUR 1, R-VIC 4


def test_r_oxy_3_up_again_but_never_back_in_the_formation():
    found = scene({**at("kopung", 8), **JOINED, "undone[tail_cabin]": "yes", "oxygen_hits[tail_gunner]": 2})
    found.do("oxygen_step")
    assert found["altitude"] == "low"
    found.set({"points[tail_gunner]": 4, "just_left": "no"})
    assert found.define("may_climb") == "yes"
    found.do("climb")
    assert found.define("may_rejoin") == "no"


@pytest.mark.parametrize("seed", [3, 4])
def test_r_tour_1_and_r_vic_4_a_tour_is_so_many_missions_and_more_victories_win_it(seed: int):
    found = Watched(GAME, program(tuple(ANOTHER.items())), "auto")
    found.start(seed)
    result = found.call("do:career")
    assert found["flown"] == 2
    assert int(found["victories"]) + int(found["defeats"]) + int(found["draws"]) >= 2
    more = int(found["victories"]) - int(found["defeats"])
    assert result == ("won" if more > 0 else "lost" if more < 0 else "drawn")


@pytest.mark.parametrize("story", STORIES, ids=name_of)
def test_the_game_does_as_the_rule_says(story: Clause):
    told(story)
