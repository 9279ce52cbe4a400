"""Offsets in characters and in units of UTF-16."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bombsight.service.workshop.positions import offsets_of

TEXTS = st.text(st.sampled_from("aé—\U0001f3b2\n"), max_size=12)


def units(text: str) -> int:
    """The length of a text in JavaScript."""
    return len(text.encode("utf-16-le")) // 2


@given(TEXTS)
def test_each_offset_there_and_back(text):
    offsets = offsets_of(text)
    for offset in range(len(text) + 1):
        assert offsets.to_units(offset) == units(text[:offset])
        assert offsets.from_units(units(text[:offset])) == offset


@given(TEXTS, st.integers(0, 40))
def test_an_offset_within_a_character_or_behind_the_end(text, there):
    offset = offsets_of(text).from_units(there)
    assert offset == max(at for at in range(len(text) + 1) if units(text[:at]) <= there)


def test_an_offset_behind_the_end_is_the_end():
    assert offsets_of("a\U0001f3b2").to_units(9) == 3
