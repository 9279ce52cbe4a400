"""The dependency graph: typed edges between the nodes of a rule graph.

An edge begins at the item around its text (a table, a procedure ...). But ``modifies`` begins at the modifier, and
``cites`` and ``amended-by`` at the innermost node with an id (a row, a step, a choice ...).

* ``rolls-on``: dice are thrown on a table.
* ``calls``: a procedure, a define, a note, or a table without dice is called.
* ``reads`` and ``writes``: fields, lists, options, the data and values of enums; ``modifiers on T`` and
``results of T`` read T.
* ``modifies``: from a modifier to the table or the sub-roll whose dice it changes.
* ``cites``: to a source; ``amended-by``: to an item of an overlay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bombsight.compiler.effects import NO_EFFECT, Effect
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.facts import node_effect_of
from bombsight.compiler.graph.nodes import Item, Node, RuleGraph
from bombsight.compiler.graph.relations import Edge, EdgeKind
from bombsight.compiler.graph.walk import children
from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query
from bombsight.dsl.origin import NO_ORIGIN, Origin

EdgeKey = tuple[EdgeKind, str, str]
"""Kind, source and target of an edge."""


EdgesByItem = Memo[Node, tuple[EdgeKey, ...]]
"""Memo of the edges that begin in each item."""


@query
def collect_edges_by_item(previous: EdgesByItem | None, graph: RuleGraph) -> EdgesByItem:
    """Map each item to the edges that begin in it (memoized query; ``previous`` is its earlier result)."""
    ids = {id(item): id_ for id_, item in items_of(graph)}
    return map_with_memo(
        (item for _, item in items_of(graph)), lambda item: tuple(edges_from(ids[id(item)], item)), previous
    )


def edges_of(graph: RuleGraph, by_item: EdgesByItem | None = None) -> tuple[Edge, ...]:
    """List every dependency edge of a graph, each once, in text order; ``by_item`` holds those of each item."""
    edges: dict[EdgeKey, None] = {}
    for item_edges in (by_item or collect_edges_by_item(graph)).values:
        edges.update(dict.fromkeys(item_edges))
    for overlay in graph.overlays:
        for entry in overlay.entries:
            cite = entry.origin.cite or overlay.origin.cite
            if cite:
                edges["cites", f"overlay:{overlay.kind} {overlay.name} {entry.number}", f"source:{cite}"] = None
    return tuple(Edge(kind=kind, source=source, target=target) for kind, source, target in edges)


def items_of(graph: RuleGraph) -> Iterator[tuple[str, Item]]:
    """Yield each item of a graph with its id; the manifest and overlays do not count as items."""
    yield from ((f"option:{option.name}", option) for option in graph.options)
    yield from ((f"enum:{enum.name}", enum) for enum in graph.enums)
    yield from ((f"field:{field.id}", field) for field in graph.fields)
    yield from ((f"list:{list_.id}", list_) for list_ in graph.lists)
    yield from ((f"table:{table.id}", table) for table in graph.tables)
    yield from ((f"define:{define.name}", define) for define in graph.defines)
    yield from ((f"procedure:{procedure.name}", procedure) for procedure in graph.procedures)
    yield from ((f"reroll:{reroll.name}", reroll) for reroll in graph.rerolls)
    yield from ((f"board:{board.name}", board) for board in graph.boards)
    yield from ((f"luck:{luck.name}", luck) for luck in graph.lucks)
    yield from ((example.id, example) for example in graph.examples)


NODES_WITH_ID = (
    g.Modifier,
    g.Row,
    g.NaturalRow,
    g.SubRoll,
    g.Step,
    g.Choose,
    g.ChooseBranch,
    g.Draw,
    n.Beforehand,
    n.Note,
)
"""Node classes below the items whose nodes have ids of their own."""


def walk_with_owners(id_: str, item: object) -> Iterator[tuple[str, object]]:
    """Yield an item and its descendants in text order, each with the id of the innermost node around it."""
    waiting: list[tuple[str, Any]] = [(id_, item)]
    while waiting:
        owner, part = waiting.pop()
        if type(part) is tuple:
            waiting += [(owner, each) for each in part[::-1]]
        elif part is not None and type(part) is not str:
            owner = part.id if isinstance(part, NODES_WITH_ID) else owner
            yield owner, part
            waiting += [(owner, child) for child in children(part)[::-1]]


def edges_from(id_: str, item: Node) -> Iterator[EdgeKey]:
    """Yield the dependency edges that begin in one item; edges may repeat."""
    for owner, part in walk_with_owners(id_, item):
        effect = node_effect_of(part)
        if effect is not NO_EFFECT:
            for kind, target in edges_of_effect(effect, item):
                yield (kind, id_, target)
        if isinstance(part, g.Rolled):
            for modifier in part.modifiers:
                yield ("modifies", modifier.id, owner)
        origin: Origin = getattr(part, "origin", NO_ORIGIN)
        if origin.cite:
            yield ("cites", owner, f"source:{origin.cite}")
        for overlay_item in amending_items_of(part, origin):
            yield ("amended-by", owner, f"overlay:{overlay_item}")


def amending_items_of(part: object, origin: Origin) -> Iterable[str]:
    """List the overlay items that amended a node; for an enum, also those that amended its rows."""
    rows = part.origins if isinstance(part, n.Enum) else ()
    return [item for each in (origin, *rows) for item in each.amended_by]


def edges_of_effect(effect: Effect, item: Node) -> Iterator[tuple[EdgeKind, str]]:
    """Yield the kind and target of each edge that a node's own effect implies."""
    for callee in effect.calls:
        kind, _, name = callee.partition(":")
        if kind == "note" and isinstance(item, n.Table):
            yield "calls", f"note:{item.id}/{name}"
        elif kind == "modifiers":
            yield "reads", f"table:{name}"
        elif kind != "note":
            yield "rolls-on" if callee in effect.rolls_on else "calls", callee
    for named in sorted(effect.reads):
        kind, _, name = named.partition(":")
        if kind != "variable":
            yield "reads", f"table:{name}" if kind == "results" else named
    for named in sorted(effect.writes):
        if not named.startswith("variable:"):
            yield "writes", named
