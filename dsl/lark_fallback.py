"""Reading an item by lark itself, for what the :mod:`driver <bombsight.dsl.driver>` does not take.

This is the account of what the language is: it finds what is wrong, and where, and reads all that is right as the
driver does.
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
"""What stands for the character of a hole that somebody wrote."""

SIGNATURE_WORDS = ("for", "gives", "roll")
"""Words that begin what others must know of a table."""

FOREIGN_SIGNATURE_WORDS = frozenset(
    ("returns", "return", "result", "results", "give", "type", "dice", "die", "throw", "rolls")
)
"""Words that other languages have for these."""


def read_with_recovery(source: Source, piece: Piece) -> ItemReading:
    """One item, and what is wrong with it. With a tab it may still be whole."""
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
    """What a text holds.

    Args:
        source: The file.
        text: The item, ended by one line end.
        offset: What is added to a place in the text to have that in the file.
        begin: Where the item begins in the file.
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
    """What was left out, as a whole and parted where something is told: words may be written together there."""
    start, end = cut
    yield text[start:end]
    for mark in marks:
        if start < mark < end:
            yield text[start:mark]
            yield text[mark:end]


def damage_of_lost_item(source: Source, text: str, offset: int) -> Damage:
    """An item of which nothing is known but its words."""
    span = source.span(offset, offset + len(text) - 1)
    return Damage(span, item_name(text), collect_words(text), (span,))


def not_an_item_diagnostic(source: Source, text: str, offset: int) -> Diagnostic:
    """That a word begins no item."""
    failed = try_parse(text)
    assert isinstance(failed, Failure)
    return find_slip(failed).to_diagnostic(source, offset)


def may_be_signature(text: str, start: int, end: int) -> bool:
    """Whether what was left out of a table may have said what it is rolled with, or what it gives."""
    lines = code_lines(text)
    number = line_number_at(lines, start)
    line = lines[number]
    if line.column != lines[1].column:
        return False
    if text.startswith("|", line.start + line.column):  # the head of a grid may name its dice
        above = lines[number - 1]
        return not text.startswith("|", above.start + above.column)
    word = re.match(r"\w+", text[line.start + line.column : end])
    return word is not None and (
        word[0].lower() in FOREIGN_SIGNATURE_WORDS or bool(find_resembling(word[0], SIGNATURE_WORDS, NEAR))
    )


def strip_hole_characters(text: str) -> str:
    """A text in which no character says that something was left out, for its author says none of this."""
    return (
        text.translate({ord(sign): HOLE_SUBSTITUTE for sign in hole_characters().values()})
        if not text.isascii()
        else text
    )
