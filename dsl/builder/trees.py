"""Tree construction from lark's parse tree, for text that the :mod:`driver <bombsight.dsl.driver>` leaves to lark."""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Tree
from lark.tree import Meta

from bombsight.dsl import ast
from bombsight.dsl.builder import Builder
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span

BUILDER = Builder()

HOLE = "hole"
"""The grammar rule of a hole, which builds no node."""


def build_item(tree: Tree[Token], source: Source, offset: int, begin: int | None = None) -> ast.Item | None:
    """Build the syntax tree of an item from lark's parse tree; None if the item's kind is unreadable.

    Args:
        tree: The tree of one piece.
        source: The file.
        offset: The offset of the piece in the file.
        begin: The offset at which the item starts for readers, if that differs.
    """
    return cast(
        "ast.Item | None", TreeBuilder(source, offset, offset if begin is None else begin).build_node(tree.children[0])
    )


@frozen
class TreeBuilder:
    """Converter of lark's parse trees to nodes.

    Attributes:
        source: The file.
        offset: The offset of the piece in the file.
        begin: The least offset at which a node may start.
    """

    source: Source
    offset: int
    begin: int

    def build_node(self, child: Any) -> Any:
        """Build the value of a child of lark's tree: a syntax node, a word, or None for an absent optional part."""
        if not isinstance(child, Tree):
            return None if child is None else str(child)
        children = [
            self.build_node(each) for each in child.children if not (isinstance(each, Tree) and each.data == HOLE)
        ]
        return getattr(BUILDER, f"n_{child.data.rstrip('_')}")(self.span_of(child.meta), *children)

    def span_of(self, meta: Meta) -> Span:
        """The span of a grammar rule's text in the file."""
        if meta.empty:
            return self.source.span(self.begin, self.begin)
        return self.source.span(max(self.offset + meta.start_pos, self.begin), self.offset + meta.end_pos)
