"""An index of all nodes of a rule graph by id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from bombsight.compiler.edges import NODES_WITH_ID, items_of, walk_with_owners
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.dsl.origin import NO_ORIGIN, Origin


@frozen(kw_only=True)
class CatalogueEntry:
    """A node of the index: id, title, standing and containing item.

    Attributes:
        id: ``table:Sky``, ``row:Sky/3`` and so on.
        title: The title for display; may be empty.
        standing: The weakest of its own standing and those of its sources, such as ``printed``; empty if it has none.
        part_of: Id of the containing item; None for an item.
    """

    id: str
    title: str = ""
    standing: str = ""
    part_of: str | None = None

    @property
    def kind(self) -> str:
        """The kind of the node, the first part of its id: ``table``, ``row``, ``procedure``."""
        return self.id.partition(":")[0]

    @property
    def name(self) -> str:
        """The id of the node without the kind: ``Sky`` for ``table:Sky``."""
        return self.id.partition(":")[2]


def build_catalogue(graph: n.RuleGraph) -> dict[str, CatalogueEntry]:
    """Index the entries of all nodes by id, items in the order of the graph, each before its parts."""
    by_id: dict[str, CatalogueEntry] = {}
    for entry in catalogue_entries(graph):
        by_id.setdefault(entry.id, entry)
    return by_id


def catalogue_entries(graph: n.RuleGraph) -> Iterator[CatalogueEntry]:
    """Yield an index entry for each node; a node that stands in several places is repeated."""
    derived = {each.id: each.standing for each in graph.derived}
    for id_, item in items_of(graph):
        standing = derived.get(id_) or standing_of(item)
        yield CatalogueEntry(id=id_, title=title_of(item), standing=standing, part_of=owning_record(item))
        for _, part in walk_with_owners(id_, item):
            if isinstance(part, NODES_WITH_ID):
                shared = isinstance(part, g.Modifier) and part.shared
                inherits = isinstance(part, g.Row) or (isinstance(part, g.Modifier) and not shared)
                standing = derived.get(part.id) or standing_of(part) or (standing_of(item) if inherits else "")
                yield CatalogueEntry(
                    id=part.id, title=title_of(part), standing=standing, part_of=None if shared else id_
                )
    for list_ in graph.lists:
        yield CatalogueEntry(id=f"record:{list_.record}", part_of=f"list:{list_.id}")
    for overlay in graph.overlays:
        for amendment in overlay.entries:
            yield CatalogueEntry(id=f"overlay:{overlay.kind} {overlay.name} {amendment.number}", title=amendment.title)
    for edge in graph.edges:
        if edge.kind == "cites":
            yield CatalogueEntry(id=edge.target)


def title_of(node: Any) -> str:
    """The title of a node for display; empty if it has none."""
    match node:
        case g.Row(title=title, label=label):
            return f"{label} {title}".strip()
        case g.Modifier(text=text):
            return text
        case n.Beforehand(label=label) | g.NaturalRow(label=label):
            return label
        case _:  # the rest: its title, if it has one
            return str(getattr(node, "title", ""))


def standing_of(node: Any) -> str:
    """The standing (reliability, such as ``printed``) that a node itself declares; empty if none."""
    origin: Origin = getattr(node, "origin", NO_ORIGIN)
    return origin.standing


def owning_record(item: Node) -> str | None:
    """Return the id of the record to which a field of list elements belongs; None for any other node."""
    return f"record:{item.id.partition('.')[0]}" if isinstance(item, n.Field) and item.element else None
