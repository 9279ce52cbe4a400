"""Parsing an item by lark, for text that the :mod:`driver <bombsight.dsl.driver>` does not accept.

This parser defines the language: it finds mistakes and their places, and parses valid text as the driver does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve
from lark import Tree

from bombsight.dsl import ast
from bombsight.dsl.blocks import code_lines, line_number_at
from bombsight.dsl.builder.trees import build_item
from bombsight.dsl.damage import Damage, ItemReading, collect_words, item_name
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.failure import Failure, try_parse
from bombsight.dsl.grammar import hole_characters
from bombsight.dsl.pieces import Piece
from bombsight.dsl.recognise.nearness import find_meant_item
from bombsight.dsl.recovery import recover
from bombsight.dsl.source import Source
from bombsight.dsl.suggestions import find_resembling
from bombsight.dsl.syntax import find_exceeded_limit, find_slip, find_tab
from bombsight.dsl.words import NEAR

HOLE_SUBSTITUTE = "\uf8ff"
"""The replacement for a hole's character where the author typed it."""

SIGNATURE_WORDS = ("for", "gives", "roll")
"""Words that begin a line of a table's signature."""

FOREIGN_SIGNATURE_WORDS = frozenset(
    [
        "returns",
        "return",
        "result",
        "results",
        "give",
        "type",
        "dice",
        "die",
        "throw",
        "rolls",
        "output",
        "outputs",
        "yield",
        "yields",
        "produces",
        "->",
        "=>",
    ]
)
"""Words by which other languages begin such lines."""


def read_with_recovery(source: Source, piece: Piece) -> ItemReading:
    """Parse one item (``piece``) by lark with error recovery, with a misspelt first word corrected."""
    text = strip_hole_characters(piece.code)
    word = find_meant_item(text)
    if word is None:
        return read_item_text(source, text, piece.offset, piece.offset)
    wrong, right = word
    meant = read_item_text(source, right + text[len(wrong) :], piece.offset - len(right) + len(wrong), piece.offset)
    lost = damage_of_lost_item(source, text, piece.offset)
    diagnostic = not_an_item_diagnostic(source, text, piece.offset)
    if meant.item is None:
        return ItemReading(None, (diagnostic,), lost)
    return ItemReading(
        meant.item, (diagnostic, *meant.diagnostics), meant.damage or evolve(lost, words=frozenset(), holes=())
    )


def read_item_text(source: Source, text: str, offset: int, begin: int) -> ItemReading:
    """Parse an item's text by lark with error recovery to a reading: its tree, findings and damage.

    Args:
        source: The file.
        text: The item, ended by one line end.
        offset: The difference between offsets in the file and in the text.
        begin: The offset of the item in the file.
    """
    tabbed = find_tab(text)
    tree = try_parse(text)
    if isinstance(tree, Tree) and find_exceeded_limit(tree) is None:
        return ItemReading(
            build_item(tree, source, offset, begin), (tabbed.to_diagnostic(source, offset),) if tabbed else ()
        )
    recovered = recover(text, tree, tabbed)
    diagnostics = tuple(finding.to_diagnostic(source, offset) for finding in recovered.findings)
    item = build_item(recovered.tree, source, offset, begin) if recovered.tree is not None else None
    if item is None or (isinstance(item, ast.Table) and any(may_be_signature(text, *cut) for cut in recovered.cuts)):
        return ItemReading(None, diagnostics, damage_of_lost_item(source, text, begin))
    marks = [place for finding in recovered.findings for place in (finding.start, finding.end)]
    words = frozenset[str]().union(
        *(collect_words(part) for cut in recovered.cuts for part in split_at_marks(text, cut, marks))
    )
    holes = tuple(source.span(offset + start, offset + end) for start, end in recovered.cuts)
    return ItemReading(
        item, diagnostics, Damage(source.span(begin, offset + len(text) - 1), item_name(text), words, holes)
    )


def split_at_marks(text: str, cut: tuple[int, int], marks: Sequence[int]) -> Iterator[str]:
    """Yield a blanked-out range (``cut``) of a text, whole and in parts around each mark, where words may be glued."""
    start, end = cut
    yield text[start:end]
    for mark in marks:
        if start < mark < end:
            yield text[start:mark]
            yield text[mark:end]


def damage_of_lost_item(source: Source, text: str, offset: int) -> Damage:
    """The damage record that covers a whole unreadable item, of which only the words are known."""
    span = source.span(offset, offset + len(text) - 1)
    return Damage(span, item_name(text), collect_words(text), (span,))


def not_an_item_diagnostic(source: Source, text: str, offset: int) -> Diagnostic:
    """Make the finding for a word in column 0 that begins no item."""
    failure = try_parse(text)
    assert isinstance(failure, Failure)
    return find_slip(failure).to_diagnostic(source, offset)


def may_be_signature(text: str, start: int, end: int) -> bool:
    """Whether a text cut from a table by error recovery may have held a line of the table's signature."""
    lines = code_lines(text)
    number = line_number_at(lines, start)
    line = lines[number]
    if line.column != lines[1].column:
        return False
    if text.startswith("|", line.start + line.column):  # the head of a grid may name its dice
        above = lines[number - 1]
        return not text.startswith("|", above.start + above.column)
    word = re.match(r"\w+|[-=]>", text[line.start + line.column : end])
    return word is not None and (
        word[0].lower() in FOREIGN_SIGNATURE_WORDS or bool(find_resembling(word[0], SIGNATURE_WORDS, NEAR))
    )


def strip_hole_characters(text: str) -> str:
    """Replace characters in a text that error recovery would take for its placeholders (holes)."""
    return (
        text.translate({ord(sign): HOLE_SUBSTITUTE for sign in hole_characters().values()})
        if not text.isascii()
        else text
    )
