"""How the tables and rules of a game came down to us."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from compiler.edges import inside, items_of
from compiler.graph.nodes import Define, DefineException, Option, Procedure, RuleGraph
from compiler.graph.statements import Modifier


@frozen(kw_only=True)
class Origin:
    """A table or a rule, and how it came down to us.

    Attributes:
        kind: ``table``, ``enum``, ``procedure``, ``define``, ``except``, ``modifier`` or ``option``.
        name: Its name or id.
        of: What it stands in, such as ``table Reef``; empty for what stands in column 0.
        title: What people call it; may be empty.
        standing: One of the four words.
        evidence: What that rests on; may be empty.
        cite: Where it stands; may be empty.
        place: ``file:line:column``.
    """

    kind: str
    name: str
    of: str
    title: str
    standing: str
    evidence: str
    cite: str
    place: str


def tables_of(graph: RuleGraph) -> Iterator[Origin]:
    """Every table, and every enum that says how its printed data came down to us."""
    for table in graph.tables:
        yield origin("table", table.id, table)
    for enum in graph.enums:
        if enum.standing:
            yield origin("enum", enum.name, enum)


def rules_of(graph: RuleGraph) -> Iterator[Origin]:
    """Every option, procedure, define, and modifier outside tables; of what stands in one, what speaks for itself.

    What says nothing of itself is as printed.
    """
    shared: set[str] = set()
    for id_, item in items_of(graph):
        kind, _, name = id_.partition(":")
        if isinstance(item, Option | Define | Procedure):
            yield origin(kind, name, item)
        for _, part in inside(id_, item):
            match part:
                case Modifier(shared=True) if part.id not in shared:
                    shared.add(part.id)
                    yield origin("modifier", part.label, part)
                case Modifier(shared=False, standing=str()):
                    yield origin("modifier", part.label, part, f"{kind} {name}")
                case DefineException(standing=str()):
                    yield origin("except", part.label, part, f"{kind} {name}")


def origin(kind: str, name: str, node: Any, of: str = "") -> Origin:
    """How one part of the graph came down to us."""
    return Origin(
        kind=kind,
        name=name,
        of=of,
        title=getattr(node, "title", ""),
        standing=node.standing or "printed",
        evidence=node.evidence or "",
        cite=node.cite or "",
        place=str(node.span),
    )
