"""The same nodes from lark's tree, for what the :mod:`driver <bombsight.dsl.driver>` leaves to lark."""

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
"""The rule of what was left out, which becomes nothing."""


def build_item(tree: Tree[Token], source: Source, offset: int, begin: int | None = None) -> ast.Item | None:
    """The item that the tree of one piece holds; None where what was left out of it says what it is.

    Args:
        tree: The tree.
        source: The file.
        offset: Where in the file the piece begins.
        begin: Where it begins for its reader, if that is not there.
    """
    return cast(
        "ast.Item | None", TreeBuilder(source, offset, offset if begin is None else begin).build_node(tree.children[0])
    )


@frozen
class TreeBuilder:
    """Makes nodes of trees.

    Attributes:
        source: The file.
        offset: Where in the file the piece begins.
        begin: Where its first node does, at least.
    """

    source: Source
    offset: int
    begin: int

    def build_node(self, child: Any) -> Any:
        """The value of a child: a node, a word, or None for an optional part that is missing."""
        if not isinstance(child, Tree):
            return None if child is None else str(child)
        children = [
            self.build_node(each) for each in child.children if not (isinstance(each, Tree) and each.data == HOLE)
        ]
        return getattr(BUILDER, f"n_{child.data.rstrip('_')}")(self.span_of(child.meta), *children)

    def span_of(self, meta: Meta) -> Span:
        """The place of a rule in the file."""
        if meta.empty:
            return self.source.span(self.begin, self.begin)
        return self.source.span(max(self.offset + meta.start_pos, self.begin), self.offset + meta.end_pos)
