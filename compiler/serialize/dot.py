"""Rule graphs in Graphviz's language."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.boundary.texts import without_controls
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.drawing import LEGEND, Box, Drawing, Line, LineKind, Unknown, drawing

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

STYLES: Mapping[LineKind, str] = {"rolls-on": "bold", "modifies": "dashed", "part-of": "dotted"}
"""How lines are drawn; the others are plain."""


def draw_dot(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | Unknown:
    """A rule graph as a ``digraph``.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; everything if None.
        choices: Whether the choices inside the items drawn are shown too.

    Returns:
        The text, the same for the same graph; or near names where no node has the id.
    """
    found = drawing(graph, focus, choices=choices)
    return found if isinstance(found, Unknown) else written(found)


def written(found: Drawing) -> str:
    """A drawing as text."""
    lines = [
        f"digraph {quoted(found.title)} {{",
        '  graph [rankdir=LR, fontname="sans-serif"]',
        '  node [fontname="sans-serif"]',
        '  edge [fontname="sans-serif", fontsize=10]',
        *(f"  {box_text(box, box.lines)}" for box in found.boxes),
        *(f"  {line_text(line)}" for line in found.lines),
        '  subgraph "cluster_legend" {',
        '    label="Legend"',
        *(f"    {box_text(box, [box.entry.name])}" for box in LEGEND),
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def box_text(box: Box, label: list[str]) -> str:
    """A node statement."""
    styles = ["filled"] if box.entry.standing else []
    looks = {"label": quoted("\n".join(label)), "shape": SHAPES.get(box.entry.kind, "box")}
    if box.entry.standing:
        looks["fillcolor"] = quoted(FILLS.get(box.entry.standing, FILLS["printed"]))
    if box.amended:
        styles.append("dashed")
        looks["color"] = quoted("#b3261e")
    if box.focus:
        looks["penwidth"] = "3"
    if styles:
        looks["style"] = quoted(",".join(styles))
    if box.classes:
        looks["class"] = quoted(" ".join(box.classes))
    return f"{quoted(box.entry.id)} [{', '.join(f'{name}={value}' for name, value in looks.items())}]"


def line_text(line: Line) -> str:
    """An edge statement."""
    looks = {"label": quoted(line.label)}
    if line.kind in STYLES:
        looks["style"] = STYLES[line.kind]
    if line.kind == "part-of":
        looks["dir"] = "none"
    told = ", ".join(f"{name}={value}" for name, value in looks.items())
    return f"{quoted(line.source)} -> {quoted(line.target)} [{told}]"


def quoted(text: str) -> str:
    """A text in double quotes, whatever is in it."""
    shown = without_controls(text.replace("\r", ""), "\N{REPLACEMENT CHARACTER}")  # terminals read drawings, too
    escaped = shown.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
