"""Values in words, and back."""

from __future__ import annotations

import pytest

from bombsight.flat.types import BOOL, NONE, EnumType, IntType
from bombsight.flat.words import value_of, word_for

SKY = EnumType("Sky")
WORDS = ("clear", "fog")


@pytest.mark.parametrize(("kind", "values"), [(BOOL, (0, 1)), (IntType(-3, 12), range(-3, 13)), (SKY, (0, 1))])
def test_every_value_has_a_word_and_the_word_that_value(kind, values):
    words = [word_for(value, kind, WORDS) for value in values]

    assert [value_of(word, kind, WORDS) for word in words] == [*values]
    assert len({*words}) == len(words)


@pytest.mark.parametrize(
    ("word", "kind"), [("2", BOOL), ("YES", BOOL), ("13", IntType(-3, 12)), ("", SKY), ("gale", SKY), ("yes", None)]
)
def test_other_words_have_none(word, kind):
    assert value_of(word, kind, WORDS) is None


def test_what_has_no_word_is_told_by_its_number():
    assert word_for(NONE, SKY, WORDS) == "none"
    assert word_for(7, SKY, WORDS) == word_for(7, None) == "7"
