"""Dice as a value: what they can show, how they are written and read together."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.dice import D66, Dice

plain = st.builds(Dice, st.integers(1, 6), st.integers(2, 20))
kept = st.builds(Dice.keeping, st.integers(2, 4), st.integers(2, 8), st.sampled_from(["lowest", "highest"]))
any_dice = st.one_of(plain, kept, st.just(Dice(2, D66)))


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


@given(kept)
def test_one_of_several_dice_counts_alone(dice: Dice):
    keep = min if dice.keep == "lowest" else max
    fallen = Counter(keep(faces) for faces in product(range(1, dice.faces + 1), repeat=dice.count))
    assert dice.ways() == fallen
    assert all(dice.total((face,)) == face for face in fallen)


@pytest.mark.parametrize("word", ["", "2", "d6", "2d", "ad6", "1d6d6"])
def test_what_is_no_notation(word: str):
    with pytest.raises(ValueError, match=r"."):
        Dice.read(word)
