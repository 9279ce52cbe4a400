"""The items of a graph that are looked at one at a time, and what they and their parts are called by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from bombsight.compiler.effects import Callee
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import Node

PART_PREFIXES = ("modifiers:", "results:")
"""What of a table is asked for by itself, as effects call it."""


def checked_items(graph: n.RuleGraph) -> Iterator[tuple[Callee, Node]]:
    """The items of a graph that are looked at one by one."""
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"procedure:{procedure.name}", procedure) for procedure in graph.procedures)
    yield from ((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
    yield from ((f"define:{define.name}", define) for define in graph.defines)
    yield from ((f"board:{board.name}", board) for board in graph.boards)


def callees_of(graph: n.RuleGraph, nodes: Iterable[Node]) -> frozenset[Callee]:
    """What nodes of a graph are called by, and what of them can be called alone."""
    identities = {*map(id, nodes)}
    found = {id_ for id_, item in checked_items(graph) if id(item) in identities} if identities else set()
    return frozenset(add_part_names(found))


def add_part_names(ids: Set[Callee]) -> Set[Callee]:
    """Names of items, and those of their parts that are asked for by themselves."""
    return ids | {id_.replace("table:", kind, 1) for id_ in ids if id_.startswith("table:") for kind in PART_PREFIXES}


def callee_name(callee: Callee) -> str:
    """What an item is called."""
    return callee.partition(":")[2]
