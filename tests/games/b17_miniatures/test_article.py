"""Every figure that the article prints, executed, against an independent transcription."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import Any

import pytest

from tests.games.b17_miniatures.bench import AIRCRAFT, GAME, GUNS, SCENARIOS, SHEET, bomber, fighter, scene
from tests.narrowing import narrow

COMPARED = {"<": operator.lt, ">": operator.gt, ">=": operator.ge}
FACES = range(1, 7)
PAIRS = [(one, other) for one in FACES for other in FACES]


def score(rows: list[dict[str, Any]], what: str, **values: int) -> int:
    """What the rows of a duel give for two scores; equal scores that no row has give nothing."""
    found = [row[what] for row in rows if holds(row["when"], values)]
    assert len(found) <= 1
    return found[0] if found else 0


def holds(condition: str, scores: dict[str, int]) -> bool:
    """Whether a comparison of the transcription holds, such as ``bomber < guns < 2 * bomber``."""
    said = condition.replace("2 * ", "2*").split()
    values = [2 * scores[word[2:]] if word.startswith("2*") else scores[word] for word in said[::2]]
    return all(COMPARED[sign](*pair) for sign, pair in zip(said[1::2], pairwise(values), strict=True))


# --- aircraft


def test_aircraft_move_attack_and_bear_what_is_printed():
    inches, defence = SHEET["movement"]["inches"], SHEET["values"]["defensive"]
    attack, hits = SHEET["values"]["offensive"], SHEET["hits"]
    for printed, name in AIRCRAFT.items():
        kind = "bomber" if printed == "B-17" else "fighter"
        assert GAME.data("Aircraft", "inches")[name] == inches[printed]
        assert GAME.data("Aircraft", "defence")[name] == defence[printed]
        assert GAME.data("Aircraft", "attack")[name] == attack[kind]
        assert (
            GAME.data("Aircraft", "engines")[name] == hits[kind]["engine_hits_borne"] == hits[kind]["destroyed_by"] - 1
        )


def test_a_fighter_flies_straight_turns_once_and_is_slowed_by_a_hit():
    printed = SHEET["manoeuvre"]["fighter"]
    found = scene({"from_x": 500, "from_y": 300, "from_heading": "twelve"})
    straight = printed["straight_before_turn"]
    assert [found.define("flown_y", "three", inch) for inch in range(21)] == [
        300 + 10 * max(0, inch - straight) for inch in range(21)
    ]
    assert [found.define("flown_x", "three", inch) for inch in range(21)] == [
        500 + 10 * min(inch, straight) for inch in range(21)
    ]
    reach = [narrow(int, found.define("fighter_reach", fighter(found, damage=hit))) for hit in (0, 1)]
    assert reach[0] - reach[1] == printed["inches_lost_per_hit"]


def test_a_bomber_flies_straight_turns_by_a_right_angle_and_is_slowed_by_each_hit():
    printed = SHEET["manoeuvre"]["bomber"]
    found = scene()
    whole = SHEET["movement"]["inches"]["B-17"]
    ships = [bomber(found, damage=hits) for hits in range(4)]
    reaches = [found.define("bomber_reach", ship) for ship in ships]
    assert reaches == [whole - printed["inches_lost_per_hit"] * hits for hits in range(4)]
    headings = GAME.program().enums["Heading"].values
    for ahead in (0, 1, 6, 11):
        found = scene()
        ship = bomber(found, heading=headings[ahead])
        for new, heading in enumerate(headings):
            degrees = 30 * min((new - ahead) % 12, (ahead - new) % 12)
            turns = found.define("may_turn", ship, heading) == "yes"
            assert turns == (degrees <= printed["turn_limit_degrees"])
    assert found.define("bomber_y", ship, "two", printed["straight_before_turn"]) == 300 - 15


# --- duels


@pytest.mark.parametrize("attacker", AIRCRAFT)
@pytest.mark.parametrize("defender", AIRCRAFT)
def test_every_duel(attacker: str, defender: str):
    values, rows = SHEET["values"], SHEET["combat"]["hits"]
    offensive = values["offensive"]["bomber" if attacker == "B-17" else "fighter"]
    head_on = values["modifiers"]["fighter_attacks_bomber_head_on"]["offensive_of_attacker"]
    behind = values["modifiers"]["fighter_attacks_bomber_from_behind"]["fire_of_tail_gunner"]
    found = scene()
    for own, other in PAIRS:
        defence = narrow(int, found.roll("defence", AIRCRAFT[defender], dice=[other]))
        assert defence == other + values["defensive"][defender]
        for also, front, tail in ((0, "no", "no"), (head_on, "yes", "no"), (behind, "no", "yes")):
            hits = found.roll("attack", AIRCRAFT[attacker], defence, front, tail, dice=[own])
            assert hits == score(rows, "engines", attacker=own + offensive + also, defender=defence)


def test_every_duel_with_the_flak_and_of_the_bombs():
    run, found = SHEET["bomb_run"], scene()
    for own, other in PAIRS:
        assert found.roll("flak_defence", dice=[other]) == other
        assert found.roll("flak", other, dice=[own]) == score(run["flak"]["hits"], "engines", guns=own, bomber=other)
        assert found.roll("target_die", dice=[other]) == other
        bombs = found.roll("bombs", other, dice=[own])
        assert bombs == score(run["bombs"]["bomb_hits"], "hits", bomber=own, target=other)


def test_a_bomber_has_one_die_and_by_the_other_reading_one_for_each_undamaged_engine():
    found = scene()
    found.do("drop", bomber(found), dice=[2, 4])
    assert found["bomb_hits"] == 2
    for damage in range(5):
        found = scene(bombs_by="each_engine")
        ship = bomber(found, damage=damage)
        engines = SHEET["bomb_run"]["rolls_per_bomber"]["engines"] - damage
        found.do("drop", ship, dice=[1, 1] * engines)
        assert found["bomb_hits"] == 0


# --- ranges and arcs


def test_a_fighter_fires_no_further_than_is_printed():
    reach = 10 * SHEET["range"]["aircraft"]["inches_at_most"]
    found = scene()
    assert [far for far in range(1, 60) if found.define("in_sights", "twelve", far, 0) == "yes"] == [
        *range(1, reach + 1)
    ]


def test_each_gun_has_its_arc_and_range():
    guns = SHEET["guns"]
    reach = 10 * SHEET["range"]["aircraft"]["inches_at_most"]
    half = guns["either_side_of_centre_degrees"]
    assert guns["arc_degrees"] == 2 * half == 90
    found = scene()
    ship = bomber(found)
    at = {gun: 500 + int(where) for gun, where in GAME.data("Gunner", "stands").items()}
    towards = {gun: (GAME.data("Gunner", "ahead")[gun], GAME.data("Gunner", "right")[gun]) for gun in GUNS.values()}
    for gun in map(GUNS.get, guns["positions"]):
        assert gun is not None
        ahead, right = (int(part) for part in towards[gun])
        for far in (1, reach, reach + 1):
            bears = found.define("bears", gun, ship, at[gun] + far * ahead, 300 + far * right)
            assert bears == ("yes" if far <= reach else "no")
        for aside, expected in ((20, "yes"), (-20, "yes"), (21, "no"), (-21, "no")):
            x, y = at[gun] + 20 * ahead - aside * right, 300 + 20 * right + aside * ahead
            assert found.define("bears", gun, ship, x, y) == expected


def test_waist_guns_do_not_fire_with_those_named():
    apart = [(GUNS[one], GUNS[other]) for one, other in SHEET["guns"]["not_together_at_one_target"]]
    turret = {GUNS[gun] for gun in SHEET["options"]["top_turret"]["together_at_one_target_with"]}
    found = scene(top_turret="yes")
    ship = bomber(found)
    together = set()
    for x in range(440, 561, 5):
        for y in range(240, 361, 5):
            firing = [gun for gun in (*GUNS.values(), "top_turret") if found.define("fires", gun, ship, x, y) == "yes"]
            assert not any(one in firing and other in firing for one, other in apart)
            if "top_turret" in firing:
                together |= {*firing} - {"top_turret"}
    assert together == turret


# --- placement and the Germans


def test_the_formation_keeps_the_distances():
    printed = SHEET["placement"]["americans"]
    found = scene()
    for across in (13, 30, 47):
        found = scene()
        found.do("place_bombers", answers=[str(across)])
        ships = {
            found.told(found.element_slot("bombers", ship, "place")): tuple(
                int(found.told(found.element_slot("bombers", ship, part))) for part in ("x", "y")
            )
            for ship in found.references("bombers")
        }
        assert ships["lead"][0] - ships["rear"][0] - 31 >= 10 * printed["leader_tail_to_last_nose_at_least"]
        gap = ships["right"][1] - ships["left"][1] - 44
        assert gap >= 10 * printed["left_right_wingtip_to_right_left_wingtip_at_least"]
        edge = printed["from_edge_of_entry"]
        assert ships["rear"][0] - 16 >= 10 * edge["at_least"]
        assert ships["lead"][0] + 16 <= 10 * edge["at_most"]
        flank = 10 * printed["from_flank_edges_at_least"]
        assert flank <= ships["left"][1] - 22
        assert ships["right"][1] + 22 <= 600 - flank


def test_sections_come_as_is_printed():
    printed = SHEET["placement"]["germans"]
    found = scene()
    even = [face for face in FACES if found.roll("arrival", dice=[face]) == "yes"]
    assert even == printed["enters_on_turn_of"]["faces"]
    hours = GAME.program().enums["Heading"].titles
    low, high = printed["point_of_entry"]["faces"]
    names = GAME.program().enums["Heading"].values
    for total in range(low, high + 1):
        assert hours[names.index(str(found.roll("entry", dice=[total])))] == f"{total} o'clock"
    altitude = SHEET["placement"]["altitude"]
    for face, height in altitude["rows"].items():
        given = str(found.roll("altitude", dice=[int(face)]))
        assert given == {"level": "even"}.get(height, height)
        assert GAME.data("Height", "inches")[given] == altitude["first_move_inches"][height]


def test_the_target_and_its_flak_are_as_large_as_is_printed():
    target, reach = SHEET["placement"]["target"], 10 * SHEET["range"]["anti_aircraft"]["inches_from_target_edge"]
    deep, half = 10 * target["deep"], 5 * target["wide"]
    found = scene()
    assert [x for x in range(900, 1120) if found.define("in_target", x, 300) == "yes"] == [*range(1080 - deep, 1081)]
    assert [y for y in range(601) if found.define("in_target", 1040, y) == "yes"] == [*range(300 - half, 301 + half)]
    assert [x for x in range(900, 1081) if found.define("in_flak", x, 300) == "yes"] == [
        *range(1080 - deep - reach, 1081)
    ]
    beyond = [y for y in range(601) if found.define("in_flak", 1040, y) == "yes"]
    assert beyond == [*range(300 - half - reach, 301 + half + reach)]


# --- scenarios


@pytest.mark.parametrize("turret", ["no", "yes"])
@pytest.mark.parametrize("number", SCENARIOS)
def test_scenarios_have_the_forces_that_are_printed(number: str, turret: str):
    printed, option = SHEET["scenarios"][number], SHEET["options"]["top_turret"]
    found = scene(scenario=SCENARIOS[number], top_turret=turret)
    waves = [f"wave_{wave}" for wave in (1, 2, 3)]
    for wave, (american, german) in enumerate(((3, 5), (1, 2), (5, 4)), 1):
        found.set({f"american_die[wave_{wave}]": american, f"german_die[wave_{wave}]": german})
    played = [wave for wave in waves if found.define("in_play", wave) == "yes"]
    germans = [2 * int(found.define("sections_come", wave)) for wave in played]
    escorts = [2 * (found.define("escorted", wave) == "yes") for wave in played]
    more = option["third_scenario_more_germans"] if turret == "yes" and number == "3" else 0
    assert (4 * len(played), sum(escorts)) == (printed["bombers"], printed["escorts"])
    assert sum(germans) == printed["germans"] + more
    hits = option["hits_to_win"][number] if turret == "yes" else printed["hits_to_win"]
    assert found.define("hits_needed") == hits
    if number == "3":
        per_wave = option["third_scenario_germans_per_wave"] if more else printed["germans_per_wave"]
        assert sorted(germans) == sorted(per_wave)
        assert sorted(escorts) == sorted(printed["escorts_per_wave"])
        assert escorts[1] == 0  # the lowest of 3, 1 and 5
        assert germans[0] == 4  # the highest of 5, 2 and 4
