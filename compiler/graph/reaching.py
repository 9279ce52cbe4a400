"""Statements that count for more than what stands around them: whoever looks at a whole graph looks for these."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk_without_expressions
from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query

FarReachingStmt = g.EndProcedure | g.Let | g.Move | g.TakeEvery | g.TreatAs
"""What ends a procedure further out, keeps what was rolled, moves elements, or goes through other rows."""

FarReachingByItem = Memo[Node, tuple[FarReachingStmt, ...]]
"""Items, and what each has of these."""


@query
def collect_far_reaching(previous: FarReachingByItem | None, graph: n.RuleGraph) -> FarReachingByItem:
    """What all that acts in a graph has of these, in the order in which its code is made."""
    return map_with_memo((*graph.tables, *graph.procedures, *graph.examples, *graph.rerolls), far_reaching_in, previous)


def far_reaching_in(item: Node) -> tuple[FarReachingStmt, ...]:
    """What one item has of them."""
    return tuple(part for part in walk_without_expressions(item) if isinstance(part, FarReachingStmt))


def iter_far_reaching(by_item: FarReachingByItem) -> Iterator[FarReachingStmt]:
    """All of them."""
    for parts in by_item.values:
        yield from parts
