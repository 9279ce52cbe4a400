"""Strongly connected components of calls (Tarjan), so that what a call leads to is gathered once, from below."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def knots(calls: Mapping[K, Iterable[K]]) -> list[list[K]]:
    """What can reach each other, together; what is called before what calls it. What has no calls given is left out."""
    order: dict[K, int] = {}
    low: dict[K, int] = {}
    held: list[K] = []
    holding: set[K] = set()
    found: list[list[K]] = []
    for start in calls:
        if start in order:
            continue
        path: list[tuple[K, Iterator[K]]] = []

        def enter(at: K, path: list[tuple[K, Iterator[K]]] = path) -> None:
            order[at] = low[at] = len(order)
            held.append(at)
            holding.add(at)
            path.append((at, iter(calls[at])))

        enter(start)
        while path:
            at, left = path[-1]
            for to in left:
                if to not in calls:
                    continue
                if to not in order:
                    enter(to)
                    break
                if to in holding:
                    low[at] = min(low[at], order[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[at])
                if low[at] == order[at]:
                    knot = [held.pop()]
                    while knot[-1] != at:
                        knot.append(held.pop())
                    holding.difference_update(knot)
                    found.append(knot)
    return found
