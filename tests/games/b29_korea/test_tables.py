"""Every figure of the tables 2-1a to 6-8, executed, against an independent transcription."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from itertools import product
from typing import Any

import pytest
from attrs import evolve, frozen

from tests.games.alternatives import lists_of_alternatives
from tests.games.b29_korea.bench import MEN, MONTHS, TURRETS, Facts, Sky, Word, changes, data, graph, scene
from tests.games.b29_korea.causes import ALSO
from tests.games.b29_korea.every import every, every_of_a_table
from tests.games.b29_korea.transcribed import (
    EFFECT_TABLES,
    LEADING_TABLES,
    MODIFIED,
    PLAIN,
    TABLES,
    TARGETS,
    USUAL,
    VALUE_TABLES,
    Effect,
    Given,
    Stage,
    called,
    effects,
    figures,
    labels,
    lives_as,
    naturals,
    reach,
    sides,
    staged,
    values,
    words_of,
)


def differs(where: object, found: object, expected: object) -> str:
    """What a failure says."""
    return f"{where}: the game says {found!r}, the transcription {expected!r}"


# --- tables that give a value

VALUES = values(VALUE_TABLES)


def outcome(found: Sky, given: Given, result: Any) -> Any:
    """What a roll gave, as the transcription has it."""
    if given.table == "5-2" and result != "none":
        return (data("Comer", "nation")[result], data("Comer", "kind")[result])
    if given.table == "5-10":
        return result + int(found.define("one_more_shell", found["fighters.kind"]))
    return result


def assert_like_its_neighbour(given: Given, every: list[Given]) -> None:
    """A total that nothing reaches has the result of the last one that is reached."""
    column = [other for other in every if (other.table, other.column) == (given.table, given.column)]
    known = [other for other in column if reach(other.table, other.roll, other.words) is not None]
    nearest = min(known, key=lambda other: abs(other.roll - given.roll))
    assert given.expected == nearest.expected
    assert nearest.roll in (min(other.roll for other in known), max(other.roll for other in known))


@every_of_a_table(VALUE_TABLES, figures)
def test_a_roll_gives_what_is_printed(given: Given):
    reached = reach(given.table, given.roll, given.words)
    if reached is None:
        assert_like_its_neighbour(given, VALUES)
        return
    natural, words = reached
    found, result = staged(given.table, given.words, words).roll(natural, *given.subs)
    if natural not in naturals(given.table):
        assert found.throws[0].total == given.roll
    result = outcome(found, given, result)
    assert result == given.expected, differs(given, result, given.expected)


# --- tables whose result is another roll, or a mark

LEADING = values(LEADING_TABLES)
SAFE: Facts = {"below": "over_friendly", "let_out": "yes"}
"""Where those who jump meet no other table than their own."""

LEADS: dict[tuple[str, str], list[str]] = {
    ("3-2", "malfunction"): ["3-3"],
    ("3-2", "traffic"): ["dark_runway"],
    ("3-2 traffic", "accident"): ["3-5"],
    ("4-3 collision", "accident"): ["cloud_collision"],
    ("4-4", "observed"): ["sighting"],
    ("4-6", "observed"): ["star_fix"],
}


def led_to(given: Given) -> list[str]:
    """The table that must be rolled next."""
    if given.table == "6-5":
        return ["6-6"]
    if isinstance(given.expected, list):  # alternatives with effects: see below
        first, told = given.expected[0], str(given.expected)
        if given.table == "4-3":
            return ["7-9"] if "rolls" in told else ["near_miss"] if "checks" in told else []
        return ["cloud_collision"] if "sub" in first else ["8-5"] if first["effect"] else []
    return LEADS.get((given.table, given.expected), [])


@every_of_a_table(LEADING_TABLES, figures)
def test_a_roll_leads_where_it_is_printed(given: Given):
    reached = reach(given.table, given.roll, given.words)
    if reached is None:
        assert_like_its_neighbour(given, LEADING)
        return
    natural, words = reached
    found, result = staged(given.table, given.words, words, SAFE).roll(natural)
    next_rolls = found.asked[1:]
    assert next_rolls == led_to(given), differs(given, next_rolls, led_to(given))
    if given.table == "6-1":
        assert found["fixed"] == ("yes" if given.expected == "fixed" else "no")
    elif given.expected == "collision":
        assert found["fate"] == "gone"
        assert {found[f"points[{man}]"] for man in MEN} == {4}
    elif not next_rolls and given.table in ("4-4", "4-6"):
        assert given.expected == result == 0
    else:
        assert found["fate"] == ("gone" if next_rolls == ["8-5"] else "back")


# --- dice


@pytest.mark.parametrize(
    "table", [table for table in TABLES if table in [*VALUE_TABLES, *LEADING_TABLES, *EFFECT_TABLES]]
)
def test_the_dice_are_those_of_the_booklet(table: str):
    found, _ = staged(table).roll()
    assert found.notation == [TABLES[table]["dice"]]


# --- modifiers


def modifiers(table: str) -> Iterator[tuple[str, str, int, Mapping[str, Any]]]:
    """Every modifier of a table, with each of the ways in which it comes about or only seems to."""
    for modifier in TABLES[table]["modifiers"]:
        for way in modifier["ways"]:
            yield table, modifier["cause"], way["amount"], words_of(way)


def plain_throw(table: str) -> int:
    """Dice with no result of their own."""
    return sides(TABLES[table]["dice"])[2]


@every_of_a_table(MODIFIED, modifiers)
def test_a_modifier_counts_for_its_cause(table: str, cause: str, amount: int, words: Mapping[str, Any]):
    stage = staged(table, words)
    throw = stage.thrown(plain_throw(table))
    found = throw.modifiers.get(labels(table)[cause], 0)
    assert found == amount, differs(f"{table}, {cause}, {words}", found, amount)
    assert throw.total - throw.natural == sum(throw.modifiers.values())
    for label, counted in throw.modifiers.items():
        assert explained(stage, label, counted), f"{table}, {label} {counted} in {words}: not transcribed"


def explained(stage: Stage, label: str, amount: int) -> bool:
    """Whether a way of the transcription that holds says that this counts."""
    (modifier,) = (
        modifier for modifier in TABLES[stage.table]["modifiers"] if labels(stage.table)[modifier["cause"]] == label
    )
    ways = [words_of(way) for way in modifier["ways"] if way["amount"] == amount]
    return any(stage.holds(words) for words in [*ways, *ALSO.get((stage.table, label), ())])


@pytest.mark.parametrize("table", MODIFIED)
def test_every_amount_that_is_printed_comes_about(table: str):
    for modifier in TABLES[table]["modifiers"]:
        found = {way["amount"] for way in modifier["ways"]} - {0}
        printed = set(modifier["amounts"] if modifier["amount"] == "computed" else [modifier["amount"]])
        assert found == (set() if "never" in modifier else printed), modifier["cause"]


@pytest.mark.parametrize("table", MODIFIED)
def test_what_counts_in_a_plain_state_is_what_stands(table: str):
    standing = {modifier["cause"] for modifier in TABLES[table]["modifiers"] if modifier.get("stands")}
    throw = staged(table, {} if table != "4-3 collision" else {"station": "straying"}).thrown(plain_throw(table))
    assert set(throw.modifiers) == {labels(table)[cause] for cause in standing}


@pytest.mark.parametrize("table", MODIFIED)
def test_a_table_has_no_modifier_that_is_not_printed(table: str):
    node = next(node for node in graph().tables if node.id == lives_as(table))
    assert node.rolled is not None
    known = [modifier.label for modifier in node.rolled.modifiers]
    assert sorted(known) == sorted(labels(table)[modifier["cause"]] for modifier in TABLES[table]["modifiers"])


@pytest.mark.parametrize("table", PLAIN)
def test_a_table_without_modifiers_has_none(table: str):
    (node,) = (node for node in graph().tables if node.id == lives_as(table))
    assert not (node.rolled and node.rolled.modifiers)


def test_nothing_damages_the_fuel_indicators():
    (modifier,) = (modifier for table in TABLES.values() for modifier in table["modifiers"] if "never" in modifier)
    assert modifier["cause"] == "fuel indicators damaged"
    found = scene()
    found.roll("7-10", dice=[6])
    assert found["indicators_out"] == "no"


@every(lambda: MONTHS)
def test_the_months_count_on_the_kind_of_escort(month: str):
    assert data("Month", "escort")[month] == TABLES["4-11"]["type_modifiers"][month]


# --- the dice as they fell


@every(
    lambda: [
        ("5-7", 2, {"fighter.clock": "vertical_climb", "fighter.status": "green", "fighter.kind": "yak9"}),
        ("5-7", 2, {"fighter.clock": "six"}),
        ("5-7", 12, {"fighter.clock": "vertical_dive", "fighter.status": "ace", "evasive": "yes"}),
        ("5-9", 12, {"fighter.fca": 3, "fighter.status": "green", "evasive": "yes"}),
    ]
)
def test_the_extreme_dice_count_whatever_the_modifiers(table: str, natural: int, words: Mapping[str, Any]):
    (line,) = (line for line in TABLES[table]["naturals"] if line["natural"] == natural)
    found, result = staged(table, words).roll(natural)
    assert result == called(line["result"], table)
    assert found["jammed[aft_upper]"] == ("yes" if line["result"] == "jam" else "no")


@every(lambda: range(-4, 12))
def test_the_guns_jam_on_a_total_of_two(total: int):
    reached = reach("5-7", total, {})
    assert reached is not None
    natural, words = reached
    gun = words.get("gun", "aft_upper")
    found, _ = staged("5-7", words).roll(natural)
    jams = TABLES["5-7"]["results"][str(total)] == "jam"
    assert natural not in naturals("5-7")
    assert found[f"jammed[{gun}]"] == ("yes" if jams else "no")


def test_the_figures_of_the_fighters_guns_stand_with_the_clock():
    assert {called(clock): figure for clock, figure in TABLES["5-9"]["figures"].items()} == data("Clock", "hits_on")


# --- results without a roll

OF_THE_RUN = "doors or releases of both bays dead"
AUTOMATIC = [
    (table, line["cause"], line["result"], words)
    for table in TABLES
    for line in TABLES[table].get("automatic", ())
    for words in line["ways"]
    if table in ("2-3", "2-4", "6-7") and line["cause"] != OF_THE_RUN
]


@every(lambda: AUTOMATIC)
def test_some_results_need_no_roll(table: str, cause: str, result: str, words: Mapping[str, Any]):
    found, given = staged(table, words).roll()
    assert given == called(result, table), differs(f"{table}, {cause}", given, result)
    assert not found.asked


ROLLED = [(table, words) for table in ("6-7",) for words in TABLES[table]["rolled_after_all"]]


@every(lambda: ROLLED)
def test_what_comes_close_is_rolled(table: str, words: Mapping[str, Any]):
    found, _ = staged(table, words).roll()
    assert found.asked == [table]


def asked_by(procedure: str, words: Mapping[str, Any]) -> list[str | None]:
    """What a step rolls first, if anything."""
    found = scene({**staged("5-1", words).facts, "altitude": "low"})
    with suppress(AssertionError):  # there are no dice
        found.do(procedure)
    return found.asked


@every(lambda: [words for line in TABLES["5-1"]["automatic"] for words in line["ways"] if line["result"] == 0])
def test_there_are_states_without_fighters(words: Mapping[str, Any]):
    assert asked_by("combat", words) == []


@every(lambda: TABLES["5-1"]["rolled_after_all"])
def test_there_may_be_fighters(words: Mapping[str, Any]):
    assert asked_by("combat", words) == ["5-1"]


def test_searchlights_belong_to_the_night():
    (line,) = TABLES["6-1"]["automatic"]
    assert line["result"] == "none"
    for words in line["ways"]:
        assert asked_by("night_lights", words) == []
    assert asked_by("night_lights", TABLES["6-1"]["only_when"]) == ["6-1"]


def test_every_automatic_result_is_tried():
    listed = {(table, line["cause"]) for table in TABLES for line in TABLES[table].get("automatic", ())}
    elsewhere = {("5-1", line["cause"]) for line in TABLES["5-1"]["automatic"]}
    tried = {(table, cause) for table, cause, *_ in AUTOMATIC}
    assert listed == tried | elsewhere | {("6-1", "day mission"), ("6-7", OF_THE_RUN)}


# --- 2-1 and 2-5: targets, zones and what lies below


@every(lambda: TARGETS)
def test_a_target_lies_where_it_is_printed(target: str):
    printed, name = TARGETS[target], called(target)
    found = [data("Target", column)[name] for column in ("zone", "lights", "alley")]
    assert found == [printed["zone"], printed["searchlights"], printed["mig_alley"]]
    (enum,) = (enum for enum in graph().enums if enum.name == "Target")
    assert enum.titles[enum.values.index(name)] == printed["title"]


@every(lambda: product(TARGETS, range(1, 11)))
def test_the_gazetteer_says_what_is_printed(target: str, zone: int):
    cell = TABLES["2-5"]["results"][target].get(str(zone))
    found = scene().look("2-5", called(target), zone)
    if cell is None:
        assert found == ("none", "none")
        return
    assert isinstance(found, tuple)
    figure, name = found
    ground = [data("Below", part)[str(name)] for part in ("first", "second")]
    assert [figure, *ground] == [called(part) for part in cell]
    assert (name == "over_water") == (zone in TABLES["2-5"]["all_water"][target])


@every(lambda: product(data("Below", "first"), range(1, 7)))
def test_a_die_decides_where_two_codes_are_printed(name: str, die: int):
    (further,) = TABLES["2-5"]["further"]
    found = scene({"below": name})
    two = data("Below", "second")[name] != "none"
    part = further["results"][str(die)] if two else "first"
    assert found.roll("involuntary", dice=[die] if two else []) == data("Below", part)[name]
    assert found.notation == ([further["dice"]] if two else [])


# --- 3-1: times


@every(lambda: product(["night", "day"], range(1, 7)))
def test_the_times_are_those_of_the_die(mission: str, die: int):
    printed = TABLES["3-1"]["results"][mission][str(die)]
    found = scene({"zone": 1, "below": "over_japan"})
    schedule = found.roll("3-1", mission, dice=[die])
    assert found.notation == [TABLES["3-1"]["dice"]]
    assert isinstance(schedule, str)
    assert data("Timetable", "takes_off")[schedule] == printed["takeoff"]
    home: Facts = {"schedule": schedule, "homeward": "yes", "zone": 1, "at_base": "yes"}
    assert scene({**home, "reached": "yes"}).define("landing_light") == printed["landing"]
    for zone in range(1, 11):
        there: Facts = {"schedule": schedule, "zone": zone}
        out, back, turned = (printed[part][str(zone)] for part in ("ditch_out", "ditch_back", "abort_out"))
        for homeward, light in (("no", out), ("yes", back)):
            found = scene({**there, "homeward": homeward})
            assert found.define("night_here") == ("yes" if light == "night" else "no"), (zone, homeward)
            assert found.define("landing_light") == light, (zone, homeward)
        assert scene({**home, "abort_zone": zone}).define("landing_light") == turned
        for on_the_way in range(1, zone + 1):
            found = scene({"schedule": schedule, "homeward": "yes", "abort_zone": zone, "zone": on_the_way})
            assert found.define("night_here") == ("yes" if turned == "night" else "no"), (zone, on_the_way)


# --- 3-4, 3-5: accidents

INJURIES = {"killed": 4, "serious": 3, "light": 1, "unhurt": 0}


@every(lambda: TABLES["3-5"]["results"])
def test_an_accident_is_as_printed(total: str):
    word = TABLES["3-5"]["results"][total]
    natural, lift = (2, "yes") if total == "1" else (int(total), "no")
    found = scene()
    injuries = [2, 5, 7, 10, *[12] * 7] if word == "crashes" else []
    found.roll("3-5", lift, dice=[natural, *injuries])
    assert found.asked == ["3-5", *["3-4"] * len(injuries)]
    points = [found[f"points[{man}]"] for man in MEN]
    if word == "explodes":
        assert (found["fate"], points) == ("gone", [4] * 11)
    elif word == "crashes":
        assert (found["fate"], found["airframe"]) == ("gone", "irreparable")
        assert points == [INJURIES[TABLES["3-4"]["results"][str(die)]] for die in injuries]
    else:
        assert (found["fate"], found["airframe"], set(points)) == ("grounded", word, {0})
        assert found.define("credit") == "no"


# --- 4-4: when the radar was needed


@every(lambda: [(die, radar) for die in range(1, 7) for radar in ("yes", "no")])
def test_the_radar_was_needed_where_nothing_is_seen_without_it(die: int, radar: str):
    words = {"crew[radar_operator].missions": 14, "broken[radar]": "no" if radar == "yes" else "yes"}
    total = die + (2 if radar == "yes" else 0)
    results = TABLES["4-4"]["results"]
    seen = results[str(total)] != "none"
    found, _ = staged("4-4", words).roll(die, *[4] * seen)
    if seen:
        needed = radar == "yes" and results[str(die)] == "none"
        assert ("radar_veteran" in found.throws[1].modifiers) == needed


# --- 5-1: together, or one after another


@every(lambda: product([2, 3], range(1, 7)))
def test_fighters_come_together_or_one_after_another(number: int, die: int):
    word = TABLES["5-1 together"]["results"][str(number)][str(die)]
    (total, *_) = (int(total) for total, count in TABLES["5-1"]["results"].items() if count == number and total >= "1")
    found = scene({**staged("5-1").facts, "altitude": "low"})  # where nobody thinks of pressure; +1
    with suppress(AssertionError):  # the dice end in the middle of it
        found.do("combat", dice=[total - 1, die, 9, 5])
    assert found.throws[0].total == total
    assert found.asked[:4] == ["5-1", None, "5-2", "5-3"]
    # Those that come together are a group already: driven off (one die). Else a dogpile (two).
    assert found.notation[4] == {"together": "1d6", "successive": "2d6"}[word]


# --- 5-3: areas of attack

KINDS = {"mig15": "soviet_mig15", "yak9": "china_yak9"}
AREAS = TABLES["5-3"]["results"]


@every(lambda: product([total for total in AREAS if total not in ("5", "12")], KINDS))
def test_an_area_of_attack_is_as_printed(total: str, kind: str):
    found = scene(USUAL)
    cell = AREAS[total]
    if isinstance(cell, list):
        (cell,) = (line["value"] for line in cell if line["given"] == {"fighter.kind": kind})
    assert found.roll("5-3", KINDS[kind], dice=[int(total)]) == called(cell)
    height = {"vertical_dive", "vertical_climb"} - set(TABLES["5-3"]["no_angle"])
    assert not height


def words_for(attack: str) -> str:
    """What a 5 means in an attack of this sort."""
    (word,) = (line["value"] for line in AREAS["5"] if line["given"] == {"attack": attack})
    assert isinstance(word, str)
    return word


@every(lambda: TABLES["5-3 dogpile"]["results"])
def test_a_dogpile_brings_half_the_dice(dice: str):
    assert words_for("single") == "dogpile"
    found = scene(USUAL)
    assert found.roll("5-3", "soviet_mig15", dice=[5, int(dice), 7]) == "twelve"
    assert found["pile_on"] == TABLES["5-3 dogpile"]["results"][dice]
    assert found.notation == ["2d6", TABLES["5-3 dogpile"]["dice"], "2d6"]


def test_a_dogpile_is_a_group_of_the_same_type():
    found = scene({**USUAL, "month": "december"})
    found.do("appear", dice=[8, 5, 4, 7, 5, 10, 4, 4, 4])
    assert found.asked == ["5-2", "5-3", None, "5-3", "5-4", "5-3", "5-4", "5-3", "5-4"]
    assert attackers(found) == [("soviet", "mig15", clock) for clock in ("twelve", "nine", "three")]
    assert found["grouped"] == "yes"
    assert words_for("dogpile") == "driven_off"


def attackers(found: Sky) -> list[tuple[Word, ...]]:
    """Whose each fighter is, what it is, and where it comes from."""
    return [
        tuple(found.told(found.element_slot("fighters", one, part)) for part in ("nation", "kind", "clock"))
        for one in found.references("fighters")
    ]


@every(lambda: product(TABLES["5-3 stray"]["results"], [0, *range(1, 7)]))
def test_stray_rounds_strike_on_a_six(die: str, shells: int):
    assert words_for("together") == "driven_off"
    cell = TABLES["5-3 stray"]["results"][die]
    hits = [line["value"] for line in cell if line["sub"] == [shells]] if isinstance(cell, list) else []
    if isinstance(cell, list) != bool(shells):
        return
    found = scene({**USUAL, "grouped": "yes"})
    result = found.roll("5-3", "soviet_mig15", dice=[5, int(die), *[shells] * bool(shells), *[7] * sum(hits)])
    assert result == "none"
    assert found.asked == ["5-3", None, *[None] * len(hits), *["stray_rounds"] * sum(hits)]


def test_out_of_formation_nobody_drives_them_off():
    found = scene({**USUAL, "station": "straying", "grouped": "yes"})
    assert found.roll("5-3", "soviet_mig15", dice=[5, 7]) == "twelve"


@every(lambda: TABLES["5-3 more"]["lines"])
def test_a_twelve_brings_more(line: Mapping[str, Any]):
    found = scene({**USUAL, "month": "december", **line["given"]})
    casualties = [5] if line.get("follows") == "5-3 casualties" else []
    dice = [8, 12, *casualties, 12, 10, 4, *[4] * len(line["adds"])]
    found.do("appear", dice=dice)
    added = [("soviet", "mig15", clock) for clock in line["adds"]]
    assert attackers(found) == [("soviet", "mig15", "nine"), *added]
    again = ["5-3", "5-4", *["5-4"] * len(added)]
    assert found.asked == ["5-2", "5-3", *[None] * len(casualties), "5-3", *again]


@every(lambda: TABLES["5-3 casualties"]["results"])
def test_formation_casualties_move_her(die: str):
    casualties = TABLES["5-3 casualties"]
    found = scene({**USUAL, **casualties["given"]})
    found.roll("5-3", "soviet_mig15", dice=[12, int(die), 7])
    (line,) = casualties["results"][die]
    assert found["stand"] == line["effect"].get("stand", "middle")
    assert found.notation[1] == casualties["dice"]


# --- 5-6: who may fire what

GUNNERY = TABLES["5-6"]["results"]
PASSING = TABLES["5-6"]["passing"]


def coming(angle: str, **facts: Word) -> tuple[Sky, int, str, str]:
    """A fighter at this clock position and height: the scene, the fighter, both words of the game."""
    clock, height, *_ = (*angle.split(), "none")
    found = scene({**USUAL, **facts})
    fighter = found.fighter(clock=called(clock), height=called(height, "height"))
    return found, fighter, called(clock), called(height, "height")


def test_every_angle_is_allocated():
    clocks = data("Clock", "quarter")
    angles = {(clock, height) for clock in clocks for height in ("high", "level", "low_angle")}
    upright = {("dive", "none"), ("climb", "none")}
    wanted = {angle for angle in angles if angle[0] not in ("dive", "climb")} | upright
    assert {coming(angle)[2:] for angle in GUNNERY} == wanted


@every(lambda: product(GUNNERY, TURRETS))
def test_a_turret_is_fired_by_those_who_are_printed(angle: str, turret: str):
    found, fighter, clock, height = coming(angle)
    allowed = {man: faces or list(range(1, 7)) for man, faces in GUNNERY[angle].get(turret, {}).items()}
    for man in MEN:
        faces = [die for die in range(1, 7) if found.look("5-6", clock, height, turret, die, man) == "yes"]
        assert faces == allowed.get(man, []), differs(f"{angle}, {turret}, {man}", faces, allowed.get(man, []))
        assert found.define("bears", man, turret, fighter) == ("yes" if faces else "no")
    thrown = any(GUNNERY[angle].get(turret, {}).values())
    assert found.define("bracketed", turret, fighter) == ("yes" if thrown else "no")


@every(lambda: product(GUNNERY, TURRETS))
def test_the_tail_gunner_may_fire_at_what_goes_past(angle: str, turret: str):
    clock, height, *_ = (*angle.split(), "none")
    goes_past = turret == PASSING["gun"] and clock in PASSING["clocks"] and height in PASSING["heights"]
    found, fighter, *_ = coming(angle)
    for man in MEN:
        may = goes_past and man in PASSING["who"]
        assert found.define("may_pass", man, turret, fighter) == ("yes" if may else "no")
    found, fighter, *_ = coming(angle, **PASSING["not_when"])
    assert found.define("may_pass", "tail_gunner", turret, fighter) == "no"


# --- 5-7, 5-8: the guns, and what they do

REPAIR = TABLES["5-7 repair"]


@every(lambda: product(REPAIR["results"], REPAIR["by"]))
def test_a_jam_is_cleared_as_printed(die: str, turret: str):
    found = scene({f"jammed[{turret}]": "yes"})
    found.roll("jam_repair", turret, dice=[int(die)])
    after = (found[f"jammed[{turret}]"], found[f"turret_dead[{turret}]"])
    assert after == {"fixed": ("no", "no"), "jammed": ("yes", "no"), "broken": ("no", "yes")}[REPAIR["results"][die]]
    assert found.notation == [REPAIR["dice"]]


@every(lambda: REPAIR["by"])
def test_a_man_in_the_right_section_clears_a_jam(turret: str):
    section = REPAIR["by"][turret]
    assert data("Turret", "mend")[turret] == section
    nobody: Facts = {f"points[{man}]": 3 for man in MEN}
    for man in MEN:
        found = scene({**nobody, f"points[{man}]": 0, f"place[{man}]": section})
        may = turret != "tail" or man == "tail_gunner"
        assert found.define("can_mend", turret) == ("yes" if may else "no"), man
    assert scene({**nobody, "points[pilot]": 0}).define("can_mend", turret) == "no"


BLOWS = {"fca": 3, "fboa": 6, "destroyed": 12}
"""Totals that give each against a MiG-15."""


@every(lambda: TABLES["5-8"]["adding"])
def test_hits_on_a_fighter_add_up(line: Mapping[str, Any]):
    found = scene(USUAL)
    fighter = found.fighter(fca=line["before"], status="average")
    found.do("score", "aft_upper", fighter, dice=[BLOWS[line["result"]]])
    gone = line["destroyed"] == "yes"
    assert (found.references("fighters") == []) == gone
    assert found["shot_down"] == int(gone)
    if not gone:
        assert found["fighters.breaks_off"] == ("yes" if line.get("fires") == "no" else "no")
        assert found["fighters.fca"] == line.get("fca", line["before"])
        if "fca" in line:
            found.roll("5-9", fighter, dice=[5])
            assert found.throws[0].modifiers == {"damaged": line["on_5_9"]}


# --- 5-10, 5-11: shells


@every(lambda: TABLES["5-10"]["clocks"])
def test_the_clock_positions_of_a_column_of_shells(group: str):
    quarters = {data("Clock", "quarter")[called(clock)] for clock in TABLES["5-10"]["clocks"][group]}
    assert len(quarters) == 1
    printed = TABLES["5-10"]["printed"][group]
    for total, shells in printed.items():
        assert scene().roll("5-10", *quarters, dice=[int(total)]) == shells


PARTS = {
    "7-1": "nose",
    "7-2": "nav_radio",
    "7-3": "forward_bay",
    "7-4": "aft_bay",
    "7-6": "waist",
    "7-7": "utility",
    "7-8": "tail",
}


@every(lambda: TABLES["5-11"]["walking"])
def test_walking_hits_strike_part_after_part(walk: str):
    word, clock, *_ = (*walk.split(), "twelve")
    side = data("Clock", "side")[clock]
    listed = [called(part) for part, times in TABLES["5-11"]["walking"][walk] for _ in range(times)]
    struck: list[str] = []
    for before in range(len(listed)):
        found = scene(USUAL)
        with suppress(AssertionError):  # the dice end somewhere in its damage
            # None but this shell does damage; a 6 and a 1 put out the aileron of the wing that is struck.
            found.do("strike", "mig15", word, side, dice=[*[1] * before, 2, 6, 1])
        assert found.asked[: before + 1] == ["5-12"] * (before + 1)
        table = str(found.asked[before + 1])
        wings = [f"{wing}_wing" for wing in ("port", "starboard") if found[f"aileron_out[{wing}]"] == "yes"]
        struck += wings if table == "7-5" else [PARTS[table]]
    assert struck == listed
    scene(USUAL).do("strike", "mig15", word, side, dice=[1] * len(listed))


# --- 6-5, 6-6: flak


@every(lambda: TABLES["6-5"]["results"])
def test_so_many_shells_of_flak_hit(total: str):
    shells = TABLES["6-5"]["results"][total]
    found = scene()
    if shells == "burst":
        with suppress(AssertionError):  # the dice end in what the burst does
            found.roll("6-5", dice=[int(total), 7, 11])  # a superficial hit is no burst
        assert found.asked[:3] == ["6-5", "6-6", "6-6"]
        assert found["burst_in[utility]"] == "yes"
        return
    found.roll("6-5", dice=[int(total), *[7] * shells])
    assert found.asked == ["6-5", *["6-6"] * shells]


@every(lambda: TABLES["6-6"]["results"])
def test_where_a_shell_bursts(total: str):
    if total in TABLES["6-6"]["burst"]:
        assert TABLES["6-6"]["burst"][total] == "roll again"
        assert scene().roll("6-6", "yes", dice=[int(total), int(total), 3]) == called(TABLES["6-6"]["results"]["3"])
    else:
        assert scene().roll("6-6", "yes", dice=[int(total)]) == called(TABLES["6-6"]["results"][total])


def test_flak_is_rolled_three_times():
    found = scene({**USUAL, "altitude": "low"})
    found.do("barrage", dice=[6, *[4] * TABLES["6-4"]["times"]])
    assert found.asked == ["6-3", *["6-4"] * TABLES["6-4"]["times"]]


# --- 6-8: accuracy


def shares() -> Iterator[tuple[str, str, tuple[int, ...], int]]:
    """Every share: the column, the total, the dice that follow, and what they give."""
    for column, results in TABLES["6-8"]["results"].items():
        for total, cell in results.items():
            for line in cell if isinstance(cell, list) else [{"value": cell}]:
                dice = line.get("dice")
                subs = (sum(dice[:3]), dice[3]) if dice else tuple(line.get("sub", ()))
                yield column, total, subs, line["value"]


@every(lambda: list(shares()))
def test_the_share_on_target_is_as_printed(column: str, total: str, subs: tuple[int, ...], share: int):
    accuracy = TABLES["6-8"]
    bombing = column.split()[0]
    for words in accuracy["column_facts"][column]:
        for idle, wanted in enumerate((share, accuracy["halved"]["values"][str(share)], 0)):
            found = scene(staged("6-8", words).facts)
            dice = [int(total), *subs] if idle < 2 else []
            assert found.do("accuracy", bombing, idle, dice=dice) == wanted, (words, idle)
            assert found.notation[:1] == [accuracy["dice"]] * (idle < 2)


IDLE = [
    (words, idle)
    for idle, part in enumerate(("none_when", "ways", "nought"))
    for words in TABLES["6-8"]["halved"][part]
]


@every(lambda: IDLE)
def test_a_bay_that_does_not_work_halves_the_share(words: Mapping[str, Any], idle: int):
    found = scene(staged("6-8", words).facts)
    assert [found.define("idle", bay) for bay in ("forward", "aft")].count("yes") == idle


BOTH_DEAD = [words for line in TABLES["6-7"]["automatic"] if line["cause"] == OF_THE_RUN for words in line["ways"]]


@every(lambda: BOTH_DEAD)
def test_with_both_bays_dead_the_run_is_off_target(words: Mapping[str, Any]):
    found = scene({**staged("6-7", words).facts, "points[pilot]": 3, "points[copilot]": 3, "points[bombardier]": 3})
    found.do("bomb_run", dice=[6])  # nobody is there to open doors, or to pull a release
    assert found.facts(["target_hit", "percent", "run_made"]) == {"target_hit": "no", "percent": 0, "run_made": "yes"}


# --- tables with effects


def reached_effects(table: str) -> Iterator[Effect]:
    """Without those totals that nothing reaches in such a state; which row they have is tested above."""
    for effect in effects():
        if effect.table == table and reach(table, effect.roll, effect.words) is not None:
            yield effect


BOOKKEEPING = {
    "excused", "held_back", "tanks_hit", "turned_back", "homeward", "abort_zone", "at_base", "below", "just_left",
    "dive_passes", "high_before", "must_abort", "nose_gear", "let_out", "doom",
    "main_gear[port]", "main_gear[starboard]",
}  # fmt: skip
"""What the game notes beside the effect."""
CHECKS = {"4-3 collision": ("near_miss", [2]), "4-10 collision": ("assembly_collision", [2])}
SUB_TABLES = {"4-3 collision": "cloud_collision", "4-9 malfunction": "engine_quits"}
"""Where the next die has a table of its own in the game."""
IN_THE_REAR = ("cfc", "left_gunner", "right_gunner", "radar_operator", "tail_gunner")
UNFORMED: Facts = {"station": "forming", "schedule": "all_night"}
PLACES: dict[str, Facts] = {"3-3": {"altitude": "low"}, "4-9": UNFORMED, "4-9 malfunction": UNFORMED}
"""Where the table is rolled, if not as usual."""


@pytest.mark.parametrize("table", EFFECT_TABLES)
def test_sub_rolls_cover_every_face_once(table: str):
    """What the transcription says of itself."""
    for alternatives in lists_of_alternatives(TABLES[table]["results"]):
        rolled = [line for line in alternatives if "sub" in line]
        faces = sorted(face for line in rolled for face in line["sub"])
        assert faces in ([], *(list(sides(line.get("sub_dice", "1d6"))) for line in rolled[:1]))


@every_of_a_table(EFFECT_TABLES, reached_effects)
def test_a_roll_does_what_is_printed(effect: Effect):
    reached = reach(effect.table, effect.roll, effect.words)
    assert reached is not None
    natural, words = reached
    found = scene({**staged(effect.table, effect.words, words).facts, **SAFE, **PLACES.get(effect.table, {})})
    found.set(staged(effect.table).given(effect.words))
    if any(check == "SP-ACCIDENT-DIVE" for _, check in effect.checks):
        found.set({"alarm_out": "yes", "broken[intercom]": "yes"})
    before = found.state()
    play = what_follows(effect, before)
    args = ["no_1"] if effect.table == "4-9 malfunction" else []
    with suppress(AssertionError) if play.open_end else nullcontext():
        found.roll(lives_as(effect.table), *args, dice=[natural, *play.dice])
    assert found.throws[0].total == effect.roll
    named = [table for table in found.asked if table not in (None, "which_engine")]
    assert named == [lives_as(effect.table), *play.asked], differs(effect, named, play.asked)
    changed = {name: value for name, value in changes(before, found.state()).items() if not noted(name, play)}
    expected = {name: value for name, value in play.expected.items() if before[name] != value}
    assert changed == expected, differs(effect, changed, expected)
    if effect.effect.get("credit") == "no":
        assert found.define("credit") == "no"
    if play.last is not None:
        assert found.throws[-1].modifiers == play.last


def noted(name: str, play: Play) -> bool:
    """Whether this is no effect, but what the game keeps in mind."""
    gone = play.expected.get("fate") == "gone" and name.startswith("prop[")
    return gone or name in BOOKKEEPING - set(play.expected) or name.startswith("bottles[")


@frozen
class Play:
    """What an effect comes to.

    Attributes:
        dice: All that are thrown after the first.
        asked: The tables that are rolled on, after the first.
        expected: The changes.
        open_end: Whether the last roll of these is where the test ends.
        last: The modifiers of the last roll, where they matter.
    """

    dice: list[int]
    asked: list[str]
    expected: dict[str, Word]
    open_end: bool = False
    last: dict[str, int] | None = None


def what_follows(effect: Effect, before: Mapping[str, Word]) -> Play:
    """What an effect of the transcription comes to in the game."""
    play = Play([], [SUB_TABLES[effect.table]] if effect.table in SUB_TABLES and effect.subs else [], {})
    for place, sub in enumerate((*effect.subs, None)):
        if sub is None:
            for table, *args in effect.effect.get("rolls", ()):
                damage(play, table, *args)
        for at, check in effect.checks:
            if at == place:
                checked(play, check, effect)
        if sub is not None:
            play.dice.append(sub)
    rest = {name: value for name, value in effect.effect.items() if name not in ("rolls", "credit", "lift", "dive")}
    ends, roll, follows, fuel = (rest.pop(word, None) for word in ("ends", "roll", "follows", "fuel"))
    for name, value in rest.items():
        play.expected.update(staged(effect.table).given({name: value}))
    if fuel:
        play.expected["fuel"] = int(before["fuel"]) - fuel
    if effect.effect.get("dive") == "steep":
        play.expected["loose_turns"] = 1  # until she is back at altitude, one turn at least
    if effect.table == "3-3" and effect.roll == 4:
        feathered(play)
    if roll:
        damage(play, roll)
    for name, engine in follows or ():
        play = followed(play, name, engine)
    return ended(play, ends, effect) if ends else play


def damage(play: Play, table: str, *args: str) -> None:
    """A roll on a damage table: nothing, or the aileron of the wing it is about."""
    play.asked.append(table)
    play.dice.extend([6, 1] if args else [7])
    play.expected.update({f"aileron_out[{wing}]": "yes" for wing in args})


def checked(play: Play, check: str, effect: Effect) -> None:
    """What is tried besides, and passed."""
    if check == "SP-ACCIDENT-DIVE":
        play.dice.extend([6] * len(IN_THE_REAR))
        return
    table, dice = CHECKS[check]
    play.asked.append(table)
    play.dice.extend(dice)


def feathered(play: Play) -> None:
    """An engine that is out in row 4 of 3-3 has its propeller feathered; it is not the engine that fails."""
    for name, value in play.expected.items():
        if value == "stopped":
            play.expected[name] = "feathered"


def followed(play: Play, name: str, engine: str) -> Play:
    """The next procedure, on its shortest way."""
    match name:
        case "SP-FEATHER 4-9b" | "SP-FEATHER 4-9c":
            play.asked.append("feathering_attempt")
            play.dice.append(2)
            play.expected.update({f"prop[{engine}]": "feathered", f"weak[{engine}]": "no"})
            return evolve(play, last={"night_zone": 1} if name.endswith("b") else {})
        case "4-9 malfunction":
            play.asked.append("malfunction")
            play.dice.append(5)
            play.expected[f"weak[{engine}]"] = "yes"
            return play
        case "SP-EXT":
            play.asked.append("engine_bottle")
            return evolve(play, expected={f"on_fire[{engine}]": "yes"}, open_end=True)
        case _:
            raise AssertionError(f"no follow-up for {name}")


def ended(play: Play, ends: str, effect: Effect) -> Play:
    """The flight ends, or the roll that ends it comes next."""
    if ends in ("accident", "destroyed"):  # it does not matter then what the engine did
        for name in [name for name in play.expected if name.startswith("prop[")]:
            del play.expected[name]
    match ends:
        case "stays":
            play.expected["fate"] = "grounded"
            return play
        case "landing":
            play.asked.append("8-1")
            play.expected["taking_off"] = "yes"
            return evolve(play, open_end=True)
        case "accident":
            play.asked.append("3-5")
            play.dice.append(12)
            play.expected.update({"fate": "grounded", "airframe": "reparable"})
            return evolve(play, last={"lift": -1} if effect.effect["lift"] == "yes" else {})
        case "destroyed":
            play.expected.update({f"points[{man}]": 4 for man in MEN})
        case "bail_out uncontrolled":
            play.asked.append("8-5")
            play = evolve(play, open_end=True)
        case _:
            raise AssertionError(f"no end of a flight is called {ends}")
    play.expected.update({"fate": "gone", "airframe": "irreparable"})
    return play
