"""Provenance of graph nodes: which overlay items changed the syntax trees that a node is made of.

A syntax node records the overlay items that changed its own text. Much of the tree has no graph node of its own: the
keys of a row, an expression, the dice of a table. So a graph node counts the amendments of its whole subtree, except
those of lines that are graph nodes of their own.
"""

from __future__ import annotations

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.file_kind import PREFERENCES
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
"""Classes of lines that record amendments for themselves, apart from the item around them."""

LINES_INHERITING_CITATION = (ast.Row, ast.NaturalRow, ast.GridRow, ast.Beforehand, ast.Modifier, ast.Except)
"""Classes of such lines that inherit the citation of the item around them."""


def amending_items_of(*nodes: ast.Node) -> tuple[str, ...]:
    """List the overlay items that inserted or changed these syntax nodes, each once; preferences amend no rule."""
    found: dict[str, None] = {}
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if node.touched:
            found |= dict.fromkeys(each for each in node.touched if not each.startswith(f"{PREFERENCES} "))
        waiting += [child for child in reversed(children(node)) if not isinstance(child, LINES_WITH_OWN_ORIGIN)]
    return tuple(found)


def origin_of(node: ast.Node, *other_nodes: ast.Node) -> Origin:
    """Build the origin of a graph node from its syntax node and any other syntax nodes that it is made of."""
    return own_origin(node).with_amendments(amending_items_of(node, *other_nodes))


def own_origin(node: ast.Node) -> Origin:
    """Build the origin (citation, reliability) of a line's own text, without amendments of nested lines.

    A line that an overlay item inserted cites that item, not the table that it joined.
    """
    origin = ast.stated_origin(node).with_amendments(node.touched)
    return evolve(origin, cite=node.touched[0]) if not origin.cite and is_inserted_by_overlay(node) else origin


def is_inserted_by_overlay(node: ast.Node) -> bool:
    """Whether an overlay item inserted the whole line, so that every node of the line records that item."""
    return (
        bool(node.touched) and isinstance(node, LINES_INHERITING_CITATION) and all(part.touched for part in walk(node))
    )
