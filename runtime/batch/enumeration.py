"""Exact probabilities by enumeration: all runs there can be, each with its weight.

The rules run as usual; only the dice are not random. A run takes at each throw the likeliest total not yet taken, and
pushes the other totals on a queue, ordered by weight. So whenever the enumeration stops, the rest is small and its
weight is known. A total stands for all faces with that sum, unless the rules look at single dice: then the outcome of a
throw stands in place of its total.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, count
from random import Random
from typing import TypeVar

from attrs import evolve, frozen

from bombsight.boundary.budget import Budget, OverBudgetError
from bombsight.dsl.dice import Dice
from bombsight.runtime.dice import SeededDice

T = TypeVar("T")


CACHED_DICE = 32
"""Kinds of dice whose outcomes are cached; of a hundred 100-sided dice they take 3 MB."""


@frozen
class Weight:
    """The probability of a run as a fraction, ``ways / of``, not reduced."""

    ways: int
    of: int

    def __float__(self) -> float:
        """Convert the fraction to a floating-point probability."""
        return self.ways / self.of


@frozen
class DiceOutcomes:
    """The totals of some dice with the number of ways to each, the likeliest first.

    Attributes:
        totals: The totals.
        ways: The number of ways to each, in the same order.
        of: The number of all ways.
        from_here: The number of ways to each total and all after it.
    """

    totals: tuple[int, ...]
    ways: tuple[int, ...]
    of: int
    from_here: tuple[int, ...]


@lru_cache(CACHED_DICE)
def dice_outcomes(dice: Dice) -> DiceOutcomes:
    """Compute the totals that some dice can show, with the number of ways to throw each; cached."""
    ways = dice.outcome_ways()
    totals = sorted(ways, key=lambda total: (-ways[total], total))
    each = tuple(ways[total] for total in totals)
    return DiceOutcomes(tuple(totals), each, dice.throw_count, tuple(accumulate(reversed(each)))[::-1])


def draw_total(random: Random, outcomes: DiceOutcomes, first: int) -> int:
    """Draw a random total from index ``first`` of the outcomes on, weighted by its number of ways; return its index."""
    ways = outcomes.from_here[first]
    last = len(outcomes.totals) - 1
    return bisect_right(
        range(last), random.random() * float(ways), first, key=lambda number: ways - outcomes.from_here[number + 1]
    )


@frozen(eq=False)
class OpenBranch:
    """A branch of the tree of all runs to be enumerated yet: a prefix of throws, and the totals to be tried next.

    Attributes:
        taken: The total that each earlier throw takes, by its number.
        first: The number of the first total that is left.
        throws: The outcomes of the dice at that throw.
        ways: The numerator of the weight up to there.
        of: Its denominator.
        mark: The caller's mark of the runs up to there.
    """

    taken: tuple[int, ...]
    first: int
    throws: DiceOutcomes
    ways: int
    of: int
    mark: Hashable = None

    @property
    def weight(self) -> Weight:
        """The probability that a run falls into this branch."""
        return Weight(self.ways * self.throws.from_here[self.first], self.of * self.throws.of)

    @property
    def next_weight(self) -> float:
        """The probability that a run falls into this branch and throws the total that is to be tried next there."""
        return self.ways * self.throws.ways[self.first] / (self.of * self.throws.of)


BRANCH_COST = 2
"""Cost of an open branch, in throws."""

THROWS_PER_UNIT = 16
"""Earlier throws in a branch that cost one unit."""

BITS_PER_UNIT = 512
"""Bits of a branch's weight that cost one unit."""

FACES_PER_UNIT = 4
"""Dice of a random throw that cost one unit."""

SUMS_PER_UNIT = 16
"""Sums that cost one unit: each die is added to each total, once for each kind of dice."""


