"""Every run there can be: the dice thrown in all ways, each with its weight, so that chances are exact.

The rules run as ever; only the dice are not chance. A run takes at each throw the likeliest total that was not gone
through yet, and what it leaves waits, the weightiest first. So whatever stops the enumeration, what is left is small,
and how much is known. A total stands for all faces that add up to it, since no rule sees more of them.
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
"""Of so many kinds of dice what they can show is kept: of a hundred with a hundred sides that takes 3 MB."""


@frozen
class Weight:
    """A share of all runs, as a ratio that is not reduced."""

    ways: int
    of: int

    def __float__(self) -> float:
        return self.ways / self.of


@frozen
class DiceOutcomes:
    """What dice can show: totals with the number of ways to each, the likeliest first.

    Attributes:
        totals: The totals.
        ways: Their ways, in the same order.
        of: All ways.
        from_here: The ways to each of the totals and all behind it together.
    """

    totals: tuple[int, ...]
    ways: tuple[int, ...]
    of: int
    from_here: tuple[int, ...]


@lru_cache(CACHED_DICE)
def dice_outcomes(dice: Dice) -> DiceOutcomes:
    """What dice can show."""
    ways = dice.ways()
    totals = sorted(ways, key=lambda total: (-ways[total], total))
    each = tuple(ways[total] for total in totals)
    return DiceOutcomes(tuple(totals), each, dice.sides**dice.count, tuple(accumulate(reversed(each)))[::-1])


def draw_total(random: Random, outcomes: DiceOutcomes, first: int) -> int:
    """The number of a total drawn by its ways, of those from the number ``first`` on."""
    ways = outcomes.from_here[first]
    last = len(outcomes.totals) - 1
    return bisect_right(
        range(last), random.random() * float(ways), first, key=lambda number: ways - outcomes.from_here[number + 1]
    )


@frozen(eq=False)
class OpenBranch:
    """What was not gone through yet: runs that begin alike, up to a throw of which some totals are left.

    Attributes:
        taken: Which total each throw before takes, by its number among those of its dice.
        first: The number of the first total that is left.
        throws: What the dice can show there.
        ways: The ways of the runs up to there.
        of: Of how many.
        mark: What whoever enumerates says of the runs up to there.
    """

    taken: tuple[int, ...]
    first: int
    throws: DiceOutcomes
    ways: int
    of: int
    mark: Hashable = None

    @property
    def weight(self) -> Weight:
        """The share of all runs that is left here."""
        return Weight(self.ways * self.throws.from_here[self.first], self.of * self.throws.of)

    @property
    def next_weight(self) -> float:
        """The share of those that take the first total that is left."""
        return self.ways * self.throws.ways[self.first] / (self.of * self.throws.of)


BRANCH_COST = 2
"""What it costs to hold a throw with what it leaves, in throws."""

THROWS_PER_UNIT = 16
"""So many throws before it cost as much as one."""

BITS_PER_UNIT = 512
"""So many bits of its weight cost as much as one."""

FACES_PER_UNIT = 4
"""So many dice of a throw by chance cost as much as one: each is thrown."""

SUMS_PER_UNIT = 16
"""So many sums of dice cost as much as one: each die is added to each total, once for each kind of dice."""


class Enumerator:
    """Dice that are thrown in every way there is.

    Attributes:
        open_branches: What was not gone through yet.
        runs: How many runs were made.
    """

    def __init__(
        self,
        mark_run: Callable[[], Hashable] = lambda: None,
        budget: Budget | None = None,
        counted_dice: set[Dice] | None = None,
    ) -> None:
        """Begin with nothing gone through.

        Args:
            mark_run: Says something of a run as far as it has come; asked at each throw that leaves others.
            budget: What going through them may cost; None where nobody counts.
            counted_dice: The dice of which it was counted before what adding them up costs; here more are put in.
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
        """What was not gone through yet, in no order."""
        return [left for _, _, left in self._waiting]

    def roll(self, site: int, dice: Dice) -> int:
        """Throw dice, as a machine asks for it."""
        at = len(self._trail)
        self._charge(1)
        if at < len(self._taken):
            number, outcomes = self._taken[at], dice_outcomes(dice)
            self._charge(self._of.bit_length() // BITS_PER_UNIT)
        elif self._chance is not None:
            self._charge(dice.count // FACES_PER_UNIT)
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
                    self._charge(dice.count * len(outcomes.totals) // SUMS_PER_UNIT)
        self._trail.append(number)
        self._ways *= outcomes.ways[number]
        self._of *= outcomes.of
        return outcomes.totals[number]

    def enumerate_runs(self, run: Callable[[], T], max_runs: int) -> Iterator[tuple[Weight, T]]:
        """Run in every way, the weightiest that are left first, for half of what may be spent: the rest is for samples.

        Args:
            run: A run, from its beginning, that throws with :meth:`roll`.
            max_runs: How many runs are made at most; what is left then stays in :attr:`left`.
        """
        self._cost_limit = self._budget.spent + self._budget.remaining // 2 if self._budget is not None else 0
        try:
            yield self._run((), run)
        except OverBudgetError as over:
            self._reraise_foreign(over)
            self._push(evolve(self._new_branches[0], first=0))
            return
        while self._waiting and self.runs < max_runs:
            weight, number, branch = heappop(self._waiting)
            try:
                result = self._run((*branch.taken, branch.first), run)
            except OverBudgetError as over:
                self._reraise_foreign(over)
                heappush(self._waiting, (weight, number, branch))
                return
            if branch.first + 1 < len(branch.throws.totals):
                self._push(evolve(branch, first=branch.first + 1))
            yield result

    def _charge(self, amount: int) -> None:
        """Count work.

        Raises:
            OverBudgetError: It is more than may be done.
        """
        if self._budget is not None and self._cost_limit:
            self._budget.spent += amount
            if self._budget.spent > self._cost_limit:
                raise OverBudgetError(self._budget.work, self._cost_limit)

    def _reraise_foreign(self, error: OverBudgetError) -> None:
        """Raise what a run says of a budget that is none of these dice."""
        if self._budget is None or error.work is not self._budget.work:
            raise error

    def run_likeliest(self, run: Callable[[], T]) -> T:
        """A single run, each throw of it the likeliest there is; nothing of it is remembered."""
        self._taken, self._trail, self._new_branches, self._ways, self._of, self._cost_limit = (), [], [], 1, 1, 0
        return run()

    def _run(self, choices: tuple[int, ...], run: Callable[[], T]) -> tuple[Weight, T]:
        self._taken, self._trail, self._new_branches, self._ways, self._of = choices, [], [], 1, 1
        result = run()
        self.runs += 1
        for left in self._new_branches:
            self._push(left)
        return Weight(self._ways, self._of), result

    def _push(self, branch: OpenBranch) -> None:
        heappush(self._waiting, (-branch.next_weight, next(self._number), branch))

    def sample(self, run: Callable[[], T], times: int, seed: int) -> Iterator[T]:
        """Runs by chance among those that are left, each as likely as it is among them; fewer where they cost much."""
        branches = self.open_branches
        self._cost_limit = self._budget.limit if self._budget is not None else 0
        if not branches:
            return
        # Where to begin is no throw of the game, and needs no generator that other backends can repeat.
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
