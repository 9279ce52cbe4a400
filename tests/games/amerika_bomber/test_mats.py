"""The six aircraft mats, the fields of fire, the map and the calendar, against an independent transcription."""

from __future__ import annotations

import pytest

from amerika_bomber.bench import data, graph, scene
from amerika_bomber.names import ARCS, CLOCKS, ENGINES, GUNS, HEIGHTS, POSTS
from amerika_bomber.transcribed import DOCUMENT, MATS, TABLES, Stage, node

FIGURES = [(aircraft, figure) for aircraft, mat in MATS.items() for figure in mat["figures"]]
GUN_NAMES = tuple(GUNS.values())
POST_NAMES = tuple(dict.fromkeys(POSTS.values()))
ALL_GUNS = [(aircraft, gun) for aircraft in MATS for gun in GUN_NAMES]


def gun_of(aircraft: str, gun: str) -> tuple[str, int, int] | None:
    """Who serves a gun, its firepower and its ammunition; None where the mat has no such gun."""
    lines = {GUNS[position]: (POSTS[man], power, rounds) for position, man, power, rounds in MATS[aircraft]["guns"]}
    return lines.get(gun)


@pytest.mark.parametrize(("aircraft", "figure"), FIGURES)
def test_a_figure_is_the_one_of_the_mat(aircraft: str, figure: str) -> None:
    expected = MATS[aircraft]["figures"][figure]
    assert scene().look(f"mat-{aircraft}", figure) == expected
    assert scene({"aircraft": aircraft}).define("figure", figure) == expected


def test_a_mat_has_no_other_figures() -> None:
    (found,) = (enum for enum in graph().enums if enum.name == "Figure")
    for aircraft in MATS:
        assert set(found.values) == set(MATS[aircraft]["figures"])


@pytest.mark.parametrize(("aircraft", "gun"), ALL_GUNS)
def test_a_gun_is_the_one_of_the_mat(aircraft: str, gun: str) -> None:
    expected = gun_of(aircraft, gun)
    found = scene({"aircraft": aircraft})
    cells = found.look(f"guns-{aircraft}", gun)
    assert isinstance(cells, tuple)
    assert found.define("on_mat", gun) == ("yes" if expected else "no")
    if expected is None:
        assert cells[0] == "none"
        assert found.define("server", gun) == "none"
    else:
        assert cells == expected
        assert (found.define("server", gun), found.define("power", gun), found.define("rounds", gun)) == expected


@pytest.mark.parametrize("aircraft", MATS)
@pytest.mark.parametrize("post", POST_NAMES)
def test_a_man_is_aboard_where_the_mat_has_him(aircraft: str, post: str) -> None:
    crew = {POSTS[man] for man in MATS[aircraft]["crew"]}
    expected = "yes" if post in crew else "no"
    assert scene().look(f"crew-{aircraft}", post) == expected
    assert scene({"aircraft": aircraft}).define("has_post", post) == expected
    assert scene({"aircraft": aircraft}).define("aboard", post) == expected
    with_agent = scene({"aircraft": aircraft, "agent_aboard": "yes"}).define("aboard", post)
    assert with_agent == ("yes" if post == "agent" else expected)


@pytest.mark.parametrize("aircraft", MATS)
def test_an_aircraft_has_the_engines_of_its_mat(aircraft: str) -> None:
    found = scene({"aircraft": aircraft})
    has = [found.define("has_engine", engine) for engine in ENGINES]
    count = MATS[aircraft]["figures"]["engines"]
    assert has == ["yes"] * count + ["no"] * (len(ENGINES) - count)


@pytest.mark.parametrize("aircraft", MATS)
def test_an_aircraft_is_to_be_had_from_its_month_on(aircraft: str) -> None:
    mat = MATS[aircraft]
    year, number = (int(part) for part in mat["from"].split("-"))
    months = DOCUMENT["calendar"]["months"]
    assert data("Aircraft", "from")[aircraft] == months[12 * (year - 1947) + number - 4]
    assert data("Aircraft", "starter")[aircraft] == ("yes" if mat["from"] == "1947-04" else "no")
    assert data("Aircraft", "jet")[aircraft] == ("yes" if mat["propulsion"] == "jet" else "no")


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


def test_a_fighter_can_be_in_26_positions() -> None:
    assert len(POSITIONS) == 26


@pytest.mark.parametrize("arc", ARCS)
@pytest.mark.parametrize(("clock", "height"), POSITIONS)
def test_a_gun_bears_where_the_sheet_says(arc: str, clock: str, height: str) -> None:
    gun, expected = ARCS[arc], "yes" if in_arc(arc, clock, height) else "no"
    aircraft = next(name for name in MATS if gun_of(name, gun))
    facts = {"clock": CLOCKS[clock], "height": HEIGHTS.get(height, "none")}
    found = scene({"aircraft": aircraft})
    fighter = found.fighter(**facts)
    assert found.define("bears", gun, fighter) == expected


