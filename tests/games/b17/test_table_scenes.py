"""The tables of the cards that make a scene: fighters appear, shells strike, men bail out."""

from __future__ import annotations

from typing import Any

import pytest

from b17.bench import Facts, Word, changes, data, program, scene
from b17.causes import engines
from b17.transcribed import DOCUMENT, TABLES, prepared

MEN = tuple(data("Post", "home"))
GUNS = tuple(data("Gun", "bursts"))
IN_A_WAVE: Facts = {"in_wave": "yes", "event_instead": "yes"}

CHARTS = {"P-1": "p_1", "P-2": "p_2", "P-3": "p_3", "P-4": "p_4", "P-5": "p_5", "P-6": "p_6", "BL-1": "bl_1"}
QUIET = {"P-1": 7, "P-2": 6, "P-3": 7, "P-4": 8, "P-5": 7, "P-6": 6, "BL-1": 7}
"""A roll on each table of damage that does nothing."""


# --- O-3 to O-5: flak


def test_three_shots_over_the_target_and_two_from_light_flak():
    over_target, low = TABLES["O-3"]["times"]
    found = scene({"target": "paris", "zone": 5, "bombs_aboard": "no"})
    found.do("over_target", dice=[4, 4, 4, 4])
    assert found.asked == ["O-2", *["O-3"] * over_target["times"]]
    found = scene({"target": "paris", "zone": 3, "below": "france", "out_of_formation": "yes", "altitude_low": "yes"})
    found.do("turn", dice=[1, 4, 4])
    assert found.asked == ["B-1", *["O-3"] * low["times"]]


@pytest.mark.parametrize("below", sorted(set(data("Over", "land")) - {"england"}))
@pytest.mark.parametrize("facts", [{}, {"out_of_formation": "yes"}], ids=["in", "out"])
def test_light_flak_fires_at_low_bombers_over_land(below: str, facts: Facts):
    found = scene({"target": "paris", "zone": 3, "below": below, "altitude_low": "yes", "bombs_aboard": "no", **facts})
    fires = bool(facts) and below != "water"
    found.do("turn", dice=[1, 4, 4] if fires else [1])
    assert found.asked.count("O-3") == 2 * fires


@pytest.mark.parametrize("roll", TABLES["O-4"]["results"])
def test_a_flak_hit_is_shells_or_a_burst(roll: str):
    (line,) = TABLES["O-4"]["results"][roll]
    effect = line["effect"]
    found = scene({"bombs_aboard": "no"})
    if effect["each"] == "damage":
        found.roll("O-4", dice=[int(roll), *[9, QUIET["P-5"]] * effect["times"]])
        assert found.asked == ["O-4", *["O-5", "P-5"] * effect["times"]]
    else:
        found.roll("O-4", dice=[int(roll), 4])
        assert found.asked == ["O-4", "O-5"]
        assert found["burst_in[radio_room]"] == "yes"


@pytest.mark.parametrize("roll", TABLES["O-5"]["results"])
def test_a_shell_strikes_where_the_card_says(roll: str):
    (line,) = TABLES["O-5"]["results"][roll]
    area, table = line["effect"]["area"], line["effect"]["roll"]
    assert scene().roll("O-5", dice=[int(roll)]) == (area, CHARTS[table])
    found = scene({"bombs_aboard": "no"})
    found.do("flak_shells", 1, dice=[int(roll), 12, 1] if table == "BL-1" else [int(roll), QUIET[table]])
    assert found.asked[:2] == ["O-5", table]
    for side in line["effect"].get("for", ()):
        assert found[f"brake_out[{side}]"] == "yes"


# --- B-3: fighters


@pytest.mark.parametrize("roll", TABLES["B-3"]["results"])
def test_a_wave_is_made_up_as_printed(roll: str):
    expected = TABLES["B-3"]["results"][roll]
    found = scene()
    found.roll("B-3", dice=[int(roll)])
    fighters = [tuple("none" if part is None else part for part in fighter) for fighter in expected]
    assert found.fighters() == ([] if expected == "random_event" else fighters)


