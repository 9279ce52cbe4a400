"""The items that are checked one at a time, and the keys of items and their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import Node

PART_PREFIXES = ("modifiers:", "results:")
"""The prefixes of the parts of a table that can be called on their own."""


def checked_items(graph: n.RuleGraph) -> Iterator[tuple[Callee, Node]]:
    """Yield the items of a graph that are checked one at a time, each with its key, such as ``table:Sky``."""
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"procedure:{procedure.name}", procedure) for procedure in graph.procedures)
    yield from ((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
    yield from ((f"define:{define.name}", define) for define in graph.defines)
    yield from ((f"board:{board.name}", board) for board in graph.boards)


def callees_of(graph: n.RuleGraph, nodes: Iterable[Node]) -> frozenset[Callee]:
    """The keys of some nodes of a graph, and of their separately callable parts, such as ``modifiers:Sky``."""
    identities = {*map(id, nodes)}
    found = {id_ for id_, item in checked_items(graph) if id(item) in identities} if identities else set()
    return frozenset(add_part_keys(found))


def add_part_keys(ids: Set[Callee]) -> Set[Callee]:
    """Add to a set of item keys those of the separately callable parts: for ``table:Sky`` also ``modifiers:Sky``."""
    return ids | {id_.replace("table:", kind, 1) for id_ in ids if id_.startswith("table:") for kind in PART_PREFIXES}


def callee_name(callee: Callee) -> str:
    """The name of an item, from its key: ``Sky`` for ``table:Sky``."""
    return callee.partition(":")[2]
