"""What is reconstructed honours what the rulebook fixes: one test for each of the constraints C-01 to C-50."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from amerika_bomber.bench import Facts, data, graph, scene
from amerika_bomber.looking import (
    ALL_AIRCRAFT,
    ALL_GUNS,
    CLOCKS,
    CREW,
    QUARTERS,
    SPARE,
    added,
    chance,
    dice,
    encounters,
    enum,
    field_ids,
    flying,
    given,
    mean,
    never_falling,
    rising,
)
from amerika_bomber.transcribed import Stage

HEIGHTS = ("low", "level", "high")
POSITIONS = [(clock, height) for clock in CLOCKS for height in (("none",) if clock in ("dive", "climb") else HEIGHTS)]


def raids(quarter: str) -> list[str]:
    """What A1 gives in a quarter."""
    return list(given("A1", quarter=quarter).values())


def title(enum_name: str, value: str) -> str:
    """What a value is called for people."""
    found = enum(enum_name)
    return found.titles[found.values.index(value)]


def figure(aircraft: str, what: str) -> int:
    """A figure of a mat."""
    found = scene({"aircraft": aircraft}).define("figure", what)
    assert isinstance(found, int)
    return found


# --- A1, A2


def test_c_01_a_d66_gives_a_name_and_a_zone_in_four_sections_of_three_months() -> None:
    quarter_of = list(data("Month", "quarter").values())
    assert quarter_of == [quarter for quarter in QUARTERS for _ in range(3)]
    assert dice("A1") == "d66"
    for quarter in QUARTERS:
        for raid in raids(quarter):
            assert title("Target", raid)
            assert data("Target", "zone")[raid] in ((5, 6) if data("Target", "kind")[raid] != "special" else ("none",))


def test_c_02_some_cells_are_special_missions() -> None:
    assert any(data("Target", "kind")[raid] == "special" for quarter in QUARTERS for raid in raids(quarter))
    found = flying()
    face = next(
        face for face, raid in given("A1", quarter="spring").items() if data("Target", "kind")[raid] == "special"
    )
    found = flying({"month": "april"})
    found.do("assign", dice=[face, 1])
    assert found.asked == ["A1", "A1-special"]


def test_c_03_atomic_missions_come_late_and_are_flown_against_cities() -> None:
    kind = data("Target", "kind")
    cities = [raid for quarter in QUARTERS for raid in raids(quarter) if kind[raid] == "nuclear"]
    early = [raid for quarter in QUARTERS[:3] for raid in raids(quarter) if kind[raid] == "nuclear"]
    assert cities
    assert not early
    names = ("New York", "Philadelphia", "Boston", "Chicago", "Washington")
    assert all(title("Target", raid).startswith(names) for raid in cities)


def test_c_04_the_raids_reach_deeper_with_time() -> None:
    zones = data("Target", "zone")
    deep = [[zones[raid] for raid in raids(quarter)].count(6) for quarter in QUARTERS]
    near = [[zones[raid] for raid in raids(quarter)].count(5) for quarter in QUARTERS]
    assert rising(deep)
    assert min(deep) > 0
    assert min(near) > 0


@pytest.mark.parametrize(
    ("start", "zone"), [("DuPont", 5), ("Hercules Powder Co.", 5), ("New York", 5), ("Philadelphia", 5), ("Boston", 5)]
)
def test_c_05_the_raids_that_are_named_are_in_their_zones(start: str, zone: int) -> None:
    listed = [raid for quarter in QUARTERS for raid in raids(quarter)] + list(given("A1-city").values())
    zones = {data("Target", "zone")[raid] for raid in listed if title("Target", raid).startswith(start)}
    assert zones == {zone}


def test_c_05_chicago_is_in_zone_6() -> None:
    listed = [raid for quarter in QUARTERS for raid in raids(quarter)] + list(given("A1-city").values())
    zones = {data("Target", "zone")[raid] for raid in listed if title("Target", raid).startswith("Chicago")}
    assert zones == {6}


def test_c_06_there_are_three_special_missions_by_one_die() -> None:
    assert dice("A1-special") == "1d6"
    assert len(set(given("A1-special").values())) == 3


def test_c_07_the_career_holds_skills_awards_aces_and_research() -> None:
    kept = {field.id: field for field in graph().fields if field.owner == "career"}
    assert (kept["skill"].indices, kept["medal"].indices) == (("Skill",), ("Medal",))
    assert (str(kept["research"].type), kept["research"].indices) == ("0..6", ("Area",))
    assert (str(kept["achieved"].type), kept["achieved"].indices) == ("yes/no", ("Area",))
    assert scene({"crew[tail_gunner].kills": 4}).define("is_ace", "tail_gunner") == "no"
    assert scene({"crew[tail_gunner].kills": 5}).define("is_ace", "tail_gunner") == "yes"


def test_c_08_the_go_229_comes_by_research() -> None:
    (area,) = (name for name in enum("Area").values if title("Area", name).startswith("Go 229"))
    found = scene({f"research[{area}]": 5})
    found.do("research_month", dice=[6], answers=[area])
    assert found[f"achieved[{area}]"] == "yes"
    assert added(Stage("B2-cover", {f"achieved[{area}]": "yes"})) == 1


@pytest.mark.parametrize("level", range(1, 7))
def test_c_09_an_area_is_achieved_at_its_level_or_less(level: int) -> None:
    for die in range(1, 7):
        found = scene({"research[mine_shell]": level - 1})
        found.do("research_month", dice=[die], answers=["mine_shell"])
        assert found["research[mine_shell]"] == level
        assert found["achieved[mine_shell]"] == ("yes" if die <= level else "no")


# --- B1


@pytest.mark.parametrize("zone", range(2, 7))
def test_c_10_a_zone_is_one_roll_that_can_give_either_kind(zone: int) -> None:
    found = flying({"zone": zone - 1, "target_zone": 6, "target": "chrysler", "homeward": "yes"})
    found.do("visit", zone, dice=[7])
    assert found.asked == ["B1"]
    for quarter in QUARTERS:
        origins = {data("Type", "origin")[kind] for _, kind in encounters(quarter).values() if kind != "none"}
        assert origins == {"carrier", "land"}


@pytest.mark.parametrize("quarter", QUARTERS)
def test_c_11_a_12_on_two_dice_has_an_encounter_of_its_own(quarter: str) -> None:
    assert dice("B1") == "2d6"
    assert encounters(quarter)[12][0] > 0


def test_c_12_encounters_get_worse_and_newer_fighters_come() -> None:
    numbers = [mean("B1", {n: count for n, (count, _) in encounters(quarter).items()}) for quarter in QUARTERS]
    assert rising(numbers)
    known: set[str] = set()
    for quarter in QUARTERS:
        kinds = {kind for _, kind in encounters(quarter).values()} - {"none"}
        assert kinds - known, f"nothing new in {quarter}"
        known |= kinds


@pytest.mark.parametrize(("aircraft", "kind", "rounds"), [("e555", "f8f", 1), ("e555", "p80", 3), ("he277", "f8f", 3)])
def test_c_13_propeller_fighters_fire_once_at_a_jet(aircraft: str, kind: str, rounds: int) -> None:
    assert set(data("Type", "drive").values()) == {"prop", "turbine"}
    found = flying({"aircraft": aircraft, "zone": 5, "enemies": 1, "enemy_type": kind, "device_out[intercom]": "yes"})
    found.do("meet", spare=SPARE)
    assert found.asked.count("B2-hits") == rounds


# --- B2


def test_c_14_there_are_26_positions_by_1d10_and_1d6() -> None:
    assert (dice("B2-place"), dice("B2-altitude")) == ("1d10", "1d6")
    reached: set[tuple[Any, Any]] = set()
    clocks = given("B2-place")
    for place, altitude in product(range(1, 11), range(1, 7)):
        found = flying({"zone": 5, "aircraft": "e555"})
        vertical = clocks[place] in ("dive", "climb")
        found.do("appear", "f8f", dice=[place] if vertical else [place, altitude])
        reached.add((found["fighters.clock"], found["fighters.height"]))
    assert reached == set(POSITIONS)
    assert len(reached) == 26


@pytest.mark.parametrize("zone", range(2, 7))
def test_c_15_cover_takes_one_at_most_and_only_in_zones_2_and_3(zone: int) -> None:
    found = flying({"zone": zone, "enemies": 3, "enemy_type": "f8f"})
    found.do("meet", spare=SPARE)
    assert ("B2-cover" in found.asked) == (zone in (2, 3))
    if zone in (2, 3):
        results = [
            set(given("B2-cover", facts, sector=zone).values()) for facts in ({}, {"achieved[go229_escort]": "yes"})
        ]
        assert results == [{0, 1}, {0, 1}]
        with_and_without = [
            chance("B2-cover", given("B2-cover", facts, sector=zone), 1)
            for facts in ({}, {"achieved[go229_escort]": "yes"})
        ]
        assert rising(with_and_without)


def test_c_16_guns_need_a_6_a_5_or_a_4_by_position() -> None:
    needed = set()
    for clock, height in POSITIONS:
        found = given("B2-to_hit", fighter={"clock": clock, "height": height})
        hits = [natural for natural, result in found.items() if result == "hit"]
        assert hits == list(range(hits[0], 7))
        needed.add(hits[0])
    assert needed == {4, 5, 6}


@pytest.mark.parametrize("gun", ALL_GUNS)
def test_c_16_a_gun_has_a_limited_arc(gun: str) -> None:
    borne = 0
    for clock, height in POSITIONS:
        found = flying()
        fighter = found.fighter(clock=clock, height=height)
        borne += found.define("bears", gun, fighter) == "yes"
    assert 0 < borne < 26


def test_c_17_a_hit_damages_or_destroys_and_firepower_counts() -> None:
    tried = [{"aircraft": aircraft} for aircraft in ALL_AIRCRAFT]
    outcomes: set[Any] = set()
    for facts in tried:
        for gun in ALL_GUNS:
            if scene(facts).define("on_mat", gun) == "yes":
                outcomes |= set(given("B2-damage", facts, gun=gun).values())
                assert added(Stage("B2-damage", facts, args={"gun": gun})) == scene(facts).define("power", gun)
    assert len(outcomes) == 2


def test_c_18_an_ace_gunner_has_1_more_and_an_american_ace_takes_1() -> None:
    ace: Facts = {"crew[tail_gunner].kills": 5}
    assert added(Stage("B2-to_hit", ace, args={"gun": "tail"})) == 1
    american = Stage("B2-to_hit", {}, {"quality": "ace"}, {"gun": "tail"}, {"pilot_quality": "yes"})
    assert added(american) == -1


@pytest.mark.parametrize(("clock", "height"), POSITIONS)
def test_c_19_a_6_is_worse_than_a_3(clock: str, height: str) -> None:
    assert dice("B2-hits") == "1d6"
    found = given("B2-hits", fighter={"clock": clock, "height": height})
    assert found[6] > found[3]


@pytest.mark.parametrize(("clock", "height"), POSITIONS)
def test_c_20_an_attack_may_do_nothing(clock: str, height: str) -> None:
    for kind in data("Type", "attack"):
        found = given("B2-hits", fighter={"clock": clock, "height": height, "type": kind})
        assert 0 in found.values()
        assert max(found.values()) > 0


# --- B2a


def test_c_21_there_are_three_densities_and_4_is_medium() -> None:
    found = given("B2a-density")
    assert dice("B2a-density") == "1d6"
    assert (len(set(found.values())), found[4]) == (3, "medium")


def test_c_22_a_modified_1_is_one_hit_and_higher_is_worse() -> None:
    assert dice("B2a") == "2d6"
    figures: dict[int, int] = {}
    for facts, density, bursts in product(
        ({}, {"device_out[kettenhund]": "yes"}, {"device_out[kettenhund]": "yes", "oxygen_out": "yes"}),
        ("light", "heavy"),
        (0, 2),
    ):
        stage = Stage("B2a", facts, args={"density": density, "bursts": bursts})
        for natural in range(2, 13):
            found, result = stage.roll(natural)
            assert figures.setdefault(found.throws[0].total, result) == result
    assert sorted(figures) == list(range(-6, 15))
    assert figures[1] == 1
    assert never_falling([figures[total] for total in sorted(figures)])


def test_c_23_the_modifiers_of_flak_are_those_of_the_rules() -> None:
    silent: Facts = {"device_out[kettenhund]": "yes"}

    def counted(density: str, bursts: int, facts: Facts) -> int:
        return added(Stage("B2a", facts, args={"density": density, "bursts": bursts}))

    assert [counted(density, 0, silent) for density in ("light", "medium", "heavy")] == [-2, -1, 0]
    assert counted("heavy", 0, {}) == -2
    assert [counted("heavy", bursts, silent) for bursts in (1, 2)] == [-2, -4]
    assert counted("heavy", 0, {**silent, "oxygen_out": "yes"}) == 2


# --- B3, B4


def test_c_24_there_are_nine_devices_four_of_them_named() -> None:
    devices = enum("Device").values
    hit = set(given("B4-electronics").values()) - {"none"}
    assert len(devices) == 9
    assert hit == set(devices)
    for name in ("FuG 245", "Kettenhund", "PeilG 6", "FuG 104"):
        assert sum(name in title("Device", device) for device in devices) == 1


@pytest.mark.parametrize(
    ("table", "natural", "field"),
    [
        ("B4-systems", 3, "dispenser_out[dispenser_a]"),
        ("B4-systems", 4, "dispenser_out[dispenser_b]"),
        ("B4-systems", 1, "oxygen_out"),
        ("B4-systems", 2, "rafts_gone"),
        ("B4-bay", 4, "doors_jammed"),
    ],
)
def test_c_25_chaff_oxygen_rafts_and_doors_can_be_hit(table: str, natural: int, field: str) -> None:
    assert able_to_bring(table, field, "yes")


def able_to_bring(table: str, field: str, value: str, **args: str) -> bool:
    """Whether a throw of a table brings this about."""
    for natural in range(1, 13):
        found = flying({"zone": 5})
        try:
            found.roll(table, *args.values(), dice=[natural])
        except AssertionError:
            continue  # no such throw, or one that asks for more dice
        if found[field] == value:
            return True
    return False


def test_c_25_bombs_that_are_hit_can_explode() -> None:
    found = flying({"zone": 5})
    found.roll("B4-bay", dice=[2, 6])
    assert [found[f"condition[{man}]"] for man in CREW] == ["killed"] * len(CREW)
    empty = flying({"zone": 5, "bombs_aboard": "no"})
    empty.roll("B4-bay", dice=[2])
    assert empty["fate"] == "home"


@pytest.mark.parametrize(
    ("table", "args", "dice", "fate"),
    [
        ("B4-fuel", (), [3], "captured"),
        ("B4-fuel", (), [2], "dead"),
        ("B4-engine", ("no_1",), [2, 6], "captured"),
        ("B4-engine", ("no_1",), [12, 6], "captured"),
    ],
)
def test_c_26_fires_explosions_and_runaway_engines_end_a_flight(
    table: str, args: tuple[str, ...], dice: list[int], fate: str
) -> None:
    found = flying({"zone": 5})
    found.play(f"roll:{table}", *args, dice=dice, spare=SPARE)
    assert found["fate"] == fate


def test_c_26_engines_and_guns_can_be_put_out() -> None:
    found = flying()
    found.roll("B4-engine", "no_1", dice=[5])
    found.roll("B4-gun", dice=[5, 1])
    assert (found["engine_state[no_1]"], found["gun_state[tail]"]) == ("inop", "inop")


@pytest.mark.parametrize(
    ("figure_name", "facts", "procedure", "args"),
    [
        ("airframe", {"airframe_hits": -1}, "airframe_hit", ()),
        ("wing_root", {"root_hits[port]": -1}, "root_hit", ("port",)),
        ("wing_root", {"root_hits[starboard]": -1}, "root_hit", ("starboard",)),
        ("rudder", {"rudder_hits": -1}, "rudder_hit", ()),
        ("tailplane", {"tailplane_hits[port]": -1, "tailplane_hits[starboard]": 0}, "tailplane_hit", ("port",)),
        ("tailplane", {"tailplane_hits[port]": 0, "tailplane_hits[starboard]": -1}, "tailplane_hit", ("starboard",)),
    ],
)
def test_c_27_structure_gives_way_at_a_threshold(
    figure_name: str, facts: dict[str, int], procedure: str, args: tuple[str, ...]
) -> None:
    for aircraft in ALL_AIRCRAFT:
        threshold = figure(aircraft, figure_name)
        hits = {name: threshold + less for name, less in facts.items()}
        found = flying({"aircraft": aircraft, "zone": 5, **hits})
        found.do(procedure, *args, spare=SPARE)
        assert found["hull"] == "shot_down"
        name = next(name for name, less in facts.items() if less)
        sound = flying({"aircraft": aircraft, "zone": 5, **hits, name: hits[name] - 1})
        sound.do(procedure, *args)
        assert sound["hull"] == "airworthy"


def test_c_28_engines_and_guns_are_sound_damaged_or_inop() -> None:
    kinds = {field.id: str(field.type) for field in graph().fields if field.id in ("engine_state", "gun_state")}
    assert kinds == {"engine_state": "State", "gun_state": "State"}
    assert enum("State").values == ("sound", "damaged", "inop")
    found = flying()
    found.roll("B4-engine", "no_1", dice=[9])
    assert (found["engine_state[no_1]"], found.define("engines_lost")) == ("damaged", 0)
    found.roll("B4-engine", "no_1", dice=[9])
    assert (found["engine_state[no_1]"], found.define("engines_lost")) == ("inop", 1)


def test_c_29_injuries_name_a_post_that_may_be_missing() -> None:
    men = {man for natural in range(1, 10) if (man := scene().roll("B4-crew", dice=[natural]))}
    assert men >= {"pilot", "copilot", "bombardier", "navigator", "engineer", "ewo"}
    gunners = [post for post, gunner in data("Post", "gunner").items() if gunner == "yes"]
    for gunner in gunners:
        missing = [
            aircraft for aircraft in ALL_AIRCRAFT if scene({"aircraft": aircraft}).define("has_post", gunner) == "no"
        ]
        assert missing or gunner == "tail_gunner"
        for aircraft in missing:
            found = flying({"aircraft": aircraft})
            found.do("hurt", gunner, spare=[6])
            assert found[f"condition[{gunner}]"] == "fit"


def test_c_30_the_agent_can_be_hit() -> None:
    hurt = set()
    for face in range(1, 7):
        found = flying({"zone": 5, "task": "agent_drop", "agent_aboard": "yes", "bombs_aboard": "no"})
        found.do("man_hit", dice=[10, face], spare=[5, 5])
        hurt.add(found["condition[agent]"])
    assert "serious" in hurt


def test_c_31_a_reconnaissance_sortie_has_two_cameras_one_in_the_bay() -> None:
    sortie: Facts = {"task": "reconnaissance", "bombs_aboard": "no"}
    assert len(enum("Camera").values) == 2
    found = flying(sortie)
    found.roll("B4-systems", dice=[6])
    assert found.facts(["camera_out[fixed_camera]", "camera_out[bay_camera]"]) == {
        "camera_out[fixed_camera]": "yes",
        "camera_out[bay_camera]": "no",
    }
    found = flying(sortie)
    found.roll("B4-bay", dice=[12])
    assert found.facts(["camera_out[fixed_camera]", "camera_out[bay_camera]"]) == {
        "camera_out[fixed_camera]": "no",
        "camera_out[bay_camera]": "yes",
    }


# --- B5 to B9


def test_c_32_a_wound_has_three_grades_by_a_die() -> None:
    assert set(given("B5").values()) == {"light", "serious", "killed"}
    assert set(enum("Wound").values) == {"fit", "light", "serious", "killed"}


def test_c_33_weather_is_good_or_worth_1_2_or_3() -> None:
    weather = set(given("B6").values())
    severity = data("Weather", "severity")
    assert sorted(int(severity[kind]) for kind in weather) == [0, 1, 2, 3]
    assert severity["good"] == 0
    likely = [chance("B6", given("B6"), kind) for kind in sorted(weather, key=lambda kind: severity[kind])]
    assert rising(likely[::-1])


BROKEN: Facts = {
    "gear_out[port]": "yes",
    "gear_out[starboard]": "yes",
    "hydraulics_out": "yes",
    "tail_wheel_out": "yes",
}
LANDINGS = ("smooth", "rough", "wreck", "wiped_out")


def test_c_34_a_high_landing_roll_is_bad_and_18_kills_all() -> None:
    grades: dict[int, int] = {}
    for facts in ({}, {"gear_out[port]": "yes"}, BROKEN):
        stage = Stage("B7", facts)
        for natural in range(2, 13):
            found, result = stage.roll(natural)
            grades[found.throws[0].total] = LANDINGS.index(result)
    assert never_falling([grades[total] for total in sorted(grades)])
    assert set(grades.values()) == {0, 1, 2, 3}
    assert min(total for total, grade in grades.items() if grade == 3) == 18
    found = flying({"zone": 1, **BROKEN, "homeward": "yes"})
    found.do("land_at_base", dice=[7, 12])
    assert [found[f"condition[{man}]"] for man in CREW] == ["killed"] * len(CREW)


def test_c_34_the_landing_skill_helps_and_a_dead_stick_does_not() -> None:
    assert added(Stage("B7", {"skill[landing]": "yes"})) == -1
    assert added(Stage("B7", args={"how": "dead_stick"})) == 1


def test_c_35_another_man_lands_worse_unless_expertise_is_shared() -> None:
    shared: Facts = {"skill[shared]": "yes"}
    pilot: Facts = {"condition[pilot]": "killed"}
    both: Facts = {**pilot, "condition[copilot]": "killed"}
    assert 0 < added(Stage("B7", pilot)) <= added(Stage("B7", both))
    assert added(Stage("B7", {**pilot, **shared})) == added(Stage("B7", {**both, **shared})) == 0
    assert added(Stage("B7", {"condition[pilot]": "light"})) > 0
    for facts in (
        {"gear_out[port]": "yes"},
        {"flaps_out[port]": "yes"},
        {"engine_state[no_1]": "inop", "engine_state[no_2]": "inop"},
    ):
        assert added(Stage("B7", facts)) > 0


def test_c_36_a_low_roll_opens_the_parachute_of_each_man() -> None:
    opened = [result == "clear" for result in given("B8").values()]
    assert never_falling([not clear for clear in opened])
    assert set(opened) == {True, False}
    assert added(Stage("B8", {"skill[parachute]": "yes"})) == -1
    found = flying({"zone": 5})
    found.do("shot_down", "no", spare=SPARE)
    assert found.asked.count("B8") == len(CREW)


@pytest.mark.parametrize("zone", range(1, 5))
def test_c_37_rescue_is_uncertain_in_every_zone(zone: int) -> None:
    for jumped, rafts in product(("no", "yes"), ("no", "yes")):
        found = given("B9", {"zone": zone, "rafts_gone": rafts}, jumped=jumped)
        saved = [result == "picked_up" for result in found.values()]
        assert never_falling(saved)
        assert 0 < chance("B9", found, "picked_up") < 1, (jumped, rafts)
    alone = given("B9", {"zone": zone}, jumped="yes")
    with_rafts = given("B9", {"zone": zone}, jumped="no")
    assert chance("B9", alone, "picked_up") < chance("B9", with_rafts, "picked_up")
    assert added(Stage("B9", {"zone": zone}, args={"jumped": "yes"})) == added(Stage("B9", {"zone": zone})) - 4


# --- B10, B11


def test_c_38_a_low_roll_is_on_target_and_a_missing_navigator_costs_1() -> None:
    assert never_falling([result == "off_target" for result in given("B10").values()])
    assert 0 < chance("B10", given("B10"), "on_target") < 1
    assert [added(Stage("B10", {"condition[navigator]": wound})) for wound in ("light", "serious", "killed")] == [
        0,
        1,
        1,
    ]


@pytest.mark.parametrize(
    "facts",
    [
        {"condition[bombardier]": "serious"},
        {"condition[bombardier]": "killed"},
        {"device_out[peilg]": "yes"},
        {"device_out[altimeter]": "yes"},
    ],
)
def test_c_38_some_runs_are_off_target_without_a_roll(facts: Facts) -> None:
    found = flying({"zone": 5, **facts})
    assert found.roll("B10") == "off_target"
    assert not found.asked


def test_c_39_two_columns_of_percentages_high_is_good_and_24_bombs_are_2() -> None:
    assert dice("B11") == "2d6"
    for aim in ("on_target", "off_target"):
        found = list(given("B11", run=aim).values())
        assert never_falling(found)
        assert found[0] == 0 < found[-1]
    assert mean("B11", given("B11", run="on_target")) > mean("B11", given("B11", run="off_target"))
    loads = {figure(aircraft, "bombs"): added(Stage("B11", {"aircraft": aircraft})) for aircraft in ALL_AIRCRAFT}
    assert loads[24] == 2
    assert added(Stage("B11", {"task": "reconnaissance"})) == 2
    assert added(Stage("B11", {"skill[accuracy]": "yes"})) == added(Stage("B11")) + 1


def test_c_40_the_six_types_carry_six_loads() -> None:
    loads = sorted((figure(aircraft, "bombs"), figure(aircraft, "load")) for aircraft in ALL_AIRCRAFT)
    assert rising([bombs for bombs, _ in loads])
    assert never_falling([modifier for _, modifier in loads])


def test_c_41_20_and_30_per_cent_occur() -> None:
    assert {20, 30} <= set(given("B11", {"aircraft": "me364"}, run="on_target").values())


# --- C1, C2, the mats


def test_c_42_events_are_good_and_bad_and_some_are_kept() -> None:
    kept, good, bad = set(), set(), set()
    for natural in range(2, 13):
        found = flying({"zone": 5, "month": "january", "enemies": 4, "enemy_type": "fj1"})
        before = found.state()
        found.play("roll:C1", dice=[natural], spare=[1, 2, *SPARE])
        after = found.state()
        changed = {name for name in after if after[name] != before[name]}
        kept |= changed & {"charms", "cloud_banks", "lucky", "mechanics"}
        good |= changed & {"experience", "no_carriers"}
        bad |= {name.partition("[")[0] for name in changed} & {
            "device_out",
            "engine_state",
            "oxygen_out",
            "endurance",
            "bounced",
        }
    assert kept == {"charms", "cloud_banks", "lucky", "mechanics"}
    assert good == {"experience", "no_carriers"}
    assert bad == {"device_out", "engine_state", "oxygen_out", "endurance", "bounced"}


def test_c_43_two_dice_say_how_many_sorties_a_man_misses() -> None:
    found = list(given("C2").values())
    assert dice("C2") == "2d6"
    assert never_falling(found)
    assert min(found) > 1, "more than a light wound"


@pytest.mark.parametrize("aircraft", ALL_AIRCRAFT)
def test_c_44_a_crew_has_7_to_10_men_with_all_specialists(aircraft: str) -> None:
    found = scene({"aircraft": aircraft})
    crew = {post for post in enum("Post").values if found.define("has_post", post) == "yes"}
    assert 7 <= len(crew) <= 10
    assert crew >= {"pilot", "copilot", "bombardier", "navigator", "engineer", "ewo"}
    assert any(data("Post", "gunner")[post] == "yes" for post in crew)


def test_c_45_the_me_364_has_a_top_turret_and_tail_guns() -> None:
    found = scene({"aircraft": "me364"})
    assert [found.define("on_mat", gun) for gun in ("top_forward", "tail")] == ["yes", "yes"]
    assert [found.define("server", gun) for gun in ("top_forward", "tail")] == ["top_gunner", "tail_gunner"]


@pytest.mark.parametrize("aircraft", ALL_AIRCRAFT)
def test_c_46_each_type_has_endurance(aircraft: str) -> None:
    assert figure(aircraft, "endurance") > 0
    found = flying({"aircraft": aircraft, "zone": 3})
    found.do("visit", 4, dice=[7], answers=["go_on"])
    assert found["endurance"] == 12


@pytest.mark.parametrize("aircraft", ALL_AIRCRAFT)
def test_c_47_it_lasts_to_zone_6_and_back(aircraft: str) -> None:
    assert figure(aircraft, "endurance") >= 2 * 6


def test_c_48_one_sortie_can_bring_7_to_12_hits() -> None:
    found = flying({"zone": 5, "device_out[kettenhund]": "yes", "chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0})
    for _ in range(2):
        found.do("flak", dice=[6, 8, *[16] * 4])
    assert found["hits"] == 8
    found.do("debrief", spare=SPARE)
    assert found["idle"] == 1


@pytest.mark.parametrize("aircraft", ALL_AIRCRAFT)
def test_c_49_ammunition_outlasts_a_combat_of_three_rounds(aircraft: str) -> None:
    for gun in ALL_GUNS:
        found = flying({"aircraft": aircraft}, ammunition="yes")
        if found.define("on_mat", gun) == "no":
            continue
        found.do("arm")
        rounds = found[f"ammo[{gun}]"]
        assert isinstance(rounds, int)
        assert rounds == found.define("rounds", gun)
        assert rounds > 3
        clock = {"tail": "six", "port_waist": "nine", "starboard_waist": "three"}.get(gun, "twelve")
        height = {"ventral": "low", "top_forward": "high", "top_aft": "high"}.get(gun, "level")
        fighter = found.fighter(clock=clock, height=height)
        for left in reversed(range(rounds)):
            assert found.define("bears", gun, fighter) == "yes"
            found.do("guns_fire", spare=[1] * 9)
            assert found[f"ammo[{gun}]"] == left
        assert found.define("works", gun) == "no"


def test_c_50_hits_are_spread_over_the_aircraft() -> None:
    struck: dict[str, int] = {}
    for face in given("B3"):
        found = flying({"zone": 5})
        found.play("roll:B3", dice=[face], spare=SPARE)
        first = next((str(table) for table in found.asked[1:]), "none" if not found["airframe_hits"] else "airframe")
        struck[first] = struck.get(first, 0) + 1
    assert len(struck) >= 8
    assert max(struck.values()) <= 9
    for call, thrown in (("do:flak", [6, 9]), ("do:fighters_fire", [6])):
        found = flying({"zone": 5, "device_out[kettenhund]": "yes", "chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0})
        found.fighter(clock="six")
        found.play(call, *(["long"] if call == "do:fighters_fire" else []), dice=thrown, spare=[16] * 9)
        assert "B3" in found.asked


def test_every_constraint_has_its_test() -> None:
    numbers = {name.split("_")[2] for name in globals() if name.startswith("test_c_")}
    assert numbers == {f"{number:02}" for number in range(1, 51)}
    assert {"hits", "endurance", "condition"} <= field_ids()
