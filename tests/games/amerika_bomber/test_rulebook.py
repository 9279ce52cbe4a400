"""Cases that the rulebook itself settles, and that hold for any set of charts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from amerika_bomber.bench import Facts, data, graph, scene
from amerika_bomber.looking import CREW, SPARE, added, enum, flying, given
from amerika_bomber.transcribed import DOCUMENT, Stage, covers

CALM = (7, 7, 7, 7)
"""Nobody comes, from zone 2 to zone 5."""

SHORT: Facts = {"aircraft": "he277", "target": "boston_yard", "target_zone": 5}


# --- 5.0, 3.6: a sortie


def test_a_sortie_is_flown_in_the_printed_order() -> None:
    found = scene(SHORT)
    found.do("fly", dice=[*CALM, 1, 2, 7, 8, 1, 2, *CALM[1:], 7, 7])
    flak = ["B2a-density", "B2a"]
    assert found.asked == [*["B1"] * 4, *flak, "B10", "B11", *flak, *["B1"] * 3, "B6", "B7"]
    assert (found["fate"], found["hull"], found["percent"]) == ("home", "airworthy", 20)


def test_nothing_happens_in_zone_1() -> None:
    found = flying({"zone": 1})
    found.do("visit", 1)
    assert not found.asked


def test_the_first_sortie_of_the_sample_log() -> None:
    found = scene({"aircraft": "me364", "month": "april"})
    found.do("mission", 1, dice=[34, *CALM, 1, 2, 7, 8, 1, 2, *CALM[1:], 7, 7])
    target = str(found["target"])
    name = enum("Target").titles[enum("Target").values.index(target)]
    assert name.startswith("DuPont")
    assert found.facts(["target_zone", "percent", "points", "successes"]) == {
        "target_zone": 5,
        "percent": 20,
        "points": 20,
        "successes": 1,
    }


def test_a_d66_of_3_and_4_reads_34() -> None:
    found = flying({"month": "april"})
    found.do("assign", dice=[34])
    assert found.notation == ["d66"]


# --- 6.1.2: who intercepts

ROLLS = [
    (zone, natural, kind, zone == 5 or (data("Type", "origin")[kind] == "carrier") == (zone < 5))
    for zone in range(2, 7)
    for natural, kind in ((4, "f8f"), (9, "p80"))
]


@pytest.mark.parametrize(("zone", "natural", "kind", "contact"), ROLLS)
def test_carriers_lie_in_zones_2_to_5_and_airfields_in_5_and_6(
    zone: int, natural: int, kind: str, contact: bool
) -> None:
    found = flying({"zone": zone, "target_zone": 6, "target": "chrysler", "homeward": "yes", "month": "april"})
    found.do("visit", zone, dice=[natural], spare=SPARE)
    assert found["enemy_type"] == kind
    assert ("B2-place" in found.asked) == contact


# --- 6.11: the first 12


def test_the_first_12_of_a_sortie_is_an_event_and_the_second_an_encounter() -> None:
    found = flying({"zone": 4, "homeward": "yes", "month": "april"})
    found.do("visit", 5, dice=[12, 7])
    assert found.asked == ["B1", "C1"]
    assert found["event_rolled"] == "yes"
    found.do("visit", 5, dice=[12], spare=SPARE)
    assert found.asked[:2] == ["B1", "B2-place"]


@pytest.mark.parametrize("zone", range(2, 7))
def test_a_first_12_is_an_event_in_every_zone(zone: int) -> None:
    found = flying({"zone": zone, "target_zone": 6, "target": "chrysler", "homeward": "yes"})
    found.do("visit", zone, dice=[12, 7])
    assert found.asked == ["B1", "C1"]


def test_an_event_over_the_target_does_not_replace_flak_or_bombs() -> None:
    found = flying({"zone": 4})
    found.do("visit", 5, dice=[12, 7, 1, 2, 7, 8, 1, 2])
    assert found.asked == ["B1", "C1", "B2a-density", "B2a", "B10", "B11", "B2a-density", "B2a"]


def first_shots(asked: Sequence[str | None]) -> list[str]:
    """Who fires, in order, each named once where he fires several times running."""
    shots = [str(table) for table in asked if table in ("B2-to_hit", "B2-hits")]
    return [shot for place, shot in enumerate(shots) if place == 0 or shots[place - 1] != shot]


BOMBER, FIGHTERS = "B2-to_hit", "B2-hits"


@pytest.mark.parametrize(
    ("facts", "first", "later"),
    [
        ({}, BOMBER, BOMBER),
        ({"device_out[radar]": "yes"}, FIGHTERS, FIGHTERS),
        ({"bounced": "yes"}, FIGHTERS, BOMBER),
    ],
)
def test_the_bomber_fires_first_unless_surprised(facts: Facts, first: str, later: str) -> None:
    found = flying({"zone": 5, "enemies": 1, "enemy_type": "p80", **facts})
    for range_, expected in (("long", first), ("medium", later), ("close", later)):
        fighters = found.references("fighters") or [found.fighter(type="p80", clock="six")]
        assert len(fighters) == 1
        found.do("round", range_, spare=SPARE)
        assert first_shots(found.asked)[0] == expected


def test_a_bounced_bomber_has_no_cover_and_no_zone_helps_her() -> None:
    found = flying({"zone": 1, "month": "april"})
    found.do("visit", 2, dice=[12, 5], spare=SPARE)
    assert found.asked.count("B2-place") == 4
    assert found["enemy_type"] == "p80"
    assert "B2-cover" not in found.asked
    assert first_shots(found.asked)[0] == FIGHTERS


# --- 6.1.3, 6.1.4: a combat


def test_there_are_26_positions() -> None:
    clocks = set(given("B2-place").values())
    heights = set(given("B2-altitude").values())
    assert (len(clocks), len(heights)) == (10, 3)
    found = flying({"zone": 5})
    for place in range(1, 11):
        vertical = given("B2-place")[place] in ("dive", "climb")
        found = flying({"zone": 5})
        found.do("appear", "f8f", dice=[place] if vertical else [place, 3])
        assert (found["fighters.height"] == "none") == vertical
    assert 8 * len(heights) + 2 == 26


def test_a_combat_has_three_rounds_at_most() -> None:
    found = flying({"zone": 5, "enemies": 1, "enemy_type": "p80"})
    found.do("meet", dice=[5, 3], spare=SPARE)
    assert found.asked.count("B2-hits") == 3


@pytest.mark.parametrize(("naturals", "left"), [((1,), 1), ((1, 1), 0), ((6,), 0)])
def test_a_fighter_damaged_twice_is_destroyed(naturals: tuple[int, ...], left: int) -> None:
    found = flying({"zone": 5, "aircraft": "fw300"})
    found.fighter(clock="nine", height="level")
    for natural in naturals:
        found.do("fire", "port_waist", found.references("fighters")[0], dice=[6, natural], spare=SPARE)
    found.do("fighters_fire", "long", spare=SPARE)
    assert found["crew[port_gunner].kills"] == 1 - left


def test_a_damaged_fighter_fires_and_breaks_off() -> None:
    found = flying({"zone": 5})
    found.fighter(clock="twelve", height="high", struck=1)
    assert found.define("breaks_off", found.references("fighters")[0], "long") == "yes"
    found.do("fighters_fire", "long", dice=[1])
    assert found.asked == ["B2-hits"]


# --- 6.1.5: flak


def test_the_worked_example_gives_one_hit() -> None:
    found = flying({"zone": 5})
    found.do("flak", dice=[4, 8, 16], answers=["both"])
    (throw,) = (throw for throw in found.throws if throw.table == "B2a")
    assert (throw.total - throw.natural, throw.total, found["hits"]) == (-7, 1, 1)


def test_chaff_counts_4_at_most() -> None:
    results = {uses: added(Stage("B2a", args={"bursts": uses})) - added(Stage("B2a")) for uses in (0, 1, 2)}
    assert results == {0: 0, 1: -2, 2: -4}
    found = flying({"zone": 5, "chaff[dispenser_a]": 3, "chaff[dispenser_b]": 3, "achieved[enlarged_dueppel]": "yes"})
    found.do("flak", dice=[6, 2], answers=["both"])
    assert found.facts(["chaff[dispenser_a]", "chaff[dispenser_b]"]) == {
        "chaff[dispenser_a]": 2,
        "chaff[dispenser_b]": 2,
    }
    assert found.throws[-1].modifiers["chaff"] == -4


def test_a_dispenser_has_two_uses_a_sortie() -> None:
    found = flying({"chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0})
    found.do("fit_out")
    assert found["chaff[dispenser_a]"] == found["chaff[dispenser_b]"] == 2
    found = flying({"zone": 5, "chaff[dispenser_a]": 0, "chaff[dispenser_b]": 0})
    found.do("flak", dice=[6, 2])
    assert not found.choices


# --- 6.2: bombs


def test_a_reconnaissance_counts_2_whatever_the_load() -> None:
    for aircraft in data("Aircraft", "jet"):
        assert added(Stage("B11", {"aircraft": aircraft, "task": "reconnaissance"})) == 2


def test_an_atomic_bomb_takes_no_roll_and_scores_100() -> None:
    atomic: Facts = {"task": "atomic", "weapon_aboard": "yes", "bombs_aboard": "no", "target": "atomic_new_york"}
    found = flying({"zone": 5, "month": "january", "device_out[peilg]": "yes", **atomic})
    found.do("attack_target")
    assert found["atomic_drop"] == "yes"
    assert found.do("debrief", spare=SPARE) == "success"
    assert (found["points"], found["atomic_bombs"]) == (100, 1)
    jammed = flying({"zone": 5, "doors_jammed": "yes", **atomic})
    jammed.do("attack_target")
    assert jammed["atomic_drop"] == "no"


@pytest.mark.parametrize(("percent", "result"), [(0, "failure"), (5, "success"), (20, "success")])
def test_a_mission_succeeds_above_nought(percent: int, result: str) -> None:
    assert flying({"percent": percent}).do("debrief", spare=SPARE) == result


@pytest.mark.parametrize(
    ("task", "met", "percent", "result", "points"),
    [
        ("leaflets", "yes", 0, "success", 100),
        ("leaflets", "no", 0, "failure", 0),
        ("reconnaissance", "yes", 30, "success", 100),
        ("reconnaissance", "no", 0, "failure", 0),
        ("agent_drop", "yes", 20, "success", 120),
        ("agent_drop", "yes", 0, "success", 100),
        ("agent_drop", "no", 20, "failure", 20),
    ],
)
def test_a_special_mission_is_its_objective(task: str, met: str, percent: int, result: str, points: int) -> None:
    found = flying({"task": task, "target": "new_york", "objective_met": met, "percent": percent, "bombs_aboard": "no"})
    assert found.do("debrief", spare=SPARE) == result
    assert found["points"] == points


def test_an_agent_is_dropped_one_zone_behind_new_york() -> None:
    found = scene({**SHORT, "target": "new_york", "task": "agent_drop"})
    found.do("fly", dice=[*CALM, 1, 2, 7, 8, 1, 2, 7, *CALM, 7, 7])
    assert (found["objective_met"], found["percent"]) == ("yes", 20)
    assert found.asked.count("B1") == 9


@pytest.mark.parametrize(("wound", "met"), [("fit", "yes"), ("light", "yes"), ("serious", "no"), ("killed", "no")])
def test_an_agent_who_is_out_cannot_be_dropped(wound: str, met: str) -> None:
    found = flying({"task": "agent_drop", "agent_aboard": "yes", "zone": 6, "condition[agent]": wound})
    found.do("drop_agent")
    assert found["objective_met"] == met


def test_leaflets_take_the_place_of_bombs_and_chaff() -> None:
    found = scene({**SHORT, "target": "new_york", "task": "leaflets"})
    found.do("fly", dice=[*CALM, 1, 2, 1, 2, *CALM[1:], 7, 7])
    flak = ["B2a-density", "B2a"]
    assert found.asked == [*["B1"] * 4, *flak, *flak, *["B1"] * 3, "B6", "B7"]
    assert found["objective_met"] == "yes"


@pytest.mark.parametrize(("out", "met"), [((), "yes"), (("a",), "yes"), (("b",), "yes"), (("a", "b"), "no")])
def test_leaflets_need_a_dispenser(out: tuple[str, ...], met: str) -> None:
    found = flying({"task": "leaflets", "zone": 5, **{f"dispenser_out[dispenser_{name}]": "yes" for name in out}})
    found.do("scatter_leaflets")
    assert found["objective_met"] == met


@pytest.mark.parametrize(
    ("out", "result"), [((), "success"), (("fixed",), "success"), (("bay",), "success"), (("fixed", "bay"), "failure")]
)
def test_pictures_need_a_camera_that_comes_home(out: tuple[str, ...], result: str) -> None:
    cameras: Facts = {f"camera_out[{name}_camera]": "yes" for name in out}
    found = flying({"task": "reconnaissance", "target": "boston", "objective_met": "yes", "percent": 20, **cameras})
    assert found.do("debrief", spare=SPARE) == result


# --- 6.3, 6.4: damage and landing


def test_three_engines_out_force_an_abort() -> None:
    out: Facts = {f"engine_state[no_{number}]": "inop" for number in (1, 2, 3)}
    assert flying(out).define("must_abort") == "yes"
    assert flying({**out, "engine_state[no_3]": "sound"}).define("must_abort") == "no"


@pytest.mark.parametrize("total", range(18, 22))
def test_a_landing_of_18_or_more_kills_all(total: int) -> None:
    wreck: Facts = {
        "gear_out[port]": "yes",
        "gear_out[starboard]": "yes",
        "hydraulics_out": "yes",
        "tail_wheel_out": "yes",
    }
    found = flying({"zone": 1, "homeward": "yes", **wreck})
    found.do("land_at_base", dice=[7, total - 10 - 0])
    assert found.throws[-1].total == total
    assert found["fate"] == "dead"
    assert [found[f"condition[{man}]"] for man in CREW] == ["killed"] * len(CREW)


@pytest.mark.parametrize("hits", range(16))
def test_repairs_take_the_printed_time(hits: int) -> None:
    (expected,) = (line["gives"] for line in DOCUMENT["repairs"] if covers(line["span"], hits))
    found = flying({"hits": hits})
    found.do("repair")
    lost = 0 if expected == "worn_out" else expected
    assert (found["idle"], found["hull"]) == (lost, "worn_out" if expected == "worn_out" else "airworthy")


def test_an_aircraft_written_off_does_not_count_against_a_promotion() -> None:
    found = flying({"hits": 13, "percent": 20})
    found.do("debrief", spare=SPARE)
    assert (found["aircraft"], found["idle"], found["period_losses"]) == ("he277", 0, 0)


def test_over_land_the_survivors_are_prisoners() -> None:
    found = flying({"zone": 6})
    found.do("shot_down", "no", spare=SPARE)
    assert found["fate"] == "captured"
    assert "B9" not in found.asked


def test_the_agent_jumps_as_well() -> None:
    found = flying({"zone": 5, "agent_aboard": "yes"})
    found.do("shot_down", "no", spare=SPARE)
    assert found.asked.count("B8") == len(CREW) + 1


@pytest.mark.parametrize("zone", range(1, 5))
def test_over_the_sea_the_survivors_wait_for_rescue_without_rafts(zone: int) -> None:
    found = flying({"zone": zone})
    found.do("shot_down", "no", spare=[9] * 20)
    rescues = [throw for throw in found.throws if throw.table == "B9"]
    assert rescues
    assert all(throw.modifiers["no_rafts"] == -4 for throw in rescues)


# --- 6.7: skills


@pytest.mark.parametrize("skill", DOCUMENT["skills"])
def test_a_skill_costs_what_is_printed(skill: str) -> None:
    names = {
        "ACM": "acm",
        "Weapons Maintenance": "weapons",
        "Electronics Wizard": "wizard",
        "Shared Expertise": "shared",
    }
    name = names.get(skill, skill.lower().replace(" ", "_"))
    cost = DOCUMENT["skills"][skill]
    assert data("Skill", "cost")[name] == cost
    found = flying({"experience": cost})
    found.do("spend", answers=[name])
    assert (found["experience"], found[f"skill[{name}]"]) == (0, "yes")
    poor = flying({"experience": cost - 1})
    with pytest.raises(AssertionError):
        poor.do("spend", answers=[name])


def test_there_are_no_other_skills() -> None:
    assert len(enum("Skill").values) == len(DOCUMENT["skills"])


def test_a_career_begins_with_one_point_and_earns_one_every_fourth_sortie() -> None:
    assert scene()["experience"] == DOCUMENT["career"]["experience"]
    for flown in range(1, 9):
        found = flying({"flown": flown, "experience": 1})
        found.do("gain_experience")
        assert found["experience"] == (2 if flown % 4 == 0 else 1)


def test_air_combat_maneuvering_spares_the_first_hit_of_a_visit() -> None:
    found = flying({"zone": 5, "skill[acm]": "yes"})
    found.do("random_hit")
    assert (found["hits"], found.asked) == (0, [])
    found.do("random_hit", dice=[16])
    assert found["hits"] == 1


def test_sixth_sense_reads_a_natural_6_as_a_3() -> None:
    for clock in ("twelve", "three", "six"):
        with_it = Stage("B2-hits", {"skill[sixth_sense]": "yes"}, {"clock": clock})
        without = Stage("B2-hits", {}, {"clock": clock})
        for natural in range(1, 7):
            assert with_it.roll(natural)[1] == without.roll(3 if natural == 6 else natural)[1]


def test_weapons_maintenance_spares_the_first_gun_of_a_sortie() -> None:
    found = flying({"zone": 5, "skill[weapons]": "yes"})
    found.do("gun_fails", "tail")
    assert found["gun_state[tail]"] == "sound"
    found.do("gun_fails", "tail")
    assert found["gun_state[tail]"] == "inop"


def test_an_electronics_wizard_repairs_one_device_a_sortie() -> None:
    found = flying({"zone": 5, "skill[wizard]": "yes", "device_out[kettenhund]": "yes", "device_out[peilg]": "yes"})
    found.do("offer_wizard", answers=["kettenhund"])
    assert found.facts(["device_out[kettenhund]", "device_out[peilg]"]) == {
        "device_out[kettenhund]": "no",
        "device_out[peilg]": "yes",
    }
    found.do("offer_wizard")
    assert not found.choices


@pytest.mark.parametrize("wound", ["serious", "killed"])
def test_a_wizard_who_is_out_repairs_nothing(wound: str) -> None:
    found = flying({"skill[wizard]": "yes", "device_out[kettenhund]": "yes", "condition[ewo]": wound})
    found.do("offer_wizard")
    assert not found.choices


@pytest.mark.parametrize(("sign", "amount"), [("helps", -2), ("hurts", 2)])
def test_the_navigation_skill_counts_2_either_way(sign: str, amount: int) -> None:
    assert added(Stage("B10", {"skill[navigation]": "yes"}, options={"navigation_sign": sign})) == amount


def test_the_weather_is_a_penalty_by_ruling_and_a_bonus_in_print() -> None:
    stage = Stage("B7", {"landing_weather": "severe"})
    assert added(stage) == 3
    errata = tuple(overlay.name for overlay in graph().overlays if overlay.kind == "errata")
    printed = scene({**SHORT, "landing_weather": "severe"}, without=errata)
    printed.roll("B7", "at_base", dice=[7])
    assert printed.throws[0].modifiers == {"weather": -3}


# --- 6.8: awards


@pytest.mark.parametrize(
    ("medal", "field", "needed"),
    [
        ("wound_black", "wounds", 1),
        ("wound_silver", "wounds", 3),
        ("wound_gold", "wounds", 5),
        ("iron_second", "successes", 1),
        ("iron_first", "successes", 5),
        ("shield", "flown", 5),
        ("clasp_bronze", "flown", 20),
        ("german_cross", "successes", 10),
        ("knights_cross", "points", 300),
        ("oakleaves", "points", 600),
        ("swords", "points", 750),
        ("diamonds", "atomic_bombs", 1),
    ],
)
def test_an_award_is_earned_where_it_is_printed(medal: str, field: str, needed: int) -> None:
    for value in (needed - 1, needed):
        found = flying({field: value})
        found.do("award")
        assert found[f"medal[{medal}]"] == ("yes" if value == needed else "no")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"points": 750}, {"swords"}),
        ({"points": 750, "atomic_bombs": 1}, {"diamonds"}),
        (
            {"points": 300, "successes": 10, "flown": 20},
            {"iron_second", "iron_first", "shield", "clasp_bronze", "german_cross", "knights_cross"},
        ),
    ],
)
def test_of_the_knights_cross_the_highest_grade_is_awarded(facts: Facts, expected: set[str]) -> None:
    found = flying(facts)
    found.do("award")
    assert {medal for medal in data("Medal", "needed") if found[f"medal[{medal}]"] == "yes"} == expected


@pytest.mark.parametrize(
    ("facts", "crosses"),
    [
        ({"wounds": 5}, 0),
        ({"successes": 1}, 0),
        ({"successes": 5}, 1),
        ({"successes": 10}, 2),
        ({"successes": 10, "medal[iron_first]": "yes"}, 1),
        ({"flown": 20}, 0),
        ({"points": 300}, 0),
        ({"points": 600}, 0),
        ({"points": 750}, 0),
        ({"atomic_bombs": 1}, 0),
    ],
)
def test_the_board_counts_the_first_class_and_the_german_cross(facts: Facts, crosses: int) -> None:
    found = flying(facts)
    found.do("award")
    assert found["period_crosses"] == crosses


def test_the_transcription_has_the_same_awards() -> None:
    printed = DOCUMENT["awards"]
    needed = data("Medal", "needed")
    for medal, (award, part) in {
        "wound_black": ("wound_badge", "black"),
        "wound_silver": ("wound_badge", "silver"),
        "wound_gold": ("wound_badge", "gold"),
        "iron_second": ("iron_cross_second", "successes"),
        "iron_first": ("iron_cross_first", "successes"),
        "shield": ("amerika_shield", "missions"),
        "clasp_bronze": ("flight_clasp", "bronze"),
        "clasp_silver": ("flight_clasp", "silver"),
        "clasp_gold": ("flight_clasp", "gold"),
        "german_cross": ("german_cross", "successes"),
        "knights_cross": ("knights_cross", "points"),
        "oakleaves": ("oakleaves", "points"),
        "swords": ("swords", "points"),
        "diamonds": ("diamonds", "atomic_bombs"),
    }.items():
        assert needed[medal] == printed[award][part]
    assert len(needed) == 14


# --- 6.9: research


@pytest.mark.parametrize("level", range(7))
def test_research_succeeds_on_its_level_or_less(level: int) -> None:
    for die in range(1, 7):
        found = scene({"research[mine_shell]": level, "research[sealed_tanks]": 5})
        found.do("research_month", spare=[die, die], answers=["sealed_tanks"])
        assert found["achieved[mine_shell]"] == ("yes" if die <= level else "no")
        assert found["achieved[sealed_tanks]"] == "yes"


def test_an_area_is_achieved_once() -> None:
    found = scene({"research[mine_shell]": 3, "achieved[mine_shell]": "yes"})
    found.do("research_month", dice=[6], answers=["sealed_tanks"])
    assert found.asked == ["A2"]


# --- 6.10: promotion

PLAIN: Facts = {"month": "july"}


@pytest.mark.parametrize(
    ("facts", "amount"),
    [
        ({}, 0),
        ({"medal[knights_cross]": "yes"}, -2),
        ({"medal[oakleaves]": "yes"}, -2),
        ({"medal[knights_cross]": "yes", "medal[oakleaves]": "yes"}, -2),
        ({"period_successes": 9}, 0),
        ({"period_successes": 10}, -1),
        ({"period_successes": 16}, -1),
        ({"period_crosses": 1}, -1),
        ({"period_crosses": 2}, -2),
        ({"period_losses": 1}, 1),
        ({"period_losses": 2}, 2),
        ({"skill[leadership]": "yes"}, -2),
    ],
)
def test_a_promotion_is_modified_as_printed(facts: Facts, amount: int) -> None:
    found = flying({**PLAIN, **facts})
    found.do("promotion", dice=[3])
    assert found.throws[0].total - found.throws[0].natural == amount


@pytest.mark.parametrize("natural", range(1, 7))
@pytest.mark.parametrize(
    ("rank", "following"), [("hauptmann", "major"), ("major", "oberstleutnant"), ("oberstleutnant", "oberst")]
)
def test_the_next_rank_is_reached_with_4_or_less(natural: int, rank: str, following: str) -> None:
    found = flying({**PLAIN, "rank": rank})
    found.do("promotion", dice=[natural])
    low, high = DOCUMENT["promotion"]["next_rank"]
    assert found["rank"] == (following if low <= natural <= high else rank)


@pytest.mark.parametrize("rank", DOCUMENT["promotion"]["choice"])
@pytest.mark.parametrize("natural", range(1, 7))
def test_a_senior_officer_may_choose_his_raid(rank: str, natural: int) -> None:
    needed = DOCUMENT["promotion"]["choice"][rank]
    found = flying({"rank": rank, "month": "january"})
    if not needed:
        found.do("assign", dice=[34])
        assert not found.choices
    elif natural <= needed:
        found.do("assign", dice=[natural], answers=["ask_for", "general_motors"])
        assert found["target"] == "general_motors"
    else:
        found.do("assign", dice=[natural, 34], answers=["ask_for"])
        assert found.asked == [None, "A1"]
        assert found["target"] == "ford_willow_run"


@pytest.mark.parametrize(("scope", "offered"), [("all_raids", True), ("conventional_only", False)])
def test_the_ruling_says_which_raids(scope: str, offered: bool) -> None:
    found = flying({"rank": "major", "month": "january"}, rank_choice=scope)
    found.do("assign", dice=[1], answers=["ask_for", "general_motors"])
    (choice,) = (choice for choice in found.choices if "general_motors" in choice.offered)
    kinds = {str(data("Target", "kind")[name]) for name in choice.offered}
    assert kinds == ({"conventional", "special", "nuclear"} if offered else {"conventional"})


# --- 8.0: victory


@pytest.mark.parametrize("level", ["defeat", "draw", "marginal", "substantial", "decisive"])
def test_the_bands_of_victory_are_those_of_the_rules(level: str) -> None:
    low, high = DOCUMENT["victory"][level]
    for total in (low, high if high is not None else 9999):
        assert scene().look("victory", total) == level
        bombs = DOCUMENT["victory"]["atomic_bombs_for_decisive"]
        assert scene({"atomic_bombs": bombs}).look("victory", total) == "decisive"
        assert scene({"atomic_bombs": bombs - 1}).look("victory", total) == level


# --- 9.1: pilot quality


@pytest.mark.parametrize("quarter", DOCUMENT["pilot_quality"]["rows"])
def test_american_pilots_are_as_good_as_printed(quarter: str) -> None:
    found = given("9-1", quarter=quarter)
    for natural, quality in found.items():
        rows = DOCUMENT["pilot_quality"]["rows"][quarter]
        (expected,) = (line["gives"] for line in rows if covers(line["span"], natural))
        assert quality == expected


@pytest.mark.parametrize(
    ("option", "asked"), [("no", ["B2-place", "B2-altitude"]), ("yes", ["B2-place", "B2-altitude", "9-1"])]
)
def test_quality_is_rolled_under_the_optional_rule(option: str, asked: list[str]) -> None:
    found = flying({"zone": 5}, pilot_quality=option)
    found.do("appear", "f8f", dice=[1, 1], spare=[1])
    assert sorted(map(str, found.asked)) == sorted(asked)


@pytest.mark.parametrize(("quality", "hits"), [("trained", 2), ("veteran", 3), ("ace", 3)])
def test_a_better_pilot_scores_one_more(quality: str, hits: int) -> None:
    found = flying({"zone": 5}, pilot_quality="yes")
    found.fighter(clock="three", quality=quality)
    found.do("fighters_fire", "long", dice=[6], spare=[16] * 9)
    assert found["hits"] == hits
    found = flying({"zone": 5}, pilot_quality="yes")
    found.fighter(clock="three", quality=quality)
    found.do("fighters_fire", "long", dice=[3])
    assert found["hits"] == 0


# --- 9.2 to 9.4


def test_ammunition_counts_only_under_the_optional_rule() -> None:
    for option, left in (("no", 8), ("yes", 7)):
        found = flying({"zone": 5}, ammunition=option)
        found.do("arm")
        found.set({"ammo[tail]": 8})
        found.fighter(clock="six")
        found.do("guns_fire", spare=[1] * 9)
        assert found["ammo[tail]"] == left


@pytest.mark.parametrize(("range_", "option", "hits"), [("medium", "yes", 2), ("close", "yes", 3), ("close", "no", 2)])
def test_at_close_range_a_hit_more_is_scored(range_: str, option: str, hits: int) -> None:
    found = flying({"zone": 5}, close_range=option)
    found.fighter(clock="three")
    found.do("fighters_fire", range_, dice=[6], spare=[16] * 9)
    assert found["hits"] == hits


@pytest.mark.parametrize("total", range(2, 13))
def test_from_canada_few_come_home(total: int) -> None:
    found = flying({"zone": 5}, neutral_canada="yes")
    found.do("internment", dice=[total])
    low, high = DOCUMENT["canada"]["home"]
    assert found["fate"] == ("escaped" if low <= total <= high else "interned")


def test_he_who_comes_home_from_canada_sits_out_four_sorties() -> None:
    found = flying({"zone": 5}, neutral_canada="yes")
    found.do("internment", dice=[2])
    found.do("debrief", spare=SPARE)
    assert found["idle"] == DOCUMENT["canada"]["sorties"]
