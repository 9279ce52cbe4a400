"""Intervals, by what statistics says of them."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.flat.types import NONE
from bombsight.runtime.batch.estimates import Z, estimate_rate, moments_of, paired_differences

numbers = st.lists(st.integers(-1000, 1000), min_size=2, max_size=60)


@given(numbers)
def test_a_mean_and_its_standard_error(values):
    found = moments_of(values)
    error = statistics.stdev(values) / len(values) ** 0.5
    assert found.standard_error == pytest.approx(error, abs=1e-9)
    assert found.mean is not None
    assert found.mean.value == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert found.mean.high - found.mean.low == pytest.approx(2 * Z * error, abs=1e-9)


@given(numbers)
def test_what_is_clear_is_two_standard_errors_from_nothing(values):
    found = moments_of(values)
    mean = abs(statistics.fmean(values))
    if abs(mean - 2 * found.standard_error) > 1e-9:
        assert found.is_significant == (mean > 2 * found.standard_error)


def test_of_nothing_nothing_is_said():
    assert moments_of([]).mean is None
    assert estimate_rate(0, 0) is None
    assert not moments_of([0, 0, 0]).is_significant


def test_wilsons_interval():
    # E. B. Wilson's for 81 of 263, as R. G. Newcombe (1998) has it, and for none of 30.
    found = estimate_rate(81, 263)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    none = estimate_rate(0, 30)
    assert none is not None
    assert (none.low, none.high) == pytest.approx((0.0, 0.1135), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_an_interval_holds_its_rate_and_is_one_of_chances(of, data):
    found = estimate_rate(data.draw(st.integers(0, of)), of)
    assert found is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_pairs_without_a_value_are_left_out():
    assert paired_differences([3, NONE, 5, 1], [1, 1, NONE, 2]) == moments_of([2, -1])
