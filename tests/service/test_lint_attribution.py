"""Which items of house rules make an example come out otherwise: alone, together, or nobody can tell which."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.dsl.source import Source
from bombsight.service.lint.attribution import FailureCause, HouseEntry, describe_cause, find_causes

MANY = 12

NOWHERE = Source("mine.rules", "").span(0, 0)


def found(fails: Callable[[frozenset[int]], bool | None], hit: range | list[int] = range(MANY)) -> list[tuple]:
    return [(cause.items, cause.is_certain) for cause in find_causes(range(MANY), hit, fails)]


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        ([{3}], [((3,), True)]),
        ([{3}, {7}], [((3,), True), ((7,), True)]),
        ([{2, 9}], [((2, 9), True)]),
        ([{5}, {2, 9}], [((5,), True), ((2, 9), True)]),
        ([{0, 4, 11}], [((0, 4, 11), True)]),
    ],
)
def test_an_example_fails_by_some_items_and_by_no_others(sets, expected):
    assert found(lambda items: any(items >= each for each in sets)) == expected


def test_one_that_undoes_another_is_not_named():
    """With item 1 alone it holds, for item 2 is needed, too; what else there is matters nothing."""
    assert found(lambda items: 1 in items and 2 in items) == [((1, 2), True)]


def test_an_item_that_another_cannot_stand_without_is_not_blamed():
    def fails(items: frozenset[int]) -> bool | None:
        return None if 2 in items and 1 not in items else 2 in items

    assert found(fails) == [((2,), True)]


def test_items_none_of_which_can_stand_without_the_other():
    def fails(items: frozenset[int]) -> bool | None:
        return None if len(items & {1, 2}) == 1 else {1, 2} <= items

    assert found(fails) == [((1, 2), False)]
    assert found(fails, hit=[2]) == [((2,), True)]  # the example comes to no other


def test_nothing_is_tried_that_the_example_does_not_come_to():
    tried: list[frozenset[int]] = []

    def fails(items: frozenset[int]) -> bool:
        tried.append(items)
        return 4 in items

    assert found(fails, hit=[4, 6]) == [((4,), True)]
    assert tried == [{4}, {6}, frozenset(range(MANY)) - {4}]


@given(st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=4), st.sets(st.integers(0, 5)))
def test_what_is_named_was_seen(sets, lone):
    """Whatever makes it fail: with what is named it fails, and without any of it it holds. Some stand only in pairs."""

    def fails(items: frozenset[int]) -> bool | None:
        if any(item in items and item ^ 1 not in items for item in lone):
            return None
        return any(items >= each for each in sets)

    every = frozenset(range(6))
    told: list[FailureCause] = [*find_causes(range(6), every, fails)]
    assert told
    for cause in told:
        assert fails(cause.active_items)
        if cause.is_certain:
            assert all(fails(cause.active_items - {item}) is False for item in cause.items)
    left = every.difference(*(cause.active_items for cause in told))
    assert not fails(left)


@pytest.mark.parametrize(
    ("items", "certain", "overlays", "text"),
    [
        ((1,), True, "aaa", "item 2"),
        ((0, 2), True, "aaa", "items 1 and 3 together"),
        ((0, 1, 2), True, "aaa", "items 1, 2 and 3 together"),
        ((0, 1), False, "aaa", "item 1 or 2"),
        ((0,), True, "aab", "item 1 of a"),
        ((1, 2), True, "aab", "item 2 of a and item 3 of b together"),
        ((1, 2), False, "aab", "item 2 of a or item 3 of b"),
    ],
)
def test_how_they_are_called(items, certain, overlays, text):
    entries = [HouseEntry(name, str(number), NOWHERE) for number, name in enumerate(overlays, 1)]
    assert describe_cause(FailureCause(items, certain, frozenset(items)), entries) == text
