"""Texts that go over several lines: adjacent texts in double quotes, each on a line of its own, joined by spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span

PIECE = re.compile(r'"([^"\n]*)"')
JOINED_TEXT = re.compile(r'"[^"\n]*"(?:\r?\n[ \t]+"[^"\n]*")+')
"""Matches a joined text, as the terminal ``JOINED`` of the grammar does."""


@frozen
class TextPiece:
    """A part of a text that stands on one line.

    Attributes:
        text: The part, without the blanks where it meets others.
        start: Its position in the whole text.
        offset: Its position in what was split.
    """

    text: str
    start: int
    offset: int


def split_joined_text(token: str) -> list[TextPiece]:
    """Split a joined text, as written, into its parts; blanks where they meet do not count."""
    pieces: list[TextPiece] = []
    found = [*PIECE.finditer(token)]
    start = 0
    for at, one in enumerate(found):
        text, offset = one[1], one.start(1)
        if at > 0:
            offset += len(text) - len(text.lstrip(" "))
            text = text.lstrip(" ")
        text = text if at == len(found) - 1 else text.rstrip(" ")
        pieces.append(TextPiece(text, start, offset))
        start += len(text) + 1
    return pieces


def join_pieces(pieces: Sequence[TextPiece]) -> str:
    """Join the parts of a text by single spaces."""
    return " ".join(piece.text for piece in pieces)


def merge_joined_texts(code: str) -> str:
    """Write each joined text in some code as one text on one line."""
    return JOINED_TEXT.sub(lambda found: f'"{join_pieces(split_joined_text(found[0]))}"', code)


def locate_text(source: Source, text: str, span: Span) -> list[TextPiece]:
    """Locate a text that stands in double quotes from the start of a span on, in parts; empty if it is not there.

    Returns:
        The parts, each with its offset in the file.
    """
    at = source.text.find(f'"{text}"', span.start)
    if at >= 0:
        return [TextPiece(text, 0, at + 1)]
    for found in JOINED_TEXT.finditer(source.text, span.start, span.end):
        pieces = split_joined_text(found[0])
        if join_pieces(pieces) == text:
            return [TextPiece(piece.text, piece.start, found.start() + piece.offset) for piece in pieces]
    return []


def offset_of_character(pieces: Sequence[TextPiece], position: int) -> int:
    """The offset in the file of a position in a text whose parts are located; without any, the position itself."""
    piece = next((each for each in reversed(pieces) if each.start <= position), None)
    return position if piece is None else piece.offset + position - piece.start


def span_of_text(source: Source, pieces: Sequence[TextPiece], start: int, end: int) -> Span:
    """The span of some characters of a text whose parts are located in a file."""
    return source.span(offset_of_character(pieces, start), offset_of_character(pieces, end))
