"""How the nodes of a rule graph hang together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from compiler.graph import expressions as x
from compiler.graph import statements as g
from compiler.graph.nodes import Edge, RuleGraph

FIELDS: dict[type, tuple[str, ...]] = {}


def parts_of(kind: type) -> tuple[str, ...]:
    """The names of a node's fields that may hold nodes."""
    if kind not in FIELDS:
        own = attrs.fields(kind) if attrs.has(kind) else ()
        FIELDS[kind] = tuple(a.name for a in own if a.name not in ("span", "touched", "type"))
    return FIELDS[kind]


def inside(node: object) -> Iterator[object]:
    """A node of the graph and all inside it, in order."""
    if isinstance(node, tuple):
        for item in node:
            yield from inside(item)
    elif node is not None and not isinstance(node, str | int):
        yield node
        for name in parts_of(type(node)):
            yield from inside(getattr(node, name))


def links(owner: str, node: object) -> Iterator[Edge]:
    """The edges that begin in one item."""
    for part in inside(node):
        match part:
            case x.RollOn(table=table) | x.LookUp(table=table) | g.TakeEvery(table=table):
                yield Edge(kind="rolls-on", source=owner, target=f"table:{table}")
            case x.ModifiersOn(table=table):
                yield Edge(kind="reads", source=owner, target=f"table:{table}")
            case x.DoCall(procedure=name):
                yield Edge(kind="calls", source=owner, target=f"procedure:{name}")
            case x.CallDefine(define=name):
                yield Edge(kind="calls", source=owner, target=f"define:{name}")
            case x.Read(field=name):
                yield Edge(kind="reads", source=owner, target=f"field:{name}")
            case x.OptionRead(option=name):
                yield Edge(kind="reads", source=owner, target=f"option:{name}")
            case x.EnumData(enum=name):
                yield Edge(kind="reads", source=owner, target=f"enum:{name}")
            case g.Assign(target=x.Read(field=name)) | g.Increase(target=x.Read(field=name)):
                yield Edge(kind="writes", source=owner, target=f"field:{name}")
            case g.AddElement(list=name) | g.Remove(list=name) | g.RemoveEach(list=name) | g.ResetList(list=name):
                yield Edge(kind="writes", source=owner, target=f"list:{name}")
            case g.ResetFields(fields=names):
                for name in names:
                    yield Edge(kind="writes", source=owner, target=f"field:{name}")
            case _:
                pass


def amendments(id_: str, node: object) -> Iterator[Edge]:
    """Edges to the overlay items that touched a node or a part of it."""
    for part in inside(node):
        for item in getattr(part, "touched", ()):
            yield Edge(kind="amended-by", source=getattr(part, "id", id_), target=f"overlay:{item}")


def edges_of(graph: RuleGraph) -> tuple[Edge, ...]:
    """Every edge of a graph, each once, in the order of the text."""
    found: dict[Edge, None] = {}

    def keep(edges: Iterable[Edge]) -> None:
        found.update(dict.fromkeys(edges))

    for table in graph.tables:
        id_ = f"table:{table.id}"
        keep(links(id_, table))
        keep(amendments(id_, table))
        for modifier in table.modifiers:
            keep([Edge(kind="modifies", source=modifier.id, target=id_)])
        keep(Edge(kind="cites", source=id_, target=f"source:{table.cite}") for _ in [0] if table.cite)
    for kind, nodes in (("define", graph.defines), ("procedure", graph.procedures), ("reroll", graph.rerolls)):
        for node in nodes:
            id_ = f"{kind}:{node.name}"
            keep(links(id_, node))
            keep(amendments(id_, node))
            keep(Edge(kind="cites", source=id_, target=f"source:{node.cite}") for _ in [0] if node.cite)
    for field in graph.fields:
        keep(links(f"field:{field.id}", field.default))
        keep(amendments(f"field:{field.id}", field))
    for enum in graph.enums:
        keep(amendments(f"enum:{enum.name}", enum))
    for example in graph.examples:
        keep(links(example.id, example))
        keep(Edge(kind="cites", source=example.id, target=f"source:{example.cite}") for _ in [0] if example.cite)
    return tuple(found)
