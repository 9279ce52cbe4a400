"""What integers are called."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.flat.types import BOOL, NONE, IntType, TextType
from bombsight.runtime.events.describe import Describer, number_duplicates
from bombsight.runtime.events.reader import tone_of
from bombsight.service.present.sheet import Sheet
from tests.runtime.harbour import KIND, SHIP, SKY, harbour

# Two packets to the north that nothing tells apart, and a trawler that joined later in the third place.
SLOTS = [0, 2, 7, 6, 1, 1, 0, 0, 3, NONE, 3, 4, 8, 0, 0, 1, 0, 0, 1, 4, 4, 2, 9, 0]


@pytest.fixture
def describer():
    found = Describer(harbour())
    found.slots = SLOTS
    return found


@pytest.mark.parametrize(
    ("kind", "value", "name", "title"),
    [
        (SKY, 2, "gale", "a gale"),
        (KIND, 1, "old_trawler", "old trawler"),
        (SKY, NONE, "none", "none"),
        (SKY, 9, "9", "9"),
        (IntType(-3, 3), -2, "-2", "-2"),
        (BOOL, 1, "yes", "yes"),
        (BOOL, 0, "no", "no"),
        (TextType(), 1, "Bo", "Bo"),
        (TextType(), 2, "Ada 2", "Ada 2"),
        (SHIP, 3, "packet north", "Packet North"),
        (SHIP, 4, "packet north #2", "Packet North #2"),
        (SHIP, 8, "old_trawler south", "old trawler South"),
        (None, 5, "5", "5"),
    ],
)
def test_values_have_names_and_titles(describer, kind, value, name, title):
    assert describer.value_name(kind, value) == name
    assert describer.value_title(kind, value) == title


@pytest.mark.parametrize(("matters", "title"), [("", "Packet North"), ("good", "Packet"), ("bad", "Packet")])
def test_what_players_want_more_or_less_of_is_told_of_an_element_once_it_is_another(matters, title):
    program = harbour()
    marked = [evolve(each, matters=matters) if each.id == "Ship.side" else each for each in program.fields]
    describer = Describer(evolve(program, fields=tuple(marked)))
    describer.slots = SLOTS

    assert describer.value_title(SHIP, 3) == title
    assert describer.value_title(SHIP, 8) == "old trawler South"
    assert describer.value_name(SHIP, 3) == "packet north"


def test_what_of_an_element_has_a_title_tells_it_to_players_and_all_of_it_to_saves():
    program = harbour()
    titled = [evolve(each, title="Kind") if each.id == "Ship.kind" else each for each in program.fields]
    describer = Describer(evolve(program, fields=tuple(titled)))
    describer.slots = SLOTS

    assert (describer.value_title(SHIP, 3), describer.value_title(SHIP, 4)) == ("Packet", "Packet #2")
    assert (describer.value_name(SHIP, 3), describer.value_name(SHIP, 8)) == ("packet north", "old_trawler south")


@pytest.mark.parametrize(
    ("slot", "name", "title"),
    [
        (3, "oil", "Oil"),
        (6, "post[south].watched", "Watched, South"),
        (8, "aim[north]", "Aim, North"),
        (20, "ships[packet north #2].strength", "Packet North #2, Strength"),
        (22, "slot 22", "slot 22"),
    ],
)
def test_slots_have_places(describer, slot, name, title):
    assert describer.slot_name(slot) == name
    assert describer.slot_name(slot, titled=True) == title


def test_the_sheet_shows_what_has_a_title(describer):
    career, night = Sheet(describer).groups()
    assert (career.owner, [line.title for line in career.lines]) == ("career", ["Nights kept"])
    assert [(line.title, [(value.place, value.title) for value in line.values]) for line in night.lines] == [
        ("Oil", [("", "6")]),
        ("Sky", [("", "fog")]),
        ("Keeper", [("", "Ada")]),
        ("Watched", [("North", "yes"), ("South", "no")]),
        ("Aim", [("North", "Packet North"), ("South", "none")]),
        ("Ships", [("", "Packet North"), ("", "Packet North #2"), ("", "old trawler South")]),
    ]


def test_who_is_given_no_name_has_a_number():
    assert [Describer(evolve(harbour(), names=())).value_name(TextType(), serial) for serial in (0, 9)] == [
        "no. 1",
        "no. 10",
    ]


def test_names_are_made_distinct():
    assert number_duplicates(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]


@pytest.mark.parametrize(
    ("matters", "old", "new", "tone"),
    [
        ("good", 1, 2, "good"),
        ("bad", 1, 2, "bad"),
        ("bad", 2, 1, "good"),
        ("good", 2, 1, ""),
        ("bad", 1, 1, ""),
        ("", 1, 2, ""),
        ("bad", NONE, 2, ""),
    ],
)
def test_a_change_is_good_or_bad_news(matters, old, new, tone):
    oil = evolve(next(field for field in harbour().fields if field.type == IntType(0, 9)), matters=matters)
    assert tone_of(oil, old, new) == tone


def test_less_of_what_is_good_and_no_number_is_bad_news():
    dark = evolve(harbour().fields[0], type=BOOL, matters="good")
    assert tone_of(dark, 1, 0) == "bad"


def test_likes_are_told_apart_by_their_number_too(describer):
    first, second, _ = describer.describe_members(SHIP, (3, 4, 8))
    assert (first.name, second.name) == ("packet north", "packet north #2")
    assert first.marks - second.marks == {"1"}
    assert second.marks - first.marks == {"2"}
