"""What all chapters of the builder share: children, tokens, sources."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.source import Span


def keep(children: list[Any]) -> tuple[Any, ...]:
    """What an optional or repeated part really held."""
    return tuple(child for child in children if child is not None)


def text_of(token: str) -> str:
    """The characters between the quotes."""
    return token[1:-1]


def plain(token: str) -> str | int:
    """A text, a word or a number as Python has it."""
    if token.startswith('"'):
        return text_of(token)
    return int(token) if token.isdecimal() else str(token)


class Base:
    """Builds nodes, a method for each rule: it takes the rule's place and its parts, built before it."""

    # --- tokens

    def n_dice(self, span: Span, c: list[Any]) -> ast.Dice:
        token = str(c[0])
        if token == "d66":
            return ast.Dice(2, 66, span=span)
        count, sides = token.split("d")
        return ast.Dice(int(count), int(sides), span=span)

    # --- sources

    def n_provenance(self, span: Span, c: list[Any]) -> ast.Provenance:
        return ast.Provenance(str(c[0]), text_of(c[1]) if c[1] else None, span=span)  # type: ignore[arg-type]  # the terminal holds the four words

    def n_deep(self, span: Span, c: list[Any]) -> int:
        return int(c[0])

    def n_cite(self, span: Span, c: list[Any]) -> str:
        return text_of(c[0])
