"""The rulings: how each is played, and for those with two readings what the other one changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from b17.bench import OTHER_READINGS, Facts, Word, changes, data, graph, scene
from b17.causes import engines
from b17.transcribed import effects
from readings import Reading, Readings

MEN = tuple(data("Post", "home"))
NO_GUNS: Facts = {f"broken[{gun}]": "yes" for gun in data("Gun", "bursts")}
ALONE: Facts = {"out_of_formation": "yes"}

# --- two readings


READINGS = Readings()
reading = READINGS.of


@reading("evasion_limit", ["no", "no", "yes"], ["yes", "no", "yes"])
def the_limit_of_evasion(options: Mapping[str, str]) -> Any:
    damage: list[Facts] = [
        {"gear_out": "yes"},
        {"window_hits": 2, "tailwheel_out": "yes", "rudder_hits": 3},
        {"window_hits": 2, "tailwheel_out": "yes"},
    ]
    return [scene({**ALONE, **facts}, **options).define("may_evade") for facts in damage]


@reading("same_cause", [-3, -2, -1, -3], [-6, -4, -2, -6])
def two_hits_with_one_effect(options: Mapping[str, str]) -> Any:
    twice: list[tuple[str, Facts]] = [
        ("O-6", {"bomb_controls_out": "yes", "bomb_release_out": "yes"}),
        ("O-6", {"autopilot_instrument_out": "yes", "autopilot_tail_out": "yes"}),
        ("G-9", {"brake_out[port]": "yes", "brake_out[starboard]": "yes"}),
        ("G-9", {"gear_out": "yes", "gear_controls_out": "yes"}),
    ]
    sums = []
    for table, facts in twice:
        found = scene(facts, **options)
        found.roll(table, dice=[6])
        sums.append(found.throws[0].total - 6)
    return sums


@reading("windshield_heat", ["no", "yes"], ["yes", "yes"])
def the_windshield(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    cold = []
    for _ in range(2):
        found.roll("P-2", dice=[11])
        assert found["heat_out[pilot]"] == found["heat_out[copilot]"]
        cold.append(found["heat_out[pilot]"])
    return cold


@reading("bracket", [4, 2], [4, 4])
def the_figure_in_brackets(options: Mapping[str, str]) -> Any:
    found = scene({"zone": 3, "cover_called": "yes", "cover_later": 2}, **options)
    for clock in ("twelve", "three", "nine", "six", "one_thirty", "ten_thirty"):
        found.fighter("me109", clock, "level")
    left = []
    for _ in range(2):
        found.do("come_back", dice=[5, 6, 7, 8, 9, 10][: len(found.fighters())])
        left.append(len(found.fighters()))
    return left


@reading("light_flak", 2, 4)
def light_flak_in_two_turns(options: Mapping[str, str]) -> Any:
    found = scene({**ALONE, **engines("no_1", no_1="unfeathered"), "altitude_low": "yes", "homeward": "yes"}, **options)
    found.set({"target": "kiel", "zone": 5, "below": "france", "bombs_aboard": "no"})
    found.do("stay", dice=[1, 4, 4, 1], spare=[4, 4])
    return found.asked.count("O-3")


@reading("twelve", ("irreparable", 8), ("sound", 8))
def a_natural_12(options: Mapping[str, str]) -> Any:
    wreck: Facts = {"man[pilot].points": 4, "man[copilot].points": 4, "bombs_aboard": "no"}
    found = scene({**wreck, **engines("no_1", "no_2", "no_3")}, **options)
    found.do("touch_down", "england", dice=[12])
    return found["airframe"], [found[f"man[{man}].points"] for man in MEN].count(0)


@reading("dead_feathering", ("stopped", 1), ("unfeathered", 0))
def an_engine_out_without_feathering(options: Mapping[str, str]) -> Any:
    found = scene({"bombs_aboard": "no", "feathering_out": "yes"}, **options)
    found.do("stop_engine", "no_2", spare=[1])
    return found["engine[no_2]"], len(found.asked)


@reading("burst_fire", 0, 1)
def fire_after_a_burst(options: Mapping[str, str]) -> Any:
    found = scene(None, **options)
    found.do("burst", "radio_room", spare=[1])
    return found.asked.count("BL-3")


@reading("event_length", (1, 0), (0, 1))
def a_loose_formation(options: Mapping[str, str]) -> Any:
    found = scene({"in_wave": "yes"}, **options)
    found.roll("B-7", dice=[4])
    return found["zone_waves"], found["lasting_waves"]


@reading("bombardier_away", ("off_target", 0), ("on_target", 1))
def a_bombardier_in_the_tail(options: Mapping[str, str]) -> Any:
    found = scene({"holds[bombardier]": "tail_gunner", "holds[tail_gunner]": "bombardier"}, **options)
    bombing = found.play("roll:O-6", spare=[6])
    return bombing, len(found.asked)


@reading("fca_after_fboa", [0, 0, 0, 1], [0, 1, 1, 1])
def two_fca_and_an_fboa_in_every_order(options: Mapping[str, str]) -> Any:
    left = []
    for damage in ([1, 1, 3], [1, 3, 1], [3, 1, 1], [3, 1]):
        found = scene(None, **options)
        shot_at = found.fighter("me109", "twelve", "high")
        for die in damage:
            found.roll("M-2", "nose", "bombardier", shot_at, dice=[die])
        left.append(len(found.fighters()))
    return left


@reading("turning_back", ([], "yes", "yes"), (["O-2", "O-3", "O-3", "O-3"], "yes", "yes"))
def turning_back_over_the_target(options: Mapping[str, str]) -> Any:
    found = scene({**ALONE, "man[navigator].points": 3, "target": "paris", "zone": 5}, **options)
    found.do("over_target", spare=[4, 4, 4, 4])
    return found.asked, found["aborted"], found["bombs_aboard"]


@reading("slowed", [1, 1, 2, 2], [2, 2, 2, 2])
def a_burst_and_a_lost_navigator(options: Mapping[str, str]) -> Any:
    turns = []
    for soon, later in (({"burst_in[waist]": "yes"}, "burst_slows"), ({"navigation_out": "yes"}, "lost_here")):
        found = scene({**ALONE, **soon, "target": "kiel", "zone": 5}, **options)
        turns.append(found.define("turns_here"))
        found.set({later: "yes"})
        turns.append(found.define("turns_here"))
    return [turns[0], turns[2], turns[1], turns[3]]


@reading("ditched_wounds", [["BL-4b"], ["BL-4b"]], [["BL-4b"], []])
def a_wounded_man_from_the_sea(options: Mapping[str, str]) -> Any:
    asked = []
    for fate in ("back", "elsewhere"):
        found = scene({"man[engineer].points": 3, "fate": fate}, **options)
        found.do("recover", "engineer", spare=[1])
        asked.append(found.asked)
    return asked


@reading("german_guns", ["german_fire"] * 2 + ["B-4", "B-5"], ["german_fire", "B-4", "B-5", "german_fire"])
def two_fighters_and_the_first_one_hits(options: Mapping[str, str]) -> Any:
    found = scene(NO_GUNS, **options)
    for height in ("high", "level"):
        found.fighter("me109", "nine", height)
    dice = [6, 1, 7, 11] if options.get("german_guns") != "one_by_one" else [6, 7, 11, 1]
    found.do("attack", dice=dice)
    return found.asked


@reading("abort_means", ["yes", "no", "no"], ["yes", "yes", "no"])
def a_bomber_that_turns_home(options: Mapping[str, str]) -> Any:
    aborted = []
    for reached, dropped in (("no", "no"), ("yes", "no"), ("yes", "yes")):
        found = scene({"target_reached": reached, "dropped": dropped, "bombs_aboard": "no"}, **options)
        found.do("turn_round")
        aborted.append(found["aborted"])
    return aborted


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.option)
def test_the_other_reading_changes_what_it_should(reading: Reading):
    assert reading.default != reading.other
    assert reading.observe({}) == reading.default, "by default"
    assert reading.observe(OTHER_READINGS) == reading.other, "by the other reading"


def test_every_option_is_known_here():
    rulings = {option.name for option in graph().options if option.origin.cite.startswith("ruling")}
    assert rulings == set(OTHER_READINGS) == {reading.option for reading in READINGS}


# --- one reading


def test_6_the_limit_of_two_turns_counts_each_way_by_itself():
    found = scene({**NO_GUNS, "target": "paris", "zone": 5})
    outward = [7, 1, 16, 4, 3, 4, 4, 2, 9, 4, 7]
    homeward = [1, 41, 1, 1, 7, 7, 1, 1, 7, 7, 1, 1]
    found.do("visit", dice=[*outward, *homeward, *homeward])
    assert found["burst_in[waist]"] == "yes"
    assert found.asked.count("B-2") == 3


def test_8_an_engine_that_restarts_does_not_bring_the_formation_back():
    found = scene({**ALONE, "engine[no_2]": "stopped", "failed_engine": "no_2"})
    found.do("engine_failure")
    assert found.facts(["engine[no_2]", "out_of_formation"]) == {"engine[no_2]": "running", **ALONE}


def test_15_a_fatal_shell_is_the_last():
    found = scene()
    found.fighter("me109", "twelve", "high", hit="yes", shells=2)
    found.do("place_shells", dice=[11, 10, 3, 5])
    assert found.asked == ["B-5", "B-5", "P-3", None]
    assert found["fate"] == "gone"


def test_16_an_event_takes_the_place_of_its_wave():
    found = scene({**ALONE, "stand": "lead"}, random_events="yes")
    found.do("wave", dice=[66, 7])
    assert found.asked == ["B-3", "B-7"]


def test_18_cover_is_rolled_on_the_way_out_and_on_the_way_home():
    found = scene({"mission_number": 11, "target": "amiens", "zone": 3})
    found.do("visit", dice=[7, 5, 1, 16, 1, 4, 7, 1, 1, 16])
    assert found.asked == ["O-1", "G-5", "B-2", "B-3", "O-2", "O-6", "O-7", "G-5", "B-2", "B-3"]


def test_22_an_fboa_from_a_passing_shot_sends_the_fighter_home():
    found = scene({**NO_GUNS, "broken[tail]": "no"})
    found.fighter("me109", "twelve", "high")
    found.do("attack", dice=[5, 7, 2, 6, 2], answers=["me109"])
    assert found.asked == ["german_fire", "B-4", "B-5", "defensive_fire", "M-2"]
    assert found.fighters() == []


@pytest.mark.parametrize("formation", ["no", "yes"])
def test_23_out_of_formation_the_target_of_a_passing_shot_stays(formation: str):
    found = scene({**NO_GUNS, "broken[tail]": "no", "out_of_formation": formation, "cable_hits": 2})
    found.fighter("me109", "twelve", "high")
    found.do("attack", dice=[1, 1], answers=["me109"])
    assert len(found.fighters()) == (formation == "yes")


@pytest.mark.parametrize(("zone", "weather"), [(1, "poor"), (2, "none"), (3, "bad"), (4, "none")])
def test_27_the_weather_counts_where_it_was_rolled(zone: int, weather: str):
    found = scene({"target": "amiens", "zone": zone, "base_weather": "poor", "target_weather": "bad"})
    assert found.define("landing_weather") == weather


@pytest.mark.parametrize(("below", "land"), [("water_france", "france"), ("water_netherlands", "netherlands")])
def test_28_29_over_two_kinds_of_ground_the_dice_decide_or_the_player(below: str, land: str):
    found = scene({"below": below, "zone": 4})
    assert [found.roll("fall", dice=[die]) for die in range(1, 7)] == ["water"] * 3 + [land] * 3
    for answer, ground in (("ditch", "water"), ("ashore", land)):
        assert found.do("pick_shore", answers=[answer]) == ground
        assert found.do("pick_fall", answers=[answer]) == ground


@pytest.mark.parametrize("below", ["england", "water", "belgium", "france", "netherlands", "germany"])
def test_over_one_kind_of_ground_there_is_nothing_to_decide(below: str):
    found = scene({"below": below, "zone": 4})
    assert found.roll("fall") == found.do("pick_shore") == found.do("pick_fall") == below
    assert not found.choices


def test_32_oil_lasts_for_zones_and_the_engine_feathers():
    found = scene({"target": "kiel", "zone": 5, "oil_leak[no_3]": 2, "bombs_aboard": "no"})
    for zone, engine in ((5, "running"), (6, "stopped")):
        found.set({"zone": zone})
        found.do("enter")
        found.do("shut_dry_engines")
        assert found["engine[no_3]"] == engine


def test_33_a_dead_engine_may_still_burn_and_does_nothing_else():
    dead: Facts = {"engine[no_1]": "stopped", "bombs_aboard": "no"}
    for dice in ([3], [5], [6, 3], [6, 5]):
        found = scene(dead)
        before = found.state()
        found.do("engine_hit", "no_1", dice=dice)
        assert changes(before, found.state()) == {}
    found = scene(dead)
    found.do("engine_hit", "no_1", dice=[6, 1, 4])
    assert found["engine_charges[no_1]"] == 1


SECTIONS = {"nose": "P-1", "bomb_bay": "P-3", "radio_room": "P-4", "waist": "P-5"}


@pytest.mark.parametrize("section", SECTIONS)
def test_34_a_burst_does_every_result_once(section: str):
    found = scene({"bombs_aboard": "no"})
    before = found.state()
    found.do("burst", section)
    expected: dict[str, Word] = {f"burst_in[{section}]": "yes", **ALONE, "strayed": "yes"}
    expected |= {f"man[{man}].points": 4 for man in MEN if data("Post", "home")[man] == section}
    for effect in effects():
        if effect.table == SECTIONS[section]:
            named = {"sight_out": "norden_out", "release_out": "bomb_release_out", "doors_out": "bomb_doors_out"}
            facts = {named.get(name, name): value for name, value in effect.effect.items()}
            expected |= {name: value for name, value in facts.items() if name in before}
    expected |= {name: 2 for name in expected if name.startswith("oxygen_hits[")}
    if "cable_hits" in expected:
        expected["cable_hits"] = 1
    assert changes(before, found.state()) == expected


@pytest.mark.parametrize("section", ["cockpit", "tail"])
def test_a_burst_there_puts_her_out_of_control(section: str):
    found = scene()
    lost = [man for man in MEN if data("Post", "home")[man] == section]
    found.do("burst", section, dice=[6] * (10 - len(lost)))
    assert set(found.asked) == {"G-7"}
    assert [man for man in MEN if found[f"man[{man}].points"] == 4] == lost


@pytest.mark.parametrize("wing", ["port_wing", "starboard_wing"])
def test_a_burst_in_a_wing_puts_her_out_of_control(wing: str):
    found = scene()
    found.roll("O-4", dice=[2, 3 if wing == "port_wing" else 8, *[6] * 10])
    assert found.asked == ["O-4", "O-5", *["G-7"] * 10]


def test_a_burst_among_the_bombs_is_the_end_of_all():
    found = scene()
    found.do("burst", "bomb_bay")
    assert found["fate"] == "gone"
    assert {found[f"man[{man}].points"] for man in MEN} == {4}


def test_35_a_man_without_oxygen_takes_a_dead_man_s_place():
    found = scene({"oxygen_hits[port_gunner]": 2, "man[ball_gunner].points": 4})
    found.do("share_oxygen", answers=["ball_gunner"])
    assert found["holds[port_gunner]"] == "ball_gunner"
    assert found.define("without_oxygen", "port_gunner") == "no"


def test_36_the_engineer_is_never_without_heat():
    cold = {name for effect in effects() for name in effect.effect if name.startswith("heat_out")}
    assert "heat_out[engineer]" not in cold
    (where,) = {(effect.table, effect.roll) for effect in effects() if "heat_out[ball_gunner]" in effect.effect}
    assert where == ("P-5", 9)


@pytest.mark.parametrize("points", [0, 2, 3, 4])
def test_37_a_badly_hurt_man_wants_air_and_heat_like_any_other(points: int):
    found = scene({"man[navigator].points": points, "oxygen_hits[navigator]": 2, "heat_out[navigator]": "yes"})
    wants = "no" if points == 4 else "yes"
    assert found.define("without_oxygen", "navigator") == found.define("without_heat", "navigator") == wants


def test_38_bombardier_and_navigator_serve_any_gun_in_the_nose():
    found = scene({"man[bombardier].points": 3})
    assert found.define("gunner", "nose") == "navigator"
    assert found.define("familiar", "navigator", "nose") == "yes"
    found = scene({"man[navigator].points": 3})
    assert [found.define("gunner", gun) for gun in ("port_cheek", "starboard_cheek")] == ["bombardier"] * 2


def test_42_turning_back_is_decided_after_all_combat():
    found = scene({"target": "kiel", "zone": 5, "squadron": "low"})
    found.do("visit", dice=[6, 16, 16])
    assert found.asked == ["B-1", "B-3", "B-3"]
    assert found.choices[-1].id.startswith("consider_abort")


@pytest.mark.parametrize("zone", [1, 3])
def test_43_with_two_engines_out_the_bombs_go_at_once(zone: int):
    found = scene({"target": "paris", "zone": zone, **engines("no_4")})
    found.do("engine_dead", "no_1")
    assert found.facts(["bombs_aboard", "must_abort", "altitude_low"]) == {
        "bombs_aboard": "no",
        "must_abort": "yes",
        "altitude_low": "yes",
    }
