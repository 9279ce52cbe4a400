"""What was counted: whole numbers that add up to the same in whatever order parts come."""

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
    """Faults at one site.

    Attributes:
        count: How many runs ended so.
        first: The lowest number of such a run.
    """

    count: int
    first: int

    def __add__(self, other: FaultCount) -> FaultCount:
        return FaultCount(self.count + other.count, min(self.first, other.first))


@frozen
class SideCounts:
    """What runs of one side came to.

    Attributes:
        faults: The faults by site.
        columns: For each column how often each value came. Runs that are a fault are left out.
    """

    faults: Mapping[int, FaultCount]
    columns: tuple[Counter[int], ...]

    def __add__(self, other: SideCounts) -> SideCounts:
        faults = dict(self.faults)
        for site, found in other.faults.items():
            faults[site] = faults[site] + found if site in faults else found
        return SideCounts(faults, add_counters(self.columns, other.columns))


Pair = tuple[int, int]
"""What a run came to on the first side, and on another, with the same dice."""


@frozen
class RunCounts:
    """What a part, or many, came to.

    Attributes:
        runs: How many runs of each side.
        sides: What each side came to.
        pairs: For each side but the first: for each column that both have, how often each pair of values came. Runs
            that are a fault on either side are left out.
    """

    runs: int
    sides: tuple[SideCounts, ...]
    pairs: tuple[tuple[Counter[Pair], ...], ...]

    def __add__(self, other: RunCounts) -> RunCounts:
        return RunCounts(
            self.runs + other.runs,
            tuple(mine + theirs for mine, theirs in zip(self.sides, other.sides, strict=True)),
            tuple(add_counters(mine, theirs) for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )


def add_counters(left: Sequence[Counter[T]], right: Sequence[Counter[T]]) -> tuple[Counter[T], ...]:
    """Counters added one by one."""
    return tuple(one + two for one, two in zip(left, right, strict=True))


@frozen
class PlayedRuns:
    """Runs of one side, column by column, in the order of their numbers.

    Attributes:
        faults: For each run the site of its fault, or -1.
        columns: For each column its values; of a run that is a fault they mean nothing.
    """

    faults: Sequence[int]
    columns: tuple[Sequence[int], ...]


def count_runs(first: int, sides: Sequence[PlayedRuns], shared: Sequence[Sequence[Pair]]) -> RunCounts:
    """Count runs.

    Args:
        first: The number of the first.
        sides: What they came to on each side.
        shared: For each side but the first: the columns that both have, by their places here and there.
    """
    base = sides[0]
    return RunCounts(
        len(base.faults),
        tuple(count_side(first, side) for side in sides),
        tuple(count_pairs(base, side, columns) for side, columns in zip(sides[1:], shared, strict=True)),
    )


def count_side(first: int, side: PlayedRuns) -> SideCounts:
    """Count what runs of one side came to."""
    mask = fault_free_mask(side.faults)
    fault_counts = (
        {} if mask is None else {site: found for site, found in Counter(side.faults).items() if site != NO_FAULT}
    )
    return SideCounts(
        {site: FaultCount(found, first + side.faults.index(site)) for site, found in fault_counts.items()},
        tuple(Counter(apply_mask(column, mask)) for column in side.columns),
    )


def count_pairs(base: PlayedRuns, other: PlayedRuns, columns: Sequence[Pair]) -> tuple[Counter[Pair], ...]:
    """Count what pairs of runs came to, in the columns that both sides have."""
    mask = fault_free_mask(base.faults, other.faults)
    return tuple(
        Counter(apply_mask(zip(base.columns[one], other.columns[two], strict=True), mask)) for one, two in columns
    )


def fault_free_mask(*faults: Sequence[int]) -> list[bool] | None:
    """Which runs are a fault in none of these columns; None for all, as it nearly always is."""
    if all({*column} <= {NO_FAULT} for column in faults):
        return None
    return [all(site == NO_FAULT for site in sites) for sites in zip(*faults, strict=True)]


def apply_mask(values: Iterable[T], mask: list[bool] | None) -> Iterable[T]:
    """Some of the values; None for all."""
    return values if mask is None else compress(values, mask)
