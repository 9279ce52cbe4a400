"""Which near name is meant for certain, so that it can be put in the place of what was written."""

import pytest

from bombsight.dsl.suggestions import certain_name


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("lmap", ["lamp", "oil"], "lamp"),
        ("lampp", ["lamp"], "lamp"),
        ("new_mon", ["new_moon"], "new_moon"),
        ("weathre", {"weather": "The weather", "target": ""}, "weather"),
        ("wether", ["weather", "wither"], ""),
        ("gun_1", ["gun_2"], ""),
        ("deck2", ["deck1"], ""),
        ("crew_a", ["crew_b"], ""),
        ("ship", ["ships"], ""),
        ("ships", ["ship"], ""),
        ("post_gun", ["port_gun"], ""),
        ("froont_gun", ["front_gun"], "front_gun"),
        ("oli", ["oil"], ""),
        ("Oil", ["oil", "lamp"], "oil"),
        ("PORT", ["port", "post"], "port"),
        ("Oil", ["oil", "OIL"], ""),
        ("lamp", ["lamp"], ""),
        ("nothing", ["anything"], ""),
        ("", ["a"], ""),
    ],
)
def test_one_name_is_meant(word, known, meant):
    assert certain_name(word, known) == meant
