"""The rulings: how each is played; and every switch of the game: what the other reading changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from b29_korea.bench import OPTIONAL, Facts, data, graph, scene, sources
from b29_korea.stories import (
    ALONE,
    ANOTHER,
    BACKUP,
    BY_NIGHT,
    EMPTY,
    GEAR_DOWN,
    HIGH,
    JOINED,
    JUMP,
    LOST,
    MEN,
    NO_POWER,
    PLAIN,
    SILENT,
    SKILLED,
    at,
    down,
    engines,
    modifiers,
    of,
    told,
)
from bombsight.compiler.pipeline import Request, compile_rules
from clauses import Clause, name_of
from readings import Reading, Readings

RULINGS: list[Clause] = []
NUMBERS = [str(number) for number in range(1, 89)]


def ruling(number: int, title: str, call: str, **rest: Any) -> None:
    """A story that a ruling decides."""
    RULINGS.append(Clause(f"E-{number:02} {title}", call, **rest))


OVER: Facts = {**at("kaesong"), **JOINED, "reached": "yes", "below": "over_communist"}
LAST: Facts = {**GEAR_DOWN, **EMPTY, "homeward": "yes", "run_made": "yes", "reached": "yes", "at_base": "yes"}

ruling(1, "2-3 below", "roll 2-3", given=at("anju", 1, month="november"), dice=[1], then={"result": "no_resistance"})
ruling(1, "2-3 above", "roll 2-3", given=at("sinuiju", 1, month="april"), dice=[6], then={"result": "heavy"})
ruling(1, "2-4 below", "roll 2-4", given={"resistance": "light"}, dice=[2], then={"result": "no"})
ruling(1, "2-4 above", "roll 2-4", given={"resistance": "heavy"}, dice=[12], then={"result": "yes"})
ruling(1, "3-2 above", "roll dark_runway", dice=[12], then=LOST)
ruling(1, "3-2 below", "roll dark_runway", given={"crew[pilot].missions": 14}, dice=[2], then={"fate": "back"})
ruling(
    1, "4-11 below", "roll 4-11", given={"weather": "bad", "zone": 7, "missed_in": 6}, dice=[1], then={"result": "none"}
)
ruling(1, "4-11 above", "roll 4-11", given={"month": "april"}, dice=[6, 6], then={"result": "f86"})
ruling(1, "4-11 kind below", "roll 4-11", given={"month": "november"}, dice=[6, 1], then={"result": "f80"})
ruling(1, "5-4 below", "roll 5-4 six", dice=[1], then={"result": "low_angle"})
ruling(1, "5-4 above", "roll 5-4 twelve", dice=[6], then={"result": "high"})
ruling(2, "one Seoul", "roll 2-1c", dice=[5], then={"result": ("seoul", "airfield", "day")})
ruling(2, "in the gazetteer", "look 2-5 seoul 7", then={"result": (-2, "water_communist")})
ruling(3, "Kangdong 7", "look 2-5 kangdong 7", then={"result": ("none", "friendly_communist")})
ruling(3, "Kangdong 8", "look 2-5 kangdong 8", then={"result": (-3, "over_communist")})
for zone, dark in ((1, "yes"), (3, "yes"), (4, "no"), (9, "no")):
    ruling(4, f"zone {zone}", "define night_here", given={"schedule": "from_dawn", "zone": zone}, then={"result": dark})
for turned, zone, dark in ((2, 1, "yes"), (3, 2, "no"), (3, 1, "no"), (8, 4, "no")):
    ruling(
        5,
        f"turned back in zone {turned}, now in {zone}",
        "define night_here",
        given={"schedule": "from_dawn", "zone": zone, "homeward": "yes", "turned_back": "yes", "abort_zone": turned},
        then={"result": dark},
    )
ruling(6, "-2 and -1", "roll 3-3", dice=[4, 2, 6, 8], leads="8-1", then={"modifiers on 8-1": -3})
ruling(7, "an engine fails", "roll 3-3", dice=[3, 2, 1, 10], then={"credit": "no"})
ruling(7, "a propeller", "roll 3-3", dice=[4, 2, 1, 10], then={"credit": "no"})
ruling(7, "a fire", "roll 3-3", dice=[5, 2, 1, 10], then={"credit": "no"})
ruling(8, "7-10, 6 is nothing", "roll 7-10", dice=[6], nothing=True)
ruling(
    8,
    "the line of 4-1 stands",
    "roll 4-1",
    given={**SKILLED, "indicators_out": "yes"},
    dice=[6],
    then={"modifiers on 4-1": -1},
)
ruling(9, "4-11 in bad weather -2", "roll 4-11", given={"weather": "bad"}, dice=[3], then={"modifiers on 4-11": -2})
for sky, amount in (("good", 1), ("poor", 0), ("bad", -1)):
    ruling(9, f"8-3, {sky}", "roll 8-3", given={**LAST, "weather": sky}, dice=[8], then={"modifiers on 8-3": amount})
ruling(10, "5 disrupts", "roll 4-3", given=JOINED, dice=[5, 2], then={"disrupted": "yes"}, asks=["4-3", "near_miss"])
ruling(10, "4 does not", "roll 4-3", given=JOINED, dice=[4], then={"disrupted": "no"})
ruling(
    10, "6 is a storm", "roll 4-3", given=JOINED, dice=[6, 7, 7, 8, 2], asks=["4-3", "7-9", "7-5", "7-5", "near_miss"]
)
ruling(
    10,
    "7 as well",
    "roll 4-3",
    given={**ALONE, "broken[radar]": "yes"},
    dice=[6, 7, 7, 8, 2],
    asks=["4-3", "7-9", "7-5", "7-5", "near_miss"],
)
for total, comes in ((8, False), (9, True), (12, True)):
    ruling(
        10,
        f"a {total} and 3",
        "roll near_miss",
        given=JOINED,
        dice=[total, 8] if comes else [total],
        asks=["near_miss", "cloud_collision"][: 1 + comes],
    )
ruling(11, "4-4 has its own roll", "roll 4-4", dice=[6, 6], asks=["4-4", "sighting"], then={"result": 3})
ruling(11, "4-6 has its own roll", "roll 4-6", given=HIGH, dice=[6, 2], asks=["4-6", "star_fix"], then={"result": 1})
for missions in (0, 8, 20):
    for points in (3, 4):
        hurt: Facts = {"crew[navigator].missions": missions, **down("navigator", points=points), "weather": "poor"}
        ruling(
            12, f"4-5, {missions} missions, {points}", "roll 4-5", given=hurt, dice=[4], then={"modifiers on 4-5": -2}
        )
        ruling(
            12,
            f"4-4, {missions} missions, {points}",
            "roll sighting no",
            given=hurt,
            dice=[4],
            then={"modifiers on sighting": -1},
        )
ruling(
    13,
    "notes of event 2",
    "do feather no_1 quits",
    given=EMPTY,
    dice=[5, 1, 1],
    asks=["feathering_attempt", "windmill_start", "windmill"],
)
ruling(
    14,
    "low, she may stay",
    "do engine_fire no_1",
    given=EMPTY,
    dice=[6, 6, 1],
    answers=["stay"],
    then={"fate": "back", "on_fire[no_1]": "yes"},
)
ruling(
    15,
    "high, without a dive",
    "do engine_fire no_1",
    given={**EMPTY, **HIGH},
    dice=[6, 6, 2],
    answers=["stay"],
    then={"altitude": "medium", "on_fire[no_1]": "yes"},
)
for table in ("7-3", "7-4"):
    for total in (5, 6):
        ruling(16, f"{table}, {total}", f"roll {table}", given=EMPTY, dice=[total], nothing=True)
        ruling(16, f"{table}, {total}, bombs aboard", f"roll {table}", dice=[total, 5], then=LOST)
ruling(17, "7-6 wounds him", "roll 7-6", dice=[6, 4, 1, 1], then={"points[radar_operator]": 1})
for die, kept in ((2, "no"), (3, "yes")):
    ruling(
        18,
        f"a salvo through jammed doors: {die}",
        "do electrical_hit",
        given={**at("kaesong", 6), "electrical_hits": 1, "bombs[aft]": "no", "doors[forward]": "jammed_shut"},
        dice=[die],
        answers=["salvo"],
        then={"bombs[forward]": kept},
    )
ruling(20, "drag", "do feather no_1 engine_out", given=EMPTY, dice=[5], then={"prop[no_1]": "dragging", "drag": "yes"})
ruling(
    20,
    "-2 and -1 for the landing",
    "roll 8-1 japan",
    given={**LAST, **engines("no_1", how="dragging")},
    dice=[7],
    then={"modifiers on 8-1": -3},
)
for die, boxes in ((3, 38), (5, 37)):
    ruling(21, f"half of {die}, less 1", "do fuel_leak_center", dice=[die], then={"fuel": boxes})
ruling(22, "no bonus", "do fuel_leak_center", given={"transfer_out": "yes"}, dice=[6], then={"fuel": 35})
ruling(
    23,
    "one box",
    "do visit 3",
    given={**at("kaesong", 2), **HIGH, "burst_in[utility]": "yes"},
    dice=[7],
    answers=["carry_on"],
    then={"fuel": 35},
    options=PLAIN,
)
ruling(
    24,
    "it is down",
    "define gear_up",
    given={"nose_gear": "hanging", "main_gear[port]": "lowered", "main_gear[starboard]": "lowered"},
    then={"result": "no"},
)
TWICE: dict[str, Facts] = {
    "elevators": {"elevator_out[port]": "yes", "elevator_out[starboard]": "yes", "elevator_control_hits": 2},
    "rudder": {"rudder_hits": 3, "rudder_control_hits": 2},
    "ailerons": {"aileron_out[port]": "yes", "aileron_out[starboard]": "yes", "aileron_control_hits": 2},
    "flaps": {"flap_out[port]": "yes", "flap_out[starboard]": "yes", "flaps_by_hand": "yes"},
    "a tailplane": {"tailplane_hits[port]": 3},
}
for name, facts in TWICE.items():
    ruling(25, f"{name}, 8-1", "roll 8-1 japan", given={**LAST, **facts}, dice=[7], then={"modifiers on 8-1": -1})
    ruling(
        25,
        f"{name}, 8-3",
        "roll 8-3",
        given={**LAST, **facts, "weather": "poor"},
        dice=[7],
        then={"modifiers on 8-3": -1},
    )
for hits in (1, 2, 5):
    ruling(26, f"after {hits}", "do duct_hit", given={"duct_hits": hits}, dice=[6], then={"pressure_lost": "yes"})
    ruling(
        26,
        f"Utility after {hits}",
        "do utility_duct_hit",
        given={"utility_duct_hits": hits},
        dice=[6],
        then={"undone[tail_cabin]": "yes"},
    )
for number, boxes in ((1, 38), (10, 38), (11, 37), (35, 37)):
    ruling(27, f"mission {number}", "roll 4-10", given={"mission_number": number}, dice=[10], then={"fuel": boxes})
for month, die, kind in [
    *(("november", 5, "f80"), ("november", 6, "f84"), ("december", 4, "f80"), ("december", 6, "f84")),
    *(("january", 3, "f80"), ("january", 6, "f86"), ("february", 2, "f80"), ("february", 3, "f84")),
    *(("march", 3, "f84"), ("march", 4, "f86"), ("april", 1, "f84"), ("april", 3, "f86")),
]:
    ruling(28, f"{month} {die}", "roll 4-11", given={"month": month}, dice=[2, die], then={"result": kind})
ATTACKED: Facts = {**at("kopung"), **JOINED, **SILENT, "resistance": "light", "month": "november"}
ruling(
    29,
    "one of two stays away, and it is a joint attack",
    "do combat",
    given=ATTACKED,
    dice=[8, 1, 2, 8, 5, 1],
    answers=["keep"],
    asks=["5-1", None, "5-2", "5-2", "5-3", None],
)
for expected, amount in (("no_resistance", -1), ("light", 0), ("moderate", 1), ("heavy", 2)):
    ruling(
        30,
        expected,
        "roll 5-1",
        given={**ATTACKED, "zone": 8, "resistance": expected},
        dice=[7],
        then={"modifiers on 5-1": amount},
    )
ruling(32, "a number", "roll 5-10 front", dice=[12], then={"result": 6})
for area, shells in (("walking_d", 7), ("walking_e", 4), ("walking_f", 6)):
    side = "starboard" if area == "walking_f" else "none"
    ruling(33, area, f"do strike mig15 {area} {side}", dice=[1] * shells, asks=["5-12"] * shells, nothing=True)
ruling(33, "twice in one section", "do strike mig15 tail none", dice=[3, 4, 6], asks=["5-12", "7-8", "7-8"])
for sight, flak, bombs in (
    ("completely_hidden", -2, -1),
    ("mostly_hidden", -1, 0),
    ("slightly_hidden", 0, 0),
    ("in_clear", 1, 1),
):
    ruling(
        34, f"flak, {sight}", "roll 6-3", given={**OVER, "visibility": sight}, dice=[3], then={"modifiers on 6-3": flak}
    )
    ruling(
        34,
        f"bombs, {sight}",
        "roll 6-7",
        given={**OVER, "visibility": sight},
        dice=[3],
        then={"modifiers on 6-7": bombs},
    )
ruling(35, "6-5, 2, and 7 again", "do flak_shells 1", given={**OVER, **EMPTY}, dice=[7], asks=["6-6"])
for dice, percent in (([2, 18, 6], 100), ([11, 18, 6], 100), ([2, 10, 3], 30), ([12, 12], 100), ([12, 4], 92)):
    ruling(36, f"{dice}", "do accuracy on_target 0", dice=dice, then={"result": percent})
ruling(36, "halved after the limit", "do accuracy on_target 1", dice=[2, 18, 6], then={"result": 50})
ruling(
    36,
    "a town, doubled, and no more than 100",
    "do accuracy on_target 0",
    given={"task": "urban_area"},
    dice=[11, 9, 6],
    then={"result": 100},
)
ruling(37, "no fire", "roll 7-2", dice=[3, 1, 4], then={"brakes_out": "no"}, asks=["7-2", None, None])
ruling(37, "a fire", "roll 7-2", dice=[3, 1, 3, 9], leads="7-12", then={"brakes_out": "no"})
ruling(37, "the brakes", "roll 7-2", given={"nose_reservoir_out": "yes"}, dice=[3, 1, 4], then={"brakes_out": "yes"})
for die in (1, 4):
    number = "no_1" if die == 1 else "no_2"
    ruling(38, number, "roll 7-5 port", given={**EMPTY, **engines(number)}, dice=[10, die], nothing=True)
ruling(39, "on 7-7", "roll 7-7", dice=[5, 4, 2, 7], asks=["7-7", None, None, "7-7"])
ruling(40, "the bottle alone", "roll 7-7", dice=[12], then={"extinguisher[utility]": "no"}, nothing=True)
ruling(41, "7-9, 11", "roll 7-9", dice=[11], then={"flaps_by_hand": "yes"}, nothing=True)
ruling(
    41,
    "by motor",
    "do lower_flaps",
    given={"flaps_by_hand": "yes"},
    dice=[5],
    answers=["navigator"],
    then={"flaps_down": "yes", "open_bays": 0},
)
ruling(
    42,
    "7-10, 10",
    "roll malfunction no_1",
    given={**EMPTY, "broken[cooling]": "yes"},
    dice=[1],
    then={"modifiers on malfunction": 1},
)
ruling(
    43,
    "no intercom: -1",
    "roll 6-7",
    given={**OVER, "broken[intercom]": "yes"},
    dice=[3],
    then={"modifiers on 6-7": -1},
)
ruling(
    43,
    "no power: that and -2 for the autopilot",
    "roll 6-7",
    given={**OVER, **NO_POWER},
    dice=[3],
    then={"modifiers on 6-7": -3},
)
for name, facts, amount in [
    ("weak", {"brakes_weak": "yes"}, -2),
    ("weak twice", {"brakes_weak": "yes", "broken[hydraulics]": "yes"}, -2),
    ("lost", {"brakes_out": "yes"}, -6),
    ("weak and lost", {"brakes_weak": "yes", "brakes_out": "yes"}, -6),
]:
    ruling(44, name, "roll 8-1 japan", given={**LAST, **facts}, dice=[7], then={"modifiers on 8-1": amount})
for total, runs, percent in ((11, 2, 5), (12, 2, 6), (59, 10, 5)):
    ruling(45, f"{total} in {runs}", f"define average_run {total} {runs}", then={"result": percent})
for percent, rating in (
    (0, "poor"),
    (5, "poor"),
    (6, "fair"),
    (14, "fair"),
    (15, "good"),
    (29, "good"),
    (30, "excellent"),
):
    ruling(45, f"{percent} per cent", f"look 9-2 {percent}", then={"result": rating})
ruling(
    46,
    "each turn",
    "do visit 3",
    given={**at("kaesong", 2), **HIGH, "let_out": "yes", "burst_in[utility]": "yes"},
    dice=[7, 7, 7, 6],
    answers=["carry_on", "go_on", "carry_on", "go_on"],
    asks=["masks", "4-2", "masks", None],
    options=PLAIN,
)
ruling(47, "the tail gunner's, at once", "roll 7-8", dice=[2, 5, 1], then={"has_air(tail_gunner)": "no"})
ruling(47, "another's, at the second", "roll 7-1", dice=[2, 2, 1], then={"has_air(pilot)": "yes"})
ruling(48, "-1", "roll 6-7", given={**OVER, "norden_out": "yes"}, dice=[3], then={"modifiers on 6-7": -1})
ruling(
    50,
    "searchlights are the city's",
    "roll 6-1",
    given={**at("pyongyang"), **BY_NIGHT},
    dice=[7],
    then={"modifiers on 6-1": 1},
)
ruling(50, "Kaesong has none", "roll 6-1", given={**at("kaesong"), **BY_NIGHT}, dice=[7], then={"modifiers on 6-1": 0})
for wing, die, number in (("port", 1, 1), ("port", 4, 2), ("starboard", 3, 3), ("starboard", 6, 4)):
    ruling(
        51,
        f"{wing} {die}",
        f"roll 7-5 {wing}",
        given=EMPTY,
        dice=[10, die, 3, 1],
        then={f"out(no_{number})": "yes", "engines_out": 1},
    )
for die in range(1, 7):
    ruling(
        52,
        f"{die}",
        "roll 7-2",
        dice=[10, die, 1],
        then={"tools_out": "yes" if die <= 3 else "no", "broken[loran]": "no" if die <= 3 else "yes"},
    )
for name, facts, fighters, bombs in [
    ("in formation", JOINED, 1, -1),
    ("alone", ALONE, 2, 0),
    ("by night", {**HIGH, **BY_NIGHT}, None, -1),
]:
    ruling(
        53,
        f"{name}: bombs",
        "roll 6-7",
        given={**at("kaesong"), **facts, "disrupted": "yes"},
        dice=[4],
        then={"modifiers on 6-7": bombs},
    )
    if fighters is not None:
        ruling(
            53,
            f"{name}: fighters",
            "roll 5-1",
            given={**at("kopung", 8), **facts, "disrupted": "yes", "resistance": "light"},
            dice=[5],
            then={"modifiers on 5-1": fighters},
        )
for month, total, comes in [
    *(("march", 3, "none"), ("march", 4, "china_yak9"), ("april", 3, "china_yak9"), ("november", 5, "none")),
    *(("january", 4, "none"), ("january", 5, "china_yak9")),
]:
    ruling(
        54,
        f"{month} {total}, escorted",
        f"roll 5-2 {month}",
        given={**at("anju"), "escort": "f80"},
        dice=[total],
        then={"result": comes},
    )
ruling(56, "leaflets", "roll 6-7", given={**OVER, "task": "leaflet_drop"}, dice=[3], then={"modifiers on 6-7": 0})
ruling(
    56, "ground support", "roll 6-7", given={**OVER, "task": "ground_support"}, dice=[3], then={"modifiers on 6-7": 0}
)
ruling(57, "4-3", "roll 4-3", given={**ALONE, "storm_skirted": "yes"}, dice=[4], then={"modifiers on 4-3": -1})
ruling(57, "4-4", "roll sighting yes", dice=[4], then={"modifiers on sighting": -2})
ruling(57, "5-4", "roll 5-4 six", dice=[3], then={"modifiers on 5-4": -1, "result": "low_angle"})
ruling(
    58,
    "nothing is seen of it",
    "do doors_fail",
    given=JOINED,
    dice=[1, 1],
    then={"station": "formed", "doors[forward]": "shut"},
)
ruling(
    59, "one roll", "do bomb_run", given={**OVER, "door_hit[forward]": "yes"}, dice=[6, 6, 3], asks=["6-7", None, "6-8"]
)
for table, held, total in (("7-2", "nav_radio", 12), ("7-6", "waist", 12), ("7-7", "utility", 12)):
    ruling(
        60,
        table,
        f"roll {table}",
        given={f"extinguisher[{held}]": "no"},
        dice=[total] if table == "7-7" else [total, 1],
        nothing=True,
    )
ruling(61, "+1", "roll 5-1", given={**ATTACKED, "zone": 8, "difficult": "yes"}, dice=[7], then={"modifiers on 5-1": 1})
ruling(
    61,
    "no more than that",
    "roll 4-10",
    given={"difficult": "yes"},
    dice=[4, 4],
    then={"difficult": "yes"},
    nothing=True,
)
ruling(62, "by night", "roll 3-2", given={"schedule": "all_night"}, dice=[12, 7], asks=["3-2", "dark_runway"])
ruling(62, "by day", "roll 3-2", dice=[12], asks=["3-2"])
ruling(62, "a false alarm by night", "roll 3-3", given={"schedule": "all_night"}, dice=[6], asks=["3-3"])
for turret, height, upto in [
    *(("fwd_upper", "high", 2), ("aft_upper", "high", 3), ("fwd_upper", "level", 2), ("fwd_lower", "level", 3)),
    *(("fwd_lower", "low_angle", 2), ("aft_lower", "low_angle", 3)),
]:
    for die in range(1, 7):
        man = "bombardier" if die <= upto else "cfc"
        ruling(63, f"{turret} {height} {die}", f"look 5-6 twelve {height} {turret} {die} {man}", then={"result": "yes"})
ruling(
    64,
    "it will not hold, and then not extend",
    "roll 7-1",
    given={"nose_gear": "loose"},
    dice=[4, 1],
    then={"nose_gear": "loose"},
)
ruling(
    64,
    "it will not extend, and then not hold",
    "roll 7-1",
    given={"nose_gear": "by_hand"},
    dice=[4, 3],
    then={"nose_gear": "loose"},
)


@pytest.mark.parametrize("story", RULINGS, ids=name_of)
def test_a_ruling_is_kept(story: Clause):
    told(story)


def test_e_01_pilots_beyond_the_printed_ends():
    found = scene(JOINED)
    fighter = found.fighter(nation="north_korea", kind="yak9")
    assert found.roll("5-5", fighter, dice=[2]) == "green"
    assert found.roll("5-5", found.fighter(nation="soviet"), dice=[12]) == "ace"


def test_e_17_one_man_with_two_names():
    assert [man for man in MEN if man.startswith("radar")] == ["radar_operator"]


@pytest.mark.parametrize(
    ("table", "args", "die", "notation"),
    [("7-10", (), 7, "2d6"), ("7-12", ("waist",), 7, "2d6"), ("5-4", ("six",), 4, "1d6")],
)
def test_e_19_the_dice_under_the_title(table: str, args: tuple[str, ...], die: int, notation: str):
    found = scene()
    found.roll(table, *args, dice=[die])
    assert found.notation == [notation]


def test_e_31_the_first_of_a_dogpile_rolls_again():
    found = scene({**ATTACKED, "stand": "middle"})
    found.do("fight", 1, "no", dice=[8, 5, 4, 7, 3, 4, 3, 10, 3, *[8] * 3, *[2] * 3])
    assert found.asked[:3] == ["5-2", "5-3", None]
    assert found.asked.count("5-3") == 4
    assert found.asked.count("5-9") == 3


def test_e_50_two_asterisks():
    lights = data("Target", "lights")
    assert {city for city, lit in lights.items() if lit == "yes"} == {
        *("antung", "chongsongjin", "hyesanjin", "manpotjin", "pyongyang", "sakchu", "sinuiju"),
    }


def test_e_53_back_in_formation_it_counts_again():
    found = scene({**at("kopung", 8), **ALONE, "disrupted": "yes", "resistance": "light"})
    found.do("rejoin")
    found.roll("5-1", dice=[5])
    assert modifiers(found, "5-1") == 1


@pytest.mark.parametrize(("natural", "facts", "jams"), [(2, {}, True), (3, {}, False), (4, {}, False)])
def test_e_55_a_natural_2_jams(natural: int, facts: Facts, jams: bool):
    found = scene({**JOINED, **facts})
    found.roll("5-7", "fwd_upper", found.fighter(status="average"), dice=[natural])
    assert (found["jammed[fwd_upper]"] == "yes") == jams


@pytest.mark.parametrize(("natural", "clock", "status"), [(3, "twelve", "ace"), (5, "dive", "average")])
def test_e_55_so_does_a_total_of_2(natural: int, clock: str, status: str):
    found = scene(JOINED)
    height = "none" if clock == "dive" else "high"
    found.roll("5-7", "fwd_upper", found.fighter(clock=clock, height=height, status=status), dice=[natural])
    assert found["jammed[fwd_upper]"] == "yes"


def test_e_55_below_2_is_a_miss():
    found = scene(JOINED)
    found.roll("5-7", "fwd_upper", found.fighter(clock="dive", height="none", status="average"), dice=[4])
    assert found["jammed[fwd_upper]"] == "no"


@pytest.mark.parametrize(("kind", "blows"), [("yak9", ["breaks_away", "falls", "breaks_away", "falls"])])
def test_e_55_a_9_destroys_a_yak_and_a_10_does_not(kind: str, blows: list[str]):
    found = scene(JOINED)
    assert [found.roll("5-8", kind, "tail", dice=[total]) for total in (8, 9, 10, 11)] == blows


def test_e_57_a_novice_costs_one():
    found = scene()
    found.roll("sighting", "no", dice=[4])
    assert modifiers(found, "sighting") == -1


def test_e_59_the_hits_add_nothing():
    found = scene(OVER)
    for _ in range(2):
        found.roll("7-3", dice=[8])
    found.do("bomb_run", dice=[6, 5, 3])
    assert found.asked == ["6-7", None, "6-8"]


# --- in force, and under their numbers


def test_every_ruling_is_in_force_under_its_number():
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == "rulings")
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries] == NUMBERS
    for entry in overlay.entries:
        assert entry.changes, f"E-{entry.number} touches nothing"


def test_every_ruling_that_has_an_effect_is_told_here():
    told_of = {int(story.rule[2:4]) for story in RULINGS}
    by_functions = {int(found) for name in globals() for found in re.findall(r"^test_e_(\d\d)_", name)}
    by_examples = {int(found) for example in graph().examples for found in re.findall(r"E-(\d\d)", example.origin.cite)}
    without_effect = {49, 87, 88}
    without_effect_but_by_option = {55}
    told = told_of | by_functions | by_examples | without_effect | without_effect_but_by_option
    assert told == set(range(1, 89))


def test_the_rules_are_proved_sound():
    assert not compile_rules(Request(base=sources())).errors


# --- the switches

READINGS = Readings()
reading = READINGS.of


@reading("fuel_indicators", "no", "yes")
def row_6_of_the_engineer_s_instruments(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    found.roll("7-10", dice=[6])
    return found["indicators_out"]


@reading("windmill_after_hit", "dragging", "windmilling")
def a_hit_engine_that_will_not_feather(options: Mapping[str, str]) -> Any:
    found = scene(EMPTY, **options)
    found.do("feather", "no_1", "engine_out", dice=[5], spare=[1, 1])
    return found["prop[no_1]"]


@reading("oxygen_two_hits", ["no", "no"], ["yes", "no"])
def the_tail_gunner_s_oxygen(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    air = []
    for _ in range(2):
        found.roll("7-8", dice=[2, 1, 1])
        air.append(found.define("has_air", "tail_gunner"))
    return air


@reading("jam_natural_only", ["yes", "yes"], ["yes", "no"])
def jams(options: Mapping[str, str]) -> Any:
    jammed = []
    for natural, status in ((2, "average"), (3, "ace")):
        found = scene(JOINED, **options)
        found.roll("5-7", "fwd_upper", found.fighter(status=status), dice=[natural])
        jammed.append(found["jammed[fwd_upper]"])
    return jammed


@reading("runaway_flies_on", "yes", "no")
def a_propeller_that_still_runs_away(options: Mapping[str, str]) -> Any:
    found = scene({**EMPTY, "prop[no_3]": "runaway"}, **options)
    found.do("keeps_running_away", "no_3", dice=[5, 3])
    return found["must_abort"]


@reading("lost_counts", "no", "yes")
def a_bomber_lost_with_all_her_crew(options: Mapping[str, str]) -> Any:
    facts: Facts = {f"loss[{man}]": "pow" for man in MEN}
    return scene({**facts, "fate": "gone", "zone": 7, "run_made": "yes"}, **options).define("counts")


@reading("main_boxes", 38, 32)
def fuel_at_the_start(options: Mapping[str, str]) -> Any:
    return scene(None, **options)["fuel"]


@reading("climb_cost", 2, 1)
def the_price_of_a_climb(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    found.do("climb")
    return found["due"]


@reading("off_course_fuel", 1, 2)
def the_price_of_going_astray(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung", 8), **ALONE, "weather": "bad", "broken[radar]": "yes", "fuel": 20}, **options)
    found.do("navigate", dice=[1] * 5)
    return 20 - int(found["fuel"])


@reading("assembly_zone", 6, 5)
def where_they_assemble(options: Mapping[str, str]) -> Any:
    for zone in range(3, 8):
        found = scene({**at("kopung", zone), **HIGH}, **options)
        found.do("keep_formation", spare=[8])
        if found["station"] == "formed":
            return zone
    return None


def still(fact: str, options: Mapping[str, str]) -> Any:
    """Up to which zone homeward a fact holds."""
    for zone in range(9, 2, -1):
        found = scene({**at("kopung", zone), **JOINED, **EMPTY, "homeward": "yes", "escort": "f86"}, **options)
        before = found[fact]
        found.do("disband")
        if found[fact] != before:
            return zone
    return None


@reading("disband_zone", 6, 5)
def where_they_disband(options: Mapping[str, str]) -> Any:
    return still("station", options)


@reading("escort_leaves", 6, 5)
def where_the_escort_leaves(options: Mapping[str, str]) -> Any:
    return still("escort", options)


@reading("rejoin_cost", 1, 2)
def the_price_of_rejoining(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung", 8), **ALONE, "fuel": 20}, **options)
    found.do("rejoin")
    return 20 - int(found["fuel"])


@reading("rejoin_as", "tail", "lead")
def the_place_of_one_who_rejoins(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung", 8), **ALONE, "stand": "lead"}, **options)
    found.do("rejoin")
    return found["stand"]


@reading("escort_zone", 6, 5)
def where_the_escort_comes(options: Mapping[str, str]) -> Any:
    for zone in range(3, 8):
        found = scene({**at("kopung", zone), **JOINED, "escort_available": "yes"}, **options)
        found.do("meet_escort", spare=[6, 6])
        if found["escort"] != "none":
            return zone
    return None


@reading("short_payment", [], ["4-1"])
def one_box_for_two(options: Mapping[str, str]) -> Any:
    found = scene({**SKILLED, "fuel": 1}, **options)
    found.do("pay", 2, spare=[6])
    return found.asked


@reading("mig_needs_straggler", "yes", "no")
def a_mig_over_the_formation(options: Mapping[str, str]) -> Any:
    found = scene({**JOINED, **EMPTY}, **options)
    return found.define("may_return", found.fighter(hit="yes", attacks=1))


@reading("yak_needs_straggler", "no", "yes")
def a_yak_over_the_formation(options: Mapping[str, str]) -> Any:
    found = scene({**JOINED, **EMPTY}, **options)
    return found.define("may_return", found.fighter(kind="yak9", hit="yes", attacks=1))


@reading("one_target", "no", "yes")
def a_second_target_for_one_gunner(options: Mapping[str, str]) -> Any:
    found = scene(JOINED, **options)
    first, second = found.fighter(clock="dive", height="none"), found.fighter(clock="climb", height="none")
    found.do("lay", "fwd_upper", "cfc", first)
    return found.define("may_lay", "cfc", "fwd_lower", second)


@reading("extra_turn_fighters", "yes", "no")
def a_second_turn_in_a_zone(options: Mapping[str, str]) -> Any:
    return scene({**at("kopung", 8), **JOINED}, **options).define("fighters_rolled_for", "no")


@reading("turning_fighters", "yes", "no")
def the_turn_of_turning_home(options: Mapping[str, str]) -> Any:
    return scene({**at("kopung"), **JOINED, "turning_home": "yes"}, **options).define("fighters_rolled_for", "no")


@reading("fighters_return", True, False)
def a_lame_straggler_hit_by_a_fighter(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung", 8), **ALONE, **EMPTY, **engines("no_1")}, **options)
    found.fighter(hit="yes", attacks=1)
    found.do("come_again", spare=[2])
    return bool(found.asked)


@reading("caution", 0, 3)
def a_bomber_alone(options: Mapping[str, str]) -> Any:
    return scene({**at("kopung", 7), **ALONE}, **options).define("turning_back")


@reading("friendly_landing", "drawn", "lost")
def down_in_korea(options: Mapping[str, str]) -> Any:
    found = scene({**LAST, "at_base": "no", "zone": 6, "below": "over_friendly"}, **options)
    found.do("come_down", "friendly", dice=[7])
    return found.define("mission_result")


@reading("burst_results", "yes", "no")
def what_a_burst_breaks(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung"), **JOINED, **EMPTY, "let_out": "yes", "masked": "yes"}, **options)
    found.do("burst", "utility", spare=BACKUP)
    return found["turret_dead[aft_lower]"]


@reading("month_choice", "november", "march")
def the_month_of_the_first_mission(options: Mapping[str, str]) -> Any:
    chosen = options.get("month_choice") == "player"
    return scene(None, **options).do("pick_month", 1, answers=["march"] if chosen else [])


@reading("tour_length", 0, 1)
def a_man_s_second_mission(options: Mapping[str, str]) -> Any:
    found = scene({**LAST, "fate": "back", "crew[cfc].missions": 1}, **options)
    found.do("debrief")
    return found["men_lost[tour_done]"]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.option)
def test_a_switch_changes_what_it_should(reading: Reading):
    assert reading.default != reading.other
    assert reading.observe({}) == reading.default, "by default"
    assert reading.observe(ANOTHER) == reading.other, "the other way"


# --- the optional rules

WITHOUT = Readings()
optional = WITHOUT.of


@optional("take_off", (["3-2"], "into_night"), ([], "all_night"))
def leaving_the_ground(options: Mapping[str, str]) -> Any:
    found = scene({"night_mission": "yes"}, **options)
    found.do("set_times", spare=[2])
    schedule = found["schedule"]
    found.do("depart", spare=[7, 6, 6])
    return found.asked[:1], schedule


@optional("fuel_check", True, False)
def no_box_left(options: Mapping[str, str]) -> Any:
    found = scene({**EMPTY, **SKILLED, "fuel": 0, "zone": 6, "below": "over_friendly"}, **options)
    found.do("pay", 1, spare=[4, *BACKUP])
    assert ("8-1" in found.asked or JUMP in found.asked) == (options == PLAIN)
    return "4-1" in found.asked


@optional("navigation", "yes", "no")
def finding_the_way(options: Mapping[str, str]) -> Any:
    return scene(BY_NIGHT, **options).define("must_navigate")


@optional("random_events", 1, 0)
def what_else_may_happen(options: Mapping[str, str]) -> Any:
    found = scene({**at("kopung", 6), **JOINED, "resistance": "light"}, **options)
    found.do("visit", 7, answers=["carry_on", "keep", "go_on"], dice=[], spare=[7, 2, 2])
    return found.asked.count("event_comes")


@optional("searchlights", ["6-1"], [])
def the_searchlights(options: Mapping[str, str]) -> Any:
    found = scene({**at("kaesong"), **HIGH, **BY_NIGHT}, **options)
    found.do("night_lights", spare=[2])
    return found.asked


@optional("evasive_action", "yes", "no")
def dodging(options: Mapping[str, str]) -> Any:
    return scene({**at("kopung", 8), **ALONE}, **options).define("may_evade")


@optional("additional_flak", 2, 1)
def a_second_barrage(options: Mapping[str, str]) -> Any:
    found = scene(OVER, **options)
    found.do("over_target", dice=[3, 1, 3, 7], spare=[1])
    return found.asked.count("6-3")


@optional("start_weight", 38 - 2 - 2, 38 - 2)
def the_weight_of_the_guns(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    found.do("depart", spare=[7, 1, 1])
    if not found.asked[1:]:
        found.do("visit", 1, spare=[1, 1, *[6] * 7, 7], answers=["carry_on"])
    return found["fuel"]


@optional("passing_shots", ["5-9", "5-7"], ["5-9"])
def a_last_burst_from_the_tail(options: Mapping[str, str]) -> Any:
    found = scene({**JOINED, **SILENT, "turret_dead[tail]": "no"}, **options)
    found.fighter(status="average")
    found.do("round", dice=[2], spare=[5], answers=[] if options else ["mig15"])
    return found.asked


@pytest.mark.parametrize("reading", WITHOUT, ids=lambda reading: reading.option)
def test_an_optional_rule_can_be_left_out(reading: Reading):
    assert reading.default != reading.other
    assert reading.observe({}) == reading.default, "with it"
    assert reading.observe(PLAIN) == reading.other, "without it"


def test_every_switch_of_the_game_is_known_here():
    known = {reading.option for reading in READINGS} | {reading.option for reading in WITHOUT}
    assert {option.name for option in graph().options} == known
    assert {reading.option for reading in WITHOUT} == set(OPTIONAL)


def test_no_power_counts_for_the_bombardier():
    found = scene({**OVER, **NO_POWER, "task": "urban_area"})
    assert of(found, "by_radar") == "no"
