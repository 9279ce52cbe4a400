"""The errata: 37 and 3 items as printed, 51 rulings; what each changes is seen in play, with and without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import frozen

from b17.bench import PRINTED, Facts, Word, data, graph, scene, sources, without_errors
from b17.causes import engines
from bombsight.compiler.pipeline import Request, compile_rules

Without = tuple[str, ...]
Observe = Callable[[Without], Any]

MEN = tuple(data("Post", "home"))
GUNS = tuple(data("Gun", "bursts"))
NO_GUNS: Facts = {f"broken[{gun}]": "yes" for gun in GUNS}
ALONE: Facts = {"out_of_formation": "yes"}
OVER_FRANCE: Facts = {"target": "paris", "zone": 4, "below": "france"}


@frozen
class Change:
    """What one item changes: something to look at, as it was printed and as it stands now."""

    item: str
    observe: Observe
    printed: Any
    now: Any


CHANGES: list[Change] = []
CONFIRMED: list[tuple[str, Callable[[], None]]] = []


def changes(item: str, printed: Any, now: Any) -> Callable[[Observe], Observe]:
    """The item changes what is observed from one to the other."""

    def register(observe: Observe) -> Observe:
        CHANGES.append(Change(item, observe, printed, now))
        return observe

    return register


def confirms(item: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """The item says what is so anyway."""

    def register(look: Callable[[], None]) -> Callable[[], None]:
        CONFIRMED.append((item, look))
        return look

    return register


# --- in force, and numbered as printed

BOX = ["1", "2", "3"]
SHEET = [str(number) for number in range(1, 38)]
RULINGS = [str(number) for number in range(1, 52)]
CHANGING = {
    "rulebook_box": {"3"},
    "general": {
        *("1", "3", "4", "5", "6", "8", "9", "10", "14", "15", "16", "18", "20", "21", "22", "24", "26", "27"),
        *("28", "29", "30", "34", "35", "36", "37"),
    },
    "rulings": set(),
}
"""The items that change the printed text; the others say how it is meant."""


@pytest.mark.parametrize(("name", "numbers"), [("rulebook_box", BOX), ("general", SHEET), ("rulings", RULINGS)])
def test_every_item_is_in_force_under_its_number(name: str, numbers: list[str]):
    (overlay,) = (overlay for overlay in graph().overlays if overlay.name == name)
    assert overlay.kind == "errata"
    assert [entry.number for entry in overlay.entries] == numbers
    for entry in overlay.entries:
        assert entry.title
        assert entry.changes, f"{name} {entry.number} touches nothing"
    changing = {
        entry.number for entry in overlay.entries if any(change.kind != "confirmed" for change in entry.changes)
    }
    assert changing == CHANGING[name]


def test_every_item_that_changes_something_is_seen_in_play():
    seen = {change.item.split()[0] for change in CHANGES}
    assert seen == {f"R{number}" for number in CHANGING["rulebook_box"]} | CHANGING["general"]
    told = {item.split()[0] for item, _ in CONFIRMED}
    box, sheet = ({f"R{number}" for number in BOX}, set(SHEET))
    assert told == (box | sheet) - seen


@pytest.mark.parametrize("without", [(), PRINTED], ids=["as played", "as printed"])
def test_the_rules_are_proved_sound(without: Without):
    assert not compile_rules(Request(base=sources(), without=without)).errors


@pytest.mark.parametrize("name", ["general", "rulebook_box", "rulings"])
def test_each_sheet_can_be_left_out_by_itself(name: str):
    found = without_errors(Request(base=sources(), without=(name,)))
    assert {overlay.name for overlay in found.overlays} == {"general", "rulebook_box", "rulings"} - {name}


# --- the box in the rulebook


@confirms("R1")
def the_bottles_are_in_the_waist_and_serve_everywhere():
    for section in data("Section", "order"):
        found = scene()
        found.do("fire_in", section, dice=[1])
        assert found["extinguishers"] == 4


@confirms("R2")
def the_notes_of_g_10_serve_g_9():
    for table in ("G-9", "G-10"):
        found = scene({"man[pilot].points": 4, "man[copilot].points": 4})
        found.roll(table, dice=[7])
        assert found.throws[0].modifiers == {"stranger": -11}


@changes("R3", -2, -6)
def rafts_cost_six_in_the_water(without: Without) -> Any:
    found = scene({"rafts_out": "yes"}, without)
    found.roll("G-10", dice=[7])
    return found.throws[0].modifiers["rafts"]


# --- the sheet


@changes("1", ["2d6"], ["1d6"])
def a_try_to_put_out_a_fire_is_one_die(without: Without) -> Any:
    found = scene(without=without)
    found.do("fire_in", "radio_room", dice=[4])
    return found.notation


@confirms("2")
def five_bottles_are_on_board():
    assert scene()["extinguishers"] == 5


def after_hits(without: Without, *dice: int) -> Word | None:
    """Whether a fighter leaves after these hits by a single gun; none if it is gone."""
    found = scene(without=without)
    fighter = found.fighter("me109", "six", "level")
    for die in dice:
        found.roll("M-2", "radio", "radio_operator", fighter, dice=[die])
    return found["fighters.breaks_off"] if found.fighters() else None


@changes("3", "no", "yes")
def two_fca_are_an_fboa(without: Without) -> Any:
    return after_hits(without, 2, 1)


@changes("3 b", "yes", None)
def two_fboa_destroy(without: Without) -> Any:
    return after_hits(without, 3, 4)


@changes("4", [-1, -2, -2], [-2, -4, -3])
def marks_on_a_fighter_add_up(without: Without) -> Any:
    sums = []
    for fca, fboa in ((2, 0), (0, 2), (1, 1)):
        found = scene(without=without)
        fighter = found.fighter("me109", "six", "level", fca=fca, fboa=fboa)
        assert found.roll("german_fire", fighter, dice=[6]) == "hit"
        found.roll("german_fire", fighter, dice=[5])
        sums.append(found.throws[0].total - 5)
    return sums


@changes("5", "none", "ih")
def a_frostbitten_man_with_a_3_flies_no_more(without: Without) -> Any:
    found = scene({"man[engineer].frostbitten": "yes"}, without)
    found.do("recover", "engineer", dice=[3])
    return found["loss[engineer]"]


@changes("6", ["light", "light"], ["medium", "medium"])
def brest_and_st_nazaire_have_heavy_flak(without: Without) -> Any:
    return [scene({"target": target}, without).roll("O-2", dice=[3]) for target in ("brest", "st_nazaire")]


@confirms("7")
def a_random_event_is_rolled_on_b_7():
    found = scene(random_events="yes")
    found.roll("B-3", dice=[66, 7])
    assert found.asked == ["B-3", "B-7"]


@changes("8", "5..", "natural 6")
def a_6_in_the_sea_is_a_result_of_its_own(without: Without) -> Any:
    """Nobody's fate hangs on it, because a 6 less 1 saves as well."""
    found = scene({"man[engineer].points": 2}, without)
    assert found.roll("G-8", "engineer", dice=[6]) == "safe"
    return found.throws[0].row


