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
class Faults:
    """Faults at one site.

    Attributes:
        count: How many runs ended so.
        first: The lowest number of such a run.
    """

    count: int
    first: int

    def __add__(self, other: Faults) -> Faults:
        return Faults(self.count + other.count, min(self.first, other.first))


@frozen
class Tried:
    """What runs of one side came to.

    Attributes:
        faults: The faults by site.
        columns: For each column how often each value came. Runs that are a fault are left out.
    """

    faults: Mapping[int, Faults]
    columns: tuple[Counter[int], ...]

    def __add__(self, other: Tried) -> Tried:
        faults = dict(self.faults)
        for site, found in other.faults.items():
            faults[site] = faults[site] + found if site in faults else found
        return Tried(faults, added(self.columns, other.columns))


Pair = tuple[int, int]
"""What a run came to on the first side, and on another, with the same dice."""


@frozen
class Counted:
    """What a part, or many, came to.

    Attributes:
        runs: How many runs of each side.
        sides: What each side came to.
        pairs: For each side but the first: for each column that both have, how often each pair of values came. Runs
            that are a fault on either side are left out.
    """

    runs: int
    sides: tuple[Tried, ...]
    pairs: tuple[tuple[Counter[Pair], ...], ...]

    def __add__(self, other: Counted) -> Counted:
        return Counted(
            self.runs + other.runs,
            tuple(mine + theirs for mine, theirs in zip(self.sides, other.sides, strict=True)),
            tuple(added(mine, theirs) for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )


def added(mine: Sequence[Counter[T]], theirs: Sequence[Counter[T]]) -> tuple[Counter[T], ...]:
    """Counters added one by one."""
    return tuple(one + two for one, two in zip(mine, theirs, strict=True))


@frozen
class Played:
    """Runs of one side, column by column, in the order of their numbers.

    Attributes:
        faults: For each run the site of its fault, or -1.
        columns: For each column its values; of a run that is a fault they mean nothing.
    """

    faults: Sequence[int]
    columns: tuple[Sequence[int], ...]


def count(first: int, sides: Sequence[Played], shared: Sequence[Sequence[Pair]]) -> Counted:
    """Count runs.

    Args:
        first: The number of the first.
        sides: What they came to on each side.
        shared: For each side but the first: the columns that both have, by their places here and there.
    """
    base = sides[0]
    return Counted(
        len(base.faults),
        tuple(tried(first, side) for side in sides),
        tuple(paired(base, side, columns) for side, columns in zip(sides[1:], shared, strict=True)),
    )


def tried(first: int, side: Played) -> Tried:
    """Count what runs of one side came to."""
    sound = unfaulted(side.faults)
    sites = {} if sound is None else {site: found for site, found in Counter(side.faults).items() if site != NO_FAULT}
    return Tried(
        {site: Faults(found, first + side.faults.index(site)) for site, found in sites.items()},
        tuple(Counter(kept(column, sound)) for column in side.columns),
    )


def paired(base: Played, other: Played, columns: Sequence[Pair]) -> tuple[Counter[Pair], ...]:
    """Count what pairs of runs came to, in the columns that both sides have."""
    sound = unfaulted(base.faults, other.faults)
    return tuple(Counter(kept(zip(base.columns[one], other.columns[two], strict=True), sound)) for one, two in columns)


def unfaulted(*faults: Sequence[int]) -> list[bool] | None:
    """Which runs are a fault in none of these columns; None for all, as it nearly always is."""
    if all({*column} <= {NO_FAULT} for column in faults):
        return None
    return [all(site == NO_FAULT for site in sites) for sites in zip(*faults, strict=True)]


def kept(values: Iterable[T], which: list[bool] | None) -> Iterable[T]:
    """Some of the values; None for all."""
    return values if which is None else compress(values, which)
