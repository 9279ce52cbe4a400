"""Rule graphs in Mermaid's language, which many web pages draw as they stand.

Unless it is told otherwise Mermaid draws at most 500 lines, so a whole large game wants Graphviz, or a focus.
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
"""What opens and closes a box of each kind; the others are round."""

ARROWS: Mapping[DrawnEdgeKind, str] = {"rolls-on": "==>", "modifies": "-.->", "part-of": "-.-"}
"""How lines are drawn; the others are plain arrows."""

CLASS_DEFINITIONS = """\
  classDef printed fill:#ffffff,stroke:#444444,color:#000000
  classDef repaired fill:#dbe9f9,stroke:#444444,color:#000000
  classDef recovered fill:#fdf0c8,stroke:#444444,color:#000000
  classDef reconstructed fill:#f9d9d4,stroke:#444444,color:#000000
  classDef amended stroke:#b3261e,stroke-dasharray:6 3
  classDef focus stroke-width:4px"""
"""The colours of the provenances, and how amended ones and the focus are marked."""


def draw_mermaid(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | UnknownFocus:
    """A rule graph as a ``flowchart``.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; everything if None.
        choices: Whether the choices inside the items drawn are shown too.

    Returns:
        The text, the same for the same graph; or near names where no node has the id.
    """
    drawing_or_error = build_drawing(graph, focus, choices=choices)
    return drawing_or_error if isinstance(drawing_or_error, UnknownFocus) else render_mermaid(drawing_or_error)


def render_mermaid(drawing: Drawing) -> str:
    """A drawing as text."""
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


def render_node(node: DrawnNode, label: list[str], names: dict[str, str]) -> str:
    """A node."""
    opens, closes = SHAPES.get(node.entry.kind, ("(", ")"))
    return f"{names[node.entry.id]}{opens}{quote(label)}{closes}"


def render_edge(edge: DrawnEdge, names: dict[str, str]) -> str:
    """A link."""
    arrow = ARROWS.get(edge.kind, "-->")
    return f"{names[edge.source]} {arrow}|{quote([edge.label])}| {names[edge.target]}"


def quote(label: list[str]) -> str:
    """Lines of text in double quotes: what is not plain is written as the number of its character."""
    return f'"{"<br/>".join("".join(map(escape, line)) for line in label)}"'


def escape(character: str) -> str:
    """A character as Mermaid shows it and takes it for nothing else."""
    if character.isalnum() or character in " _.,:;/+-='!?()[]":
        return character
    return f"#{ord(character)};"
