"""Going through what dice can do costs no more than it may; what is left is thrown for by chance."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import count
from random import Random

import pytest

from bombsight.boundary.budget import Budget, WorkKind
from bombsight.dsl.dice import Dice
from bombsight.runtime.batch.enumeration import Enumerator, dice_outcomes, draw_total


def shares(dice: Enumerator, throws: int) -> Fraction:
    """The share of what is gone through of runs of so many throws of a die of ten."""

    def run() -> int:
        return sum(dice.roll(0, Dice(1, 10)) for _ in range(throws))

    gone = sum((Fraction(weight.ways, weight.of) for weight, _ in dice.enumerate_runs(run, 10_000)), Fraction(0))
    left = sum((Fraction(each.weight.ways, each.weight.of) for each in dice.open_branches), Fraction(0))
    assert gone + left == 1
    sampled = [*dice.sample(run, 50, 1)]
    assert bool(sampled) == bool(left)
    return gone


def test_all_is_gone_through_where_it_may() -> None:
    budget = Budget(WorkKind.ODDS, 100_000)
    assert shares(Enumerator(budget=budget), 2) == 1
    assert budget.spent < budget.limit


def test_what_costs_too_much_is_left() -> None:
    budget = Budget(WorkKind.ODDS, 2_000)
    assert 0 < shares(Enumerator(budget=budget), 4) < 1
    assert budget.spent <= budget.limit + 10


def test_a_single_run_that_costs_too_much_leaves_all() -> None:
    budget = Budget(WorkKind.ODDS, 2_000)
    dice = Enumerator(budget=budget)
    assert shares(dice, 900) == 0
    assert sum(each.first == 0 for each in dice.open_branches) == len(dice.open_branches) == 1


def test_throws_of_many_dice_cost_what_their_dice_do() -> None:
    found = {}
    for many in (1, 100):
        dice = Enumerator(budget=Budget(WorkKind.ODDS, 200_000))

        def run(dice: Enumerator = dice, many: int = many) -> int:
            return sum(dice.roll(0, Dice(many, 100)) for _ in range(100))

        assert len([*dice.enumerate_runs(run, 1)]) == 1
        found[many] = len([*dice.sample(run, 100, 1)])
    assert found[1] == 100
    assert 0 < found[100] < 80


def test_adding_up_dice_counts_once_for_each_kind() -> None:
    summed: set[Dice] = set()
    spent = []
    for _ in range(2):
        budget = Budget(WorkKind.ODDS, 10_000_000)
        dice = Enumerator(budget=budget, counted_dice=summed)
        assert [*dice.enumerate_runs(partial(dice.roll, 0, Dice(100, 100)), 1)]
        spent.append(budget.spent)
    assert spent[0] > 50_000 > 100 > spent[1]


def test_dice_of_ever_other_kinds_end() -> None:
    budget = Budget(WorkKind.ODDS, 1_000_000)
    dice = Enumerator(budget=budget)
    kinds = count(2)
    assert not [*dice.enumerate_runs(lambda: [dice.roll(0, Dice(100, next(kinds) % 99 + 2)) for _ in range(10_000)], 1)]
    assert len(dice.open_branches) == 1


@pytest.mark.parametrize("first", [0, 1, 5, 10])
def test_a_total_is_drawn_by_its_ways(first: int) -> None:
    known, chance = dice_outcomes(Dice(2, 6)), Random(1)
    drawn = [draw_total(chance, known, first) for _ in range(20_000)]
    assert {*drawn} == {*range(first, 11)}
    for number in range(first, 11):
        expected = known.ways[number] / known.from_here[first]
        assert drawn.count(number) / 20_000 == pytest.approx(expected, abs=0.015)