# --- who serves, who flies, how long


@pytest.mark.parametrize(("wound", "manned"), [("fit", "yes"), ("light", "yes"), ("serious", "no"), ("killed", "no")])
@pytest.mark.parametrize(
    ("aircraft", "gun"), [pair for pair in ALL_GUNS if gun_of(*pair) and pair[1] != "fixed_forward"]
)
def test_a_gun_is_silent_without_its_man(aircraft: str, gun: str, wound: str, manned: str) -> None:
    line = gun_of(aircraft, gun)
    assert line is not None
    assert scene({"aircraft": aircraft, f"condition[{line[0]}]": wound}).define("works", gun) == manned


@pytest.mark.parametrize(
    ("gone", "works"),
    [((), "yes"), (("pilot",), "yes"), (("pilot", "copilot"), "yes"), (("pilot", "copilot", "engineer"), "no")],
)
def test_the_fixed_guns_are_served_by_him_who_flies(gone: tuple[str, ...], works: str) -> None:
    found = scene({"aircraft": "e555", **{f"condition[{man}]": "killed" for man in gone}})
    assert found.define("works", "fixed_forward") == works
    if works == "yes":
        assert found.define("server", "fixed_forward") == ("pilot", "copilot", "engineer")[len(gone)]


@pytest.mark.parametrize("aircraft", MATS)
@pytest.mark.parametrize(("achieved", "more"), [("no", 0), ("yes", TABLES["A2"]["areas"]["enlarged_dueppel"]["by"])])
def test_an_aircraft_is_fitted_out_as_its_mat_says(aircraft: str, achieved: str, more: int) -> None:
    found = scene({"aircraft": aircraft, "target": "boston_yard", "achieved[enlarged_dueppel]": achieved})
    found.do("fit_out")
    dispensers = [name for name in found.names if name.startswith("chaff[")]
    assert len(dispensers) == MATS[aircraft]["chaff_dispensers"]
    assert [found[name] for name in dispensers] == [MATS[aircraft]["chaff_uses"] + more] * len(dispensers)


@pytest.mark.parametrize("aircraft", MATS)
@pytest.mark.parametrize(("target", "zone"), [("boston_yard", 5), ("chrysler", 6)])
def test_each_zone_and_the_landing_take_a_box(aircraft: str, target: str, zone: int) -> None:
    found = scene({"aircraft": aircraft, "target": target, "target_zone": zone})
    calm = [7] * (zone - 1)
    found.do("fly", dice=[*calm, 1, 2, 7, 8, 1, 2, *calm[1:], 7, 7])
    assert found["fate"] == "home"
    assert found["endurance"] == MATS[aircraft]["figures"]["endurance"] - 2 * zone


def test_without_a_box_she_comes_down_where_she_is() -> None:
    found = scene({"aircraft": "he277", "zone": 6, "homeward": "yes", "endurance": 0})
    found.do("visit", 5, spare=[3] * 40)
    assert (found["zone"], found["fate"], found["hull"]) == (6, "captured", "ditched")


# --- the way there, the year


@pytest.mark.parametrize("zone", DOCUMENT["map"])
def test_a_zone_is_the_one_of_the_map(zone: str) -> None:
    printed = DOCUMENT["map"][zone]
    expected = {
        "water": "yes" if printed["terrain"] == "water" else "no",
        **{part: "yes" if printed[part] else "no" for part in ("encounter", "cover", "carrier", "land")},
    }
    parts = node("map").result.parts  # type: ignore[union-attr]  # it has parts
    found = scene().look("map", int(zone))
    assert isinstance(found, tuple)
    assert dict(zip((part.name for part in parts), found, strict=True)) == expected


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


@pytest.mark.parametrize("zone", TABLES["B2-cover"]["zones"])
def test_cover_is_rolled_where_the_map_has_it(zone: int) -> None:
    assert DOCUMENT["map"][str(zone)]["cover"]
    assert Stage("B2-cover", args={"sector": zone}).roll(6)[1] == 1


@pytest.mark.parametrize("table", [f"{kind}-{aircraft}" for aircraft in MATS for kind in ("mat", "guns", "crew")])
def test_a_mat_says_that_it_is_reconstructed(table: str) -> None:
    assert node(table).origin.standing == "reconstructed"


def test_the_map_and_the_calendar_are_printed() -> None:
    assert [node(table).origin.standing for table in ("map", "calendar")] == ["printed", "printed"]
