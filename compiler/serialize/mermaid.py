"""Rule graphs in Mermaid's language, which many web pages draw as they stand.

Unless it is told otherwise Mermaid draws at most 500 lines, so a whole large game wants Graphviz, or a focus.
"""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.serialize.drawing import LEGEND, Box, Drawing, Line, LineKind, Unknown, drawing, safe_names

SHAPES = {
    "table": ("[", "]"),
    "procedure": ("([", "])"),
    "define": ("{{", "}}"),
    "reroll": ("[/", "\\]"),
    "modifier": (">", "]"),
    "choice": ("{", "}"),
}
"""What opens and closes a box of each kind; the others are round."""

ARROWS: Mapping[LineKind, str] = {"rolls-on": "==>", "modifies": "-.->", "part-of": "-.-"}
"""How lines are drawn; the others are plain arrows."""

LOOKS = """\
  classDef printed fill:#ffffff,stroke:#444444,color:#000000
  classDef repaired fill:#dbe9f9,stroke:#444444,color:#000000
  classDef recovered fill:#fdf0c8,stroke:#444444,color:#000000
  classDef reconstructed fill:#f9d9d4,stroke:#444444,color:#000000
  classDef amended stroke:#b3261e,stroke-dasharray:6 3
  classDef focus stroke-width:4px"""
"""The colours of the provenances, and how amended ones and the focus are marked."""


def draw_mermaid(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> str | Unknown:
    """A rule graph as a ``flowchart``.

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
    names = dict(safe_names(box.entry.id for box in (*LEGEND, *found.boxes)))
    lines = [
        "flowchart LR",
        *(f"  {box_text(box, box.lines, names)}" for box in found.boxes),
        *(f"  {line_text(line, names)}" for line in found.lines),
        '  subgraph legend ["Legend"]',
        *(f"    {box_text(box, [box.entry.name], names)}" for box in LEGEND),
        "  end",
        LOOKS,
        *(f"  class {names[box.entry.id]} {word}" for box in (*found.boxes, *LEGEND) for word in box.classes),
    ]
    return "\n".join(lines) + "\n"


def box_text(box: Box, label: list[str], names: dict[str, str]) -> str:
    """A node."""
    opens, closes = SHAPES.get(box.entry.kind, ("(", ")"))
    return f"{names[box.entry.id]}{opens}{quoted(label)}{closes}"


def line_text(line: Line, names: dict[str, str]) -> str:
    """A link."""
    arrow = ARROWS.get(line.kind, "-->")
    return f"{names[line.source]} {arrow}|{quoted([line.label])}| {names[line.target]}"


def quoted(label: list[str]) -> str:
    """Lines of text in double quotes: what is not plain is written as the number of its character."""
    return f'"{"<br/>".join("".join(map(escaped, line)) for line in label)}"'


def escaped(character: str) -> str:
    """A character as Mermaid shows it and takes it for nothing else."""
    if character.isalnum() or character in " _.,:;/+-='!?()[]":
        return character
    return f"#{ord(character)};"
