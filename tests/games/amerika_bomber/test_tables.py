"""Every figure of the charts A1 to C2, executed, against an independent transcription.

A test for each chart, which names all that differs at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bombsight.compiler.graph.expressions import Const, Expr
from bombsight.compiler.graph.statements import Give
from tests.games.amerika_bomber.bench import Word, data, graph, program, scene
from tests.games.amerika_bomber.causes import WAYS
from tests.games.amerika_bomber.names import (
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
from tests.games.amerika_bomber.transcribed import DOCUMENT, TABLES, Stage, chance, covers, given, node, sides
from tests.games.scenes import integer, word


def alike(found: Iterable[tuple[object, object, object]]) -> None:
    """Holds where what the game says is what the sheet says, everywhere; names each place where it is not."""
    wrong = [f"{where}: the game says {game!r}, the sheet {sheet!r}" for where, game, sheet in found if game != sheet]
    assert not wrong, "\n".join(wrong)


MIDDLE = {"1d6": 3, "2d6": 7, "1d10": 5, "d66": 33}
"""A throw with no result of its own."""

DICE = {table: found["dice"] for table, found in TABLES.items() if "dice" in found and table != "A2"}


def title(enum: str, value: str) -> str:
    """What a value is called for people."""
    found = next(node for node in graph().enums if node.name == enum)
    return found.titles[found.values.index(value)]


# --- every total of a table of values

COLUMNS: dict[str, dict[str, Stage]] = {
    "B2-cover": {zone: Stage("B2-cover", args={"sector": int(zone)}) for zone in TABLES["B2-cover"]["rows"]},
    "B11": {bombing: Stage("B11", args={"run": bombing}) for bombing in TABLES["B11"]["rows"]},
}
"""Tables with a column for each of some states."""

VALUE_TABLES = (
    "A1-special", "A1-city", "B2-place", "B2-altitude", "B2-cover", "B2-damage", "B2-hits", "B2a-density", "B2a", "B5",
    "B6", "B7", "B8", "B9", "B10", "B11", "C2",
)  # fmt: skip


@pytest.mark.parametrize("table", VALUE_TABLES)
def test_a_table_gives_what_the_sheet_says(table: str) -> None:
    alike(every_total(table))


def every_total(table: str) -> Iterator[tuple[object, object, object]]:
    """Every total that dice and modifiers make: what the game gives, and the sheet."""
    for column, plain in COLUMNS.get(table, {"": Stage(table)}).items():
        rows = TABLES[table]["rows"][column] if column else TABLES[table]["rows"]
        low, high = (extremes(table)[end] + sides(DICE[table])[end] for end in (0, -1))
        ends = [end for row in rows for end in row["span"] if end is not None]
        known = states(plain)
        for total in range(min(low, *ends), max(high, *ends) + 1):
            expected = given(rows, total, table)
            found = gives(known, table, total)
            if found is None:
                found = written(plain, total)
            elif isinstance(expected, tuple):  # the second part stands with the first one, as printed data
                column_of = {"A1-city": ("Target", "zone"), "B6": ("Weather", "severity")}[table]
                found = found, data(*column_of)[str(found)]
            yield f"{table} {column} {total}", found, expected


def gives(known: Iterable[tuple[Stage, int]], table: str, total: int) -> Any:
    """What the game gives for a total; None where no state and no throw make it."""
    for stage, sum_ in known:
        if total - sum_ in sides(DICE[table]):
            found, result = stage.roll(total - sum_)
            assert found.throws[0].total == total
            return result
    return None


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


# --- modifiers


@pytest.mark.parametrize("table", WAYS)
def test_the_modifiers_of_a_table_are_those_of_the_sheet(table: str) -> None:
    alike(every_modifier(table))
    for modifier, printed in TABLES[table]["modifiers"].items():
        amounts = printed["amount"] if isinstance(printed["amount"], list) else [printed["amount"]]
        found = {way.amount for way in WAYS[table] if way.modifier == modifier}
        assert set(amounts) - {0} <= found, modifier
    assert {way.modifier for way in WAYS[table]} == set(TABLES[table]["modifiers"])


def every_modifier(table: str) -> Iterator[tuple[object, object, object]]:
    """What each modifier comes to in each state."""
    for way in WAYS[table]:
        throw = way.stage.thrown(MIDDLE[DICE[table]])
        found = sum(throw.modifiers.get(name, 0) for name in labels(table, way.modifier))
        yield way, found, way.amount
        yield f"{way}, in all", throw.total - throw.natural, sum(throw.modifiers.values())


def test_the_dice_and_modifiers_are_those_of_the_sheet_and_no_others() -> None:
    alike(dice_and_labels())


def dice_and_labels() -> Iterator[tuple[object, object, object]]:
    """The dice of each table, and the modifiers that the sheet does not know."""
    for table in DICE:
        rolled = node(table).rolled
        assert rolled is not None
        yield table, rolled.dice.notation, DICE[table]
        known = {name for modifier in TABLES[table].get("modifiers", ()) for name in labels(table, modifier)}
        known |= {*SECOND_READINGS.get(table, ()), *ALSO.get(table, ())}
        yield table, {modifier.label for modifier in node(table).modifiers} - known, set()


# --- A1, A2, B1


@pytest.mark.parametrize("quarter", QUARTERS)
def test_the_raids_are_those_of_the_sheet(quarter: str) -> None:
    alike(raids(quarter))


def raids(quarter: str) -> Iterator[tuple[object, object, object]]:
    """Every cell of A1: name, kind, zone."""
    for face, (name, kind, zone) in TABLES["A1"]["cells"][quarter].items():
        target = str(scene().roll("A1", quarter, dice=[int(face)]))
        found = title("Target", target), data("Target", "kind")[target], data("Target", "zone")[target]
        yield f"{quarter} {face}", found, (TITLES.get(name, name), KINDS[kind], "none" if zone is None else zone)


@pytest.mark.parametrize("quarter", QUARTERS)
def test_the_interceptions_are_those_of_the_sheet(quarter: str) -> None:
    alike(interceptions(quarter))


def interceptions(quarter: str) -> Iterator[tuple[object, object, object]]:
    """Every cell of B1, and how likely an encounter is in a zone of each kind."""
    for total, cell in TABLES["B1"]["rows"][quarter].items():
        found = scene().roll("B1", quarter, dice=[int(total)])
        assert isinstance(found, tuple)
        yield f"{quarter} {total}", None if found[1] == "none" else found, (cell[0], TYPES[cell[1]]) if cell else None
    names = [part.name for part in node("map").result.parts]  # type: ignore[union-attr]  # it has parts
    chances = []
    for zone in (2, 5, 6):
        row = dict(zip(names, scene().look("map", zone), strict=True))  # type: ignore[arg-type]  # and so a tuple
        chances.append(chance("2d6", [total for total in range(2, 13) if attacked(quarter, total, row)]))
    yield f"{quarter}, chances", chances, DOCUMENT["encounter_chances"][quarter]


def attacked(quarter: str, total: int, zone: Any) -> bool:
    """Whether the fighters of this roll attack in this zone."""
    found = scene().roll("B1", quarter, dice=[total])
    assert isinstance(found, tuple)
    return found[1] != "none" and zone[data("Type", "origin")[str(found[1])]] == "yes"


def test_the_fighters_are_those_of_the_sheet() -> None:
    alike(fighters())
    assert set(data("Type", "origin")) == {TYPES[kind] for kind in TABLES["B1"]["types"]}


def fighters() -> Iterator[tuple[object, object, object]]:
    """What is printed of each type."""
    for kind, printed in TABLES["B1"]["types"].items():
        name = TYPES[kind]
        found = [title("Type", name), *(data("Type", column)[name] for column in ("origin", "drive", "attack"))]
        sheet = [printed["name"], printed["base"], PROPULSION[printed["engine"]], printed["attack_drm"]]
        yield kind, [*found, data("Type", "toughness")[name]], [*sheet, printed["toughness_drm"]]


def test_the_research_areas_are_those_of_the_sheet() -> None:
    found = next(node for node in graph().enums if node.name == "Area")
    printed = {area: (sheet["area"], sheet["name"]) for area, sheet in TABLES["A2"]["areas"].items()}
    game = {value: (at + 1, title("Area", value)) for at, value in enumerate(found.values)}
    assert game == {AREAS[area]: known for area, known in printed.items()}


def test_an_advance_is_made_at_its_level_or_less() -> None:
    alike(
        (f"level {level}, {die}", rolled(level, die) == "breakthrough", die <= level)
        for level in range(TABLES["A2"]["levels"][0], TABLES["A2"]["levels"][1] + 1)
        for die in range(1, 7)
    )


def rolled(level: int, die: int) -> Any:
    """What research at a level comes to."""
    return scene({"research[crew_armour]": level}).roll("A2", "crew_armour", dice=[die])


# --- B2: to hit


def test_a_gun_hits_from_the_need_of_the_position_on() -> None:
    alike(needs())


def needs() -> Iterator[tuple[object, object, object]]:
    """What hits at each place: as it is, with one more, and at the worst, where a natural 6 alone hits."""
    worse = {"device_out[intercom]": "yes", f"device_out[{DEVICES['FuG 217 Neptun tail warning']}]": "yes"}
    for clock in CLOCKS:
        heights = ("none",) if clock in ("VD", "VC") else ("low", "level", "high")
        need = TABLES["B2-to_hit"]["needs"][clock]
        for height in heights:
            at = {"clock": CLOCKS[clock], "height": height}
            yield (clock, height), hits(Stage("B2-to_hit", fighter=at)), [*range(need, 7)]
            lucky = Stage("B2-to_hit", {"lucky": "tail_gunner"}, at, {"gun": "tail"})
            yield (clock, height, "ace"), hits(lucky), [*range(need - 1, 7)]
            worst = Stage("B2-to_hit", worse, {**at, "quality": "ace"}, options={"pilot_quality": "yes"})
            lost = -sum(worst.thrown(5).modifiers.values())
            yield (clock, height, "worst"), hits(worst), [*range(min(6, need + lost), 7)]


def hits(stage: Stage) -> list[int]:
    """The faces that hit."""
    return [natural for natural in range(1, 7) if stage.roll(natural)[1] == "hit"]


# --- what the sheet says of its own figures


def test_the_chances_to_be_on_target_are_those_of_the_sheet() -> None:
    ways = {"plain": {}, "navigation": {"skill[navigation]": "yes"}, "navigator": {"condition[navigator]": "serious"}}
    alike(
        (name, chance("2d6", [n for n in sides("2d6") if Stage("B10", facts).roll(n)[1] == "on_target"]), expected)
        for name, facts in ways.items()
        for expected in [TABLES["B10"]["chances"][name]]
    )


LOADS: list[dict[str, str]] = [
    {"aircraft": "fw300"},
    {"aircraft": "me364"},
    {"aircraft": "ju390"},
    {"aircraft": "ta400", "skill[accuracy]": "yes"},
    {"aircraft": "ta400", "skill[accuracy]": "yes", "achieved[improved_lotfe]": "yes"},
]


@pytest.mark.parametrize("run", TABLES["B11"]["means"])
def test_bombs_do_as_well_as_the_sheet_says(run: str) -> None:
    for added, facts in enumerate(LOADS):
        stage = Stage("B11", facts, args={"run": run})
        assert sum(stage.thrown(7).modifiers.values()) == added
        whole = sum(chance("2d6", [natural]) * int(stage.roll(natural)[1]) for natural in sides("2d6"))
        assert abs(whole / 36 - TABLES["B11"]["means"][run][added]) < 0.05001, added


# --- how it came down to us

PRINTED_TABLES = [table for table, found in TABLES.items() if found.get("standing") == "printed"]
PRINTED_CELLS = [(table, int(total)) for table, found in TABLES.items() for total in found.get("printed_cells", ())]


def test_a_chart_says_that_it_is_reconstructed() -> None:
    alike(
        (table, node(table).origin.standing, "printed" if table in PRINTED_TABLES else "reconstructed")
        for table in DICE
    )


def test_a_modifier_says_whether_it_is_printed() -> None:
    alike(standings())


def standings() -> Iterator[tuple[object, object, object]]:
    """What is said of each modifier, and of the rows that are printed."""
    for table in DICE:
        for modifier, printed in TABLES[table].get("modifiers", {}).items():
            names = [name for name in labels(table, modifier) if name not in ALSO.get(table, ())]
            for found in node(table).modifiers:
                if found.label in names:
                    expected = "printed" if printed["printed"] else "reconstructed"
                    yield f"{table} {found.label}", found.origin.standing or "reconstructed", expected
        for row in node(table).all_rows:
            for total in (total for chart, total in PRINTED_CELLS if chart == table):
                if row.label == str(total) or row.label.startswith(f"{total}..") or f"{total}," in f"{row.label},":
                    yield f"{table} {row.label}", row.origin.standing, "printed"


def test_of_an_event_the_name_is_printed_and_not_its_number() -> None:
    printed = {line["gives"] for line in TABLES["C1"]["rows"] if line["printed"]}
    assert all(not row.origin.standing for row in node("C1").all_rows)
    assert {each.title for each in graph().procedures if each.origin.standing == "printed"} >= printed
    assert {each.title for each in graph().procedures if each.origin.standing == "reconstructed"} & printed == set()