@changes("9", [1, 1], [2, 2])
def without_a_navigator_she_loses_her_way(without: Without) -> Any:
    turns = []
    for points in (3, 4):
        found = scene({"target": "kiel", "zone": 5, **ALONE, "man[navigator].points": points}, without)
        found.do("enter")
        turns.append(found.define("turns_here"))
    return turns


@changes("10", "walking_unmarked", "walking_a")
def walking_hits_from_six_high_have_their_letter(without: Without) -> Any:
    return scene(without=without).roll("B-5", "stern", "high", "none", dice=[11])


@changes("10 b", 0, 6)
def and_so_they_do_damage(without: Without) -> Any:
    found = scene({"bombs_aboard": "no"}, without)
    found.fighter("me109", "six", "high", hit="yes", shells=1)
    found.do("place_shells", dice=[11], spare=[7, 7, 7, 7, 7, 6])
    return len(found.asked) - 1


@confirms("11")
def three_less_one_is_one_wave():
    found = scene({"squadron": "middle"})
    assert found.roll("B-2", dice=[3]) == 1
    assert found.throws[0].total == 2


@confirms("12")
def one_or_two_engines_out_do_not_change_the_landing():
    for out in (("no_1",), ("no_2", "no_3")):
        for table in ("G-9", "G-10"):
            found = scene(engines(*out))
            found.roll(table, dice=[7])
            assert found.throws[0].total == 7


