"""Which overlay items changed a thing, told by the marks on its syntax tree.

A node of the tree remembers who changed what it says itself. Much of that has no node of its own in the rule graph: the
keys of a row, an expression, the dice of a table. So a thing in the graph answers for all that it is made of, but not
for lines within it that are things of their own.
"""

from __future__ import annotations

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.origin import Origin
from bombsight.dsl.walk import children, walk

LINES_WITH_OWN_ORIGIN = (
    ast.Row,
    ast.NaturalRow,
    ast.GridRow,
    ast.Beforehand,
    ast.Modifier,
    ast.Note,
    ast.Except,
    ast.EnumValue,
    ast.Step,
)
"""Lines that answer for themselves."""

LINES_INHERITING_CITATION = (ast.Row, ast.NaturalRow, ast.GridRow, ast.Beforehand, ast.Modifier, ast.Except)
"""Those of them that inherit the citation of what they stand in."""


def amending_items_of(*nodes: ast.Node) -> tuple[str, ...]:
    """The overlay items that put things here or changed them, each once."""
    found: dict[str, None] = {}
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if node.touched:
            found |= dict.fromkeys(node.touched)
        waiting += [child for child in reversed(children(node)) if not isinstance(child, LINES_WITH_OWN_ORIGIN)]
    return tuple(found)


def origin_of(node: ast.Node, *other_nodes: ast.Node) -> Origin:
    """What a thing in the graph is told to come from that is made of a node, and of other nodes besides."""
    return own_origin(node).with_amendments(amending_items_of(node, *other_nodes))


def own_origin(node: ast.Node) -> Origin:
    """The same, but for what its parts answer for themselves.

    A line that an overlay item put in stands where that item says, not where the table does that it joined.
    """
    origin = ast.stated_origin(node).with_amendments(node.touched)
    return evolve(origin, cite=node.touched[0]) if not origin.cite and is_inserted_by_overlay(node) else origin


def is_inserted_by_overlay(node: ast.Node) -> bool:
    """Whether an overlay item brought a whole line: then all of it remembers the item."""
    return (
        bool(node.touched) and isinstance(node, LINES_INHERITING_CITATION) and all(part.touched for part in walk(node))
    )
