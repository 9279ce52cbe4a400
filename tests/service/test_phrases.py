"""Conditions of rules in a player's words, or in none where they are more than that."""

from __future__ import annotations

import pytest

from bombsight.service.lookup.phrases import Phrases


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lamp > 0", "lamp above 0"),
        ("when sky in fog..", "sky in fog or later"),
        ("max(each.far for each in foes) > 3", ""),
        ("min(lamp, oil) < 2", ""),
        ("count(foes) > 3", ""),
        ("highest of 2d6 > 4", ""),
    ],
)
def test_a_condition_in_words(text, words):
    assert Phrases().describe_condition(text) == words
