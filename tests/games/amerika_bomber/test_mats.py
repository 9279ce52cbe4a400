"""The six aircraft mats, the fields of fire, the map and the calendar, against an independent transcription.

A test for each mat, which names all that differs at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.amerika_bomber.bench import data, graph, scene
from tests.games.amerika_bomber.names import ARCS, CLOCKS, ENGINES, GUNS, HEIGHTS, POSTS
from tests.games.amerika_bomber.test_tables import alike
from tests.games.amerika_bomber.transcribed import DOCUMENT, MATS, TABLES, node

GUN_NAMES = tuple(GUNS.values())
POST_NAMES = tuple(dict.fromkeys(POSTS.values()))


def gun_of(aircraft: str, gun: str) -> tuple[str, int, int] | None:
    """Who serves a gun, its firepower and its ammunition; None where the mat has no such gun."""
    lines = {GUNS[position]: (POSTS[man], power, rounds) for position, man, power, rounds in MATS[aircraft]["guns"]}
    return lines.get(gun)


@pytest.mark.parametrize("aircraft", MATS)
def test_an_aircraft_is_the_one_of_its_mat(aircraft: str) -> None:
    alike(figures(aircraft))
    alike(guns(aircraft))
    alike(crew(aircraft))
    alike(year(aircraft))


def figures(aircraft: str) -> Iterator[tuple[object, object, object]]:
    """Every figure, and the engines she has by them."""
    found = scene({"aircraft": aircraft})
    for figure, expected in MATS[aircraft]["figures"].items():
        yield figure, (found.look(f"mat-{aircraft}", figure), found.define("figure", figure)), (expected, expected)
    (known,) = (enum.values for enum in graph().enums if enum.name == "Figure")
    yield "figures", set(known), set(MATS[aircraft]["figures"])
    count = MATS[aircraft]["figures"]["engines"]
    has = [found.define("has_engine", engine) for engine in ENGINES]
    yield "engines", has, ["yes"] * count + ["no"] * (len(ENGINES) - count)


def guns(aircraft: str) -> Iterator[tuple[object, object, object]]:
    """Every gun: who serves it, its firepower, its rounds."""
    found = scene({"aircraft": aircraft})
    for gun in GUN_NAMES:
        expected = gun_of(aircraft, gun)
        cells = found.look(f"guns-{aircraft}", gun)
        assert isinstance(cells, tuple)
        yield gun, found.define("on_mat", gun), "yes" if expected else "no"
        yield gun, cells if expected else cells[0], expected or "none"
        if expected:
            yield gun, (found.define("server", gun), found.define("power", gun), found.define("rounds", gun)), expected


def crew(aircraft: str) -> Iterator[tuple[object, object, object]]:
    """Every man."""
    men = {POSTS[man] for man in MATS[aircraft]["crew"]}
    found = scene({"aircraft": aircraft})
    for post in POST_NAMES:
        expected = "yes" if post in men else "no"
        yield post, (found.look(f"crew-{aircraft}", post), found.define("has_post", post)), (expected, expected)


def year(aircraft: str) -> Iterator[tuple[object, object, object]]:
    """From when she is to be had, and what drives her."""
    mat = MATS[aircraft]
    when, number = (int(part) for part in mat["from"].split("-"))
    months = DOCUMENT["calendar"]["months"]
    yield "from", data("Aircraft", "from")[aircraft], months[12 * (when - 1947) + number - 4]
    yield "starter", data("Aircraft", "starter")[aircraft], "yes" if mat["from"] == "1947-04" else "no"
    yield "jet", data("Aircraft", "jet")[aircraft], "yes" if mat["propulsion"] == "jet" else "no"


def test_there_are_no_other_aircraft() -> None:
    assert list(data("Aircraft", "from")) == list(MATS)


# --- fields of fire

POSITIONS = [
    *[(clock, height) for clock in CLOCKS if clock not in ("VD", "VC") for height in HEIGHTS],
    ("VD", "none"),
    ("VC", "none"),
]


def in_arc(arc: str, clock: str, height: str) -> bool:
    """Whether the sheet has this position in a field of fire."""
    field = TABLES["B2-arcs"]["arcs"][arc]
    return bool(field[clock]) if height == "none" else clock in field[height]


@pytest.mark.parametrize("arc", ARCS)
def test_a_gun_bears_where_the_sheet_says(arc: str) -> None:
    assert len(POSITIONS) == 26
    found = scene()
    alike(
        (
            (arc, clock, height),
            found.look("B2-arcs", ARCS[arc], HEIGHTS.get(height, "none"), CLOCKS[clock]),
            "yes" if in_arc(arc, clock, height) else "no",
        )
        for clock, height in POSITIONS
    )


# --- the way there, the year


def test_the_zones_are_those_of_the_map() -> None:
    alike(zones())


def zones() -> Iterator[tuple[object, object, object]]:
    """What the map says of each zone."""
    names = [part.name for part in node("map").result.parts]  # type: ignore[union-attr]  # it has parts
    for zone, printed in DOCUMENT["map"].items():
        expected = {
            "water": "yes" if printed["terrain"] == "water" else "no",
            **{part: "yes" if printed[part] else "no" for part in ("encounter", "cover", "carrier", "land")},
        }
        found = scene().look("map", int(zone))
        assert isinstance(found, tuple)
        yield zone, dict(zip(names, found, strict=True)), expected


def test_four_slots_make_a_month_and_three_months_a_quarter() -> None:
    calendar = DOCUMENT["calendar"]
    months = [scene().look("calendar", slot) for slot in range(1, calendar["slots"] + 1)]
    assert months == [month for month in calendar["months"] for _ in range(calendar["per_month"])]
    quarters = list(data("Month", "quarter").values())
    expected = [quarter for quarter in TABLES["A1"]["cells"] for _ in range(calendar["per_quarter"])]
    assert quarters == expected


def test_promotions_are_tried_in_three_months() -> None:
    tried = [month for month, due in data("Month", "promotion").items() if due == "yes"]
    assert tried == DOCUMENT["promotion"]["after"]


def test_the_awards_are_those_of_the_sheet() -> None:
    printed = DOCUMENT["awards"]
    parts = {
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
    }
    assert data("Medal", "needed") == {medal: printed[award][part] for medal, (award, part) in parts.items()}


def test_the_mats_are_reconstructed_the_map_and_the_calendar_printed() -> None:
    mats = [f"{kind}-{aircraft}" for aircraft in MATS for kind in ("mat", "guns", "crew")]
    alike((table, node(table).origin.standing, "reconstructed") for table in mats)
    alike((table, node(table).origin.standing, "printed") for table in ("map", "calendar"))
