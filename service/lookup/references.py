"""References between the items of a rule graph, with the places of the referring words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from bombsight.compiler.edges import edges_of_effect, items_of, walk_with_owners
from bombsight.compiler.effects import NO_EFFECT
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.nodes import Define, Field, RuleGraph, StateList
from bombsight.compiler.graph.relations import EdgeKind
from bombsight.compiler.graph.statements import Modifier
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class Reference:
    """The other end of a reference to or from a declaration.

    Attributes:
        kind: ``table``, ``procedure``, ``modifier``, ``example`` and so on.
        name: Its name; for an example its title.
        title: Its title; may be empty.
        places: The referring words, or for an outgoing reference the declaration of the other end.
    """

    kind: str
    name: str
    title: str
    places: tuple[Span, ...]


class ReferenceIndex:
    """The references of a graph.

    Items are found by graph edges; only these items are then searched for the referring words.
    """

    def __init__(self, graph: RuleGraph) -> None:
        """Make the index from a rule graph; items are searched at their first query."""
        self.graph = graph
        self.items = dict(items_of(graph))
        self._edges_by_target: dict[str, list[tuple[int, EdgeKind, str]]] = {}
        self._edges_by_source: dict[str, list[tuple[int, EdgeKind, str]]] = {}
        self._references_by_item: dict[str, dict[str, list[tuple[int, EdgeKind, Reference]]]] = {}
        for at, edge in enumerate(graph.edges):
            self._edges_by_target.setdefault(edge.target, []).append((at, edge.kind, edge.source))
            self._edges_by_source.setdefault(edge.source, []).append((at, edge.kind, edge.target))

    def references_to(self, ids: Collection[str], kinds: Collection[EdgeKind]) -> tuple[Reference, ...]:
        """Find the items that refer to given nodes by edges of given kinds, grouped by item kind."""
        edges = sorted(edge for id_ in ids for edge in self._edges_by_target.get(id_, ()))
        sources = dict.fromkeys(source for _, kind, source in edges if kind in kinds)
        references: dict[tuple[str, str], Reference] = {}
        places: dict[tuple[str, str], dict[Span, None]] = {}
        for id_ in sources:
            for each in self.references_in_item(id_, ids, kinds):
                key = each.kind, each.name
                references[key] = each
                places.setdefault(key, {}).update(dict.fromkeys(each.places))
        return group_by_kind(evolve(each, places=tuple(places[key])) for key, each in references.items())

    def references_in_item(self, id_: str, ids: Collection[str], kinds: Collection[EdgeKind]) -> Iterator[Reference]:
        """Yield the references from one item to given nodes; a modifier shared by tables is its own referrer."""
        if id_ not in self._references_by_item:
            self._references_by_item[id_] = self._scan_item(id_)
        by_target = self._references_by_item[id_]
        ordered = {at: each for target in ids for at, kind, each in by_target.get(target, ()) if kind in kinds}
        yield from (ordered[at] for at in sorted(ordered))

    def _scan_item(self, id_: str) -> dict[str, list[tuple[int, EdgeKind, Reference]]]:
        """Index all references in an item by target node, numbered in text order."""
        item = self.items[id_]
        shared = {
            part.id: part for _, part in walk_with_owners(id_, item) if isinstance(part, Modifier) and part.shared
        }
        by_target: dict[str, list[tuple[int, EdgeKind, Reference]]] = {}
        for at, (owner, part) in enumerate(walk_with_owners(id_, item)):
            effect = node_effect_of(part)
            if effect is NO_EFFECT:
                continue
            span: Span = getattr(part, "span", NOWHERE)
            places = (span if span.path else item.span,)
            modifier = shared.get(owner)
            modifier_reference = (
                Reference(kind="modifier", name=modifier.label, title="", places=places)
                if modifier is not None
                else None
            )
            for kind, target in edges_of_effect(effect, item):
                by_target.setdefault(target, []).append(
                    (at, kind, modifier_reference or self.make_reference(id_, places))
                )
        return by_target

    def references_from(self, ids: Collection[str], kinds: Collection[EdgeKind]) -> tuple[Reference, ...]:
        """Find the items to which given nodes refer by edges of given kinds, with their declarations."""
        edges = sorted(edge for id_ in ids for edge in self._edges_by_source.get(id_, ()))
        target_ids = dict.fromkeys(target for _, kind, target in edges if kind in kinds and target not in ids)
        return group_by_kind(self.make_reference(id_, ()) for id_ in target_ids if id_ in self.items)

    def make_reference(self, id_: str, places: tuple[Span, ...]) -> Reference:
        """Make the reference record of an item with some places; without places, with its declaration."""
        item: Any = self.items[id_]
        kind, _, name = id_.partition(":")
        title = str(getattr(item, "title", ""))
        if isinstance(item, Define) and item.tally is not None:
            kind, title = "tally", item.tally.title
        if isinstance(item, Define) and item.forecast is not None:
            kind, name = "forecast", item.forecast.tally
        if kind == "example":
            name, title = title, ""
        kind = "field" if isinstance(item, Field | StateList) else kind
        return Reference(kind=kind, name=name, title=title, places=places or (item.span,))


def group_by_kind(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """Group references by kind, keeping their order within one."""
    listed = [*references]
    kinds = [*dict.fromkeys(each.kind for each in listed)]
    return tuple(sorted(listed, key=lambda each: kinds.index(each.kind)))


def split_tests(references: Iterable[Reference]) -> tuple[tuple[Reference, ...], tuple[Reference, ...]]:
    """Split references into those from rules and those from worked examples."""
    listed = [*references]
    return (
        tuple(each for each in listed if each.kind != "example"),
        tuple(each for each in listed if each.kind == "example"),
    )