@confirms("13")
def bomb_controls_and_flak_are_four_together():
    found = scene({"bomb_controls_out": "yes", "flak_hit": "yes"})
    found.roll("O-6", dice=[5])
    assert found.throws[0].total == 1


@changes("14", ["B-3", "german_fire"], ["B-3"])
def with_no_attackers_nobody_else_comes(without: Without) -> Any:
    found = scene({**NO_GUNS, "stand": "lead"}, without)
    found.do("wave", dice=[16], spare=[1])
    return found.asked


@changes("15", ["M-5"], ["M-5", "M-5"])
def spray_covers_every_fighter_at_a_position(without: Without) -> Any:
    found = scene(NO_GUNS, without, spray_fire="yes")
    found.set({"broken[ball]": "no"})
    for kind in ("me109", "fw190", "me110"):
        found.fighter(kind, "six", "level" if kind == "me110" else "low")
    found.do("attack", dice=[2], answers=["me109", "spray"], spare=[2, 1, 1])
    assert found["ammo[ball]"] == 17
    return [table for table in found.asked if table == "M-5"]


@changes("16", ("go_on", "quit"), ("go_on", "abort"))
def too_little_fuel_excuses_turning_back(without: Without) -> Any:
    found = scene({"target": "kiel", "zone": 3, "fuel_left": 4, "leaks": 1}, without)
    found.do("consider_abort")
    return found.choices[0].offered


@confirms("17")
def never_more_than_two_turns_in_a_zone():
    found = scene({"target": "kiel", "zone": 5, **ALONE, "navigation_out": "yes", "homeward": "yes"})
    found.set({**engines("no_1", "no_2", no_2="unfeathered"), "bombs_aboard": "no", "altitude_low": "yes"})
    found.do("visit", dice=[1, 1])
    assert found.asked == ["B-1", "B-1"]


@changes("18", 4, 3)
def fuel_lasts_for_turns(without: Without) -> Any:
    facts: Facts = {"target": "kiel", "zone": 5, "homeward": "yes", "fuel_left": 5, **ALONE}
    found = scene({**facts, **engines("no_1", no_1="unfeathered"), "bombs_aboard": "no"}, without)
    found.do("visit", dice=[1, 1])
    return found["fuel_left"]


@confirms("19")
def a_leaking_tank_is_hit_as_if_it_were_whole():
    leaking: Facts = {"leaking[port, inboard]": "yes", "leaks": 1, "fuel_left": 6, "bombs_aboard": "no"}
    for dice, leaks, fuel in (([10, 4, 3, 1], 1, 4), ([10, 4, 3, 6], 1, 6), ([10, 4, 5], 1, 6)):
        found = scene(leaking)
        found.roll("BL-1", "port", dice=dice)
        assert found.facts(["leaks", "fuel_left"]) == {"leaks": leaks, "fuel_left": fuel}
    found = scene(leaking)
    found.roll("BL-1", "port", dice=[10, 4, 1, 1, *[6] * 10])
    assert found["fate"] == "gone"


@changes("20", "running", "stopped")
def an_engine_whose_fire_is_out_is_out(without: Without) -> Any:
    found = scene({"bombs_aboard": "no"}, without)
    found.do("engine_fire", "no_3", dice=[4])
    return found["engine[no_3]"]


