"""Runs counted by what came of them: exact ratios of what was gone through, a bound and an estimate of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import field, frozen

from bombsight.runtime.batch.estimates import estimate_rate
from bombsight.service.table_odds.roller import MAX_RUNS, Case, Roller, Row, RunOutcome

SAMPLE_SIZE = 10_000
"""So many runs by chance an estimate rests on."""

SAMPLE_SEED = 1
"""Of the dice of estimates, so that they are the same each time."""

NEGLIGIBLE_SHARE = Fraction(1, 10**9)
"""A share of all runs that is no more than this needs no estimate: it is told as a bound."""

MAX_DENOMINATOR = 10**6
"""A ratio whose denominator is larger is not told: nobody reads it."""

OutcomeKey = Hashable
"""What runs are counted by."""


@frozen(kw_only=True)
class Chance:
    """How likely something is.

    Attributes:
        share: From 0 to 1.
        ratio: The same exactly, ``5/36``, of the table's own dice where it is one of those; empty where it is not known
            exactly, or takes too many digits.
        low: It is not less. Equal to ``share`` where that is exact.
        high: It is not more: a bound, or the end of an interval at 95 % where it was estimated.
    """

    share: float
    ratio: str
    low: float
    high: float


IMPOSSIBLE = Chance(share=0.0, ratio="0", low=0.0, high=0.0)
"""Of what cannot be."""


@frozen(kw_only=True, eq=False)
class CaseCounts:
    """What came of the runs of one case.

    Attributes:
        shares: The share of each outcome among all runs, of those gone through.
        left: The share of those that were not.
        thrown: Of runs by chance among these, how many came to each outcome.
        throws: How many those were.
        runs: How many were gone through.
        dice: In how many ways the table's own dice fall.
        left_by_row: Of what is left, how much belongs to each row of the table's own roll; None where that is open.
    """

    shares: Mapping[RunOutcome, Fraction]
    left: Fraction
    thrown: Mapping[RunOutcome, int] = field(factory=dict)
    throws: int = 0
    runs: int
    dice: int
    left_by_row: Mapping[Row, Fraction] | None = None

    def row_chances(self) -> dict[OutcomeKey, Chance]:
        """The chance of each row of the table's own roll: exact, where all that is left knows its row."""
        if self.left_by_row is None:
            return self.chances_by(row_keys)
        shares: dict[Row, Fraction] = dict(self.left_by_row)
        for outcome, share in self.shares.items():
            if outcome.row is not None:
                shares[outcome.row] = shares.get(outcome.row, Fraction(0)) + share
        return {row: make_exact_chance(share, self.dice) for row, share in shares.items()}

    def chances_by(self, keys: Callable[[RunOutcome], Iterable[OutcomeKey]]) -> dict[OutcomeKey, Chance]:
        """The chance of each key that outcomes have."""
        shares: dict[OutcomeKey, Fraction] = {}
        for outcome, share in self.shares.items():
            for key in keys(outcome):
                shares[key] = shares.get(key, Fraction(0)) + share
        sampled: Counter[OutcomeKey] = Counter()
        for outcome, number in self.thrown.items():
            for key in keys(outcome):
                sampled[key] += number
        return {key: self.make_chance(shares.get(key, Fraction(0)), sampled[key]) for key in {**shares, **sampled}}

    def make_chance(self, known_share: Fraction, sampled: int = 0) -> Chance:
        """A chance of which so much is known, and that so many of the runs by chance came to."""
        if not self.left:
            return make_exact_chance(known_share, self.dice)
        low, high = float(known_share), float(known_share + self.left)
        estimate = estimate_rate(sampled, self.throws)
        if estimate is None:
            return Chance(share=low, ratio="", low=low, high=high)
        left = float(self.left)
        return Chance(
            share=low + left * estimate.value, ratio="", low=low + left * estimate.low, high=low + left * estimate.high
        )

    @property
    def odds_key(self) -> Hashable:
        """What two cases of one and the same odds have in common."""
        shares: dict[OutcomeKey, Fraction] = {}
        for outcome, share in self.shares.items():
            key = (outcome.result, outcome.row, outcome.fault)
            shares[key] = shares.get(key, Fraction(0)) + share
        return frozenset(shares.items())

    @property
    def mean_standing(self) -> Fraction:
        """How little what came of them is known, to be compared with that of others: 0 where all is printed."""
        return sum((share * seen.standing for seen, share in self.shares.items()), Fraction(0))


def result_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """The whole result."""
    if outcome.result:
        yield outcome.result


def row_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """The row of the table's own roll."""
    if outcome.row is not None:
        yield outcome.row


def other_row_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """The rows of other rolls."""
    yield from outcome.rolled


def fault_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """The fault."""
    if outcome.fault is not None:
        yield outcome.fault


def make_exact_chance(share: Fraction, dice_outcome_count: int) -> Chance:
    """A chance that is known.

    Args:
        share: From 0 to 1.
        dice_outcome_count: In how many ways the dice fall that it is told in; 0 where there are none.
    """
    return Chance(
        share=float(share), ratio=format_ratio(share, dice_outcome_count), low=float(share), high=float(share)
    )


def format_ratio(share: Fraction, dice_outcome_count: int) -> str:
    """A share as a ratio: of the ways of some dice where it is one; empty where it takes too many digits."""
    if share.denominator == 1:
        return str(share.numerator)
    if dice_outcome_count and dice_outcome_count % share.denominator == 0:
        return f"{share.numerator * (dice_outcome_count // share.denominator)}/{dice_outcome_count}"
    return str(share) if share.denominator <= MAX_DENOMINATOR else ""


def count_runs(roller: Roller, case: Case, forces: Mapping[int, int], max_runs: int = MAX_RUNS) -> CaseCounts:
    """Go through the runs of a case.

    Args:
        roller: The table.
        case: What is so.
        forces: What the handles of its modifiers say.
        max_runs: How many runs are gone through at most.
    """
    ways: dict[RunOutcome, dict[int, int]] = {}
    dice = 0
    for weight, outcome in roller.enumerate_runs(case, forces, max_runs):
        ways_by_total = ways.setdefault(outcome, {})
        ways_by_total[weight.of] = ways_by_total.get(weight.of, 0) + weight.ways
        dice = dice or roller.dice_outcome_count(outcome)
    shares = {
        seen: sum((Fraction(number, of) for of, number in each.items()), Fraction(0)) for seen, each in ways.items()
    }
    left = 1 - sum(shares.values(), Fraction(0))
    runs, rows = roller.run_count, roller.left_by_row
    if left <= NEGLIGIBLE_SHARE:
        return CaseCounts(shares=shares, left=left, runs=runs, dice=dice, left_by_row=rows)
    times = min(SAMPLE_SIZE, max_runs)
    thrown = Counter(roller.sample_runs(case, forces, times, SAMPLE_SEED))
    return CaseCounts(
        shares=shares, left=left, thrown=thrown, throws=thrown.total(), runs=runs, dice=dice, left_by_row=rows
    )
