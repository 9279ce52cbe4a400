"""Rule graphs in Graphviz's language."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.boundary.texts import replace_controls
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.drawing import (
    LEGEND,
    Drawing,
    DrawnEdge,
    DrawnEdgeKind,
    DrawnNode,
    UnknownFocus,
    build_drawing,
)

SHAPES = {
    "table": "box",
    "procedure": "ellipse",
    "define": "hexagon",
    "reroll": "house",
    "modifier": "cds",
    "choice": "diamond",
    "overlay": "note",
    "source": "note",
}
"""The shape of each kind; the others are plain."""

FILLS = {"printed": "#ffffff", "repaired": "#dbe9f9", "recovered": "#fdf0c8", "reconstructed": "#f9d9d4"}
"""The colour of each provenance."""

STYLES: Mapping[DrawnEdgeKind, str] = {"rolls-on": "bold", "modifies": "dashed", "part-of": "dotted"}
"""How lines are drawn; the others are plain."""


def draw_dot(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | UnknownFocus:
    """A rule graph as a ``digraph``.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; everything if None.
        choices: Whether the choices inside the items drawn are shown too.

    Returns:
        The text, the same for the same graph; or near names where no node has the id.
    """
    drawing_or_error = build_drawing(graph, focus, choices=choices)
    return drawing_or_error if isinstance(drawing_or_error, UnknownFocus) else render_dot(drawing_or_error)


def render_dot(drawing: Drawing) -> str:
    """A drawing as text."""
    lines = [
        f"digraph {quote(drawing.title)} {{",
        '  graph [rankdir=LR, fontname="sans-serif"]',
        '  node [fontname="sans-serif"]',
        '  edge [fontname="sans-serif", fontsize=10]',
        *(f"  {render_node(box, box.label_lines)}" for box in drawing.nodes),
        *(f"  {render_edge(line)}" for line in drawing.edges),
        '  subgraph "cluster_legend" {',
        '    label="Legend"',
        *(f"    {render_node(box, [box.entry.name])}" for box in LEGEND),
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def render_node(node: DrawnNode, label: list[str]) -> str:
    """A node statement."""
    styles = ["filled"] if node.entry.standing else []
    attributes = {"label": quote("\n".join(label)), "shape": SHAPES.get(node.entry.kind, "box")}
    if node.entry.standing:
        attributes["fillcolor"] = quote(FILLS.get(node.entry.standing, FILLS["printed"]))
    if node.is_amended:
        styles.append("dashed")
        attributes["color"] = quote("#b3261e")
    if node.is_focus:
        attributes["penwidth"] = "3"
    if styles:
        attributes["style"] = quote(",".join(styles))
    if node.style_classes:
        attributes["class"] = quote(" ".join(node.style_classes))
    return f"{quote(node.entry.id)} [{', '.join(f'{name}={value}' for name, value in attributes.items())}]"


def render_edge(edge: DrawnEdge) -> str:
    """An edge statement."""
    attributes = {"label": quote(edge.label)}
    if edge.kind in STYLES:
        attributes["style"] = STYLES[edge.kind]
    if edge.kind == "part-of":
        attributes["dir"] = "none"
    attribute_text = ", ".join(f"{name}={value}" for name, value in attributes.items())
    return f"{quote(edge.source)} -> {quote(edge.target)} [{attribute_text}]"


def quote(text: str) -> str:
    """A text in double quotes, whatever is in it."""
    printable = replace_controls(text.replace("\r", ""), "\N{REPLACEMENT CHARACTER}")  # terminals read drawings, too
    escaped = printable.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