@pytest.mark.parametrize("roll", TABLES["B-3"]["again"]["rows"] + ["66"])
def test_out_of_formation_no_attackers_is_rolled_again(roll: str):
    found = scene(TABLES["B-3"]["again"]["given"])
    found.roll("B-3", dice=[int(roll), 16, 11])
    assert found.asked == ["B-3"] * 3
    assert found.fighters() == [("me109", "six", "high")]


@pytest.mark.parametrize("formation", ["no", "yes"])
def test_a_66_is_a_random_event_where_the_option_is_on(formation: str):
    found = scene({"out_of_formation": formation}, random_events="yes")
    found.roll("B-3", dice=[66, 7])
    assert found.asked == ["B-3", "B-7"]
    assert found.fighters() == []
    assert found.facts(["event_instead", "rabbits_feet"]) == {"event_instead": "yes", "rabbits_feet": 1}


@pytest.mark.parametrize("line", [line for line in TABLES["B-3"]["extra_fighter"] if "given" in line], ids=str)
def test_one_more_fighter_comes(line: dict[str, Any]):
    found = scene(line["given"])
    found.do("extra_fighter")
    assert found.fighters() == [tuple(line["adds"])]


@pytest.mark.parametrize("stand", ["lead", "tail_bomber"])
def test_no_attackers_is_no_extra_fighter_either(stand: str):
    found = scene({"stand": stand})
    found.do("wave", dice=[16])
    assert found.asked == ["B-3"]


def test_lead_and_tail_count_for_nothing_out_of_formation():
    found = scene({"stand": "lead", "out_of_formation": "yes"})
    found.do("extra_fighter")
    assert found.fighters() == [("me109", "twelve", "level")]


# --- B-4, B-5: shells

SHELLS = [
    (kind, clock, int(roll), shells)
    for kind, quarters in TABLES["B-4"]["shells"].items()
    for quarter, rolls in quarters.items()
    for clock in TABLES["B-4"]["clocks"][quarter]
    for roll, shells in rolls.items()
]


@pytest.mark.parametrize(("kind", "clock", "roll", "shells"), SHELLS)
def test_a_fighter_lands_so_many_shells(kind: str, clock: str, roll: int, shells: int):
    found = scene()
    found.do("count_shells", found.fighter(kind, clock), dice=[roll])
    assert found["fighters.shells"] == shells


WALKS = {
    "walking_a": (("front", "twelve", "high", 12), ["P-1", "P-2", "P-3", "P-4", "P-5", "P-6"]),
    "walking_b": (("side", "nine", "low", 2), ["BL-1 port", "BL-1 port", "BL-1 starboard", "BL-1 starboard"]),
    "walking_c": (("side", "three", "level", 12), ["P-1", "BL-1 starboard", "P-5", "P-6"]),
    "walking_c from port": (("side", "nine", "level", 12), ["P-1", "BL-1 port", "P-5", "P-6"]),
}


@pytest.mark.parametrize("kind", WALKS)
@pytest.mark.parametrize("place", ["first", "last"])
def test_walking_hits_take_the_place_of_every_other_shell(kind: str, place: str):
    (_, clock, height, roll), damaged = WALKS[kind]
    found = scene({"bombs_aboard": "no"})
    found.fighter("me109", clock, height, hit="yes", shells=3)
    shells = [roll, 9, 10] if place == "first" else [9, 10, roll]
    damage = [die for where in damaged for die in ([12, 1] if where.startswith("BL-1") else [QUIET[where]])]
    found.do("place_shells", dice=[*shells, *damage])
    named = [table for table in found.asked if table is not None and table != "B-5"]
    assert named == [where.split()[0] for where in damaged]
    for side in ("port", "starboard"):
        assert (found[f"brake_out[{side}]"] == "yes") == (f"BL-1 {side}" in damaged)


def test_the_shells_of_all_fighters_are_placed_before_any_damage():
    found = scene()
    for kind in ("me109", "me110"):
        found.fighter(kind, "twelve", "high", hit="yes", shells=1)
    found.do("place_shells", dice=[10, 9, QUIET["P-6"], QUIET["P-5"]])
    assert found.asked == ["B-5", "B-5", "P-6", "P-5"]


