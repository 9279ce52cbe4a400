"""What all chapters of the builder share: children, tokens, sources."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import UNSAID, Origin
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
        dice = Dice.read(str(c[0]))
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
