"""Inclusion probabilities: how often a row is taken by the throws that ``again ..., each once`` adds to the first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk_without_expressions
from bombsight.compiler.odds_rows import only_tells, throws_each_once

MAX_DRAWS = 20_000
"""The maximum number of draws that are gone through; beyond, the probabilities are not computed."""

Taken = tuple[int, ...]
"""How many rows of each class are taken; the rows of a class have the same chance, and are alike."""


def throws_by_row(table: n.Table) -> dict[int, int] | None:
    """Return how many throws each row adds, by the number of the row, natural rows first.

    None if that is not known: rows throw no dice again, do more than tell something, or throw under a condition.
    """
    if table.rolled is None or not throws_each_once(table) or not only_tells(table):
        return None
    found: dict[int, int] = {}
    bodies = [row.body for row in table.rolled.naturals] + [row.body for row in table.rolled.rows]
    for number, body in enumerate(bodies):
        last = body[-1] if body else None
        if isinstance(last, g.AgainEachOnce):
            found[number] = last.times
        inner = sum(isinstance(part, g.AgainEachOnce) for part in walk_without_expressions(body))
        leaves = any(isinstance(part, g.Give) for part in walk_without_expressions(body))
        if inner > (number in found) or (inner and leaves):
            return None
    return found


def inclusion_shares(first: Mapping[int, Fraction], throws: Mapping[int, int]) -> dict[int, Fraction] | None:
    """Compute how probable it is that each row is taken in a call; None if that takes too long.

    Args:
        first: The probability of each row in the first throw.
        throws: How many throws a row adds, by its number; absent for none.
    """
    classes: dict[tuple[Fraction, int], list[int]] = defaultdict(list)
    for row, share in first.items():
        classes[share, row if row in throws else -1].append(row)
    shares = [share for share, _ in classes]
    adds = [throws.get(rows[0], 0) for rows in classes.values()]
    sizes = [len(rows) for rows in classes.values()]
    taken_shares = [Fraction(0)] * len(sizes)
    states: dict[tuple[Taken, int], Fraction] = {((0,) * len(sizes), 1): sum(first.values(), Fraction(0))}
    draws = 0
    while states:
        following: dict[tuple[Taken, int], Fraction] = defaultdict(Fraction)
        for (taken, due), probability in states.items():
            weights = [share * (size - out) for share, size, out in zip(shares, sizes, taken, strict=True)]
            total = sum(weights, Fraction(0))
            draws += len(weights)
            if draws > MAX_DRAWS:
                return None
            for at, weight in enumerate(weights if total else ()):
                if weight:
                    drawn = probability * weight / total
                    taken_shares[at] += drawn
                    left = due - 1 + adds[at]
                    if left:
                        following[(*taken[:at], taken[at] + 1, *taken[at + 1 :]), left] += drawn
        states = following
    return {row: share / len(rows) for rows, share in zip(classes.values(), taken_shares, strict=True) for row in rows}