# --- B-7: random events


@pytest.mark.parametrize("jammed", [*GUNS, None])
def test_the_cold_jams_each_gun_on_a_6(jammed: str | None):
    found = scene(IN_A_WAVE)
    before = found.state()
    found.roll("B-7", dice=[10, *(6 if gun == jammed else 5 for gun in GUNS)])
    assert changes(before, found.state()) == ({f"frozen[{jammed}]": "yes"} if jammed else {})


@pytest.mark.parametrize(("roll", "figure"), [(4, 1), (6, -1), (8, -1)])
def test_formation_events_last_for_the_zone_or_for_the_mission(roll: int, figure: int):
    found = scene(IN_A_WAVE)
    found.roll("B-7", dice=[roll])
    assert found.facts(["zone_waves", "lasting_waves"]) == {"zone_waves": figure, "lasting_waves": 0}
    found = scene({**IN_A_WAVE, "out_of_formation": "yes"})
    found.roll("B-7", dice=[roll])
    assert found.facts(["zone_waves", "lasting_waves"]) == {"zone_waves": 0, "lasting_waves": figure}


def test_a_loose_formation_in_zone_2_is_over_in_zone_3():
    found = scene({"target": "abbeville"}, random_events="yes")
    found.do("fly", dice=[6, 66, 4, 7, 1, 16, 1, 3, 7, 1, 16, 2, 7, 7])
    waves = [(throw.table, throw.modifiers) for throw in found.throws if throw.table in ("B-1", "B-2")]
    assert waves == [
        ("B-1", {"gazetteer": -2}),
        ("B-2", {"gazetteer": 1}),
        ("B-2", {"gazetteer": 1}),
        ("B-1", {"gazetteer": -2}),
    ]


@pytest.mark.parametrize("first", [6, 8])
@pytest.mark.parametrize("second", [6, 8])
def test_a_tight_formation_comes_once(first: int, second: int):
    found = scene(IN_A_WAVE)
    found.roll("B-7", dice=[first])
    found.roll("B-7", dice=[second, 9])
    assert found["zone_waves"] == -1


def test_a_shallow_dive_costs_one_zone():
    found = scene({"in_wave": "yes"})
    found.roll("near_miss", dice=[9])
    found.do("fall_behind")
    found.do("regain_formation")
    assert found["out_of_formation"] == "yes"
    found.do("regain_formation")
    assert found["out_of_formation"] == "no"


def test_bad_radio_takes_one_fighter_out_of_each_wave():
    found = scene({"poor_radio": "yes"})
    found.do("wave", dice=[41])
    assert found.asked == ["B-3"]
    assert found.fighters() == []


# --- BL-3, BL-4, BL-5: fires and wounds


@pytest.mark.parametrize("line", TABLES["BL-3"]["tries"], ids=str)
def test_a_fire_is_fought_three_times_at_most(line: dict[str, Any]):
    found = scene(line["given"])
    lost = "ends" in line["effect"]
    found.do("fire_in", "radio_room", dice=[*line["rolls"], *[6] * 10 * lost])
    assert found["extinguishers"] == line["effect"]["extinguishers"]
    assert found.asked == ["BL-3"] * len(line["rolls"]) + ["G-6"] * 10 * lost
    assert found["fate"] == ("gone" if lost else "back")


@pytest.mark.parametrize("line", TABLES["BL-4"]["adding"], ids=str)
def test_wounds_add_up(line: dict[str, Any]):
    die = next(int(roll) for roll, result in TABLES["BL-4"]["results"].items() if result == line["result"])
    found = scene({"man[engineer].points": line["before"]})
    found.do("wound", "engineer", dice=[die])
    assert found["man[engineer].points"] == line["after"]


