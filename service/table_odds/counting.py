"""Runs counted by what came of them: exact ratios of what was gone through, a bound and an estimate of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import field, frozen

from bombsight.runtime.batch.estimates import rate
from bombsight.service.table_odds.rolling import MOST_RUNS, Case, Roller, Row, Seen

THROWN = 10_000
"""So many runs by chance an estimate rests on."""

SEED = 1
"""Of the dice of estimates, so that they are the same each time."""

NEGLIGIBLE = Fraction(1, 10**9)
"""A share of all runs that is no more than this needs no estimate: it is told as a bound."""

LARGEST = 10**6
"""A ratio whose denominator is larger is not told: nobody reads it."""

Key = Hashable
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


NEVER = Chance(share=0.0, ratio="0", low=0.0, high=0.0)
"""Of what cannot be."""


@frozen(kw_only=True, eq=False)
class Counted:
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

    shares: Mapping[Seen, Fraction]
    left: Fraction
    thrown: Mapping[Seen, int] = field(factory=dict)
    throws: int = 0
    runs: int
    dice: int
    left_by_row: Mapping[Row, Fraction] | None = None

    def rows(self) -> dict[Key, Chance]:
        """The chance of each row of the table's own roll: exact, where all that is left knows its row."""
        if self.left_by_row is None:
            return self.by(by_row)
        known: dict[Row, Fraction] = dict(self.left_by_row)
        for seen, share in self.shares.items():
            if seen.row is not None:
                known[seen.row] = known.get(seen.row, Fraction(0)) + share
        return {row: exactly(share, self.dice) for row, share in known.items()}

    def by(self, keys: Callable[[Seen], Iterable[Key]]) -> dict[Key, Chance]:
        """The chance of each key that outcomes have."""
        known: dict[Key, Fraction] = {}
        for seen, share in self.shares.items():
            for key in keys(seen):
                known[key] = known.get(key, Fraction(0)) + share
        times: Counter[Key] = Counter()
        for seen, number in self.thrown.items():
            for key in keys(seen):
                times[key] += number
        return {key: self.chance(known.get(key, Fraction(0)), times[key]) for key in {**known, **times}}

    def chance(self, known: Fraction, times: int = 0) -> Chance:
        """A chance of which so much is known, and that so many of the runs by chance came to."""
        if not self.left:
            return exactly(known, self.dice)
        low, high = float(known), float(known + self.left)
        found = rate(times, self.throws)
        if found is None:
            return Chance(share=low, ratio="", low=low, high=high)
        left = float(self.left)
        return Chance(
            share=low + left * found.value, ratio="", low=low + left * found.low, high=low + left * found.high
        )

    @property
    def told_apart(self) -> Hashable:
        """What two cases of one and the same odds have in common."""
        found: dict[Key, Fraction] = {}
        for seen, share in self.shares.items():
            key = (seen.result, seen.row, seen.fault)
            found[key] = found.get(key, Fraction(0)) + share
        return frozenset(found.items())

    @property
    def doubt(self) -> Fraction:
        """How little what came of them is known, to be compared with that of others: 0 where all is printed."""
        return sum((share * seen.standing for seen, share in self.shares.items()), Fraction(0))


def by_result(seen: Seen) -> Iterator[Key]:
    """The whole result."""
    if seen.result:
        yield seen.result


def by_row(seen: Seen) -> Iterator[Key]:
    """The row of the table's own roll."""
    if seen.row is not None:
        yield seen.row


def by_other_roll(seen: Seen) -> Iterator[Key]:
    """The rows of other rolls."""
    yield from seen.rolled


def by_fault(seen: Seen) -> Iterator[Key]:
    """The fault."""
    if seen.fault is not None:
        yield seen.fault


def exactly(share: Fraction, dice: int) -> Chance:
    """A chance that is known.

    Args:
        share: From 0 to 1.
        dice: In how many ways the dice fall that it is told in; 0 where there are none.
    """
    return Chance(share=float(share), ratio=written(share, dice), low=float(share), high=float(share))


def written(share: Fraction, dice: int) -> str:
    """A share as a ratio: of the ways of some dice where it is one; empty where it takes too many digits."""
    if share.denominator == 1:
        return str(share.numerator)
    if dice and dice % share.denominator == 0:
        return f"{share.numerator * (dice // share.denominator)}/{dice}"
    return str(share) if share.denominator <= LARGEST else ""


def counted(roller: Roller, case: Case, forces: Mapping[int, int], most: int = MOST_RUNS) -> Counted:
    """Go through the runs of a case.

    Args:
        roller: The table.
        case: What is so.
        forces: What the handles of its modifiers say.
        most: How many runs are gone through at most.
    """
    ways: dict[Seen, dict[int, int]] = {}
    dice = 0
    for weight, seen in roller.all(case, forces, most):
        of = ways.setdefault(seen, {})
        of[weight.of] = of.get(weight.of, 0) + weight.ways
        dice = dice or roller.dice(seen)
    shares = {
        seen: sum((Fraction(number, of) for of, number in each.items()), Fraction(0)) for seen, each in ways.items()
    }
    left = 1 - sum(shares.values(), Fraction(0))
    runs, rows = roller.runs, roller.left_by_row
    if left <= NEGLIGIBLE:
        return Counted(shares=shares, left=left, runs=runs, dice=dice, left_by_row=rows)
    times = min(THROWN, most)
    thrown = Counter(roller.sample(case, forces, times, SEED))
    return Counted(
        shares=shares, left=left, thrown=thrown, throws=thrown.total(), runs=runs, dice=dice, left_by_row=rows
    )
