"""Going through what dice can do costs no more than it may; what is left is thrown for by chance."""

from __future__ import annotations

from fractions import Fraction

from bombsight.boundary.budget import Budget, Work
from bombsight.runtime.enumeration import Enumerator


def shares(dice: Enumerator, throws: int) -> Fraction:
    """The share of what is gone through of runs of so many throws of a die of ten."""

    def run() -> int:
        return sum(dice.roll(0, 1, 10) for _ in range(throws))

    gone = sum((Fraction(weight.ways, weight.of) for weight, _ in dice.all(run, 10_000)), Fraction(0))
    left = sum((Fraction(each.weight.ways, each.weight.of) for each in dice.left), Fraction(0))
    assert gone + left == 1
    sampled = [*dice.sample(run, 50, 1)]
    assert bool(sampled) == bool(left)
    return gone


def test_all_is_gone_through_where_it_may() -> None:
    budget = Budget(Work.ODDS, 100_000)
    assert shares(Enumerator(budget=budget), 2) == 1
    assert budget.spent < budget.limit


def test_what_costs_too_much_is_left() -> None:
    budget = Budget(Work.ODDS, 2_000)
    assert 0 < shares(Enumerator(budget=budget), 4) < 1
    assert budget.spent <= budget.limit + 10


def test_a_single_run_that_costs_too_much_leaves_all() -> None:
    budget = Budget(Work.ODDS, 2_000)
    dice = Enumerator(budget=budget)
    assert shares(dice, 900) == 0
    assert sum(each.first == 0 for each in dice.left) == len(dice.left) == 1