def further(table: str, words: str) -> dict[str, Any]:
    """A roll that a note of a table asks for."""
    (line,) = (line for line in TABLES[table]["further"] if words in line["name"])
    return line


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("frostbitten", ["no", "yes"])
def test_a_seriously_wounded_man_recovers_or_dies(die: int, frostbitten: str):
    line = further("BL-4", "survival")
    total = die + sum(modifier["amount"] for modifier in line["modifiers"]) * (frostbitten == "yes")
    found = scene({"man[engineer].points": 3, "man[engineer].frostbitten": frostbitten})
    found.roll("BL-4b", "engineer", dice=[die])
    assert found.throws[0].total == total
    lost = {"recovers, may fly the next mission": "none", "recovers, never flies again": "ih", "dies": "dow"}
    assert found["loss[engineer]"] == lost[line["results"][str(total)]]


@pytest.mark.parametrize("roll", further("BL-5", "recovery")["results"])
def test_a_frostbitten_man_recovers_or_not(roll: str):
    found = scene({"man[engineer].frostbitten": "yes"})
    found.do("recover", "engineer", dice=[int(roll)])
    lost = {"recovers, may fly the next mission": "none", "never flies again": "ih"}
    assert found["loss[engineer]"] == lost[further("BL-5", "recovery")["results"][roll]]


# --- G-4, G-11: figures and the gazetteer


def test_each_squadron_has_its_figure():
    figures = {"no_squadron" if name == "none_yet" else name: n for name, n in TABLES["G-4"]["figures"].items()}
    assert data("Squadron", "figure") == figures


GAZETTEER = TABLES["G-11"]["results"]
CELLS = [(target, zone) for target in DOCUMENT["targets"] for zone in range(2, 9)]


@pytest.mark.parametrize(("target", "zone"), CELLS)
def test_the_gazetteer_says_what_is_below_and_its_figure(target: str, zone: int):
    cell = GAZETTEER[target].get(str(zone))
    found = scene()
    assert found.look("G-11", target, zone) == (tuple(cell) if cell else ("none", "none"))


@pytest.mark.parametrize(
    ("target", "zone"), [cell for cell in CELLS if str(cell[1]) in TABLES["G-11"]["results"][cell[0]]]
)
def test_a_zone_is_entered_as_the_gazetteer_has_it(target: str, zone: int):
    figure, below = GAZETTEER[target][str(zone)]
    found = scene({"target": target, "zone": zone})
    found.do("enter")
    assert found.facts(["zone_figure", "below"]) == {"zone_figure": figure, "below": below}


@pytest.mark.parametrize("target", DOCUMENT["targets"])
def test_a_target_is_what_the_card_says(target: str):
    line = DOCUMENT["targets"][target]
    titles = dict(zip(program().enums["Target"].values, program().enums["Target"].titles, strict=True))
    assert titles[target] == f"{line['title']}, {line['type']}"
    assert data("Target", "zone")[target] == line["zone"] == max(map(int, GAZETTEER[target]))
    assert data("Target", "heavy_flak")[target] == line["heavy_flak"]


def test_the_starred_targets_are_those_of_g_3():
    starred = sorted(target for target, heavy in data("Target", "heavy_flak").items() if heavy == "yes")
    assert starred == TABLES["G-3"]["heavy_flak"]


def test_guns_begin_with_the_bursts_of_the_mission_chart():
    chart = [15, 10, 10, 16, 10, 20, 20, 20, 23]
    assert [scene()[f"ammo[{gun}]"] for gun in GUNS] == chart
    assert [gun for gun, twin in data("Gun", "twin").items() if twin == "yes"] == ["top", "ball", "tail"]


# --- G-6 to G-10: out of the bomber, down to the ground


@pytest.mark.parametrize("table", ["G-6", "G-7"])
@pytest.mark.parametrize("ground", ["france", "belgium"])
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_man_down_in_france_or_belgium_is_caught_or_brought_back(table: str, ground: str, roll: int):
    results = further(table, "France")["results"]
    found = scene({"zone": 4, "below": ground})
    found.do("jump", "engineer", "controlled" if table == "G-6" else "uncontrolled", ground, dice=[6, roll])
    lost = {"captured": "bo_c", "back in England for the next mission": "none"}
    assert found["loss[engineer]"] == lost[results[str(roll)]]


