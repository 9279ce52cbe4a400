"""Every run there can be, with its weight."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.dice import Dice, parse_dice
from bombsight.runtime.batch.enumeration import Enumerator, dice_outcomes


@given(st.integers(1, 4), st.sampled_from([2, 4, 6, 10]))
def test_totals_have_all_their_ways(count: int, sides: int):
    known = dice_outcomes(Dice(count, sides))

    assert sum(known.ways) == known.of == sides**count
    assert sorted(known.totals) == list(range(count, count * sides + 1))
    assert list(known.ways) == sorted(known.ways, reverse=True)


def test_two_digits_are_as_likely_as_each_other():
    assert set(dice_outcomes(parse_dice("d66")).ways) == {1}
    assert len(dice_outcomes(parse_dice("d66")).totals) == 36


def explosive(dice: Enumerator, depth: int) -> int:
    """A six is thrown again and added, so many times at most."""
    total = 0
    for _ in range(depth):
        face = dice.roll(0, Dice(1, 6))
        total += face
        if face < 6:
            break
    return total


def test_runs_of_different_lengths_weigh_what_they_should():
    dice = Enumerator()
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for weight, total in dice.enumerate_runs(lambda: explosive(dice, 3), 1000):
        found[total] += Fraction(weight.ways, weight.of)

    assert sum(found.values()) == 1
    assert found[5] == Fraction(1, 6)
    assert found[6 + 6 + 6] == Fraction(1, 216)
    assert not dice.open_branches
    assert dice.runs == 5 + 5 + 6


@pytest.mark.parametrize("most", [1, 2, 7, 15])
def test_what_is_left_is_known_and_the_rest_of_it(most: int):
    dice = Enumerator()
    done = sum(Fraction(weight.ways, weight.of) for weight, _ in dice.enumerate_runs(lambda: explosive(dice, 3), most))
    left = sum(Fraction(each.weight.ways, each.weight.of) for each in dice.open_branches)

    assert dice.runs == most
    assert done + left == 1


def test_the_weightiest_are_gone_through_first():
    dice = Enumerator()
    weights = [float(weight) for weight, _ in dice.enumerate_runs(lambda: dice.roll(0, Dice(2, 6)), 100)]
    assert weights == sorted(weights, reverse=True)


def test_runs_by_chance_are_of_those_that_are_left():
    dice = Enumerator()
    seen = {total for _, total in dice.enumerate_runs(lambda: dice.roll(0, Dice(2, 6)), 3)}
    rest = Counter(dice.sample(lambda: dice.roll(0, Dice(2, 6)), 9000, seed=1))

    assert rest.total() == 9000
    assert seen.isdisjoint(rest)
    left = dict(zip(dice_outcomes(Dice(2, 6)).totals, dice_outcomes(Dice(2, 6)).ways, strict=True))
    ways = sum(number for total, number in left.items() if total not in seen)
    for total, times in rest.items():
        share = left[total] / ways
        assert abs(times / 9000 - share) < 5 * (share * (1 - share) / 9000) ** 0.5


def test_runs_by_chance_are_the_same_each_time():
    dice = Enumerator()
    assert len([*dice.enumerate_runs(lambda: explosive(dice, 9), 4)]) == 4
    once, again = ([*dice.sample(lambda: explosive(dice, 9), 50, 7)] for _ in range(2))
    assert once == again
    assert len(once) == 50
