"""Dice as a value: what they can show, how they are written and read together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.dice import D66, Dice

plain = st.builds(Dice, st.integers(1, 6), st.integers(2, 20))
any_dice = st.one_of(plain, st.just(Dice(2, D66)))


@given(any_dice)
def test_the_notation_is_read_as_it_is_written(dice: Dice):
    assert Dice.read(dice.notation) == dice


@given(any_dice)
def test_results_are_what_faces_make(dice: Dice):
    if dice.is_digits:
        faces = [(tens, units) for tens in range(1, 7) for units in range(1, 7)]
        assert dice.results == tuple(dice.total(both) for both in faces)
    assert (dice.results[0], dice.results[-1]) == (dice.low, dice.high)
    assert dice.total([1] * dice.count) == dice.low
    assert dice.total([dice.faces] * dice.count) == dice.high


def test_digits_are_not_added():
    assert Dice.read("d66").total((3, 5)) == 35
    assert len(Dice.read("d66").results) == 36
    assert Dice(1, 66).notation == "1d66"


@pytest.mark.parametrize("word", ["", "2", "d6", "2d", "ad6", "1d6d6"])
def test_what_is_no_notation(word: str):
    with pytest.raises(ValueError, match=r"."):
        Dice.read(word)
