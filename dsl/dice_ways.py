"""Counting of throws: how many of all throws of some dice come to each result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, product
from math import comb, prod

Group = tuple[int, int]
"""A number of equal dice and their sides."""


def ways_of_sums(all_sides: Sequence[int]) -> dict[int, int]:
    """Count the throws that give each sum of some dice, by sum; ``all_sides`` has the sides of each die."""
    sums = [1]
    for sides in all_sides:  # a sliding window of as many sums as the die has sides
        upto = [*accumulate(sums, initial=0)]
        high = len(sums)
        sums = [upto[min(at + 1, high)] - upto[max(0, at + 1 - sides)] for at in range(high + sides - 1)]
    return {len(all_sides) + at: number for at, number in enumerate(sums)}


def ways_of_kept(groups: Sequence[Group], kept: int, *, highest: bool) -> dict[int, int]:
    """Count the throws that give each sum of the highest or lowest dice of a throw, by sum.

    The faces are gone through from the best on: at each, some of the dice left show it, until ``kept`` have a face.

    Args:
        groups: The dice: how many there are of each number of sides.
        kept: How many of them are added up.
        highest: Whether these are the highest.
    """
    all_sides = [sides for _, sides in groups]
    faces = range(max(all_sides), 0, -1) if highest else range(1, max(all_sides) + 1)
    found: Counter[int] = Counter()
    open_ways: Counter[tuple[tuple[int, ...], int, int]] = Counter()  # by dice left, dice to keep yet, and their sum
    open_ways[tuple(count for count, _ in groups), kept, 0] = 1
    for face in faces:
        still_open: Counter[tuple[tuple[int, ...], int, int]] = Counter()
        worse = [min(face - 1, sides) if highest else max(sides - face, 0) for sides in all_sides]
        for (left, missing, total), ways in open_ways.items():
            counts = [range(count + 1 if face <= sides else 1) for count, sides in zip(left, all_sides, strict=True)]
            for taken in product(*counts):
                rest = tuple(count - used for count, used in zip(left, taken, strict=True))
                here = ways * prod(map(comb, left, taken))
                reached = total + face * min(sum(taken), missing)
                if sum(taken) >= missing:
                    found[reached] += here * prod(map(pow, worse, rest))
                else:
                    still_open[rest, missing - sum(taken), reached] += here
        open_ways = still_open
    return {result: ways for result, ways in sorted(found.items()) if ways}


def count_sets_of_faces(groups: Sequence[Group]) -> int:
    """Return at least how many sets of faces dice can show, without counting each: exact for dice of one kind."""
    return prod(comb(count + sides - 1, count) for count, sides in groups)


def ways_of_faces(dice: Iterable[Iterable[int]]) -> Counter[tuple[int, ...]]:
    """Count the throws that show each set of faces, which stand sorted; ``dice`` has the faces of each die."""
    found: Counter[tuple[int, ...]] = Counter({(): 1})
    for faces in dice:
        longer: Counter[tuple[int, ...]] = Counter()
        for shown, ways in found.items():
            for face in faces:
                longer[tuple(sorted((*shown, face)))] += ways
        found = longer
    return found
