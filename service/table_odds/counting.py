"""Counting of a roll's runs by outcome: exact for enumerated runs, estimated for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import field, frozen

from bombsight.boundary.codec.form import HIDDEN
from bombsight.runtime.batch.estimates import estimate_rate
from bombsight.service.table_odds.roller import MAX_RUNS, Case, Roller, Row, RunOutcome

SAMPLE_SIZE = 10_000
"""The number of random runs behind an estimate."""

SAMPLE_SEED = 1
"""The seed of estimates, which makes them reproducible."""

NEGLIGIBLE_SHARE = Fraction(1, 10**9)
"""The share of runs up to which the rest is not estimated but reported as a bound."""

MAX_DENOMINATOR = 10**6
"""The largest denominator of a ratio that is shown."""

OutcomeKey = Hashable
"""The key by which runs are counted."""


@frozen(kw_only=True)
class Chance:
    """A probability, exact or estimated with an interval.

    Attributes:
        share: The probability, 0 to 1.
        ratio: The exact ratio, such as ``5/36``, in outcomes of the table's own dice if possible; empty if it is
            not known exactly, or has too many digits.
        exact: Numerator and denominator, also if they have too many digits to be shown; None if not known.
        low: The lower end; equal to ``share`` if that is exact.
        high: The upper end: a bound, or the end of the 95 % confidence interval of an estimate.
    """

    share: float
    ratio: str
    low: float
    high: float
    exact: tuple[int, int] | None = field(default=None, eq=False, repr=False, metadata={HIDDEN: True})

    @property
    def fraction(self) -> Fraction:
        """The probability as an exact fraction, ``Fraction(5, 36)``, to be added up and compared.

        Raises:
            ValueError: It is an estimate.
        """
        if self.exact is not None:
            return Fraction(*self.exact)
        if not self.ratio:
            raise ValueError(f"this chance is an estimate: {self.low} to {self.high}")
        return Fraction(self.ratio)


IMPOSSIBLE = Chance(share=0.0, ratio="0", low=0.0, high=0.0)
"""The chance of an impossible outcome."""


@frozen(kw_only=True, eq=False)
class CaseCounts:
    """The outcomes of a roll's runs in one case, with the proportion of each.

    Attributes:
        shares: The exact share of each outcome, from the enumerated runs.
        left: The share of the runs that were not enumerated.
        thrown: The number of random runs with each outcome, among those that were not enumerated.
        throws: The number of random runs.
        runs: The number of enumerated runs.
        dice: The number of outcomes of the table's own dice.
        left_by_row: The share of each row of the table's own roll in `left`; None if it is not known.
    """

    shares: Mapping[RunOutcome, Fraction]
    left: Fraction
    thrown: Mapping[RunOutcome, int] = field(factory=dict)
    throws: int = 0
    runs: int
    dice: int
    left_by_row: Mapping[Row, Fraction] | None = None

    def row_chances(self) -> dict[OutcomeKey, Chance]:
        """Compute the probability of each row of the table's own roll; exact if `left_by_row` is known."""
        if self.left_by_row is None:
            return self.chances_by(row_keys)
        shares: dict[Row, Fraction] = dict(self.left_by_row)
        for outcome, share in self.shares.items():
            if outcome.row is not None:
                shares[outcome.row] = shares.get(outcome.row, Fraction(0)) + share
        return {row: make_exact_chance(share, self.dice) for row, share in shares.items()}

    def chances_by(self, keys: Callable[[RunOutcome], Iterable[OutcomeKey]]) -> dict[OutcomeKey, Chance]:
        """Compute the probability of each key, given the function that derives an outcome's keys."""
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
        """Create a probability from an exact proportion, and a count of hits among the random runs."""
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
        """A key that is equal for cases with the same odds."""
        shares: dict[OutcomeKey, Fraction] = {}
        for outcome, share in self.shares.items():
            key = (outcome.result, outcome.row, outcome.fault, outcome.beside)
            shares[key] = shares.get(key, Fraction(0)) + share
        return frozenset(shares.items())

    @property
    def mean_standing(self) -> Fraction:
        """The mean unreliability of the outcomes: 0 if every rule behind them is printed."""
        return sum((share * seen.standing for seen, share in self.shares.items()), Fraction(0))


def result_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """Yield the key that counts an outcome by its whole result."""
    if outcome.result:
        yield outcome.result


def row_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """Yield the keys that count an outcome by the row of the table's own roll, and by those that apply beside it."""
    if outcome.row is not None:
        yield outcome.row
    yield from outcome.beside


def other_row_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """Yield the keys that count an outcome by the rows of other rolls in its run."""
    yield from outcome.rolled


def fault_keys(outcome: RunOutcome) -> Iterator[OutcomeKey]:
    """Yield the key that counts an outcome by its rules fault."""
    if outcome.fault is not None:
        yield outcome.fault


def make_exact_chance(share: Fraction, dice_outcome_count: int) -> Chance:
    """Create an exact probability, with its ratio in dice outcomes, such as 5/36, if the table has dice."""
    return Chance(
        share=float(share),
        ratio=format_ratio(share, dice_outcome_count),
        low=float(share),
        high=float(share),
        exact=share.as_integer_ratio(),
    )


def format_ratio(share: Fraction, dice_outcome_count: int) -> str:
    """Format a proportion as a ratio, of dice outcomes if possible: ``5/36``; empty for too many digits."""
    if share.denominator == 1:
        return str(share.numerator)
    if dice_outcome_count and dice_outcome_count % share.denominator == 0:
        return f"{share.numerator * (dice_outcome_count // share.denominator)}/{dice_outcome_count}"
    return str(share) if share.denominator <= MAX_DENOMINATOR else ""


def count_runs(roller: Roller, case: Case, forced_modifiers: Mapping[int, int], max_runs: int = MAX_RUNS) -> CaseCounts:
    """Enumerate up to ``max_runs`` runs of a roll in a case, sample the others, and count all their outcomes.

    Args:
        roller: The machine that rolls the table.
        case: The values of subjects.
        forced_modifiers: The modifiers switched on or off whatever their conditions, by number.
        max_runs: The maximum number of enumerated runs.
    """
    ways: dict[RunOutcome, dict[int, int]] = {}
    dice = 0
    for weight, outcome in roller.enumerate_runs(case, forced_modifiers, max_runs):
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
    thrown = Counter(roller.sample_runs(case, forced_modifiers, times, SAMPLE_SEED))
    return CaseCounts(
        shares=shares, left=left, thrown=thrown, throws=thrown.total(), runs=runs, dice=dice, left_by_row=rows
    )
