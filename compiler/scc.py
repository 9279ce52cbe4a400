"""Strongly connected components of a call graph (Tarjan), for bottom-up analyses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def strongly_connected_components(calls: Mapping[K, Iterable[K]]) -> list[list[K]]:
    """Return the strongly connected components, callees before callers; unknown callees are left out."""
    order: dict[K, int] = {}
    low: dict[K, int] = {}
    stack: list[K] = []
    on_stack: set[K] = set()
    components: list[list[K]] = []
    for start in calls:
        if start in order:
            continue
        path: list[tuple[K, Iterator[K]]] = []

        def enter(node: K, path: list[tuple[K, Iterator[K]]] = path) -> None:
            """Number an unvisited node, and push it on the stacks of the depth-first search."""
            order[node] = low[node] = len(order)
            stack.append(node)
            on_stack.add(node)
            path.append((node, iter(calls[node])))

        enter(start)
        while path:
            at, successors = path[-1]
            for to in successors:
                if to not in calls:
                    continue
                if to not in order:
                    enter(to)
                    break
                if to in on_stack:
                    low[at] = min(low[at], order[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[at])
                if low[at] == order[at]:
                    component = [stack.pop()]
                    while component[-1] != at:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    components.append(component)
    return components
