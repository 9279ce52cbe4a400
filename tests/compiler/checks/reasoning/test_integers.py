"""Whether whole numbers satisfy inequalities, against trying all of them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.checks.reasoning.integers import make_inequality, solve
from bombsight.compiler.checks.reasoning.work_limits import TooManyError

NAMES = "abc"
SMALL = range(-3, 4)

lines = st.lists(
    st.tuples(st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3), max_size=3), st.integers(-7, 7)), max_size=5
)


def within_ends():
    for name in NAMES:
        yield make_inequality({name: 1}, -SMALL[0])
        yield make_inequality({name: -1}, SMALL[-1])


def holds(line, values):
    terms, constant = line
    return sum(times * values[name] for name, times in terms.items()) + constant >= 0


@given(lines)
def test_there_are_such_numbers_or_not(lines):
    found = solve([*within_ends(), *(make_inequality(*line) for line in lines)], lambda cost: None)
    every = (dict(zip(NAMES, each, strict=True)) for each in product(SMALL, repeat=3))
    assert (found is not None) == any(all(holds(line, values) for line in lines) for values in every)
    if found is not None:
        assert all(value in SMALL for value in found.values())
        assert all(holds(line, found) for line in lines)


def test_numbers_may_be_as_great_as_they_like():
    ends = [one for name in "ab" for one in (make_inequality({name: 1}, 0), make_inequality({name: -1}, 10**12))]
    apart = [make_inequality({"a": 1, "b": -1}, -(10**11)), make_inequality({"b": 1}, -7)]
    assert solve([*ends, *apart], lambda cost: None) == {"a": 10**11 + 7, "b": 7}
    assert solve([*ends, *apart, make_inequality({"b": 1, "a": -1}, 5)], lambda cost: None) is None


def test_who_pays_may_end_it():
    def refuse(cost):
        raise TooManyError

    with pytest.raises(TooManyError):
        solve(within_ends(), refuse)
