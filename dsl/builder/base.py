"""What all chapters of the builder share: children, places, tokens, sources."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from attrs import evolve
from lark import Token, Tree
from lark.tree import Meta

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import Source, Span


def keep(children: list[Any]) -> tuple[Any, ...]:
    """What an optional or repeated part really held."""
    return tuple(child for child in children if child is not None)


def text_of(token: Token) -> str:
    """The characters between the quotes."""
    return str(token)[1:-1]


class Base:
    """Builds the nodes of one piece of a file.

    Args:
        source: The file.
        offset: Where in the file the piece begins.
    """

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset

    def build(self, tree: Tree[Token]) -> ast.Item:
        """The item that the tree of one piece holds."""
        return cast(ast.Item, self.node(tree.children[0]))

    def node(self, child: Any) -> Any:
        """The value of a child: a node, a token, or None for an optional part that is missing."""
        if not isinstance(child, Tree):
            return child
        children = [self.node(c) for c in child.children]
        name = str(child.data)
        rule: Callable[[Span, list[Any]], Any] = getattr(self, "n_" + name.rstrip("_"))
        return rule(self.span(child.meta), children)

    def span(self, meta: Meta) -> Span:
        """The place of a rule in the file."""
        if meta.empty:
            return self.source.span(self.offset, self.offset)
        return self.source.span(self.offset + meta.start_pos, self.offset + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        """The place of a token in the file."""
        start = token.start_pos or 0
        return self.source.span(self.offset + start, self.offset + start + len(token))

    # --- tokens

    @staticmethod
    def plain(token: Token) -> str | int:
        """A text, a word or a number as Python has it."""
        if token.type == "STRING":
            return text_of(token)
        return int(token) if token.type == "INT" else str(token)

    def dice(self, token: Token) -> ast.Dice:
        """``2d6`` or ``d66``."""
        span = self.token_span(token)
        dice = Dice.read(str(token))
        return ast.Dice(dice.count, dice.sides, span=span)

    # --- sources

    @staticmethod
    def sourced(provenance: Origin | None, cite: Origin | None) -> Origin:
        """The origin that a line states in the words for its standing, its citation, both or neither."""
        if provenance is None or cite is None:
            return provenance or cite or UNSAID
        return evolve(provenance, cite=cite.cite)

    def n_provenance(self, span: Span, c: list[Any]) -> Origin:
        return Origin(standing=str(c[0]), evidence=text_of(c[1]) if c[1] else "", place=span)

    def n_deep(self, span: Span, c: list[Any]) -> int:
        return int(c[0])

    def n_cite(self, span: Span, c: list[Any]) -> Origin:
        return Origin(cite=text_of(c[0]), place=span)
