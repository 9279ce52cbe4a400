"""What is wrong, told by whom and what it has befallen."""

from __future__ import annotations

from bombsight.service.present.sheet import SheetGroup, SheetLine, SheetValue
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.troubles import find_troubles


def yes(place: str) -> SheetValue:
    return SheetValue(place, "yes", "yes", is_news=True, is_bad=True)


def line(title: str, *values: SheetValue, named: bool = False) -> SheetLine:
    places = any(value.place for value in values)
    return SheetLine(title.lower(), title, False, places, values, "" if named else "bad", named)


CREW = line("Crew: Name", SheetValue("Keeper", "ada", "Ada", False), SheetValue("Mate", "bo", "Bo", False), named=True)
HURT = SheetValue("Mate", "twice", "wounded twice", is_news=True, is_bad=True)
SHEET = (
    SheetGroup("career", "Career", (CREW,)),
    SheetGroup(
        "night",
        "Night",
        (
            line("Men: health", SheetValue("Keeper", "well", "well", False), HURT),
            line("Cold", SheetValue("Keeper", "no", "no", False), yes("Mate")),
            line("Tanks leaking", yes("Port")),
            line("Bucket", SheetValue("Port", "no", "no", is_news=True, is_bad=True)),
            line("Horn out", yes("")),
            line("Leaks", SheetValue("", "3", "3", is_news=True, is_bad=True)),
        ),
    ),
    SheetGroup("watch", "Watch", (SheetLine("oil", "Oil", False, False, (SheetValue("", "9", "9", True),), "good"),)),
)


def test_a_man_is_told_by_name_with_all_that_is_wrong_with_him_and_comes_first():
    assert list(map(str, find_troubles(SHEET))) == [
        "Bo, Mate: wounded twice; cold",
        "Port: tanks leaking; no bucket",
        "Horn out",
        "Leaks: 3",
    ]


def test_the_state_tells_what_is_wrong_first_and_once():
    assert [str(text) for text in render_sheet(SHEET)] == [
        "What is wrong",
        "  ! Bo, Mate: wounded twice; cold",
        "  ! Port: tanks leaking; no bucket",
        "  ! Horn out; Leaks: 3",
        "",
        "Watch",
        "  Oil: 9",
    ]


def test_a_long_list_stands_on_lines_and_says_how_long_it_is():
    values = tuple(SheetValue("", f"ship {n}", f"Ship {n}", True) for n in range(9))
    sheet = (SheetGroup("career", "Career", (SheetLine("ships", "Ships", True, False, values),)),)

    assert [str(text).strip() for text in render_sheet(sheet)][1:3] == ["Ships: 9, the last of them", "Ship 3"]
    assert len(render_sheet(sheet, everything=True)) == 11
