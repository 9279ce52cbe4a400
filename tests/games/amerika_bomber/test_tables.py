"""Every figure of the charts A1 to C2, executed, against an independent transcription."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import frozen

from amerika_bomber.bench import Word, data, graph, program, scene
from amerika_bomber.causes import WAYS, Way
from amerika_bomber.names import (
    ALSO,
    AREAS,
    CLOCKS,
    DEVICES,
    KINDS,
    PROPULSION,
    QUARTERS,
    SECOND_READINGS,
    TITLES,
    TYPES,
    labels,
)
from amerika_bomber.transcribed import DOCUMENT, TABLES, Stage, chance, covers, given, node, sides
from bombsight.compiler.graph.expressions import Const, Expr
from bombsight.compiler.graph.statements import Give
from scenes import integer, word


def differs(where: object, found: object, expected: object) -> str:
    """What a failure says."""
    return f"{where}: the game says {found!r}, the sheet {expected!r}"


# --- the dice


MIDDLE = {"1d6": 3, "2d6": 7, "1d10": 5, "d66": 33}
"""A throw with no result of its own."""

DICE = {table: found["dice"] for table, found in TABLES.items() if "dice" in found and table != "A2"}


@pytest.mark.parametrize("table", DICE)
def test_the_dice_are_those_of_the_sheet(table: str) -> None:
    rolled = node(table).rolled
    assert rolled is not None
    dice = "d66" if rolled.sides == 66 else f"{rolled.count}d{rolled.sides}"
    assert dice == DICE[table]


# --- every total of a table of values


@frozen
class Given:
    """A total, and what it gives.

    Attributes:
        stage: In which state.
        rows: Of the transcription.
        total: After modifiers.
    """

    stage: Stage
    rows: Any
    total: int

    def __str__(self) -> str:
        return f"{self.stage} {self.total}"


COLUMNS: dict[str, dict[str, Stage]] = {
    "B2-cover": {zone: Stage("B2-cover", args={"sector": int(zone)}) for zone in TABLES["B2-cover"]["rows"]},
    "B11": {bombing: Stage("B11", args={"run": bombing}) for bombing in TABLES["B11"]["rows"]},
}
"""Tables with a column for each of some states."""

VALUE_TABLES = (
    "A1-special", "A1-city", "B2-place", "B2-altitude", "B2-cover", "B2-damage", "B2-hits", "B2a-density", "B2a", "B5",
    "B6", "B7", "B8", "B9", "B10", "B11", "C2",
)  # fmt: skip


def values() -> Iterator[Given]:
    """Every total that dice and modifiers make, of every table that gives a value."""
    for table in VALUE_TABLES:
        for column, stage in COLUMNS.get(table, {"": Stage(table)}).items():
            rows = TABLES[table]["rows"][column] if column else TABLES[table]["rows"]
            low, high = (extremes(table)[end] + sides(DICE[table])[end] for end in (0, -1))
            ends = [end for row in rows for end in row["span"] if end is not None]
            yield from (Given(stage, rows, total) for total in range(min(low, *ends), max(high, *ends) + 1))


def written(stage: Stage, total: int) -> Word | None:
    """What the row of a total holds that nothing reaches, by the words of the compiled table."""
    found = node(stage.table)
    args = {param.name: integer(program(), param.type, stage.args[param.name]) for param in found.params if stage.args}
    for row in found.all_rows:
        fits = any(covers((constant(key.low), constant(key.high)), total) for key in row.keys)
        if fits and all(args[match.param] in match.values for match in row.matches):
            (give,) = row.body
            assert isinstance(give, Give)
            (value,) = give.values
            assert isinstance(value, Const)
            return word(program(), found.result, value.value)
    return None


def constant(end: Expr | None) -> int | None:
    """The end of a key; None where it is open."""
    assert end is None or isinstance(end, Const)
    return end.value if end else None


def extremes(table: str) -> list[int]:
    """The least and the most that the modifiers of a table were seen to add, one of each at a time."""
    amounts: dict[str, set[int]] = {}
    for way in WAYS.get(table, ()):
        amounts.setdefault(way.modifier, {0}).add(way.amount)
    return [sum(min(found) for found in amounts.values()), sum(max(found) for found in amounts.values())]


STATES: dict[str, list[tuple[Stage, int]]] = {}
"""What :func:`states` found, by the words of the plain state."""


def reach(given: Given) -> tuple[Stage, int] | None:
    """A state and a throw that make a total; None where nothing does."""
    if str(given.stage) not in STATES:
        STATES[str(given.stage)] = states(given.stage)
    for stage, sum_ in STATES[str(given.stage)]:
        if given.total - sum_ in sides(DICE[given.stage.table]):
            return stage, given.total - sum_
    return None


def states(plain: Stage) -> list[tuple[Stage, int]]:
    """The plain state and others with ever more modifiers, upwards, then downwards, each with what it adds."""
    found = [(plain, extra(plain))]
    for sign in (1, -1):
        stage, sum_ = found[0]
        for way in sorted(WAYS.get(plain.table, ()), key=lambda way: -sign * way.amount):
            more = stage.plus(way.stage)
            if more is not None and sign * (extra(more) - sum_) > 0:
                stage, sum_ = more, extra(more)
                found.append((stage, sum_))
    return found


def extra(stage: Stage) -> int:
    """What is added to the dice in a state."""
    return sum(stage.thrown(MIDDLE[DICE[stage.table]]).modifiers.values())


VALUES = list(values())


@pytest.mark.parametrize("given_total", VALUES, ids=str)
def test_a_roll_gives_what_the_sheet_says(given_total: Given) -> None:
    reached = reach(given_total)
    if reached is None:
        expected = given(given_total.rows, given_total.total, given_total.stage.table)
        assert written(given_total.stage, given_total.total) == expected
        return
    stage, natural = reached
    found, result = stage.roll(natural)
    assert found.throws[0].total == given_total.total
    expected = given(given_total.rows, given_total.total, stage.table)
    if isinstance(expected, tuple):  # the second part stands with the first one, as printed data
        first, second = expected
        column = {"A1-city": data("Target", "zone"), "B6": data("Weather", "severity")}[stage.table]
        assert column[str(result)] == second
        expected = first
    assert result == expected, differs(given_total, result, expected)


# --- modifiers


ALL_WAYS = [way for ways in WAYS.values() for way in ways]


@pytest.mark.parametrize("way", ALL_WAYS, ids=str)
def test_a_modifier_counts_for_its_cause(way: Way) -> None:
    table = way.stage.table
    throw = way.stage.thrown(MIDDLE[DICE[table]])
    found = sum(throw.modifiers.get(name, 0) for name in labels(table, way.modifier))
    assert found == way.amount, differs(way, throw.modifiers, way.amount)
    assert throw.total - throw.natural == sum(throw.modifiers.values())


@pytest.mark.parametrize("table", WAYS)
def test_every_amount_of_the_sheet_comes_about(table: str) -> None:
    for modifier, printed in TABLES[table]["modifiers"].items():
        amounts = printed["amount"] if isinstance(printed["amount"], list) else [printed["amount"]]
        found = {way.amount for way in WAYS[table] if way.modifier == modifier}
        assert set(amounts) - {0} <= found, modifier
    assert {way.modifier for way in WAYS[table]} == set(TABLES[table]["modifiers"])


@pytest.mark.parametrize("table", DICE)
def test_a_table_has_no_modifier_that_is_not_on_the_sheet(table: str) -> None:
    known = {name for modifier in TABLES[table].get("modifiers", ()) for name in labels(table, modifier)}
    known |= {*SECOND_READINGS.get(table, ()), *ALSO.get(table, ())}
    assert {modifier.label for modifier in node(table).modifiers} <= known


# --- A1


FACES = [(quarter, face) for quarter, cells in TABLES["A1"]["cells"].items() for face in cells]


@pytest.mark.parametrize(("quarter", "face"), FACES)
def test_a_raid_is_the_one_of_the_sheet(quarter: str, face: str) -> None:
    name, kind, zone = TABLES["A1"]["cells"][quarter][face]
    target = scene().roll("A1", quarter, dice=[int(face)])
    assert isinstance(target, str)
    assert data("Target", "zone")[target] == ("none" if zone is None else zone)
    assert data("Target", "kind")[target] == KINDS[kind]
    assert title("Target", target) == TITLES.get(name, name)


def title(enum: str, value: str) -> str:
    """What a value is called for people."""
    found = next(node for node in graph().enums if node.name == enum)
    return found.titles[found.values.index(value)]


# --- B1


ENCOUNTERS = [(quarter, int(total)) for quarter, rows in TABLES["B1"]["rows"].items() for total in rows]


@pytest.mark.parametrize(("quarter", "total"), ENCOUNTERS)
def test_an_interception_is_the_one_of_the_sheet(quarter: str, total: int) -> None:
    cell = TABLES["B1"]["rows"][quarter][str(total)]
    found = scene().roll("B1", quarter, dice=[total])
    expected = (cell[0], TYPES[cell[1]]) if cell else None
    if expected is None:
        assert isinstance(found, tuple)
        assert found[1] == "none", differs(f"B1 {quarter} {total}", found, cell)
    else:
        assert found == expected, differs(f"B1 {quarter} {total}", found, cell)


@pytest.mark.parametrize("kind", TABLES["B1"]["types"])
def test_a_fighter_is_the_one_of_the_sheet(kind: str) -> None:
    printed, name = TABLES["B1"]["types"][kind], TYPES[kind]
    assert title("Type", name) == printed["name"]
    assert data("Type", "origin")[name] == printed["base"]
    assert data("Type", "drive")[name] == PROPULSION[printed["engine"]]
    assert data("Type", "attack")[name] == printed["attack_drm"]
    assert data("Type", "toughness")[name] == printed["toughness_drm"]


def test_there_are_no_other_fighters() -> None:
    assert set(data("Type", "origin")) == {TYPES[kind] for kind in TABLES["B1"]["types"]}


@pytest.mark.parametrize("quarter", QUARTERS)
def test_encounters_are_as_likely_as_the_sheet_says(quarter: str) -> None:
    """The zone filter over B1, a random event in the place of row 12 not deducted."""
    origin, columns = data("Type", "origin"), []
    meets = {zone: scene().look("map", zone) for zone in (2, 5, 6)}
    names = [part.name for part in node("map").result.parts]  # type: ignore[union-attr]  # it has parts
    for zone in (2, 5, 6):
        row = dict(zip(names, meets[zone], strict=True))  # type: ignore[arg-type]  # and so a tuple
        columns.append(chance("2d6", [total for total in range(2, 13) if intercepts(quarter, total, origin, row)]))
    assert columns == DOCUMENT["encounter_chances"][quarter]


def intercepts(quarter: str, total: int, origin: Any, zone: Any) -> bool:
    """Whether the fighters of this roll attack in this zone."""
    found = scene().roll("B1", quarter, dice=[total])
    assert isinstance(found, tuple)
    return found[1] != "none" and zone[origin[found[1]]] == "yes"


# --- B2: to hit


POSITIONS = [
    (clock, height) for clock in CLOCKS for height in (("none",) if clock in ("VD", "VC") else ("low", "level", "high"))
]


@pytest.mark.parametrize(("clock", "height"), POSITIONS)
@pytest.mark.parametrize("natural", range(1, 7))
def test_a_gun_hits_from_the_need_of_the_position_on(clock: str, height: str, natural: int) -> None:
    stage = Stage("B2-to_hit", fighter={"clock": CLOCKS[clock], "height": height})
    _, result = stage.roll(natural)
    need = TABLES["B2-to_hit"]["needs"][clock]
    assert (result == "hit") == (natural >= need), differs((clock, natural), result, need)


@pytest.mark.parametrize("clock", CLOCKS)
def test_an_ace_hits_with_one_less(clock: str) -> None:
    """So that a need of 6 is no need of 7, which a natural 6 would hide."""
    height = "none" if clock in ("VD", "VC") else "level"
    stage = Stage("B2-to_hit", {"lucky": "tail_gunner"}, {"clock": CLOCKS[clock], "height": height}, {"gun": "tail"})
    need = TABLES["B2-to_hit"]["needs"][clock]
    assert [natural for natural in range(1, 7) if stage.roll(natural)[1] == "hit"] == list(range(need - 1, 7))


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_natural_six_always_hits(clock: str) -> None:
    height = "none" if clock in ("VD", "VC") else "level"
    facts = {"device_out[intercom]": "yes", f"device_out[{DEVICES['FuG 217 Neptun tail warning']}]": "yes"}
    worst = Stage(
        "B2-to_hit",
        facts,
        {"clock": CLOCKS[clock], "height": height, "quality": "ace"},
        options={"pilot_quality": "yes"},
    )
    assert sum(worst.thrown(5).modifiers.values()) < 0
    assert worst.roll(5)[1] == "miss"
    assert worst.roll(6)[1] == "hit"


# --- what the sheet says of its own figures


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, "plain"),
        ({"skill[navigation]": "yes"}, "navigation"),
        ({"condition[navigator]": "serious"}, "navigator"),
    ],
)
def test_the_chance_to_be_on_target_is_the_one_of_the_sheet(facts: dict[str, str], expected: str) -> None:
    hits = [natural for natural in sides("2d6") if Stage("B10", facts).roll(natural)[1] == "on_target"]
    assert chance("2d6", hits) == TABLES["B10"]["chances"][expected]


LOADS: list[dict[str, str]] = [
    {"aircraft": "fw300"},
    {"aircraft": "me364"},
    {"aircraft": "ju390"},
    {"aircraft": "ta400", "skill[accuracy]": "yes"},
    {"aircraft": "ta400", "skill[accuracy]": "yes", "achieved[improved_lotfe]": "yes"},
]


@pytest.mark.parametrize("run", TABLES["B11"]["means"])
@pytest.mark.parametrize("added", range(5))
def test_bombs_do_as_well_as_the_sheet_says(run: str, added: int) -> None:
    stage = Stage("B11", LOADS[added], args={"run": run})
    assert sum(stage.thrown(7).modifiers.values()) == added
    whole = sum(chance("2d6", [natural]) * int(stage.roll(natural)[1]) for natural in sides("2d6"))
    assert abs(whole / 36 - TABLES["B11"]["means"][run][added]) < 0.05001


@pytest.mark.parametrize("area", TABLES["A2"]["areas"])
def test_a_research_area_is_the_one_of_the_sheet(area: str) -> None:
    printed = TABLES["A2"]["areas"][area]
    found = next(node for node in graph().enums if node.name == "Area")
    assert title("Area", AREAS[area]) == printed["name"]
    assert found.values.index(AREAS[area]) + 1 == printed["area"]
    assert len(found.values) == len(TABLES["A2"]["areas"])


@pytest.mark.parametrize("level", range(TABLES["A2"]["levels"][0], TABLES["A2"]["levels"][1] + 1))
@pytest.mark.parametrize("die", range(1, 7))
def test_an_advance_is_made_at_its_level_or_less(level: int, die: int) -> None:
    found = scene({"research[crew_armour]": level})
    assert (found.roll("A2", "crew_armour", dice=[die]) == "breakthrough") == (die <= level)


# --- how it came down to us


PRINTED_TABLES = [table for table, found in TABLES.items() if found.get("standing") == "printed"]


@pytest.mark.parametrize("table", DICE)
def test_a_chart_says_that_it_is_reconstructed(table: str) -> None:
    expected = "printed" if table in PRINTED_TABLES else "reconstructed"
    assert node(table).origin.standing == expected


@pytest.mark.parametrize("table", [table for table in TABLES if "modifiers" in TABLES[table]])
def test_a_modifier_says_whether_it_is_printed(table: str) -> None:
    for modifier, printed in TABLES[table]["modifiers"].items():
        names = [name for name in labels(table, modifier) if name not in ALSO.get(table, ())]
        standings = {
            found.origin.standing or "reconstructed" for found in node(table).modifiers if found.label in names
        }
        assert standings <= {"printed" if printed["printed"] else "reconstructed"}, modifier


PRINTED_CELLS = [(table, int(total)) for table, found in TABLES.items() for total in found.get("printed_cells", ())]


@pytest.mark.parametrize("table", DICE)
def test_a_row_says_whether_it_is_printed(table: str) -> None:
    for row in node(table).all_rows:
        for total in (total for printed, total in PRINTED_CELLS if printed == table):
            if row.label == str(total) or row.label.startswith(f"{total}..") or f"{total}," in f"{row.label},":
                assert row.origin.standing == "printed", row.label


def test_of_an_event_the_name_is_printed_and_not_its_number() -> None:
    printed = {line["gives"] for line in TABLES["C1"]["rows"] if line["printed"]}
    assert all(not row.origin.standing for row in node("C1").all_rows)
    assert {each.title for each in graph().procedures if each.origin.standing == "printed"} >= printed
    assert {each.title for each in graph().procedures if each.origin.standing == "reconstructed"} & printed == set()