@changes("21", ("no", "no"), ("yes", "yes"))
def without_a_windshield_the_pilots_are_cold(without: Without) -> Any:
    found = scene({"window_hits": 1}, without)
    found.roll("P-2", dice=[11])
    return found["heat_out[pilot]"], found["heat_out[copilot]"]


@changes("22", [(0, "france"), {}, {"weather": -1}], [("none", "none"), {"weather": -1}, {}])
def rouen_lies_in_zone_4(without: Without) -> Any:
    modifiers = []
    for zone in (4, 5):
        found = scene({"target": "rouen", "zone": zone, "target_weather": "bad"}, without)
        found.roll("B-2", dice=[6])
        modifiers.append(dict(found.throws[0].modifiers))
    return [scene(without=without).look("G-11", "rouen", 5), *modifiers]


@confirms("23")
def only_a_burst_or_a_crash_ruins_a_bomber():
    battered: Facts = {
        **engines("no_1", "no_2"),
        "window_hits": 2,
        "rudder_hits": 3,
        "wing_root[port]": 4,
        "flap_out[port]": "yes",
        "intercom_out": "yes",
        "bomb_doors_out": "yes",
        "tailwheel_out": "yes",
        "brake_out[port]": "yes",
    }
    found = scene(battered)
    found.do("touch_down", "england", dice=[7])
    assert found["airframe"] == "sound"
    found = scene({**battered, "burst_in[waist]": "yes"})
    found.do("touch_down", "england", dice=[11])
    assert found["airframe"] == "irreparable"
    found = scene({**battered, "bombs_aboard": "no"})
    found.do("touch_down", "england", dice=[4])
    assert (found.throws[0].total, found["airframe"]) == (0, "irreparable")


@changes("24", [], [("stay", "some", "all")])
def the_crew_may_jump_over_england(without: Without) -> Any:
    found = scene(without=without)
    found.do("land_home", dice=[7, 7])
    return [choice.offered for choice in found.choices]


@confirms("25")
def vegesack_has_submarines_and_heavy_flak():
    titles = dict(zip(scene().program.enums["Target"].values, scene().program.enums["Target"].titles, strict=True))
    assert titles["vegesack"] == "Vegesack, U-boats"
    found = scene({"target": "vegesack"})
    assert found.roll("O-2", dice=[1]) == "light"
    assert found.throws[0].modifiers == {"starred": 1}


@changes("26", ["sound", "sound"], ["reparable", "irreparable"])
def without_gear_she_may_be_past_repair(without: Without) -> Any:
    planes = []
    for die in (3, 4):
        found = scene({"gear_out": "yes"}, without)
        found.do("touch_down", "england", dice=[7], spare=[die])
        planes.append(found["airframe"])
    return planes


@changes("27", [{}, {}], [{"radio": -6}, {"radio": -6}])
def the_radio_wants_its_operator_in_his_room(without: Without) -> Any:
    modifiers = []
    away: Facts = {"holds[radio_operator]": "tail_gunner", "holds[tail_gunner]": "radio_operator"}
    for facts in (away, {"man[radio_operator].points": 3}):
        found = scene({**ALONE, **facts}, without)
        found.roll("G-10", dice=[7])
        modifiers.append(dict(found.throws[0].modifiers))
    return modifiers


@changes("28", ("yes", "yes"), ("no", "yes"))
def without_oxygen_she_goes_down_in_the_next_turn(without: Without) -> Any:
    found = scene({"target": "kiel", "zone": 5, "oxygen_hits[tail_gunner]": 1}, without)
    found.roll("P-6", dice=[11, 1])
    at_once = found["altitude_low"]
    found.set({"below": "water"})
    found.do("turn", dice=[1])
    return at_once, found["altitude_low"]


