"""Drawings of rule graphs in Mermaid's language, which many web pages render.

By default Mermaid draws at most 500 edges, so a large game needs Graphviz, or a focus.
"""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.drawing import (
    LEGEND,
    Drawing,
    DrawnEdge,
    DrawnEdgeKind,
    DrawnNode,
    UnknownFocus,
    build_drawing,
    unique_identifiers,
)

SHAPES = {
    "table": ("[", "]"),
    "procedure": ("([", "])"),
    "define": ("{{", "}}"),
    "reroll": ("[/", "\\]"),
    "modifier": (">", "]"),
    "choice": ("{", "}"),
}
"""The brackets of the node shape of each kind; other kinds are round."""

ARROWS: Mapping[DrawnEdgeKind, str] = {"rolls-on": "==>", "modifies": "-.->", "part-of": "-.-"}
"""The arrow of each kind of edge; other kinds have plain arrows."""

CLASS_DEFINITIONS = """\
  classDef printed fill:#ffffff,stroke:#444444,color:#000000
  classDef repaired fill:#dbe9f9,stroke:#444444,color:#000000
  classDef recovered fill:#fdf0c8,stroke:#444444,color:#000000
  classDef reconstructed fill:#f9d9d4,stroke:#444444,color:#000000
  classDef amended stroke:#b3261e,stroke-dasharray:6 3
  classDef focus stroke-width:4px"""
"""The colours of standings, and the styles of amended nodes and the focus."""


def draw_mermaid(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | UnknownFocus:
    """Draw a rule graph as a Mermaid ``flowchart``; ``focus`` and ``choices`` are those of :func:`build_drawing`.

    Returns:
        The text, the same for the same graph; or similar ids if no node has the id of the focus.
    """
    drawing_or_error = build_drawing(graph, focus, choices=choices)
    return drawing_or_error if isinstance(drawing_or_error, UnknownFocus) else render_mermaid(drawing_or_error)


def render_mermaid(drawing: Drawing) -> str:
    """Render a drawing as the text of a Mermaid diagram."""
    names = dict(unique_identifiers(box.entry.id for box in (*LEGEND, *drawing.nodes)))
    lines = [
        "flowchart LR",
        *(f"  {render_node(box, box.label_lines, names)}" for box in drawing.nodes),
        *(f"  {render_edge(line, names)}" for line in drawing.edges),
        '  subgraph legend ["Legend"]',
        *(f"    {render_node(box, [box.entry.name], names)}" for box in LEGEND),
        "  end",
        CLASS_DEFINITIONS,
        *(f"  class {names[box.entry.id]} {word}" for box in (*drawing.nodes, *LEGEND) for word in box.style_classes),
    ]
    return "\n".join(lines) + "\n"


def render_node(node: DrawnNode, label: list[str], identifiers: dict[str, str]) -> str:
    """Render the Mermaid line of a node; ``identifiers`` are the nodes' names in the diagram, by id."""
    opens, closes = SHAPES.get(node.entry.kind, ("(", ")"))
    return f"{identifiers[node.entry.id]}{opens}{quote(label)}{closes}"


def render_edge(edge: DrawnEdge, identifiers: dict[str, str]) -> str:
    """Render the Mermaid line of an edge; ``identifiers`` are the nodes' names in the diagram, by id."""
    arrow = ARROWS.get(edge.kind, "-->")
    return f"{identifiers[edge.source]} {arrow}|{quote([edge.label])}| {identifiers[edge.target]}"


def quote(label: list[str]) -> str:
    """Quote the lines of a label as a Mermaid string, with special characters escaped."""
    return f'"{"<br/>".join("".join(map(escape, line)) for line in label)}"'


def escape(character: str) -> str:
    """Escape a character as a numeric HTML entity if Mermaid might interpret it."""
    if character.isalnum() or character in " _.,:;/+-='!?()[]":
        return character
    return f"#{ord(character)};"
