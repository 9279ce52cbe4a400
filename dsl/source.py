"""Where a thing stands in a rules file."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen

from bombsight.dsl.node_classes import unguarded

LINE_END = re.compile("\n")


@unguarded
class Span:
    """A stretch of one source file.

    Attributes:
        path: The path of its :class:`Source`.
        start: Offset of the first character, from 0.
        end: Offset behind the last character.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1.
        end_line: Line of the last character.
        end_column: Column behind the last character.
    """

    path: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """``file:line:column``; empty for what no file holds."""
        return f"{self.path}:{self.line}:{self.column}" if self.path else ""

    def extend_to(self, last: Span) -> Span:
        """From here to the end of a later place of the same file."""
        return Span(self.path, self.start, last.end, self.line, self.column, last.end_line, last.end_column)

    def shift(self, offset: int, line_offset: int) -> Span:
        """The same so many characters and lines further down, in the same columns."""
        start, end, line, end_line = (
            self.start + offset,
            self.end + offset,
            self.line + line_offset,
            self.end_line + line_offset,
        )
        return Span(self.path, start, end, line, self.column, end_line, self.end_column)

    def first_characters(self, length: int) -> Span:
        """So many characters from its beginning, which stand on one line."""
        return Span(self.path, self.start, self.start + length, self.line, self.column, self.line, self.column + length)

    def last_characters(self, length: int) -> Span:
        """So many characters before its end, which stand on one line."""
        begin = self.end_column - length
        return Span(self.path, self.end - length, self.end, self.end_line, begin, self.end_line, self.end_column)


def is_within(span: Span, outer: Span) -> bool:
    """Whether a stretch lies in another."""
    return span.path == outer.path and outer.start <= span.start and span.end <= outer.end


def begins_in(span: Span, outer: Span) -> bool:
    """Whether a stretch begins in another, or where that ends."""
    return span.path == outer.path and outer.start <= span.start <= outer.end


NOWHERE = Span("", 0, 0, 0, 0, 0, 0)
"""The span of what no file holds, such as a built-in."""


@frozen(slots=False)
class Source:
    """One rules file.

    Attributes:
        path: What it is called wherever people read of it, and in every span: ``lighthouse/20-tables.rules``, the same
            on every machine; or its path as the user named it.
        text: What it says.
        file: Where it lies, for whoever would open it; empty where ``path`` says so.
    """

    path: str
    text: str = field(repr=False)
    file: str = ""

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which lines begin."""
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; empty beyond the file."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def span_of_word(self, span: Span, word: str) -> Span:
        """Where a word first stands by itself at a place; all of the place where it does not."""
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(self.text, span.start, span.end)
        return self.span(*found.span()) if found else span

    def span(self, start: int, end: int) -> Span:
        """The span from ``start`` to just before ``end``."""
        line, column = self.line_and_column(start)
        end_line, end_column = self.line_and_column(max(start, end))
        return Span(self.path, start, end, line, column, end_line, end_column)
