"""Drawings of rule graphs as nodes and edges, independent of the output language.

A full drawing has the tables, procedures, defines, standing offers and shared modifiers. A drawing with a focus has
that node and its direct neighbours by any edge, and their neighbours by calls, rolls and modifiers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import frozen

from bombsight.compiler.edges import EdgeKey
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.relations import EdgeKind
from bombsight.compiler.serialize.node_index import CatalogueEntry, build_catalogue
from bombsight.dsl.origin import STANDINGS
from bombsight.dsl.suggestions import find_likely_names

DRAWN_KINDS = ("table", "procedure", "define", "reroll")
"""The kinds of items in a full drawing, besides shared modifiers."""

DRAWN_EDGES: tuple[EdgeKind, ...] = ("calls", "rolls-on", "modifies")
"""The kinds of edges in a full drawing."""

FOCUS_REACH = 2
"""The maximum distance, in edges, from the focus of a drawing."""


@frozen
class UnknownFocus:
    """The error that no node has the id on which the drawing should focus.

    Attributes:
        focus: The unknown id.
        similar_ids: Similar ids, the most similar first.
    """

    focus: str
    similar_ids: tuple[str, ...]

    def __str__(self) -> str:
        """The error message: ``there is no node table:Skz. Did you mean table:Sky?``."""
        hint = f" Did you mean {' or '.join(self.similar_ids)}?" if self.similar_ids else ""
        return f"there is no node {self.focus}.{hint}"


@frozen(kw_only=True)
class DrawnNode:
    """A node in a drawing: its catalogue entry, whether an overlay amended it, whether it is the focus."""

    entry: CatalogueEntry
    is_amended: bool = False
    is_focus: bool = False

    @property
    def label_lines(self) -> list[str]:
        """The lines of the node's label: id, title, and its standing (reliability) or amendment if there is one."""
        standing = self.entry.standing if self.entry.standing != "printed" else ""
        special = [word for word in (standing, "amended" if self.is_amended else "") if word]
        return [line for line in (self.entry.id, self.entry.title, ", ".join(special)) if line]

    @property
    def style_classes(self) -> list[str]:
        """The names of the node's style classes, such as ``printed`` or ``focus``."""
        flags = [word for word, holds in (("amended", self.is_amended), ("focus", self.is_focus)) if holds]
        return [*([self.entry.standing] if self.entry.standing else []), *flags]


DrawnEdgeKind = EdgeKind | Literal["part-of"]


@frozen
class DrawnEdge:
    """An edge in a drawing: one of the graph, or ``part-of``."""

    kind: DrawnEdgeKind
    source: str
    target: str

    @property
    def label(self) -> str:
        """The label of the edge: its kind with spaces, such as ``rolls on``."""
        return self.kind.replace("-", " ")


@frozen
class Drawing:
    """A drawing: nodes and edges, in the order of the graph."""

    title: str
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]


LEGEND = tuple(
    DrawnNode(
        entry=CatalogueEntry(id=f"legend:{word}", standing=word if word in STANDINGS else ""),
        is_amended=word == "amended",
    )
    for word in (*STANDINGS, "amended")
)
"""The nodes of the legend, which show the meaning of the styles."""


