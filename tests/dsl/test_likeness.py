"""Names that are like one another: slips are found, other words are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.suggestions import (
    describe_near_names,
    edit_distance,
    find_likely_names,
    normalize_name,
    suggest_name,
)

LIKE = [
    ("lmap", ["lamp", "oil"], ["lamp"]),
    ("trawlr", ["trawler", "packet"], ["trawler"]),
    ("Reeef", ["Reef", "Sky"], ["Reef"]),
    ("REEF", ["Reef", "Sky"], ["Reef"]),
    ("new-moon", ["new_moon"], ["new_moon"]),
    ("winter_dark", ["dark_winter"], ["dark_winter"]),
    ("home", ["near_home", "port"], ["near_home"]),
    ("strength_at_sea", ["strength"], ["strength"]),
    ("pilot_cabin", {"cockpit": "Pilot Cabin", "hold": "Hold"}, ["cockpit"]),
    ("the_sky_burns", {"K-1": "The sky turns"}, ["K-1"]),
    ("pilot_cabin", {"pilot": "Pilot", "cockpit": "Pilot Cabin"}, ["cockpit"]),
    ("winds", ["Wind", "wind"], ["wind", "Wind"]),
]
UNLIKE = [
    ("flown", ["front"]),
    ("hour", ["horn"]),
    ("result", ["recruit"]),
    ("going_home", ["near_home"]),
    ("type", ["kind", "hits"]),
    ("up", ["on"]),
    ("", ["a"]),
    ("==", ["a_b"]),
]


@pytest.mark.parametrize(("word", "known", "found"), LIKE)
def test_slips(word, known, found):
    assert find_likely_names(word, known) == found


@pytest.mark.parametrize(("word", "known"), UNLIKE)
def test_other_words(word, known):
    assert find_likely_names(word, known) == []


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_number_of_slips_is_a_distance(one, other):
    assert edit_distance(one, other) == edit_distance(other, one)
    assert (edit_distance(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= edit_distance(one, other) <= max(len(one), len(other))


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=5))
def test_any_text_may_be_asked_for(word, known):
    found = find_likely_names(word, known)
    assert set(found) <= set(known)
    assert describe_near_names(word, known)
    if normalize_name(word) and word in known:
        assert normalize_name(found[0]) == normalize_name(word)


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        ([], "There are none."),
        (["rain"], "There is only rain."),
        (["fog", "rain"], "There are fog and rain."),
        (["fogs", "rain"], "There are fogs and rain."),
        ([f"n{number}" for number in range(30)], "There are 30: `bombsight show GAME --kind table` lists them."),
    ],
)
def test_what_there_is(known, sentence):
    assert describe_near_names("snow", known, kind="table") == sentence


def test_what_is_said():
    assert describe_near_names("fogg", ["fog", "rain"], "Sky has") == "Did you mean fog? Sky has fog and rain."
    assert describe_near_names("fogg", ["fog"]) == suggest_name("fogg", ["fog"]) == "Did you mean fog?"
    assert describe_near_names("snow", ["rain"], ending="Write one.") == "There is only rain. Write one."
    assert describe_near_names("snow", (word for word in ("rain", "fog"))) == "There are rain and fog."
    assert suggest_name("pilot_cabin", {"cockpit": "Pilot Cabin"}) == 'Did you mean cockpit "Pilot Cabin"?'