@pytest.mark.parametrize("how", ["controlled", "uncontrolled"])
@pytest.mark.parametrize(("ground", "loss"), [("germany", "bo_c"), ("netherlands", "bo_c"), ("england", "none")])
def test_a_man_down_elsewhere_is_caught_or_at_home(how: str, ground: str, loss: str):
    found = scene({"zone": 7})
    found.do("jump", "engineer", how, ground, dice=[6])
    assert found["loss[engineer]"] == loss


@pytest.mark.parametrize("zone", range(2, 8))
def test_a_man_out_of_the_sea_is_home_from_zones_2_to_5(zone: int):
    found = scene({"zone": zone})
    found.do("jump", "engineer", "controlled", "water", dice=[6, 5])
    assert found["loss[engineer]"] == ("none" if zone <= 5 else "bo_c")
    found = scene({"zone": zone})
    found.do("jump", "engineer", "controlled", "water", dice=[6, 4])
    assert found["loss[engineer]"] == "las"


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("gear", ["gear_out", "gear_controls_out"])
def test_without_gear_she_may_be_past_repair(roll: int, gear: str):
    results = further("G-9", "gear out")["results"]
    found = scene({gear: "yes"})
    found.do("touch_down", "england", dice=[7, roll])
    assert found["airframe"] == results[str(roll)]


@pytest.mark.parametrize("ground", ["france", "water"])
@pytest.mark.parametrize("roll", range(1, 7))
def test_bombs_may_go_up_in_a_crash(ground: str, roll: int):
    table = "G-10" if ground == "water" else "G-9"
    results = further(table, "bombs aboard")["results"]
    bad: Facts = {"zone": 3, "man[pilot].points": 4, "man[copilot].points": 4, "below": ground}
    found = scene(bad)
    explodes = {"nothing": False, "destroyed": True}[results[str(roll)]]
    if table == "G-9":
        found.set(engines("no_1", "no_2", "no_3"))
    found.do("touch_down", ground, dice=[2, roll])
    total = found.throws[0].total
    assert total <= 0
    assert found["fate"] == ("gone" if explodes else "elsewhere")
    assert {found[f"man[{man}].points"] for man in MEN} == {4}


def test_bombs_do_not_go_up_in_a_landing_above_0():
    found = scene({"window_hits": 2})
    found.do("touch_down", "england", dice=[2])
    assert found.throws[0].total == 1


@pytest.mark.parametrize("roll", range(1, 7))
def test_after_a_landing_in_france_each_man_is_caught_or_brought_back(roll: int):
    results = further("G-9", "France")["results"]
    found = scene({"zone": 4, "below": "france", "bombs_aboard": "no", "man[engineer].points": 3})
    found.do("touch_down", "france", dice=[11, *[roll] * 9])
    assert found.asked.count("underground") == 9
    assert found["loss[engineer]"] == "taken"
    expected = {"captured": "taken", "back in England for the next mission": "none"}[results[str(roll)]]
    assert {found[f"loss[{man}]"] for man in MEN if man != "engineer"} == {expected}


def test_the_wounds_of_a_crash_are_rolled_for_every_man():
    for total, modifier in ((-2, 1), (-1, 0)):
        found = scene({"man[pilot].points": 4, "man[copilot].points": 4, "bombs_aboard": "no"})
        found.do("touch_down", "england", dice=[11 + total, *[5] * 8])
        assert found.throws[0].total == total
        assert found.asked == ["G-9", *["BL-4"] * 8]
        assert [throw.total for throw in found.throws[1:]] == [5 + modifier] * 8
        assert found["airframe"] == "irreparable"


# --- M-1: defensive fire

KINDS = ("fw190", "me109", "me110")
POSITIONS = [(clock, height) for clock in data("Clock", "quarter") for height in ("high", "level", "low", "none")]


def figure(clock: str, height: str, gun: str, kind: str) -> Word:
    """What the transcription has for a gun against a fighter; none where it does not bear."""
    where = clock if height == "none" else f"{clock} {height}"
    figures = TABLES["M-1"]["results"].get(where, {}).get(gun)
    return figures[KINDS.index(kind)] if figures else "none"


