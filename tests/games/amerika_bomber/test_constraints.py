"""What is reconstructed honours what the rulebook fixes: the constraints C-01 to C-50.

Here stand those that speak of a chart as a whole, of its odds, or of every aircraft. The others are told by the
examples that cite them.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.amerika_bomber.bench import Facts, cited, data, graph, scene
from tests.games.amerika_bomber.looking import (
    ALL_AIRCRAFT,
    ALL_GUNS,
    CLOCKS,
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
from tests.games.amerika_bomber.transcribed import Stage

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


def test_c_07_the_career_holds_skills_awards_aces_and_research() -> None:
    kept = {field.id: field for field in graph().fields if field.owner == "career"}
    assert (kept["skill"].indices, kept["medal"].indices) == (("Skill",), ("Medal",))
    assert (str(kept["research"].type), kept["research"].indices) == ("0..6", ("Area",))
    assert (str(kept["achieved"].type), kept["achieved"].indices) == ("yes/no", ("Area",))


# --- B1


@pytest.mark.parametrize("quarter", QUARTERS)
def test_c_10_fighters_come_from_carriers_and_from_land(quarter: str) -> None:
    origins = {data("Type", "origin")[kind] for _, kind in encounters(quarter).values() if kind != "none"}
    assert origins == {"carrier", "land"}


def test_c_12_encounters_get_worse_and_newer_fighters_come() -> None:
    numbers = [mean("B1", {n: count for n, (count, _) in encounters(quarter).items()}) for quarter in QUARTERS]
    assert rising(numbers)
    known: set[str] = set()
    for quarter in QUARTERS:
        kinds = {kind for _, kind in encounters(quarter).values()} - {"none"}
        assert kinds - known, f"nothing new in {quarter}"
        known |= kinds


# --- B2


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


# --- B3, B4


def test_c_24_there_are_nine_devices_four_of_them_named() -> None:
    devices = enum("Device").values
    hit = set(given("B4-electronics").values()) - {"none"}
    assert len(devices) == 9
    assert hit == set(devices)
    for name in ("FuG 245", "Kettenhund", "PeilG 6", "FuG 104"):
        assert sum(name in title("Device", device) for device in devices) == 1


def test_c_29_injuries_name_a_post_that_may_be_missing() -> None:
    men = {man for natural in range(1, 10) if (man := scene().roll("B4-crew", dice=[natural]))}
    assert men >= {"pilot", "copilot", "bombardier", "navigator", "engineer", "ewo"}
    gunners = [post for post, gunner in data("Post", "gunner").items() if gunner == "yes"]
    for gunner in gunners:
        missing = [
            aircraft for aircraft in ALL_AIRCRAFT if scene({"aircraft": aircraft}).define("has_post", gunner) == "no"
        ]
        assert missing or gunner == "tail_gunner"


# --- B5 to B9


BROKEN: Facts = {
    "gear_out[port]": "yes",
    "gear_out[starboard]": "yes",
    "hydraulics_out": "yes",
    "tail_wheel_out": "yes",
}
LANDINGS = ("smooth", "rough", "wreck", "wiped_out")


def test_c_34_a_high_landing_roll_is_bad_and_18_is_the_worst() -> None:
    grades: dict[int, int] = {}
    for facts in ({}, {"gear_out[port]": "yes"}, BROKEN):
        stage = Stage("B7", facts)
        for natural in range(2, 13):
            found, result = stage.roll(natural)
            grades[found.throws[0].total] = LANDINGS.index(result)
    assert never_falling([grades[total] for total in sorted(grades)])
    assert set(grades.values()) == {0, 1, 2, 3}
    assert min(total for total, grade in grades.items() if grade == 3) == 18


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


def test_c_36_a_low_roll_opens_the_parachute() -> None:
    opened = [result == "clear" for result in given("B8").values()]
    assert never_falling([not clear for clear in opened])
    assert set(opened) == {True, False}


@pytest.mark.parametrize("zone", range(1, 5))
def test_c_37_rescue_is_uncertain_in_every_zone(zone: int) -> None:
    for came, rafts in product(("in_the_bomber", "by_parachute"), ("no", "yes")):
        found = given("B9", {"zone": zone, "rafts_gone": rafts}, came=came)
        saved = [result == "picked_up" for result in found.values()]
        assert never_falling(saved)
        assert 0 < chance("B9", found, "picked_up") < 1, (came, rafts)
    alone = given("B9", {"zone": zone}, came="by_parachute")
    with_rafts = given("B9", {"zone": zone}, came="in_the_bomber")
    assert chance("B9", alone, "picked_up") < chance("B9", with_rafts, "picked_up")


# --- B10, B11


def test_c_39_two_columns_of_percentages_high_is_good_and_24_bombs_are_2() -> None:
    assert dice("B11") == "2d6"
    for aim in ("on_target", "off_target"):
        found = list(given("B11", run=aim).values())
        assert never_falling(found)
        assert found[0] == 0 < found[-1]
    assert mean("B11", given("B11", run="on_target")) > mean("B11", given("B11", run="off_target"))
    loads = {figure(aircraft, "bombs"): added(Stage("B11", {"aircraft": aircraft})) for aircraft in ALL_AIRCRAFT}
    assert loads[24] == 2


def test_c_40_the_six_types_carry_six_loads() -> None:
    loads = sorted((figure(aircraft, "bombs"), figure(aircraft, "load")) for aircraft in ALL_AIRCRAFT)
    assert rising([bombs for bombs, _ in loads])
    assert never_falling([modifier for _, modifier in loads])


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


@pytest.mark.parametrize("aircraft", ALL_AIRCRAFT)
def test_c_44_a_crew_has_7_to_10_men_with_all_specialists(aircraft: str) -> None:
    found = scene({"aircraft": aircraft})
    crew = {post for post in enum("Post").values if found.define("has_post", post) == "yes"}
    assert 7 <= len(crew) <= 10
    assert crew >= {"pilot", "copilot", "bombardier", "navigator", "engineer", "ewo"}
    assert any(data("Post", "gunner")[post] == "yes" for post in crew)


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
    found = scene({"aircraft": aircraft})
    rounds = [int(found.define("rounds", gun)) for gun in ALL_GUNS if found.define("on_mat", gun) == "yes"]
    assert min(rounds) > 3


def test_c_50_hits_are_spread_over_the_aircraft() -> None:
    places: dict[str, int] = {}
    for face in given("B3"):
        found = flying({"zone": 5})
        found.play("roll:B3", dice=[face], spare=SPARE)
        first = next((str(table) for table in found.asked[1:]), "none" if not found["airframe_hits"] else "airframe")
        places[first] = places.get(first, 0) + 1
    assert len(places) >= 8
    assert max(places.values()) <= 9


def test_every_constraint_has_its_test_or_its_examples() -> None:
    here = {name.split("_")[2] for name in globals() if name.startswith("test_c_")}
    assert here | cited("C") == {f"{number:02}" for number in range(1, 51)}
    assert {"hits", "endurance", "condition"} <= field_ids()
