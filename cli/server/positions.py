"""Places in a text as a client counts them: lines from 0, and in a line the units of an encoding that was agreed upon.

Texts have line feeds for line ends here, whatever they have in the editor: lines and what stands in them are the same.
"""

from __future__ import annotations

from attrs import frozen
from lsprotocol import types

from bombsight.dsl.source import Source, Span

UTF_8 = types.PositionEncodingKind.Utf8
UTF_16 = types.PositionEncodingKind.Utf16
UTF_32 = types.PositionEncodingKind.Utf32

ENCODINGS = {UTF_8: ("utf-8", 1), UTF_16: ("utf-16-le", 2), UTF_32: ("utf-32-le", 4)}
"""Of each encoding its name, and how many bytes a unit has."""


@frozen
class PositionMapper:
    """What counts the characters of a line as a client does.

    Attributes:
        encoding: What was agreed upon; UTF-16 where nothing was.
    """

    encoding: str = UTF_16

    def count_units(self, text: str) -> int:
        """How many units a text has."""
        if text.isascii():
            return len(text)
        name, size = ENCODINGS[types.PositionEncodingKind(self.encoding)]
        return len(text.encode(name, "surrogatepass")) // size

    def count_characters(self, line: str, units: int) -> int:
        """How many characters of a line lie before a place; all of them, where the place lies behind its end."""
        if line.isascii():
            return max(0, min(units, len(line)))
        for number, character in enumerate(line):
            units -= self.count_units(character)
            if units < 0:
                return number
        return len(line)

    # --- from the client

    def offset_of(self, source: Source, position: types.Position) -> int:
        """The offset of a place; the nearest there is, where the text has no such place."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        line = max(position.line, 0)
        start = source.line_starts[line]
        end = source.text.find("\n", start)
        return start + self.count_characters(
            source.text[start : end if end >= 0 else len(source.text)], position.character
        )

    def span_of(self, source: Source, place: types.Range) -> Span:
        """A stretch of a text."""
        start = self.offset_of(source, place.start)
        return source.span(start, max(start, self.offset_of(source, place.end)))

    # --- to the client

    def position_of(self, source: Source, offset: int) -> types.Position:
        """The place of an offset."""
        line, column = source.line_and_column(offset)
        return types.Position(line - 1, self.count_units(source.text[offset - column + 1 : offset]))

    def range_between(self, source: Source, start: int, end: int) -> types.Range:
        """The stretch between two offsets."""
        return types.Range(self.position_of(source, start), self.position_of(source, end))

    def range_of(self, source: Source, span: Span) -> types.Range:
        """The stretch of a span, which is one of this text; the nearest there is, where it is one of another."""
        size = len(source.text)
        return self.range_between(source, min(span.start, size), min(span.end, size))
