"""The same nodes from lark's tree, for what the :mod:`driver <bombsight.dsl.driver>` leaves to lark."""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Tree
from lark.tree import Meta

from bombsight.dsl import ast
from bombsight.dsl.builder import Builder
from bombsight.dsl.source import Source, Span

BUILDER = Builder()


def build(tree: Tree[Token], source: Source, offset: int) -> ast.Item:
    """The item that the tree of one piece holds.

    Args:
        tree: The tree.
        source: The file.
        offset: Where in the file the piece begins.
    """
    return cast(ast.Item, node(tree.children[0], source, offset))


def node(child: Any, source: Source, offset: int) -> Any:
    """The value of a child: a node, a word, or None for an optional part that is missing."""
    if not isinstance(child, Tree):
        return None if child is None else str(child)
    children = [node(each, source, offset) for each in child.children]
    return getattr(BUILDER, f"n_{child.data.rstrip('_')}")(place(child.meta, source, offset), *children)


def place(meta: Meta, source: Source, offset: int) -> Span:
    """The place of a rule in the file."""
    if meta.empty:
        return source.span(offset, offset)
    return source.span(offset + meta.start_pos, offset + meta.end_pos)
