"""The last stage of lowering: sort functions by calls, and number sites in graph order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.flat.functions import Function
from bombsight.flat.sites import Site
from bombsight.flat.walking import Node, map_nodes, site_references, walk


def sort_by_calls(functions: Mapping[str, Function], roots: Iterable[str]) -> list[Function]:
    """Sort the functions reachable from roots topologically, callees first except in cycles of calls."""
    ordered: list[Function] = []
    visited = set[str]()
    for name in roots:
        stack = [(name, False)]
        while stack:
            at, done = stack.pop()
            if done:
                ordered.append(functions[at])
            elif at not in visited:
                visited.add(at)
                stack.append((at, True))
                stack += [(callee, False) for callee in reversed(functions[at].callees)]
    return ordered


def owner_ranks(graph: RuleGraph) -> dict[str, int]:
    """Map each owner of sites (display metadata) to its rank in graph order, examples last."""
    owners = [
        *(f"table:{table.id}" for table in graph.tables),
        *(f"define:{node.name}" for node in graph.defines),
        *(f"procedure:{node.name}" for node in graph.procedures),
        *(f"reroll:{node.name}" for node in graph.rerolls),
        f"game:{graph.game.id}",
        *(example.id for example in graph.examples),
    ]
    return {owner: rank for rank, owner in enumerate(owners)}


def sort_sites(sites: Sequence[Site], without_examples: int, graph: RuleGraph) -> list[int]:
    """Sort sites (display metadata of code places) in graph order, and return their old numbers; examples' last.

    The first ``without_examples`` were found before any example was lowered. They come first, so that a program has the
    same numbers with and without its examples.
    """
    rank = owner_ranks(graph)
    return sorted(range(len(sites)), key=lambda at: (at >= without_examples, rank.get(sites[at].owner, len(rank)), at))


def sites_in(node: Node) -> set[int]:
    """The numbers of all sites (display metadata) that a code node refers to."""
    return {number for part in walk(node) for _, number, _ in site_references(part)}


def renumber_sites(function: Function, numbers: Mapping[int, int]) -> Function:
    """Return a function with its site numbers replaced by the new ones."""

    def renumber_node(node: Node) -> Node:
        """Return a code node with its own site numbers replaced."""
        new: dict[str, Any] = {name: numbers[number] for name, number, _ in site_references(node)}
        return cast(Any, evolve)(node, **new) if new else node

    return evolve(
        function,
        body=tuple(map_nodes(stmt, renumber_node) for stmt in function.body),
        guard=None if function.guard is None else map_nodes(function.guard, renumber_node),
    )
