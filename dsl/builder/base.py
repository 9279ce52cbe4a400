"""Base of the builders: helpers for children, tokens and sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.dice import parse_dice, parse_keep
from bombsight.dsl.joined_texts import join_pieces, split_joined_text
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import Span

T = TypeVar("T")


def drop_missing(children: Iterable[T | None]) -> tuple[T, ...]:
    """Drop the None values that stand for absent optional parts of a grammar rule."""
    return tuple(child for child in children if child is not None)


def unquote(token: str) -> str:
    """Strip the quotes from a string token; join the texts of one that goes over several lines."""
    return join_pieces(split_joined_text(token)) if "\n" in token else token[1:-1]


def token_value(token: str) -> str | int:
    """Convert a token to a Python value: a string literal to its text, digits to a number, else the word itself."""
    if token.startswith('"'):
        return unquote(token)
    return int(token) if token.isdecimal() else token


def parse_matters(word: str | None) -> ast.Matters:
    """Convert the word behind a field or tally (statistic), ``good`` or ``bad`` if more of it is; else ``""``."""
    return "good" if word == "good" else "bad" if word == "bad" else ""


UNITS = {"tenths": 10, "hundredths": 100, "thousandths": 1000}
"""How many of each unit make one."""


def parse_unit(words: str | None) -> int:
    """Convert the unit of a forecast, such as ``in tenths``, to how many of it make one; None to 1."""
    return 1 if words is None else UNITS[words.split()[-1]]


Args = tuple[ast.Expr, ...] | None
"""Arguments in brackets; None if there are no brackets."""

Heading = tuple[Origin, int | None]
"""The origin of a table or procedure, and its limit of recursion."""

Params = tuple[ast.Param, ...] | None
Keys = tuple[ast.Key, ...]


class Base:
    """Base of the builders: a method for each grammar rule takes the rule's span and its children, built before it.

    Children are in the order of the grammar: words as texts, rules as their built values, and None for absent parts.
    """

    # --- tokens

    def n_dice(self, span: Span, kept: str | None, text: str) -> ast.Dice:
        """Build dice: ``lowest of 2d6``, where ``kept`` is the words before ``2d6``, or None."""
        if kept is None:
            return ast.Dice(parse_dice(text), span=span)
        keep, count = parse_keep(kept)
        return ast.Dice(parse_dice(text), keep, count, span=span)

    def n_dice_of(self, span: Span, number: ast.Expr, die: str) -> ast.Dice:
        """Build as many dice as a value says: ``(ships)d6``."""
        return ast.Dice(parse_dice(f"1{die}"), number=number, span=span)

    def n_dice_list(self, span: Span, text: str) -> ast.Dice:
        """Build unlike dice of which some count: ``highest of 1d8, 1d6``."""
        words, _, listed = " ".join(text.split()).partition(" of ")
        keep, count = parse_keep(words)
        return ast.Dice(parse_dice(listed), keep, count, span=span)

    def n_dice_sum(self, span: Span, first: str, *rest: str) -> ast.Dice:
        """Build unlike dice that are added up: ``1d8 + 1d6``."""
        return ast.Dice(parse_dice(" + ".join((first, *rest[1::2]))), span=span)

    # --- sources

    @staticmethod
    def combine_origin(provenance: Origin | None, cite: Origin | None) -> Origin:
        """Merge a provenance (reliability, evidence) and a citation, either of which may be absent, into one origin."""
        if provenance is None or cite is None:
            return provenance or cite or NO_ORIGIN
        return evolve(provenance, cite=cite.cite)

    def n_provenance(self, span: Span, standing: str, evidence: str | None) -> Origin:
        """Build a provenance: ``reconstructed "from rule 4"``, how reliable a rule is and on what evidence."""
        return Origin(standing=standing, evidence=unquote(evidence) if evidence else "", place=span)

    def n_below(self, span: Span, provenance: Origin, cite: Origin | None) -> Origin:
        """Build the origin (reliability, citation) on lines of its own below a rule: ``printed``, ``cite "4.2"``."""
        return self.combine_origin(provenance, cite)

    def n_below_cited(self, span: Span, cite: Origin) -> Origin:
        """Build the origin of a rule below which only a citation stands: ``cite "4.2"``."""
        return cite

    def n_source(self, span: Span, provenance: Origin | None, cite: Origin | None) -> Origin:
        """Build the origin (reliability, citation) at a line's end: ``printed cite "4.2"``; empty without either."""
        return self.combine_origin(provenance, cite)

    def n_source_below(self, span: Span, origin: Origin) -> Origin:
        """Return the origin (reliability, citation) of a line, which stands on deeper lines below it."""
        return origin

    def n_heading(self, span: Span, provenance: Origin | None, deep: int | None, cite: Origin | None) -> Heading:
        """Build the origin and recursion limit in a table's or procedure's first line: ``at most 3 deep cite "4"``."""
        return self.combine_origin(provenance, cite), deep

    def n_heading_below(self, span: Span, deep: int | None, origin: Origin) -> Heading:
        """Build the recursion limit and origin of a table or procedure whose origin stands below its first line."""
        return origin, deep

    def n_cited(self, span: Span, cite: Origin | None) -> Origin:
        """Build the origin at the end of a line that can have a citation only; an empty origin without one."""
        return cite or NO_ORIGIN

    def n_deep(self, span: Span, most: str) -> int:
        """Build a limit of recursion: 3 for ``at most 3 deep``."""
        return int(most)

    def n_cite(self, span: Span, text: str) -> Origin:
        """Build a citation: ``cite "4.2"``."""
        return Origin(cite=unquote(text), place=span)
