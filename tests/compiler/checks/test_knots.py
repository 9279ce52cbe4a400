"""Knots of calls against what can be reached step by step."""

from hypothesis import given
from hypothesis import strategies as st

from bombsight.compiler.scc import strongly_connected_components

calls = st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 9), max_size=3), max_size=8)


def reached(leads, start):
    found: set[int] = set()
    open_ = [start]
    while open_:
        new = {to for to in leads.get(open_.pop(), ()) if to in leads} - found
        found |= new
        open_.extend(new)
    return found


@given(calls)
def test_what_reaches_each_other_is_together_and_what_is_called_comes_first(leads):
    found = strongly_connected_components(leads)
    place = {member: at for at, knot in enumerate(found) for member in knot}

    assert sorted(place) == sorted(leads)
    for one in leads:
        for other in reached(leads, one):
            assert (place[one] == place[other]) == (one == other or one in reached(leads, other))
            assert place[other] <= place[one]


def test_a_chain_of_any_length():
    assert len(strongly_connected_components({at: [at + 1] for at in range(20_000)})) == 20_000