@pytest.mark.parametrize(("clock", "height"), POSITIONS)
@pytest.mark.parametrize("gun", GUNS)
def test_a_gun_needs_what_m_1_says(clock: str, height: str, gun: str):
    gunner = data("Gun", "normal")[gun]
    front = TABLES["M-1"]["passing"]["clocks"]
    for kind in KINDS:
        need = figure(clock, height, gun, kind)
        assert scene().look("M-1", clock, height, gun, kind) == need
        found = scene()
        fighter = found.fighter(kind, clock, height)
        passing = gun == TABLES["M-1"]["passing"]["gun"] and clock in front
        if passing:
            assert need == "none"
            need = TABLES["M-1"]["passing"]["figure"][KINDS.index(kind)]
        assert found.define("bears", gun, fighter) == ("no" if need == "none" else "yes")
        if isinstance(need, int):
            hits = [die for die in range(1, 7) if shot(found, gun, gunner, fighter, die) == "hit"]
            assert hits == list(range(need, 7)), f"{gun} at {kind}, {clock} {height}"


def shot(found: Any, gun: str, who: Word, fighter: int, die: int) -> Word:
    """A shot with this die."""
    result = found.roll("defensive_fire", gun, who, fighter, dice=[die])
    assert isinstance(result, str)
    return result


def test_without_the_intercom_there_is_no_passing_shot():
    found = scene(TABLES["M-1"]["passing"]["not_when"])
    fighter = found.fighter("me109", "twelve", "high")
    assert found.define("bears", "tail", fighter) == "no"
    assert found.define("bears", "top", fighter) == "yes"


RAISED: dict[str, tuple[str, str, Facts]] = {
    "evasive action": ("ball", "ball_gunner", {"evasive": "yes"}),
    "gunner at an unfamiliar gun": ("ball", "port_gunner", {"holds[port_gunner]": "ball_gunner"}),
    "gunner with two light wounds": ("ball", "ball_gunner", {"man[ball_gunner].points": 2}),
    "frostbitten gunner": ("ball", "ball_gunner", {"man[ball_gunner].frostbitten": "yes"}),
    "intercom out, any gun but the Tail": ("ball", "ball_gunner", {"intercom_out": "yes"}),
    "intercom out, Tail guns": ("tail", "tail_gunner", {"intercom_out": "yes"}),
}


@pytest.mark.parametrize("line", TABLES["M-1"]["raised"], ids=lambda line: line["cause"])
def test_some_things_make_a_gunner_need_more(line: dict[str, Any]):
    gun, who, facts = RAISED[line["cause"]]
    height = "level" if gun == "tail" else "low"
    for kills in (0, 5):
        found = scene({**facts, f"crew[{who}].kills": kills})
        fighter = found.fighter("me110", "six", height)
        bonus = kills >= 5 and line["ace"] == "kept"
        hits = [die for die in range(1, 7) if shot(found, gun, who, fighter, die) == "hit"]
        assert hits == list(range(line["figure"] - bonus, 7))


@pytest.mark.parametrize(("gun", "other"), [("ball", "engineer"), ("top", "ball_gunner")])
def test_the_turret_gunners_may_serve_each_other_s_guns(gun: str, other: str):
    found = scene({f"crew[{other}].kills": 5})
    fighter = found.fighter("me110", "nine", "level")
    assert [die for die in range(1, 7) if shot(found, gun, other, fighter, die) == "hit"] == [3, 4, 5, 6]


# --- M-2, M-3, M-5


