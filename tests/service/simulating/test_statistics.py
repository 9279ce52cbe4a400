"""Intervals: against what they are by definition, and against a library that works in fractions."""

from __future__ import annotations

import statistics
from collections import Counter
from fractions import Fraction
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.batch.estimates import Z
from bombsight.service.simulating.formatting import format_percentage_points
from bombsight.service.simulating.statistics import (
    is_significant,
    mean_of_counts,
    paired_share_difference,
    quantile,
    wilson_share,
)
from tests.narrowing import unwrap

counts = st.dictionaries(st.integers(-1000, 1000), st.integers(1, 50), min_size=1, max_size=8)


@given(st.integers(1, 10**12).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_ends_of_a_wilson_interval_are_as_far_from_the_rate_as_their_own_errors_reach(found):
    count, of = found
    rate = wilson_share(count, of)

    assert 0 <= rate.low <= rate.share <= rate.high <= 1
    for end in (rate.low, rate.high):
        if 0 < end < 1:
            assert isclose(abs(rate.share - end), Z * sqrt(end * (1 - end) / of), rel_tol=1e-5, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_of_the_literature(count, of, low, high):
    rate = wilson_share(count, of)

    assert (round(rate.low, 4), round(rate.high, 4)) == (low, high)


def test_of_nothing_everything_may_be():
    assert (wilson_share(0, 0).low, wilson_share(0, 0).high) == (0, 1)
    assert mean_of_counts({}).error is None
    assert mean_of_counts({7: 1}).error is None
    assert mean_of_counts({7: 1}).mean == 7


@given(counts)
def test_a_mean_and_its_error_are_those_of_the_numbers(counts):
    numbers = [*Counter(counts).elements()]
    found = mean_of_counts(counts)

    assert found.of == len(numbers)
    assert found.mean == float(statistics.mean(map(Fraction, numbers)))
    if len(numbers) > 1:
        assert found.error is not None
        assert isclose(found.error**2, statistics.variance(map(Fraction, numbers)) / len(numbers), rel_tol=1e-12)


@given(counts, st.fractions(0, 1))
def test_a_quantile_is_the_lowest_that_part_reaches(counts, part):
    numbers = sorted(Counter(counts).elements())
    found = quantile(counts, part)

    assert sum(number <= found for number in numbers) >= part * len(numbers)
    assert found == numbers[0] or sum(number < found for number in numbers) < part * len(numbers)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(80, 10**9))
def test_how_a_rate_differs_is_told_as_it_is_by_the_adjusted_cells(more, less, of):
    found = paired_share_difference(more, less, of)
    adjusted = of + 2
    high, low = (more + 0.5) / adjusted, (less + 0.5) / adjusted

    assert found.mean == (more - less) / of
    assert isclose(unwrap(found.error) ** 2, (high + low - (high - low) ** 2) / adjusted, rel_tol=1e-9)
    assert (paired_share_difference(less, more, of).low, paired_share_difference(less, more, of).high) == (
        -unwrap(found.high),
        -unwrap(found.low),
    )


@pytest.mark.parametrize(
    ("more", "less", "seen"), [(0, 0, False), (3, 0, False), (8, 0, True), (60, 42, False), (65, 35, True)]
)
def test_when_a_rate_is_seen_to_differ(more, less, seen):
    assert is_significant(paired_share_difference(more, less, 10_000)) == seen


@given(st.integers(2, 10**6))
def test_what_never_changes_is_no_difference_and_what_always_does_is_one(of):
    assert not is_significant(mean_of_counts({0: of}))
    assert is_significant(mean_of_counts({1: of}))
    assert not is_significant(mean_of_counts({-1: of, 1: of}))


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ((514, 500, 100_000), "+0.01 ± 0.06"),
        ((2200, 800, 100_000), "+1.40 ± 0.11"),
        ((220, 80, 10_000), "+1.4 ± 0.3"),
        ((17, 7, 1000), "+1.00 ± 0.98"),
        ((0, 0, 500), "0.0 ± 0.4"),
        ((0, 0, 1_000_000), "0.0000 ± 0.0002"),
        ((0, 0, 0), "0.0"),
    ],
)
def test_a_difference_has_as_many_digits_as_its_margin_shows(pairs, said):
    assert format_percentage_points(paired_share_difference(*pairs)) == said
