"""Who refers to whom: the edges of a rule graph with the places where they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import frozen

from bombsight.compiler.edges import EdgeKind, inside, items_of, targets
from bombsight.compiler.effects import NO_EFFECT
from bombsight.compiler.graph.facts import facts
from bombsight.compiler.graph.nodes import Define, Field, RuleGraph, StateList
from bombsight.compiler.graph.statements import Modifier
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Reference:
    """A thing that refers to the one described, or that it refers to.

    Attributes:
        kind: ``table``, ``procedure``, ``modifier``, ``example`` and so on.
        name: Its name; of an example its title.
        title: What people call it; may be empty.
        places: Where it refers to the other, or where the other stands.
    """

    kind: str
    name: str
    title: str
    places: tuple[Span, ...]


class References:
    """The references of a graph.

    The items are found by the edges; where in them the words stand is looked for only in those.
    """

    def __init__(self, graph: RuleGraph) -> None:
        self.graph = graph
        self.items = dict(items_of(graph))
        self._edges_to: dict[str, list[tuple[int, EdgeKind, str]]] = {}
        self._edges_of: dict[str, list[tuple[int, EdgeKind, str]]] = {}
        for at, edge in enumerate(graph.edges):
            self._edges_to.setdefault(edge.target, []).append((at, edge.kind, edge.source))
            self._edges_of.setdefault(edge.source, []).append((at, edge.kind, edge.target))

    def to(self, ids: Collection[str], kinds: Collection[EdgeKind]) -> tuple[Reference, ...]:
        """Who refers to one of these nodes by edges of these kinds, in the order of the graph."""
        edges = sorted(edge for id_ in ids for edge in self._edges_to.get(id_, ()))
        sources = dict.fromkeys(source for _, kind, source in edges if kind in kinds)
        found: dict[tuple[str, str], Reference] = {}
        for id_ in sources:
            for each in self.within(id_, ids, kinds):
                key = each.kind, each.name
                before = found[key].places if key in found else ()
                places = tuple(dict.fromkeys((*before, *each.places)))
                found[key] = Reference(kind=each.kind, name=each.name, title=each.title, places=places)
        return by_kind(found.values())

    def leads(self, kind: EdgeKind, target: str, ids: Collection[str], kinds: Collection[EdgeKind]) -> bool:
        """Whether an edge is one of those asked for."""
        return kind in kinds and target in ids

    def within(self, id_: str, ids: Collection[str], kinds: Collection[EdgeKind]) -> Iterator[Reference]:
        """Where an item refers to nodes; a modifier that stands outside its tables speaks for itself."""
        item = self.items[id_]
        shared = {part.id: part for _, part in inside(id_, item) if isinstance(part, Modifier) and part.shared}
        for owner, part in inside(id_, item):
            effect = facts(part)
            if effect is NO_EFFECT:
                continue
            if any(self.leads(*link, ids, kinds) for link in targets(effect, item)):
                held = shared.get(owner)
                span: Span = getattr(part, "span", NOWHERE)
                where = (span if span.path else item.span,)
                if held is not None:
                    yield Reference(kind="modifier", name=held.label, title="", places=where)
                else:
                    yield self.reference(id_, where)

    def of(self, ids: Collection[str], kinds: Collection[EdgeKind]) -> tuple[Reference, ...]:
        """What these nodes refer to, each with its own place."""
        edges = sorted(edge for id_ in ids for edge in self._edges_of.get(id_, ()))
        found = dict.fromkeys(target for _, kind, target in edges if kind in kinds and target not in ids)
        return by_kind(self.reference(id_, ()) for id_ in found if id_ in self.items)

    def reference(self, id_: str, places: tuple[Span, ...]) -> Reference:
        """A reference to or from an item; without places of the words, with its own."""
        item: Any = self.items[id_]
        kind, _, name = id_.partition(":")
        title = str(getattr(item, "title", ""))
        if isinstance(item, Define) and item.tally is not None:
            kind, title = "tally", item.tally.title
        if kind == "example":
            name, title = title, ""
        kind = "field" if isinstance(item, Field | StateList) else kind
        return Reference(kind=kind, name=name, title=title, places=places or (item.span,))


def by_kind(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """References of one kind together, else in their order."""
    found = [*references]
    kinds = [*dict.fromkeys(each.kind for each in found)]
    return tuple(sorted(found, key=lambda each: kinds.index(each.kind)))


def in_tests(references: Iterable[Reference]) -> tuple[tuple[Reference, ...], tuple[Reference, ...]]:
    """References of the rules, and those of examples."""
    found = [*references]
    return (
        tuple(each for each in found if each.kind != "example"),
        tuple(each for each in found if each.kind == "example"),
    )
