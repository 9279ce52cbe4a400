"""Who refers to whom: the edges of a rule graph with the places where they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from bombsight.compiler.edges import inside, items_of, targets
from bombsight.compiler.effects import NO_EFFECT
from bombsight.compiler.graph.facts import facts
from bombsight.compiler.graph.nodes import Define, Field, RuleGraph, StateList
from bombsight.compiler.graph.relations import EdgeKind
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
        self._within: dict[str, dict[str, list[tuple[int, EdgeKind, Reference]]]] = {}
        for at, edge in enumerate(graph.edges):
            self._edges_to.setdefault(edge.target, []).append((at, edge.kind, edge.source))
            self._edges_of.setdefault(edge.source, []).append((at, edge.kind, edge.target))

    def to(self, ids: Collection[str], kinds: Collection[EdgeKind]) -> tuple[Reference, ...]:
        """Who refers to one of these nodes by edges of these kinds, in the order of the graph."""
        edges = sorted(edge for id_ in ids for edge in self._edges_to.get(id_, ()))
        sources = dict.fromkeys(source for _, kind, source in edges if kind in kinds)
        found: dict[tuple[str, str], Reference] = {}
        places: dict[tuple[str, str], dict[Span, None]] = {}
        for id_ in sources:
            for each in self.within(id_, ids, kinds):
                key = each.kind, each.name
                found[key] = each
                places.setdefault(key, {}).update(dict.fromkeys(each.places))
        return by_kind(evolve(each, places=tuple(places[key])) for key, each in found.items())

    def within(self, id_: str, ids: Collection[str], kinds: Collection[EdgeKind]) -> Iterator[Reference]:
        """Where an item refers to nodes; a modifier that stands outside its tables speaks for itself."""
        if id_ not in self._within:
            self._within[id_] = self._look_through(id_)
        found = self._within[id_]
        places = {at: each for target in ids for at, kind, each in found.get(target, ()) if kind in kinds}
        yield from (places[at] for at in sorted(places))

    def _look_through(self, id_: str) -> dict[str, list[tuple[int, EdgeKind, Reference]]]:
        """All references that stand in an item, by what they lead to, each with its place in the order of the text."""
        item = self.items[id_]
        shared = {part.id: part for _, part in inside(id_, item) if isinstance(part, Modifier) and part.shared}
        found: dict[str, list[tuple[int, EdgeKind, Reference]]] = {}
        for at, (owner, part) in enumerate(inside(id_, item)):
            effect = facts(part)
            if effect is NO_EFFECT:
                continue
            span: Span = getattr(part, "span", NOWHERE)
            where = (span if span.path else item.span,)
            held = shared.get(owner)
            own = Reference(kind="modifier", name=held.label, title="", places=where) if held is not None else None
            for kind, target in targets(effect, item):
                found.setdefault(target, []).append((at, kind, own or self.reference(id_, where)))
        return found

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