class Enumerator:
    """A source of dice that steers runs through every possible sequence of throws, the likeliest first.

    Attributes:
        open_branches: The runs not enumerated yet.
        runs: The number of runs made.
    """

    def __init__(
        self,
        mark_run: Callable[[], Hashable] = lambda: None,
        budget: Budget | None = None,
        counted_dice: set[Dice] | None = None,
    ) -> None:
        """Make an enumerator that has played no run yet.

        Args:
            mark_run: Returns a mark of the current run; called at each throw that opens a branch.
            budget: The budget of work; None for no bound.
            counted_dice: The dice whose sums are already charged; more are added.
        """
        self.runs = 0
        self._budget = budget
        self._summed = set() if counted_dice is None else counted_dice
        self._cost_limit = 0
        self._mark = mark_run
        self._taken: tuple[int, ...] = ()
        self._trail: list[int] = []
        self._new_branches: list[OpenBranch] = []
        self._ways = self._of = 1
        self._chance: SeededDice | None = None
        self._waiting: list[tuple[float, int, OpenBranch]] = []
        self._number = count()

    @property
    def open_branches(self) -> Sequence[OpenBranch]:
        """The branches of the tree of runs that are not enumerated yet, in no order."""
        return [left for _, _, left in self._waiting]

    def roll(self, site: int, dice: Dice) -> int:
        """Callback ``roll``: return the total that the branch prescribes, or else the likeliest, and note the rest."""
        at = len(self._trail)
        self._charge(1)
        if at < len(self._taken):
            number, outcomes = self._taken[at], dice_outcomes(dice)
            self._charge(self._of.bit_length() // BITS_PER_UNIT)
        elif self._chance is not None:
            self._charge(dice.die_count // FACES_PER_UNIT)
            return self._chance.roll(site, dice)
        else:
            number, outcomes = 0, dice_outcomes(dice)
            if len(outcomes.totals) > 1:
                self._new_branches.append(
                    OpenBranch(tuple(self._trail), 1, outcomes, self._ways, self._of, self._mark())
                )
                self._charge(BRANCH_COST + at // THROWS_PER_UNIT + self._of.bit_length() // BITS_PER_UNIT)
                if dice not in self._summed:
                    self._summed.add(dice)
                    self._charge(dice.die_count * len(outcomes.totals) // SUMS_PER_UNIT)
        self._trail.append(number)
        self._ways *= outcomes.ways[number]
        self._of *= outcomes.of
        return outcomes.totals[number]

    def enumerate_runs(self, run: Callable[[], T], max_runs: int) -> Iterator[tuple[Weight, T]]:
        """Yield weight and result of runs, the likeliest first, until ``max_runs`` or half of the budget are spent.

        Runs beyond ``max_runs`` stay in :attr:`open_branches`.
        """
        self._cost_limit = self._budget.spent + self._budget.remaining // 2 if self._budget is not None else 0
        try:
            yield self._play_with_totals((), run)
        except OverBudgetError as over:
            self._reraise_foreign(over)
            self._push_branch(evolve(self._new_branches[0], first=0))
            return
        while self._waiting and self.runs < max_runs:
            weight, number, branch = heappop(self._waiting)
            try:
                result = self._play_with_totals((*branch.taken, branch.first), run)
            except OverBudgetError as over:
                self._reraise_foreign(over)
                heappush(self._waiting, (weight, number, branch))
                return
            if branch.first + 1 < len(branch.throws.totals):
                self._push_branch(evolve(branch, first=branch.first + 1))
            yield result

    def _charge(self, amount: int) -> None:
        """Charge work to the budget, if there is one.

        Raises:
            OverBudgetError: The budget is exhausted.
        """
        if self._budget is not None and self._cost_limit:
            self._budget.spent += amount
            if self._budget.spent > self._cost_limit:
                raise OverBudgetError(self._budget.work, self._cost_limit)

    def _reraise_foreign(self, error: OverBudgetError) -> None:
        """Raise an exhausted budget's error again unless that budget is this enumerator's own."""
        if self._budget is None or error.work is not self._budget.work:
            raise error

    def run_likeliest(self, run: Callable[[], T]) -> T:
        """Call ``run`` with the likeliest total at each throw, and return its result; nothing is recorded."""
        self._taken, self._trail, self._new_branches, self._ways, self._of, self._cost_limit = (), [], [], 1, 1, 0
        return run()

    def _play_with_totals(self, indices: tuple[int, ...], run: Callable[[], T]) -> tuple[Weight, T]:
        """Play one run whose first throws show the totals at these indices; queue the branches that the run opens."""
        self._taken, self._trail, self._new_branches, self._ways, self._of = indices, [], [], 1, 1
        result = run()
        self.runs += 1
        for left in self._new_branches:
            self._push_branch(left)
        return Weight(self._ways, self._of), result

    def _push_branch(self, branch: OpenBranch) -> None:
        """Add a branch to the priority queue, in which the one with the likeliest next run is first."""
        heappush(self._waiting, (-branch.next_weight, next(self._number), branch))

    def sample(self, run: Callable[[], T], times: int, seed: int) -> Iterator[T]:
        """Yield results of random runs within the branches not enumerated yet, weighted, while the budget lasts."""
        branches = self.open_branches
        self._cost_limit = self._budget.limit if self._budget is not None else 0
        if not branches:
            return
        # The choice of a branch is no throw of the game, so other backends need not reproduce it.
        chance = Random(seed)
        weights = [*accumulate(float(each.weight) for each in branches)]
        self._chance = SeededDice(seed)
        try:
            for _ in range(times):
                (branch,) = chance.choices(branches, cum_weights=weights)
                number = draw_total(chance, branch.throws, branch.first)
                self._taken, self._trail, self._ways, self._of = (*branch.taken, number), [], 1, 1
                try:
                    result = run()
                except OverBudgetError as over:
                    self._reraise_foreign(over)
                    return
                yield result
        finally:
            self._chance = None
