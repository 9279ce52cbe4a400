"""Statements that count for more than what stands around them: whoever looks at a whole graph looks for these."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk_acting
from bombsight.compiler.incremental.memo import Carried, carried
from bombsight.compiler.incremental.query import query

Far = g.EndProcedure | g.Let | g.Move | g.TakeEvery | g.TreatAs
"""What ends a procedure further out, keeps what was rolled, moves elements, or goes through other rows."""

FarReaching = Carried[Node, tuple[Far, ...]]
"""Items, and what each has of these."""


@query
def far_reaching(before: FarReaching | None, graph: n.RuleGraph) -> FarReaching:
    """What all that acts in a graph has of these, in the order in which its code is made."""
    return carried((*graph.tables, *graph.procedures, *graph.examples, *graph.rerolls), found_in, before)


def found_in(item: Node) -> tuple[Far, ...]:
    """What one item has of them."""
    return tuple(part for part in walk_acting(item) if isinstance(part, Far))


def each(found: FarReaching) -> Iterator[Far]:
    """All of them."""
    for parts in found.values:
        yield from parts