@changes("29", ("stopped", 0), ("unfeathered", 1))
def an_engine_that_fails_may_not_feather(without: Without) -> Any:
    found = scene({"bombs_aboard": "no"}, without)
    found.do("engine_failure", dice=[8], spare=[6])
    return found["engine[no_4]"], len(found.asked) - 1


@changes("30", "yes", "no")
def guns_thaw_at_10_000_feet(without: Without) -> Any:
    found = scene({"frozen[top]": "yes"}, without)
    found.do("descend")
    return found["frozen[top]"]


@confirms("31")
def a_bomber_that_must_come_down_fights_first():
    found = scene({**NO_GUNS, **ALONE, "target": "kiel", "zone": 5, "below": "germany", "homeward": "yes"})
    found.set({"bombs_aboard": "no", "fuel_left": 1, "leaks": 1})
    found.do("turn", dice=[3, 41, 1, 1, 7, 7, 1, 1, 7, 7, 1, 1, 12])
    assert [table for table in found.asked if table in ("B-1", "B-3", "G-9")] == ["B-1", "B-3", "G-9"]


@confirms("32")
def the_weather_comes_before_the_cover_and_the_waves():
    found = scene({"mission_number": 11, "target": "amiens", "zone": 3, "bombs_aboard": "no"})
    found.do("stay", dice=[7, 5, 1, 16, 1])
    assert found.asked == ["O-1", "G-5", "B-2", "B-3", "O-2"]


@confirms("33")
def an_ace_s_bonus_counts_for_passing_shots():
    for kills, result in ((4, "miss"), (5, "hit")):
        found = scene({"crew[tail_gunner].kills": kills})
        fighter = found.fighter("me109", "twelve", "high")
        assert found.roll("defensive_fire", "tail", "tail_gunner", fighter, dice=[5]) == result


@changes("34", [0, 0], [10, 0])
def men_without_a_radio_are_lost_only_out_of_formation(without: Without) -> Any:
    rolls = []
    for facts in ({}, ALONE):
        found = scene({"zone": 3, "below": "water", "radio_out": "yes", **facts}, without)
        found.do("bail_out", "controlled", dice=[6] * 10, spare=[5] * 10)
        rolls.append(found.asked.count("G-8"))
    return rolls


@changes("35", {}, {"gazetteer": 1})
def the_gazetteer_counts_over_the_target(without: Without) -> Any:
    found = scene({"target": "brest", "zone": 6, "zone_figure": 1}, without)
    found.roll("B-2", dice=[1])
    return dict(found.throws[0].modifiers)


@changes("36", ["BL-4", "BL-4", "BL-4"], ["BL-1", "BL-1", "BL-1"])
def flak_on_a_wing_is_rolled_on_bl_1(without: Without) -> Any:
    tables = []
    for die in (6, 8, 11):
        found = scene(without=without)
        found.do("flak_shells", 1, dice=[die, 6])
        tables.append(found.asked[1])
    return tables


@changes("37", [[5, 5], ["safe", "safe"]], [[4, 4], ["killed", "killed"]])
def lightly_wounded_men_are_worse_off(without: Without) -> Any:
    totals, fates = [], []
    for points in (1, 2):
        found = scene({"man[engineer].points": points}, without)
        found.roll("G-7", "engineer", dice=[5])
        totals.append(found.throws[0].total)
        fates.append(found.roll("G-8", "engineer", dice=[5]))
        found.set({"man[engineer].points": 0})
        assert found.roll("G-8", "engineer", dice=[5]) == "safe"
    return [totals, fates]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.item)
def test_an_item_changes_what_it_should(change: Change):
    assert change.printed != change.now
    assert change.observe(PRINTED) == change.printed, "as printed"
    assert change.observe(()) == change.now, "as it stands now"


@pytest.mark.parametrize(("item", "look"), CONFIRMED, ids=lambda value: value if isinstance(value, str) else "")
def test_what_an_item_confirms_is_so(item: str, look: Callable[[], None]):
    look()
