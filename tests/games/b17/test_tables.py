"""Every figure of the 42 tables, executed, against an independent transcription."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from b17.bench import PRINTED, Facts, Word, changes, data, graph, scene
from b17.causes import engines, ways
from b17.transcribed import (
    LIVES_AS,
    TABLES,
    Effect,
    Given,
    amounts,
    effects,
    field_of,
    naturals,
    prepared,
    reach,
    sides,
    values,
)

MEN = tuple(data("Post", "home"))


def differs(where: object, found: object, expected: object) -> str:
    """What a failure says."""
    return f"{where}: the game says {found!r}, the transcription {expected!r}"


# --- tables that give a value

VALUES = values()
REACHED = [given for given in VALUES if reach(given.table, given.roll) is not None]
BEYOND = [given for given in VALUES if reach(given.table, given.roll) is None]


@pytest.mark.parametrize("given", REACHED, ids=str)
def test_a_roll_gives_what_is_printed(given: Given):
    reached = reach(given.table, given.roll)
    assert reached is not None
    natural, facts = reached
    found, args = prepared(given.table, given.args, facts)
    result = found.roll(given.table, *args, dice=[natural, *given.subs])
    throw = next(throw for throw in found.throws if throw.table == given.table)
    if throw.natural not in naturals(given.table):
        assert throw.total == given.roll
    assert result == given.expected, differs(given, result, given.expected)


@pytest.mark.parametrize("given", BEYOND, ids=str)
def test_a_total_that_nothing_reaches_is_like_the_last_one_reached(given: Given):
    column = [other for other in REACHED if (other.table, other.args) == (given.table, given.args)]
    nearest = min(column, key=lambda other: abs(other.roll - given.roll))
    assert given.expected == nearest.expected
    assert nearest.roll in (min(other.roll for other in column), max(other.roll for other in column))


@pytest.mark.parametrize("table", [table for table in TABLES if isinstance(TABLES[table]["dice"], str)])
def test_the_dice_are_those_of_the_card(table: str):
    name = LIVES_AS.get(table, table)
    found, args = prepared(name, (), {})
    with pytest.raises(AssertionError, match="no dice left"):
        found.roll(name, *args)
    assert found.notation == [TABLES[table]["dice"]]


# --- modifiers


def modifiers() -> Iterator[tuple[str, str, int, Facts]]:
    """Every modifier of every table, with each of the ways in which it comes about or only seems to."""
    for table, found in TABLES.items():
        for modifier in found["modifiers"]:
            if table != "M-2":
                for amount, facts in ways(table, modifier["cause"]):
                    if not amount or amount in amounts(modifier):
                        yield LIVES_AS.get(table, table), modifier["cause"], amount, facts


@pytest.mark.parametrize(
    ("table", "cause", "amount", "facts"),
    list(modifiers()),
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
def test_a_modifier_counts_for_its_cause(table: str, cause: str, amount: int, facts: Facts):
    found, args = prepared(table, (), {})
    found.roll(table, *args, dice=[3])
    (throw,) = found.throws
    assert throw.total == throw.natural, "a fresh mission has no modifiers"
    found, args = prepared(table, (), facts)
    found.roll(table, *args, dice=[3])
    (throw,) = found.throws
    told = differs(f"{table}, {cause}, {dict(facts)}", throw.total - throw.natural, amount)
    assert throw.total - throw.natural == amount, f"{told}; {throw.modifiers}"


@pytest.mark.parametrize("table", TABLES)
def test_every_amount_that_is_printed_comes_about(table: str):
    for modifier in TABLES[table]["modifiers"] if table != "M-2" else ():
        found = {amount for amount, _ in ways(table, modifier["cause"]) if amount}
        printed = set(amounts(modifier))
        assert printed, modifier["cause"]
        # The gazetteer has other figures for the target's zone than for those on the way.
        assert printed == found or (printed < found and modifier["amount"] == "computed"), modifier["cause"]


@pytest.mark.parametrize("table", [table for table in TABLES if not TABLES[table]["modifiers"]])
def test_a_table_without_modifiers_has_none(table: str):
    names = {LIVES_AS.get(table, table), *({"G-4b"} if table == "G-4" else ())}
    assert not [node.id for node in graph().tables if node.id in names and node.rolled and node.rolled.modifiers]


@pytest.mark.parametrize("table", [table for table in TABLES if TABLES[table]["modifiers"]])
def test_a_table_has_no_modifier_that_is_not_printed(table: str):
    """Every modifier the game knows applies in some way of the transcription, those of the second readings aside."""
    name = LIVES_AS.get(table, table)
    node = next(node for node in graph().tables if node.id == name)
    assert node.rolled is not None
    seen: set[str] = set()
    for modifier in TABLES[table]["modifiers"]:
        for _, facts in [(0, {})] if table == "M-2" else ways(table, modifier["cause"]):
            found, args = prepared(name, (), facts)
            found.roll(name, *args, dice=[3])
            seen |= set(found.throws[0].modifiers)
    if table == "M-2":
        seen |= {"fw190"}  # each gun against each fighter: tested below
    second_readings = {"by_hand_twice", "autopilot_twice", "second_brake", "gear_control"}
    assert {modifier.label for modifier in node.rolled.modifiers} - second_readings == seen


# --- results without a roll

AUTOMATIC: dict[str, list[Facts]] = {
    "Bombardier seriously wounded or killed": [{"man[bombardier].points": 3}, {"man[bombardier].points": 4}],
    "Norden sight hit": [{"norden_out": "yes"}],
    "second control-cable hit": [{"cable_hits": 2}],
    "autopilot and intercom both out": [
        {"autopilot_instrument_out": "yes", "intercom_out": "yes"},
        {"autopilot_tail_out": "yes", "intercom_out": "yes"},
    ],
    "squadron, missions 1 to 5 (not rolled)": [{"mission_number": number} for number in range(1, 6)],
    "missions 1 to 5 (not rolled)": [{"mission_number": number} for number in range(1, 6)],
    "seriously wounded: cannot bail out": [{"man[engineer].points": 3}],
    "Ball Gunner trapped: cannot bail out": [
        {"turret_stuck": "yes", "holds[engineer]": "ball_gunner", "holds[ball_gunner]": "engineer"}
    ],
    "radio not working (out, or the Radio Operator not at work in the Radio Room) and out of formation": [
        {"out_of_formation": "yes", "distress_call": "no"}
    ],
}
ROLLED_AFTER_ALL: dict[str, list[Facts]] = {
    "O-6": [{"cable_hits": 1}, {"intercom_out": "yes"}, {"autopilot_tail_out": "yes"}, {"man[bombardier].points": 2}],
    "G-4b": [{"mission_number": 6}],
    "G-5": [{"mission_number": 6}],
    "G-6": [{"turret_stuck": "yes"}, {"man[engineer].points": 2}],
    "G-7": [{"turret_stuck": "yes"}, {"man[engineer].points": 2}],
    "G-8": [{"distress_call": "no"}, {"out_of_formation": "yes"}],
}
WITHOUT_A_ROLL = [
    ("G-4b" if table == "G-4" else table, line["cause"], line["result"], facts)
    for table in TABLES
    for line in TABLES[table].get("automatic", ())
    if line["cause"] in AUTOMATIC
    for facts in AUTOMATIC[line["cause"]]
]


@pytest.mark.parametrize(("table", "cause", "result", "facts"), WITHOUT_A_ROLL)
def test_some_results_need_no_roll(table: str, cause: str, result: str, facts: Facts):
    found, args = prepared(table, (), facts)
    given = found.roll(table, *args)
    expected = "no_squadron" if result == "none_yet" else result
    assert given == expected, differs(f"{table}, {cause}", given, expected)


@pytest.mark.parametrize(
    ("table", "facts"), [(table, facts) for table in ROLLED_AFTER_ALL for facts in ROLLED_AFTER_ALL[table]]
)
def test_what_comes_close_is_rolled(table: str, facts: Facts):
    found, args = prepared(table, (), facts)
    found.roll(table, *args, dice=[5])


def test_every_automatic_result_is_tried():
    listed = {line["cause"] for table in TABLES.values() for line in table.get("automatic", ())}
    assert listed - set(AUTOMATIC) == {"bomb bay doors inoperable"}


def test_with_the_doors_jammed_nothing_is_rolled_and_nothing_falls():
    found = scene({"bomb_doors_out": "yes"})
    found.do("bomb_run")
    assert found.facts(["percent", "bombs_aboard", "dropped"]) == {"percent": 0, "bombs_aboard": "yes", "dropped": "no"}


# --- the dice as they fell


@pytest.mark.parametrize(
    ("table", "facts"),
    [
        ("G-6", {"man[engineer].points": 2}),
        ("G-7", {"man[engineer].points": 2}),
        ("G-8", {"man[engineer].points": 2}),
        ("G-10", {"rafts_out": "yes", "man[pilot].points": 4, "man[copilot].points": 4}),
        ("defensive_fire", {"fighters.status": "ace", "evasive": "yes"}),
        ("german_fire", {"fighters.status": "green", "fighters.fca": 2, "fighters.fboa": 1, "evasive": "yes"}),
    ],
)
def test_the_highest_dice_help_whatever_the_modifiers(table: str, facts: Facts):
    printed_as = next((name for name, lives_as in LIVES_AS.items() if lives_as == table), table)
    (natural,) = TABLES[printed_as]["naturals"]
    found, args = prepared(table, (), facts)
    assert found.roll(table, *args, dice=[natural["natural"]]) == natural["result"]
    assert {"G-9", *(name for name in TABLES if "naturals" in TABLES[name])} >= {printed_as}


def test_a_natural_12_on_land_saves_the_crew_and_not_the_plane():
    assert TABLES["G-9"]["naturals"][0]["result"] == "crew unhurt; the plane as the modified row says"
    wrecked = {"man[pilot].points": 4, "man[copilot].points": 4, "gear_out": "yes", **engines("no_1", "no_2", "no_3")}
    found = scene(wrecked)
    found.do("touch_down", "england", dice=[12])
    assert found.throws[0].total == -5
    assert found["airframe"] == "irreparable"
    assert [found[f"man[{man}].points"] for man in MEN].count(0) == 8


# --- tables with effects

EFFECTS = effects()
BOOKKEEPING = {"excused", "strayed", "failed_engine", "loose", "tight", "run_made"}
"""What the game notes beside the effect: why an abort would count, which event has come."""


@pytest.mark.parametrize("table", TABLES)
def test_sub_rolls_cover_every_face_once(table: str):
    """What the transcription says of itself."""
    for alternatives in lists_of_alternatives(TABLES[table]["results"]):
        rolled = [line for line in alternatives if "sub" in line]
        faces = sorted(face for line in rolled for face in line["sub"])
        assert faces in ([], *(list(sides(line.get("sub_dice", "1d6"))) for line in rolled[:1]))


def lists_of_alternatives(part: Any) -> Iterator[list[dict[str, Any]]]:
    """Every list of alternatives in a part of a table."""
    if isinstance(part, dict):
        for inner in part.values():
            yield from lists_of_alternatives(inner)
    elif isinstance(part, list) and part and isinstance(part[0], dict):
        yield part
        for line in part:
            yield from lists_of_alternatives(line.get("then"))


@pytest.mark.parametrize("effect", EFFECTS, ids=str)
def test_a_roll_does_what_is_printed(effect: Effect):
    found = scene()
    after_the_wave = effect.effect.get("later", {}) if effect.table != "BL-2" else {}
    if effect.table == "B-7":
        found.set({"in_wave": "yes", "event_instead": "yes"})
    elif after_the_wave:
        found.set({"in_wave": "yes"})
    found.set({**effect.facts, **implied(effect.facts)})
    before = found.state()
    expected, dice, asked = what_follows(effect, before)
    found.roll(effect.table, *effect.args, dice=[effect.roll, *effect.subs, *dice])
    changed = {name: value for name, value in changes(before, found.state()).items() if name not in BOOKKEEPING}
    expected = {name: value for name, value in expected.items() if before[name] != value}
    assert changed == expected, differs(effect, changed, expected)
    assert found.asked[len(found.asked) - len(asked) :] == asked
    if effect.effect.get("fire") and len(found.choices) > 0:
        homes = data("Post", "home")
        assert {homes[man] for man in found.choices[0].offered} == {effect.effect["fire"]}
    if after_the_wave and "ends" not in effect.effect:
        assert after_the_wave == {"out_of_formation": "yes"}
        assert found["out_of_formation"] == "no"
        found.do("fall_behind")
        assert found["out_of_formation"] == "yes"


def implied(facts: Facts) -> Facts:
    """What must be so where these facts are."""
    if facts.get("window_hits") == 2:
        return {"heat_out[pilot]": "yes", "heat_out[copilot]": "yes"}
    return {}


def what_follows(effect: Effect, before: Mapping[str, Word]) -> tuple[dict[str, Word], list[int], list[str]]:
    """The changes that an effect amounts to, the further dice it takes, and the tables they are thrown on."""
    rest = dict(effect.effect)
    roll, men, fire, ends = (rest.pop(word, None) for word in ("roll", "for", "fire", "ends"))
    again, treated_as, later = (rest.pop(word, None) for word in ("again", "treat_as", "later"))
    expected: dict[str, Word] = {field_of(effect.table, name): value for name, value in rest.items()}
    dice: list[int] = []
    asked: list[str] = []
    if "dive_zones" in expected:
        expected["dive_zones"] = 2
    if roll == "BL-4":
        for man, die, points in zip(men, (1, 4), (1, 3), strict=False):
            dice.append(die)
            asked.append("BL-4")
            expected[f"man[{man}].points"] = points
    elif roll == "BL-2":
        dice, asked = [11], ["BL-2"]
        expected["engine_extinguishers_out"] = "yes"
    elif roll is not None:
        raise AssertionError(f"no follow-up for {roll}")
    if fire:
        homes = data("Post", "home")
        assert {man for man in MEN if homes[man] == fire} == {man for man in MEN if f"oxygen_hits[{man}]" in rest}
        dice, asked = [1], ["BL-3"]
        expected["extinguishers"] = 4
    if again:
        assert effect.roll != 7
        dice, asked = [7], [effect.table]
        expected["rabbits_feet"] = 1
    if treated_as:
        assert treated_as == "2"
        dice = [8, 1]
        expected["engine[no_4]"] = "stopped"
    if later and effect.table != "BL-2":
        expected["leaving_formation"] = "yes"
    if ends == "destroyed":
        expected |= {"fate": "gone", **{f"man[{man}].points": 4 for man in MEN}}
    elif ends:
        expected.pop("must_abort", None)  # she will not come to it
        expected |= {name: 0 for name in effect.facts if tried(effect, name)}
        expected |= {"fate": "gone", **{f"jumped[{man}]": "yes" for man in MEN}}
        dice += [6] * len(MEN)
        asked += [{"bail_out controlled": "G-6", "bail_out uncontrolled": "G-7"}[ends]] * len(MEN)
    return expected, dice, asked


def tried(effect: Effect, name: str) -> bool:
    """Whether these are an engine's charges, tried before the fire was too much."""
    return name.startswith("engine_charges[") and effect.facts["engine_extinguishers_out"] == "no"


# --- what the cards print instead


def test_the_printed_figures_stand_in_the_base_text():
    otherwise = {table: found["printed_otherwise"] for table, found in TABLES.items() if "printed_otherwise" in found}
    found = scene(without=PRINTED)
    assert set(otherwise) == {"O-5", "BL-3", "G-11"}
    for roll, chart in otherwise["O-5"].items():
        (line,) = TABLES["O-5"]["results"][roll]
        assert found.roll("O-5", dice=[int(roll)]) == (line["effect"]["area"], chart.lower().replace("-", "_"))
    for target, zones in otherwise["G-11"].items():
        for zone, cell in zones.items():
            assert found.look("G-11", target, int(zone)) == tuple(cell)
    found.roll("BL-3", dice=[4])
    assert found.notation == [otherwise["BL-3"]["dice"]]
