"""What a drawing of a rule graph shows, whatever it is drawn with: boxes and lines.

The whole drawing has the tables, procedures, defines, standing offers and shared modifiers. A drawing with a
focus has that node, all it hangs together with directly, and of what lies one step further what those call,
roll on or modify, and what calls, rolls on or modifies them.
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
"""The kinds of items in the whole drawing; shared modifiers come besides."""

DRAWN_EDGES: tuple[EdgeKind, ...] = ("calls", "rolls-on", "modifies")
"""The kinds of edges in the whole drawing."""

FOCUS_REACH = 2
"""How far a drawing with a focus reaches."""


@frozen
class UnknownFocus:
    """There is no node to draw around.

    Attributes:
        focus: What was asked for.
        similar_ids: Ids that look like it, the nearest first.
    """

    focus: str
    similar_ids: tuple[str, ...]

    def __str__(self) -> str:
        hint = f" Did you mean {' or '.join(self.similar_ids)}?" if self.similar_ids else ""
        return f"there is no node {self.focus}.{hint}"


@frozen(kw_only=True)
class DrawnNode:
    """A node in a drawing: what it is, whether an overlay amended it, and whether the drawing is about it."""

    entry: CatalogueEntry
    is_amended: bool = False
    is_focus: bool = False

    @property
    def label_lines(self) -> list[str]:
        """What is written in it: its id, its title, and what is special about it."""
        standing = self.entry.standing if self.entry.standing != "printed" else ""
        special = [word for word in (standing, "amended" if self.is_amended else "") if word]
        return [line for line in (self.entry.id, self.entry.title, ", ".join(special)) if line]

    @property
    def style_classes(self) -> list[str]:
        """The classes of looks that it has."""
        flags = [word for word, holds in (("amended", self.is_amended), ("focus", self.is_focus)) if holds]
        return [*([self.entry.standing] if self.entry.standing else []), *flags]


DrawnEdgeKind = EdgeKind | Literal["part-of"]


@frozen
class DrawnEdge:
    """An edge in a drawing, or ``part-of``."""

    kind: DrawnEdgeKind
    source: str
    target: str

    @property
    def label(self) -> str:
        """What is written on it."""
        return self.kind.replace("-", " ")


@frozen
class Drawing:
    """Boxes and the lines between them, in the order of the graph."""

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
"""Boxes that show what the looks mean."""


def build_drawing(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> Drawing | UnknownFocus:
    """What to draw.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; everything if None.
        choices: Whether the choices inside the items drawn are shown too.
    """
    entries = build_catalogue(graph)
    graph_edges = [(edge.kind, edge.source, edge.target) for edge in graph.edges]
    if focus is None:
        drawn_ids = {id_ for id_, entry in entries.items() if entry.kind in DRAWN_KINDS or is_shared(entry)}
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
        id_ for kind, source, _ in graph_edges if kind == "amended-by" for id_ in (source, item_id(source, entries))
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
    """Lines between items: who calls or rolls on whom, and what shared modifiers change."""
    drawn_links = (
        link
        for link in graph_edges
        if CatalogueEntry(id=link[1]).kind in (*DRAWN_KINDS, "modifier") and link[0] in DRAWN_EDGES
    )
    return [
        DrawnEdge(kind, source, item_id(target, entries))
        for kind, source, target in drawn_links
        if not target.startswith("note:") and (kind != "modifies" or is_shared(entries[source]))
    ]


def edges_at(graph_edges: Iterable[EdgeKey], focus: str) -> list[DrawnEdge]:
    """Lines of every kind that begin or end at the focus."""
    return [DrawnEdge(*link) for link in graph_edges if focus in link[1:]]


def part_edges_near(graph_edges: Iterable[EdgeKey], entries: dict[str, CatalogueEntry], focus: str) -> list[DrawnEdge]:
    """Lines that say what the focus and each node beside it are part of, and what a list or a record is made of.

    That a modifier is part of a table goes without saying: it modifies it.
    """
    neighbours = dict.fromkeys(id_ for _, *ends in graph_edges if focus in ends for id_ in ends)
    inner_ids = [id_ for id_, entry in entries.items() if entry.part_of == focus and entry.kind in ("record", "field")]
    return part_edges([id_ for id_ in (focus, *neighbours, *inner_ids) if not id_.startswith("modifier:")], entries)


def part_edges(ids: Iterable[str], entries: dict[str, CatalogueEntry]) -> list[DrawnEdge]:
    """Lines from parts to what they are part of."""
    return [
        DrawnEdge("part-of", id_, entries[id_].part_of or "") for id_ in ids if id_ in entries and entries[id_].part_of
    ]


def ids_within_reach(focus: str, edges: Iterable[DrawnEdge]) -> set[str]:
    """The nodes within reach of the focus."""
    neighbours: dict[str, set[str]] = {}
    for line in edges:
        neighbours.setdefault(line.source, set()).add(line.target)
        neighbours.setdefault(line.target, set()).add(line.source)
    reached = {focus}
    for _ in range(FOCUS_REACH):
        reached |= {other for id_ in reached for other in neighbours.get(id_, ())}
    return reached


def is_shared(entry: CatalogueEntry) -> bool:
    """Whether a node is a modifier that stands outside its tables."""
    return entry.kind == "modifier" and entry.part_of is None


def item_id(id_: str, entries: dict[str, CatalogueEntry]) -> str:
    """The item that a node stands in; an item stands in itself."""
    return entries[id_].part_of or id_ if id_ in entries else id_


def similar_ids(focus: str, entries: dict[str, CatalogueEntry]) -> tuple[str, ...]:
    """Ids that somebody may have meant: those with that very name, else those that look like it."""
    same_named = [id_ for id_, entry in entries.items() if entry.name == focus]
    return tuple(same_named or find_likely_names(focus, entries))


def unique_identifiers(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each id with a name of letters, digits and underscores of its own, for languages that know no others."""
    used_names: set[str] = set()
    for id_ in ids:
        base_name = "".join(c if c.isascii() and c.isalnum() else "_" for c in id_)
        name, number = base_name, 1
        while name in used_names:
            number += 1
            name = f"{base_name}_{number}"
        used_names.add(name)
        yield id_, name
