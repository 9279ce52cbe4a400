"""Counts of a simulation: integers whose sums do not depend on the order in which parts finish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import TypeVar

from attrs import frozen

from bombsight.flat.slices import NO_FAULT

T = TypeVar("T")


@frozen
class FaultCount:
    """The rules faults at one site (code location): how many, and the first run.

    Attributes:
        count: The number of runs that ended there.
        first: The lowest number of such a run.
    """

    count: int
    first: int

    def __add__(self, other: FaultCount) -> FaultCount:
        """Add the counts of two parts; the lower run number is that of the first run."""
        return FaultCount(self.count + other.count, min(self.first, other.first))


@frozen
class SideCounts:
    """The counts of runs under one set of rules.

    Attributes:
        faults: The faults by site.
        columns: For each column, the number of runs with each value, runs with a fault excluded.
    """

    faults: Mapping[int, FaultCount]
    columns: tuple[Counter[int], ...]

    def __add__(self, other: SideCounts) -> SideCounts:
        """Add the counts of two parts."""
        faults = dict(self.faults)
        for site, found in other.faults.items():
            faults[site] = faults[site] + found if site in faults else found
        return SideCounts(faults, add_counters(self.columns, other.columns))


Pair = tuple[int, int]
"""The values of a run on the first side and on another, with the same dice."""


@frozen
class RunCounts:
    """The counts of runs in one part or several, for all sides (sets of rules).

    Attributes:
        runs: The number of runs of each side.
        sides: The counts of each side.
        pairs: For each side but the first, and each column that both have: the number of runs with each pair of
            values. Runs with a fault on either side are excluded.
    """

    runs: int
    sides: tuple[SideCounts, ...]
    pairs: tuple[tuple[Counter[Pair], ...], ...]

    def __add__(self, other: RunCounts) -> RunCounts:
        """Add the counts of two parts."""
        return RunCounts(
            self.runs + other.runs,
            tuple(mine + theirs for mine, theirs in zip(self.sides, other.sides, strict=True)),
            tuple(add_counters(mine, theirs) for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )


def add_counters(left: Sequence[Counter[T]], right: Sequence[Counter[T]]) -> tuple[Counter[T], ...]:
    """Add two tuples of counters element by element."""
    return tuple(one + two for one, two in zip(left, right, strict=True))


@frozen
class PlayedRuns:
    """The values of runs under one set of rules, column by column, ordered by run number.

    Attributes:
        faults: For each run the site of its fault, or -1.
        columns: For each column its values; undefined for a run with a fault.
    """

    faults: Sequence[int]
    columns: tuple[Sequence[int], ...]


def count_runs(first: int, sides: Sequence[PlayedRuns], shared: Sequence[Sequence[Pair]]) -> RunCounts:
    """Count the values of runs: for each side (set of rules), and for pairs of sides.

    Args:
        first: The number of the first run.
        sides: The runs of each side.
        shared: For each side but the first: the columns that both have, by their indices here and there.
    """
    base = sides[0]
    return RunCounts(
        len(base.faults),
        tuple(count_side(first, side) for side in sides),
        tuple(count_pairs(base, side, columns) for side, columns in zip(sides[1:], shared, strict=True)),
    )


def count_side(first_run: int, side: PlayedRuns) -> SideCounts:
    """Count the values and faults of runs under one set of rules; ``first_run`` is the first run's number."""
    mask = fault_free_mask(side.faults)
    fault_counts = (
        {} if mask is None else {site: found for site, found in Counter(side.faults).items() if site != NO_FAULT}
    )
    return SideCounts(
        {site: FaultCount(found, first_run + side.faults.index(site)) for site, found in fault_counts.items()},
        tuple(Counter(apply_mask(column, mask)) for column in side.columns),
    )


def count_pairs(base: PlayedRuns, other: PlayedRuns, columns: Sequence[Pair]) -> tuple[Counter[Pair], ...]:
    """Count the pairs of values that each run has under two sets of rules, for pairs of column indices."""
    mask = fault_free_mask(base.faults, other.faults)
    return tuple(
        Counter(apply_mask(zip(base.columns[one], other.columns[two], strict=True), mask)) for one, two in columns
    )


def fault_free_mask(*faults: Sequence[int]) -> list[bool] | None:
    """Return a mask that is true for runs without a fault in any of the fault columns; None if no run has one."""
    if all({*column} <= {NO_FAULT} for column in faults):
        return None
    return [all(site == NO_FAULT for site in sites) for sites in zip(*faults, strict=True)]


def apply_mask(values: Iterable[T], mask: list[bool] | None) -> Iterable[T]:
    """Select the values at the true positions of a mask; all values for None."""
    return values if mask is None else compress(values, mask)
