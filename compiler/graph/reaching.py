"""Far-reaching statements, which affect more than the code around them, such as `end` of an outer procedure."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk_without_expressions
from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query

FarReachingStmt = g.EndProcedure | g.Let | g.Move | g.TakeEvery | g.TreatAs
"""Statements that end an outer procedure, keep a roll, move elements, or run other rows."""

FarReachingByItem = Memo[Node, tuple[FarReachingStmt, ...]]
"""Memo of the far-reaching statements of each item."""


@query
def collect_far_reaching(previous: FarReachingByItem | None, graph: n.RuleGraph) -> FarReachingByItem:
    """Collect the far-reaching statements of each item, such as `end` of an outer procedure (memoized query)."""
    return map_with_memo((*graph.tables, *graph.procedures, *graph.examples, *graph.rerolls), far_reaching_in, previous)


def far_reaching_in(item: Node) -> tuple[FarReachingStmt, ...]:
    """Return the far-reaching statements of one item, such as `end` of an outer procedure."""
    return tuple(part for part in walk_without_expressions(item) if isinstance(part, FarReachingStmt))


def iter_far_reaching(by_item: FarReachingByItem) -> Iterator[FarReachingStmt]:
    """Yield the far-reaching statements of all items, such as `end` of an outer procedure."""
    for parts in by_item.values:
        yield from parts