@pytest.mark.parametrize("gun", GUNS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hit_does_what_m_2_says(gun: str, kind: str):
    mount = "twin" if data("Gun", "twin")[gun] == "yes" else "single"
    modifier = TABLES["M-2"]["by_gun_and_kind"][mount][kind]
    for die in range(1, 7):
        result = TABLES["M-2"]["results"][str(die + modifier)]
        found = scene()
        fighter = found.fighter(kind, "six", "level")
        found.roll("M-2", gun, data("Gun", "normal")[gun], fighter, dice=[die])
        assert found.throws[0].total == die + modifier
        assert struck(found) == {"fca": (1, 0, "no"), "fboa": (0, 1, "yes"), "destroyed": None}[result]
        assert found[f"crew[{data('Gun', 'normal')[gun]}].kills"] == (result == "destroyed")


def struck(found: Any) -> tuple[Word, ...] | None:
    """What became of the one fighter; None if it is gone."""
    left = found.fighters("fca", "fboa", "breaks_off")
    return left[0] if left else None


@pytest.mark.parametrize("line", TABLES["M-2"]["adding"], ids=str)
def test_hits_on_one_fighter_add_up(line: dict[str, Any]):
    dice = {"fca": 2, "fboa": 3}
    found = scene()
    fighter = found.fighter("me109", "six", "level")
    for hit in (*line["before"], line["result"]):
        found.roll("M-2", "nose", "bombardier", fighter, dice=[dice[hit]])
    assert (struck(found) is None) == (line["destroyed"] == "yes")
    if struck(found) is not None:
        assert found["fighters.breaks_off"] == line["leaves"]
        found.roll("german_fire", fighter, dice=[4])
        assert found.throws[0].total - 4 == line["german_fire"]


@pytest.mark.parametrize("clock", TABLES["M-3"]["results"])
def test_a_fighter_needs_what_m_3_says(clock: str):
    need = TABLES["M-3"]["results"][clock]
    assert scene().look("M-3", clock) == need
    for kind in KINDS:
        for height in ("high", "level", "low", "none"):
            found = scene()
            fighter = found.fighter(kind, clock, height)
            hits = [die for die in range(1, 7) if found.roll("german_fire", fighter, dice=[die]) == "hit"]
            assert hits == list(range(need, 7))


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("status", ["average", "green", "ace"])
def test_a_sprayed_fighter_does_what_m_5_says(die: int, status: str):
    total = die + {"average": 0, "green": 1, "ace": -1}[status]
    (line,) = TABLES["M-5"]["results"][str(total)]
    found, args = prepared("M-5", (), {"fighters.status": status})
    gun = args[0]
    result = found.roll("M-5", *args, dice=[die])
    assert found.throws[0].total == total
    gone = line["effect"]["result"] == "breaks_off"
    assert result == ("miss" if gone else line["effect"]["result"])
    assert found.fighters() == ([] if gone else [("me110", "six", "level")])
    assert found[f"jammed[{gun}]"] == line["effect"].get("jammed[gun]", "no")


def test_a_sprayed_hit_is_rolled_on_m_2():
    found = scene()
    fighter = found.fighter("me110", "six", "low")
    found.do("spray", "ball", "ball_gunner", fighter, dice=[6, 4])
    assert found.asked == ["M-5", "M-2"]
    assert found.fighters() == []


@pytest.mark.parametrize(
    ("clock", "height"), [position for position in POSITIONS if figure(*position, "ball", "me109") != "none"]
)
def test_spray_is_offered_where_m_5_allows(clock: str, height: str):
    found = scene(spray_fire="yes")
    found.fighter("me109", clock, height)
    allowed = clock in TABLES["M-5"]["only_against"]
    found.do("allocate", "ball", answers=["me109", *["spray"] * allowed])
    assert found["ammo[ball]"] == 20 - (TABLES["M-5"]["bursts"] if allowed else 1)


@pytest.mark.parametrize("roll", further("M-5", "jammed")["results"])
def test_a_jammed_gun_is_cleared_or_not(roll: str):
    found = scene({"jammed[ball]": "yes"})
    found.do("enter_zone", dice=[int(roll)])
    said = {"fixed": ("no", "no"), "still jammed": ("yes", "no"), "broken for good": ("no", "yes")}
    assert (found["jammed[ball]"], found["broken[ball]"]) == said[further("M-5", "jammed")["results"][roll]]


# --- BL-2: what comes later


def test_with_the_oxygen_system_out_she_goes_down_in_the_next_zone():
    (line,) = TABLES["BL-2"]["results"]["5"]
    later = line["effect"]["later"]
    found = scene({"zone": 3, "target": "kiel"})
    found.roll("BL-2", dice=[5])
    found.do("check_oxygen")
    assert found.facts(later) == dict.fromkeys(later, "no")
    found.set({"zone": 4})
    found.do("enter")
    found.do("check_oxygen")
    assert found.facts(later) == later
