"""The rule graph as JSON, and as drawings in text form."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.texts import escape_controls
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.dot import draw_dot
from bombsight.compiler.serialize.drawing import DrawnEdgeKind, UnknownFocus, build_drawing
from bombsight.compiler.serialize.graph_json import graph_to_json
from bombsight.compiler.serialize.loading import load_graph
from bombsight.compiler.serialize.mermaid import draw_mermaid
from bombsight.dsl.listing import join_names
from bombsight.service.common.document import Document

T = TypeVar("T")

NODE_KINDS = ("table", "procedure", "define", "reroll", "modifier", "option", "enum", "field", "list")
"""The prefixes of node ids, before the colon."""

DRAW_FUNCTIONS: dict[str, Callable[[RuleGraph, str | None], str | UnknownFocus]] = {
    "dot": draw_dot,
    "mermaid": draw_mermaid,
}


@frozen(kw_only=True)
class PartNode:
    """A node of a part of the rule graph.

    Attributes:
        id: Its id in the rule graph: `table:Sky`.
        kind: Its kind: `table`, `procedure`, `field` and so on.
        title: Its title; may be empty.
        standing: Its standing: `printed`, `repaired` and so on; empty if it has none.
        is_amended: Whether an overlay amended it.
    """

    id: str
    kind: str
    title: str
    standing: str
    is_amended: bool


@frozen(kw_only=True)
class PartEdge:
    """An edge between two nodes of a part of the rule graph, by their ids; `part-of` leads to the item around."""

    kind: DrawnEdgeKind
    source: str
    target: str


@frozen(kw_only=True)
class GraphPart(Document):
    """The part of a rule graph around a node: its neighbours, and theirs by calls, rolls and modifiers.

    Attributes:
        game: The game's id.
        focus: The id of the node in the middle.
        nodes: The nodes, in the order of the rule graph.
        edges: The edges between them.
    """

    document = "graph_part"

    game: str
    focus: str
    nodes: tuple[PartNode, ...]
    edges: tuple[PartEdge, ...]


def render_graph_json(graph: RuleGraph) -> str:
    """Serialize a rule graph as a JSON document."""
    return escape_controls(json.dumps(graph_to_json(graph), ensure_ascii=False, indent=1)) + "\n"


def draw_graph(graph: RuleGraph, format_name: str, focus: str | None) -> str:
    """Draw a rule graph, or the part around the node ``focus``, as text in the format ``dot`` or ``mermaid``.

    Raises:
        InputError: There is no such node.
    """
    return draw_around(graph, focus, DRAW_FUNCTIONS[format_name])


def draw_graph_part(graph: RuleGraph, focus: str) -> GraphPart:
    """Select the part of a rule graph around the node ``focus``, as a document.

    Raises:
        InputError: There is no such node.
    """
    drawing = draw_around(graph, focus, build_drawing)
    nodes = tuple(
        PartNode(
            id=node.entry.id,
            kind=node.entry.kind,
            title=node.entry.title,
            standing=node.entry.standing,
            is_amended=node.is_amended,
        )
        for node in drawing.nodes
    )
    return GraphPart(
        game=graph.game.id,
        focus=next(node.entry.id for node in drawing.nodes if node.is_focus),
        nodes=nodes,
        edges=tuple(PartEdge(kind=edge.kind, source=edge.source, target=edge.target) for edge in drawing.edges),
    )


def draw_around(graph: RuleGraph, focus: str | None, draw: Callable[[RuleGraph, str | None], T | UnknownFocus]) -> T:
    """Draw a rule graph by a function, or the part around a node that ``focus`` names with its kind or without.

    Raises:
        InputError: There is no such node.
    """
    candidates = [None] if focus is None else [focus, *(f"{kind}:{focus}" for kind in NODE_KINDS if ":" not in focus)]
    unknown: list[UnknownFocus] = []
    for name in candidates:
        drawing = draw(graph, name)
        if not isinstance(drawing, UnknownFocus):
            return drawing
        unknown.append(drawing)
    near = [name for each in unknown for name in each.similar_ids]
    hint = f"Did you mean {join_names(dict.fromkeys(near[:3]), 'or')}?" if near else "Ids look like table:Sky."
    raise InputError(f"there is nothing called {focus} in {graph.game.title}", "", hint)


def is_rule_graph(text: str) -> bool:
    """Whether a text is a rule graph's JSON document that this program wrote."""
    return not isinstance(load_graph(text), list)
