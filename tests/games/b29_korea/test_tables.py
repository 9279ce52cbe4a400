"""Every figure of the tables 2-1a to 6-8, executed, against an independent transcription."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from b29_korea.bench import Facts, Sky, Word, changes, data, graph, scene
from b29_korea.causes import ALSO
from b29_korea.transcribed import (
    EFFECT_TABLES,
    LEADING_TABLES,
    MODIFIED,
    PLAIN,
    TABLES,
    VALUE_TABLES,
    Given,
    Stage,
    called,
    labels,
    lives_as,
    naturals,
    reach,
    sides,
    staged,
    values,
    words_of,
)


MEN = tuple(data("Post", "home"))


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


@pytest.mark.parametrize("given", VALUES, ids=str)
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


@pytest.mark.parametrize("given", LEADING, ids=str)
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


@pytest.mark.parametrize("table", [table for table in TABLES if table in VALUE_TABLES + LEADING_TABLES + EFFECT_TABLES])
def test_the_dice_are_those_of_the_booklet(table: str):
    found, _ = staged(table).roll()
    assert found.notation == [TABLES[table]["dice"]]


# --- modifiers


def modifiers() -> Iterator[tuple[str, str, int, Mapping[str, Any]]]:
    """Every modifier of every table, with each of the ways in which it comes about or only seems to."""
    for table in MODIFIED:
        for modifier in TABLES[table]["modifiers"]:
            for way in modifier["ways"]:
                yield table, modifier["cause"], way["amount"], words_of(way)


def plain_throw(table: str) -> int:
    """Dice with no result of their own."""
    return sides(TABLES[table]["dice"])[2]


@pytest.mark.parametrize(
    ("table", "cause", "amount", "words"),
    list(modifiers()),
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else str(value),
)
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


@pytest.mark.parametrize("month", data("Month", "escort"))
def test_the_months_count_on_the_kind_of_escort(month: str):
    assert data("Month", "escort")[month] == TABLES["4-11"]["type_modifiers"][month]


# --- the dice as they fell


@pytest.mark.parametrize(
    ("table", "natural", "words"),
    [
        ("5-7", 2, {"fighter.clock": "vertical_climb", "fighter.status": "green", "fighter.kind": "yak9"}),
        ("5-7", 2, {"fighter.clock": "six"}),
        ("5-7", 12, {"fighter.clock": "vertical_dive", "fighter.status": "ace", "evasive": "yes"}),
        ("5-9", 12, {"fighter.fca": 3, "fighter.status": "green", "evasive": "yes"}),
    ],
)
def test_the_extreme_dice_count_whatever_the_modifiers(table: str, natural: int, words: Mapping[str, Any]):
    (line,) = (line for line in TABLES[table]["naturals"] if line["natural"] == natural)
    found, result = staged(table, words).roll(natural)
    assert result == called(line["result"], table)
    assert found["jammed[aft_upper]"] == ("yes" if line["result"] == "jam" else "no")


@pytest.mark.parametrize("total", range(-4, 12))
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


@pytest.mark.parametrize(("table", "cause", "result", "words"), AUTOMATIC)
def test_some_results_need_no_roll(table: str, cause: str, result: str, words: Mapping[str, Any]):
    found, given = staged(table, words).roll()
    assert given == called(result, table), differs(f"{table}, {cause}", given, result)
    assert not found.asked


ROLLED = [(table, words) for table in ("6-7",) for words in TABLES[table]["rolled_after_all"]]


@pytest.mark.parametrize(("table", "words"), ROLLED)
def test_what_comes_close_is_rolled(table: str, words: Mapping[str, Any]):
    found, _ = staged(table, words).roll()
    assert found.asked == [table]


def asked_by(procedure: str, words: Mapping[str, Any]) -> list[str | None]:
    """What a step rolls first, if anything."""
    found = scene({**staged("5-1", words).facts, "altitude": "low"})
    with suppress(AssertionError):  # there are no dice
        found.do(procedure)
    return found.asked


@pytest.mark.parametrize(
    "words", [words for line in TABLES["5-1"]["automatic"] for words in line["ways"] if line["result"] == 0], ids=str
)
def test_there_are_states_without_fighters(words: Mapping[str, Any]):
    assert asked_by("combat", words) == []


@pytest.mark.parametrize("words", TABLES["5-1"]["rolled_after_all"], ids=str)
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
