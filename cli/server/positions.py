"""Positions in a text as a client counts them: lines from 0, and code units of the negotiated encoding.

Texts have line feeds for line ends here, whatever they have in the editor: lines and columns are the same.
"""

from __future__ import annotations

from attrs import frozen
from lsprotocol import types

from bombsight.dsl.source import Source, Span

UTF_8 = types.PositionEncodingKind.Utf8
UTF_16 = types.PositionEncodingKind.Utf16
UTF_32 = types.PositionEncodingKind.Utf32

ENCODINGS = {UTF_8: ("utf-8", 1), UTF_16: ("utf-16-le", 2), UTF_32: ("utf-32-le", 4)}
"""The Python codec of each position encoding, and the bytes of its code unit."""


@frozen
class PositionMapper:
    """Converts between text offsets and the client's positions, in its encoding's code units.

    Attributes:
        encoding: The negotiated encoding; UTF-16 by default.
    """

    encoding: str = UTF_16

    def count_units(self, text: str) -> int:
        """Count the code units of a text."""
        if text.isascii():
            return len(text)
        name, size = ENCODINGS[types.PositionEncodingKind(self.encoding)]
        return len(text.encode(name, "surrogatepass")) // size

    def count_characters(self, line: str, units: int) -> int:
        """Count the characters of a line before a column; all of them if it lies beyond the end."""
        if line.isascii():
            return max(0, min(units, len(line)))
        for number, character in enumerate(line):
            units -= self.count_units(character)
            if units < 0:
                return number
        return len(line)

    # --- from the client

    def offset_of(self, source: Source, position: types.Position) -> int:
        """Convert a position to an offset; clamped to the text."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        line = max(position.line, 0)
        start = source.line_starts[line]
        end = source.text.find("\n", start)
        return start + self.count_characters(
            source.text[start : end if end >= 0 else len(source.text)], position.character
        )

    def span_of(self, source: Source, protocol_range: types.Range) -> Span:
        """Convert a protocol range to a span of a source."""
        start = self.offset_of(source, protocol_range.start)
        return source.span(start, max(start, self.offset_of(source, protocol_range.end)))

    # --- to the client

    def position_of(self, source: Source, offset: int) -> types.Position:
        """Convert an offset to a position."""
        line, column = source.line_and_column(offset)
        return types.Position(line - 1, self.count_units(source.text[offset - column + 1 : offset]))

    def range_between(self, source: Source, start: int, end: int) -> types.Range:
        """Convert two offsets to a range."""
        return types.Range(self.position_of(source, start), self.position_of(source, end))

    def range_of(self, source: Source, span: Span) -> types.Range:
        """Convert a span to a protocol range; clamped to the text, if the span belongs to an older one."""
        size = len(source.text)
        return self.range_between(source, min(span.start, size), min(span.end, size))
