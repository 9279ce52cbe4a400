"""Interval sets against sets of single numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.graph.intervals import IntervalSet, count_numbers, insert_interval, union

numbers = st.sets(st.integers(-9, 9))
sets = numbers.map(IntervalSet.from_numbers)


@given(numbers)
def test_a_set_is_the_sequence_of_its_numbers(members):
    found = IntervalSet.from_numbers(members)
    assert [*found] == sorted(members)
    assert found.size == count_numbers(found) == count_numbers(sorted(members)) == len(members)
    assert bool(found) == bool(members)
    assert [found[at] for at in range(found.size)] == sorted(members)
    assert [found[at] for at in range(-found.size, 0)] == sorted(members)
    assert [number in found for number in range(-12, 12)] == [number in members for number in range(-12, 12)]
    assert all(high + 1 < low for (_, high), (low, _) in zip(found.intervals, found.intervals[1:], strict=False))


@given(sets, sets, st.integers(-9, 9))
def test_what_is_made_of_sets(one, other, by):
    assert {*(one | other)} == {*one} | {*other} == {*union([one, other])}
    assert {*(one & other)} == {*one} & {*other}
    assert {*one.minkowski_sum(other)} == {a + b for a in one for b in other}
    assert [*one.shift(by)] == [number + by for number in one]
    assert [*one.negate()] == sorted(-number for number in one)


@given(sets.filter(bool), st.integers(-12, 12))
def test_the_nearest(found, number):
    assert found.nearest_to(number) == min(found, key=lambda each: (abs(each - number), each))


def test_equal_sets_are_equal_however_they_came_about():
    assert IntervalSet.from_intervals([(3, 9), (5, 4), (0, 1), (2, 6)]) == IntervalSet.from_range(0, 9)


@pytest.mark.parametrize(
    "wide", [IntervalSet.from_range(-(2**31) + 1, 2**31 - 1), IntervalSet.from_range(-(2**99), 2**99)]
)
def test_a_set_may_be_wider_than_any_sequence(wide):
    """As a sequence of 2³¹ is where a size has 32 bits, in a browser."""
    low, high = wide.intervals[0]
    assert wide.size == high - low + 1 > 2**31
    assert (wide[0], wide[-1], wide[wide.size - 1]) == (low, high, high)
    assert wide.filter_numbers(lambda low, high: low <= -7 <= high) == IntervalSet.from_range(-7, -7)
    assert wide.filter_numbers(lambda low, high: low <= -9) == IntervalSet.from_range(low, -9)


@given(sets, numbers, st.integers(1, 20))
def test_numbers_that_pass_a_test(found, passing, each):
    """Each by itself, or of many one behind the other all between the first and the last."""
    some = found.filter_numbers(lambda low, high: any(low <= number <= high for number in passing), each)
    exact = set(found) & passing
    assert exact <= {*some} <= {*found}
    assert not exact or {some[0], some[-1]} == {min(exact), max(exact)}
    if all(high - low < each for low, high in found.intervals):
        assert {*some} == exact


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 5))))
def test_runs_that_take_in_intervals(starts_and_lengths):
    runs: list[tuple[int, int]] = []
    members: set[int] = set()
    for low, length in starts_and_lengths:
        added = {*range(low, low + length + 1)}
        assert insert_interval(runs, (low, low + length)) == len(members & added)
        members |= added
        assert runs == sorted(runs)
    assert {*IntervalSet.from_intervals(runs)} == members
    assert sum(high - low + 1 for low, high in runs) == len(members)
