"""Orders are cut into parts: every run is in its place, whoever plays it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bombsight.runtime.dice import mission_seed
from bombsight.service.simulating.orders import (
    Order,
    Part,
    batch_ranges,
    mission_cycle_length,
    mission_of_run,
    seed_of_run,
)
from tests.narrowing import unwrap

missions = st.builds(lambda low, count: range(low, low + count), st.integers(-3, 40), st.integers(0, 30))
orders = st.builds(
    lambda missions, seed: Order(sides=(), entry="mission", missions=missions, policy="auto", seed=seed, runs=1),
    missions,
    st.integers(0, 2**64 - 1),
)
parts = st.builds(Part, st.integers(0, 1000), st.integers(1, 100))


@given(orders, parts)
def test_the_lanes_of_a_part_hold_each_run_once_with_its_seed_and_mission(order, part):
    found = {}
    for lane in batch_ranges(order, part):
        for step in range(lane.count):
            at = lane.offset + step * mission_cycle_length(order)
            assert at not in found
            found[at] = (lane.args[0] if lane.args else None, mission_seed(lane.seed, lane.first + step))

    numbers = [part.first + at for at in range(part.count)]
    assert found == {at: (mission_of_run(order, n), seed_of_run(order, n)) for at, n in enumerate(numbers)}


def test_a_part_has_no_more_lanes_than_runs_however_many_missions_there_are() -> None:
    order = Order(sides=(), entry="mission", missions=range(1, 2_000_000_001), policy="auto", seed=1, runs=3)

    assert [lane.args for lane in batch_ranges(order, Part(1_999_999_999, 3))] == [(1,), (2,), (2_000_000_000,)]


@given(orders)
def test_missions_come_in_turn(order):
    expected = [*order.missions] * 2 if order.missions else [None, None]

    assert [mission_of_run(order, number) for number in range(len(expected))] == expected


@given(orders.filter(lambda order: order.missions), st.integers(0, 500))
def test_a_mission_has_the_same_runs_whether_others_are_played_beside_it_or_not(order, number):
    mission = unwrap(mission_of_run(order, number))
    alone = Order(
        sides=(), entry="mission", missions=range(mission, mission + 1), policy="auto", seed=order.seed, runs=1
    )

    assert seed_of_run(order, number) == seed_of_run(alone, number // len(order.missions))
