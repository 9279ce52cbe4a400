"""Counting: it comes to the same however runs are cut, and in whatever order the parts come."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bombsight.flat.slices import NO_FAULT
from bombsight.service.simulating.counts import PlayedRuns, count_runs

fault = st.sampled_from([NO_FAULT, NO_FAULT, NO_FAULT, 3, 8])
side = st.tuples(fault, st.integers(0, 3), st.integers(-2, 2))
runs = st.lists(st.tuples(side, side), min_size=2, max_size=30)
SHARED = [((0, 0), (1, 1))]


def played(rows):
    faults, *columns = zip(*rows, strict=True)
    return PlayedRuns(faults, tuple(columns))


def counted(found, first=0):
    return count_runs(first, [played([one for one, _ in found]), played([two for _, two in found])], SHARED)


@given(runs, st.data())
def test_parts_add_up_in_any_order(found, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, len(found) - 1))))
    ends = [0, *cuts, len(found)]
    parts = [counted(found[one:two], one) for one, two in pairwise(ends)]
    first, *others = data.draw(st.permutations(parts))
    for other in others:
        first = first + other

    assert first == counted(found)


@given(runs)
def test_what_is_counted(found):
    told = counted(found)

    assert told.runs == len(found)
    for place, tried in enumerate(told.sides):
        rows = [both[place] for both in found]
        sound = [row for row in rows if row[0] == NO_FAULT]
        assert tried.columns == (Counter(row[1] for row in sound), Counter(row[2] for row in sound))
        for site in (3, 8):
            numbers = [number for number, row in enumerate(rows) if row[0] == site]
            assert (site in tried.faults) == bool(numbers)
            if numbers:
                assert (tried.faults[site].count, tried.faults[site].first) == (len(numbers), numbers[0])
    sound = [(one, two) for one, two in found if one[0] == two[0] == NO_FAULT]
    assert told.pairs == (
        (Counter((one[1], two[1]) for one, two in sound), Counter((one[2], two[2]) for one, two in sound)),
    )
