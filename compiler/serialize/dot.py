"""Drawings of rule graphs in Graphviz's language DOT."""

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
"""The node shape of each kind; other kinds are boxes."""

FILLS = {"printed": "#ffffff", "repaired": "#dbe9f9", "recovered": "#fdf0c8", "reconstructed": "#f9d9d4"}
"""The fill colour of each standing."""

STYLES: Mapping[DrawnEdgeKind, str] = {"rolls-on": "bold", "modifies": "dashed", "part-of": "dotted"}
"""The line style of each kind of edge; other kinds are solid."""


def draw_dot(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | UnknownFocus:
    """Draw a rule graph as a Graphviz ``digraph``; ``focus`` and ``choices`` are those of :func:`build_drawing`.

    Returns:
        The text, the same for the same graph; or similar ids if no node has the id of the focus.
    """
    drawing_or_error = build_drawing(graph, focus, choices=choices)
    return drawing_or_error if isinstance(drawing_or_error, UnknownFocus) else render_dot(drawing_or_error)


def render_dot(drawing: Drawing) -> str:
    """Render a drawing as the text of a Graphviz DOT file."""
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
    """Render the DOT statement of a node."""
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
    """Render the DOT statement of an edge."""
    attributes = {"label": quote(edge.label)}
    if edge.kind in STYLES:
        attributes["style"] = STYLES[edge.kind]
    if edge.kind == "part-of":
        attributes["dir"] = "none"
    attribute_text = ", ".join(f"{name}={value}" for name, value in attributes.items())
    return f"{quote(edge.source)} -> {quote(edge.target)} [{attribute_text}]"


def quote(text: str) -> str:
    """Quote a text as a DOT string, with control characters replaced."""
    printable = replace_controls(text.replace("\r", ""), "\N{REPLACEMENT CHARACTER}")  # terminals may show it
    escaped = printable.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
