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
from bombsight.dsl.blocks import line_at, lines_of
from bombsight.dsl.builder.trees import build
from bombsight.dsl.damage import Damage, Reading, name_of, words_of
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.failure import Failure, attempt
from bombsight.dsl.grammar import holes
from bombsight.dsl.pieces import Piece
from bombsight.dsl.recognise.nearness import item_meant
from bombsight.dsl.recovery import recover
from bombsight.dsl.source import Source
from bombsight.dsl.suggestions import resembling
from bombsight.dsl.syntax import find, limits, tab
from bombsight.dsl.words import NEAR

OTHER = "\uf8ff"
"""What stands for the character of a hole that somebody wrote."""

SIGNATURE = ("for", "gives", "roll")
"""Words that begin what others must know of a table."""

ELSEWHERE = frozenset(("returns", "return", "result", "results", "give", "type", "dice", "die", "throw", "rolls"))
"""Words that other languages have for these."""


def read_carefully(source: Source, piece: Piece) -> Reading:
    """One item, and what is wrong with it. With a tab it may still be whole."""
    text = without_holes(piece.code)
    word = item_meant(text)
    if word is None:
        return read_text(source, text, piece.offset, piece.offset)
    wrong, right = word
    meant = read_text(source, right + text[len(wrong) :], piece.offset - len(right) + len(wrong), piece.offset)
    lost = lost_item(source, text, piece.offset)
    told = no_item_here(source, text, piece.offset)
    if meant.item is None:
        return Reading(None, (told,), lost)
    return Reading(meant.item, (told, *meant.diagnostics), meant.damage or evolve(lost, words=frozenset(), holes=()))


def read_text(source: Source, text: str, offset: int, begin: int) -> Reading:
    """What a text holds.

    Args:
        source: The file.
        text: The item, ended by one line end.
        offset: What is added to a place in the text to have that in the file.
        begin: Where the item begins in the file.
    """
    tabbed = tab(text)
    tree = attempt(text)
    if isinstance(tree, Tree) and limits(tree) is None:
        return Reading(build(tree, source, offset, begin), (tabbed.placed(source, offset),) if tabbed else ())
    found = recover(text, tree, tabbed)
    told = tuple(finding.placed(source, offset) for finding in found.findings)
    item = build(found.tree, source, offset, begin) if found.tree is not None else None
    if item is None or (isinstance(item, ast.Table) and any(is_signature(text, *cut) for cut in found.cuts)):
        return Reading(None, told, lost_item(source, text, begin))
    marks = [place for finding in found.findings for place in (finding.start, finding.end)]
    words = frozenset[str]().union(*(words_of(part) for cut in found.cuts for part in parted(text, cut, marks)))
    holes = tuple(source.span(offset + start, offset + end) for start, end in found.cuts)
    return Reading(item, told, Damage(source.span(begin, offset + len(text) - 1), name_of(text), words, holes))


def parted(text: str, cut: tuple[int, int], marks: Sequence[int]) -> Iterator[str]:
    """What was left out, as a whole and parted where something is told: words may be written together there."""
    start, end = cut
    yield text[start:end]
    for mark in marks:
        if start < mark < end:
            yield text[start:mark]
            yield text[mark:end]


def lost_item(source: Source, text: str, offset: int) -> Damage:
    """An item of which nothing is known but its words."""
    span = source.span(offset, offset + len(text) - 1)
    return Damage(span, name_of(text), words_of(text), (span,))


def no_item_here(source: Source, text: str, offset: int) -> Diagnostic:
    """That a word begins no item."""
    failed = attempt(text)
    assert isinstance(failed, Failure)
    return find(failed).placed(source, offset)


def is_signature(text: str, start: int, end: int) -> bool:
    """Whether what was left out of a table may have said what it is rolled with, or what it gives."""
    lines = lines_of(text)
    number = line_at(lines, start)
    line = lines[number]
    if line.column != lines[1].column:
        return False
    if text.startswith("|", line.start + line.column):  # the head of a grid may name its dice
        above = lines[number - 1]
        return not text.startswith("|", above.start + above.column)
    word = re.match(r"\w+", text[line.start + line.column : end])
    return word is not None and (word[0].lower() in ELSEWHERE or bool(resembling(word[0], SIGNATURE, NEAR)))


def without_holes(text: str) -> str:
    """A text in which no character says that something was left out, for its author says none of this."""
    return text.translate({ord(sign): OTHER for sign in holes().values()}) if not text.isascii() else text
