"""Names that are like one another: slips are found, other words are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.suggestions import edits, likely, meant, near, plain

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
    assert likely(word, known) == found


@pytest.mark.parametrize(("word", "known"), UNLIKE)
def test_other_words(word, known):
    assert likely(word, known) == []


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_number_of_slips_is_a_distance(one, other):
    assert edits(one, other) == edits(other, one)
    assert (edits(one, other) == 0) == (one == other)
    assert abs(len(one) - len(other)) <= edits(one, other) <= max(len(one), len(other))


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=5))
def test_any_text_may_be_asked_for(word, known):
    found = likely(word, known)
    assert set(found) <= set(known)
    assert near(word, known)
    if plain(word) and word in known:
        assert plain(found[0]) == plain(word)


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
    assert near("snow", known, kind="table") == sentence


def test_what_is_said():
    assert near("fogg", ["fog", "rain"], "Sky has") == "Did you mean fog? Sky has fog and rain."
    assert near("fogg", ["fog"]) == meant("fogg", ["fog"]) == "Did you mean fog?"
    assert near("snow", ["rain"], then="Write one.") == "There is only rain. Write one."
    assert near("snow", (word for word in ("rain", "fog"))) == "There are rain and fog."
    assert meant("pilot_cabin", {"cockpit": "Pilot Cabin"}) == 'Did you mean cockpit "Pilot Cabin"?'