def build_drawing(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> Drawing | UnknownFocus:
    """Select the nodes and edges of a rule graph to draw.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; None for the whole graph.
        choices: Whether to draw the choices in the items, too.
    """
    entries = build_catalogue(graph)
    graph_edges = [(edge.kind, edge.source, edge.target) for edge in graph.edges]
    if focus is None:
        drawn_ids = {id_ for id_, entry in entries.items() if entry.kind in DRAWN_KINDS or is_shared_modifier(entry)}
        edges = flow_edges(graph_edges, entries)
    elif focus in entries:
        edges = [
            *flow_edges(graph_edges, entries),
            *edges_at(graph_edges, focus),
            *part_edges_near(graph_edges, entries, focus),
        ]
        drawn_ids = ids_within_reach(focus, edges)
    else:
        return UnknownFocus(focus, similar_ids(focus, entries))
    if choices:
        choice_ids = [id_ for id_, entry in entries.items() if entry.kind == "choice" and entry.part_of in drawn_ids]
        edges = [*edges, *part_edges(choice_ids, entries)]
        drawn_ids = drawn_ids.union(choice_ids)
    amended = {
        id_
        for kind, source, _ in graph_edges
        if kind == "amended-by"
        for id_ in (source, containing_item_id(source, entries))
    }
    return Drawing(
        title=graph.game.title,
        nodes=tuple(
            DrawnNode(entry=entry, is_amended=id_ in amended, is_focus=id_ == focus)
            for id_, entry in entries.items()
            if id_ in drawn_ids
        ),
        edges=tuple(dict.fromkeys(line for line in edges if line.source in drawn_ids and line.target in drawn_ids)),
    )


def flow_edges(graph_edges: Iterable[EdgeKey], entries: dict[str, CatalogueEntry]) -> list[DrawnEdge]:
    """Return the calls, rolls and shared modifiers to draw as edges; ``entries`` is the index of nodes by id."""
    drawn_links = (
        link
        for link in graph_edges
        if CatalogueEntry(id=link[1]).kind in (*DRAWN_KINDS, "modifier") and link[0] in DRAWN_EDGES
    )
    return [
        DrawnEdge(kind, source, containing_item_id(target, entries))
        for kind, source, target in drawn_links
        if not target.startswith("note:") and (kind != "modifies" or is_shared_modifier(entries[source]))
    ]


def edges_at(graph_edges: Iterable[EdgeKey], focus: str) -> list[DrawnEdge]:
    """Return all edges of the graph that begin or end at the focus node."""
    return [DrawnEdge(*link) for link in graph_edges if focus in link[1:]]


def part_edges_near(graph_edges: Iterable[EdgeKey], entries: dict[str, CatalogueEntry], focus: str) -> list[DrawnEdge]:
    """Return the ``part-of`` edges of the focus node, of its neighbours, and of the records and fields in it.

    Modifiers have none, since they already have an edge to their table.
    """
    neighbours = dict.fromkeys(id_ for _, *ends in graph_edges if focus in ends for id_ in ends)
    inner_ids = [id_ for id_, entry in entries.items() if entry.part_of == focus and entry.kind in ("record", "field")]
    return part_edges([id_ for id_ in (focus, *neighbours, *inner_ids) if not id_.startswith("modifier:")], entries)


def part_edges(ids: Iterable[str], entries: dict[str, CatalogueEntry]) -> list[DrawnEdge]:
    """Return a ``part-of`` edge from each of the nodes with these ids to the item that contains it."""
    return [
        DrawnEdge("part-of", id_, entries[id_].part_of or "") for id_ in ids if id_ in entries and entries[id_].part_of
    ]


def ids_within_reach(focus: str, edges: Iterable[DrawnEdge]) -> set[str]:
    """The ids of the nodes at most `FOCUS_REACH` edges away from the focus node."""
    neighbours: dict[str, set[str]] = {}
    for line in edges:
        neighbours.setdefault(line.source, set()).add(line.target)
        neighbours.setdefault(line.target, set()).add(line.source)
    reached = {focus}
    for _ in range(FOCUS_REACH):
        reached |= {other for id_ in reached for other in neighbours.get(id_, ())}
    return reached


def is_shared_modifier(entry: CatalogueEntry) -> bool:
    """Whether an entry of the node index is a modifier declared outside its tables."""
    return entry.kind == "modifier" and entry.part_of is None


def containing_item_id(id_: str, entries: dict[str, CatalogueEntry]) -> str:
    """Return the id of the item that contains a node; for an item or unknown node, the id itself."""
    return entries[id_].part_of or id_ if id_ in entries else id_


def similar_ids(focus: str, entries: dict[str, CatalogueEntry]) -> tuple[str, ...]:
    """Return the ids that a misspelt focus may have meant: those of nodes with that name, else similar ids."""
    same_named = [id_ for id_, entry in entries.items() if entry.name == focus]
    return tuple(same_named or find_likely_names(focus, entries))


def unique_identifiers(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each id with an identifier of letters, digits and underscores that no other id has."""
    used_names: set[str] = set()
    for id_ in ids:
        base_name = "".join(c if c.isascii() and c.isalnum() else "_" for c in id_)
        name, number = base_name, 1
        while name in used_names:
            number += 1
            name = f"{base_name}_{number}"
        used_names.add(name)
        yield id_, name
