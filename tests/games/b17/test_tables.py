"""Every figure of the 42 tables, executed, against an independent transcription: a test for each table, that tells
every difference at once. What the tables lead to in play stands in the game's own examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.games.alternatives import lists_of_alternatives
from tests.games.b17.bench import PRINTED, Facts, Word, changes, data, graph, scene
from tests.games.b17.causes import ways
from tests.games.b17.transcribed import (
    EFFECT_TABLES,
    LIVES_AS,
    TABLES,
    VALUE_TABLES,
    Effect,
    Given,
    amounts,
    effects_of,
    field_of,
    given_by,
    naturals,
    prepared,
    reach,
    sides,
)
from tests.games.b17.transcribed import MEN as CREW

DICED = [table for table in TABLES if isinstance(TABLES[table]["dice"], str)]
MODIFIED = [table for table in TABLES if TABLES[table]["modifiers"]]
BY_GUN_AND_KIND = "M-2"
"""Its modifiers are a matter of what shoots at what: seen with its results."""


def differs(where: object, found: object, expected: object) -> str:
    """What a failure says."""
    return f"{where}: the game says {found!r}, the transcription {expected!r}"


def none_of(differences: Iterator[str]) -> None:
    """There is no difference, or all of them are told."""
    found = list(differences)
    assert not found, "\n".join(found)


# --- tables that give a value


@pytest.mark.parametrize("table", VALUE_TABLES)
def test_a_table_gives_what_is_printed(table: str):
    none_of(wrong_figures(list(given_by(table))))


def wrong_figures(column: list[Given]) -> Iterator[str]:
    """The figures that the game has otherwise; a total that nothing reaches is like the last one reached."""
    reached = [given for given in column if reach(given.table, given.roll) is not None]
    assert reached
    for given in column:
        way = reach(given.table, given.roll)
        if way is None:
            beside = [other for other in reached if (other.table, other.args) == (given.table, given.args)]
            nearest = min(beside, key=lambda other: abs(other.roll - given.roll))
            if given.expected != nearest.expected:
                yield differs(given, nearest.expected, given.expected)
            continue
        natural, facts = way
        found, args = prepared(given.table, given.args, facts)
        result = found.roll(given.table, *args, dice=[natural, *given.subs])
        throw = next(throw for throw in found.throws if throw.table == given.table)
        if throw.natural not in naturals(given.table) and throw.total != given.roll:
            yield differs(given, throw.total, given.roll)
        if result != given.expected:
            yield differs(given, result, given.expected)


@pytest.mark.parametrize("table", DICED)
def test_the_dice_are_those_of_the_card(table: str):
    name = LIVES_AS.get(table, table)
    found, args = prepared(name, (), {})
    with pytest.raises(AssertionError, match="no dice left"):
        found.roll(name, *args)
    assert found.notation == [TABLES[table]["dice"]]


# --- modifiers


@pytest.mark.parametrize("table", [table for table in MODIFIED if table != BY_GUN_AND_KIND])
def test_every_modifier_counts_for_its_cause_and_no_other_does(table: str):
    none_of(wrong_modifiers(table))


def wrong_modifiers(table: str) -> Iterator[str]:
    """What the game adds to a roll otherwise than printed, and what it adds that is not printed."""
    name = LIVES_AS.get(table, table)
    seen: set[str] = set()
    for cause, amount, facts in causes(table):
        found, args = prepared(name, (), facts)
        found.roll(name, *args, dice=[3])
        (throw,) = found.throws
        seen |= set(throw.modifiers)
        if throw.total - throw.natural != amount:
            yield differs(f"{table}, {cause}, {dict(facts)}: {throw.modifiers}", throw.total - throw.natural, amount)
    node = next(node for node in graph().tables if node.id == name)
    assert node.rolled is not None
    second_readings = {"by_hand_twice", "autopilot_twice", "second_brake", "gear_control"}
    for label in {modifier.label for modifier in node.rolled.modifiers} - second_readings - seen:
        yield differs(f"{table}, {label}", "a modifier", None)


def causes(table: str) -> Iterator[tuple[str, int, Facts]]:
    """Each way in which a printed modifier comes about or only seems to; a fresh mission has none."""
    yield "a fresh mission", 0, {}
    for modifier in TABLES[table]["modifiers"]:
        for amount, facts in ways(table, modifier["cause"]):
            if not amount or amount in amounts(modifier):
                yield modifier["cause"], amount, facts


def test_every_amount_that_is_printed_comes_about():
    for table in MODIFIED:
        for modifier in TABLES[table]["modifiers"] if table != BY_GUN_AND_KIND else ():
            found = {amount for amount, _ in ways(table, modifier["cause"]) if amount}
            printed = set(amounts(modifier))
            assert printed, modifier["cause"]
            # The gazetteer has other figures for the target's zone than for those on the way.
            assert printed == found or (printed < found and modifier["amount"] == "computed"), modifier["cause"]


def test_tables_without_modifiers_have_none():
    plain = {LIVES_AS.get(table, table) for table in TABLES if table not in MODIFIED} | {"G-4b"}
    assert not [node.id for node in graph().tables if node.id in plain and node.rolled and node.rolled.modifiers]


# --- tables with effects

BOOKKEEPING = {"excused", "strayed", "failed_engine", "loose", "tight", "run_made", "doom"}
"""What the game notes beside the effect: why an abort would count, which event has come, what she was lost by."""


@pytest.mark.parametrize("table", EFFECT_TABLES)
def test_a_table_does_what_is_printed(table: str):
    none_of(difference for effect in effects_of(table) for difference in wrong_effects(effect))


def wrong_effects(effect: Effect) -> Iterator[str]:
    """What a roll changes, and the dice it asks for, otherwise than printed."""
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
    if changed != expected:
        yield differs(effect, changed, expected)
    if found.asked[len(found.asked) - len(asked) :] != asked:
        yield differs(effect, found.asked, asked)


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
        for man, die, health in zip(men, (1, 4), ("light", "serious"), strict=False):
            dice.append(die)
            asked.append("BL-4")
            expected[f"man[{man}].health"] = health
    elif roll == "BL-2":
        dice, asked = [11], ["BL-2"]
        expected["engine_extinguishers_out"] = "yes"
    elif roll is not None:
        raise AssertionError(f"no follow-up for {roll}")
    if fire:
        homes = data("Post", "home")
        assert {man for man in CREW if homes[man] == fire} == {man for man in CREW if f"oxygen_hits[{man}]" in rest}
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
        expected |= {"fate": "gone", **{f"man[{man}].health": "dead" for man in CREW}}
    elif ends:
        expected.pop("must_abort", None)  # she will not come to it
        expected |= {name: 0 for name in effect.facts if tried(effect, name)}
        expected |= {"fate": "gone", **{f"jumped[{man}]": "yes" for man in CREW}}
        dice += [6] * len(CREW)
        asked += [{"bail_out controlled": "G-6", "bail_out uncontrolled": "G-7"}[ends]] * len(CREW)
    return expected, dice, asked


def tried(effect: Effect, name: str) -> bool:
    """Whether these are an engine's charges, tried before the fire was too much."""
    return name.startswith("engine_charges[") and effect.facts["engine_extinguishers_out"] == "no"


# --- what the transcription says of itself, and what the cards print instead


def test_sub_rolls_cover_every_face_once():
    for table in TABLES:
        for alternatives in lists_of_alternatives(TABLES[table]["results"]):
            rolled = [line for line in alternatives if "sub" in line]
            faces = sorted(face for line in rolled for face in line["sub"])
            assert faces in ([], *(list(sides(line.get("sub_dice", "1d6"))) for line in rolled[:1])), table


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
