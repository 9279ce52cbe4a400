"""Source files and spans: places in a rules file."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import PurePath

from attrs import field, frozen

from bombsight.dsl.node_classes import unguarded

LINE_END = re.compile("\n")


@unguarded
class Span:
    """A range of one source file.

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
        """Render as ``file:line:column``; empty for a span of no file."""
        return f"{self.path}:{self.line}:{self.column}" if self.path else ""

    def line_seen_from(self, other: Span) -> str:
        """Name the first line in a finding at ``other``: ``line 8``, of another file ``line 8 of 20-tables.rules``."""
        return f"line {self.line}" if self.path == other.path else f"line {self.line} of {PurePath(self.path).name}"

    def extend_to(self, last: Span) -> Span:
        """Copy this span with the end of ``last``, a later span in the same file."""
        return Span(self.path, self.start, last.end, self.line, self.column, last.end_line, last.end_column)

    def shift(self, offset: int, line_offset: int) -> Span:
        """Copy of the span moved down by some characters (``offset``) and lines, in the same columns."""
        start, end, line, end_line = (
            self.start + offset,
            self.end + offset,
            self.line + line_offset,
            self.end_line + line_offset,
        )
        return Span(self.path, start, end, line, self.column, end_line, self.end_column)

    def first_characters(self, length: int) -> Span:
        """The span of the first characters of this span, which stand on one line."""
        return Span(self.path, self.start, self.start + length, self.line, self.column, self.line, self.column + length)

    def last_characters(self, length: int) -> Span:
        """The span of the last characters of this span, which stand on one line."""
        begin = self.end_column - length
        return Span(self.path, self.end - length, self.end, self.end_line, begin, self.end_line, self.end_column)


def is_within(span: Span, outer: Span) -> bool:
    """Whether a span lies wholly in the span ``outer``."""
    return span.path == outer.path and outer.start <= span.start and span.end <= outer.end


def begins_in(span: Span, outer: Span) -> bool:
    """Whether a span begins in the span ``outer``, or exactly at its end."""
    return span.path == outer.path and outer.start <= span.start <= outer.end


NOWHERE = Span("", 0, 0, 0, 0, 0, 0)
"""The span of things of no file, such as built-ins."""


@frozen(slots=False)
class Source:
    """A rules file.

    Attributes:
        path: The name in messages and spans: ``lighthouse/20-tables.rules``, the same on every machine; or the path
            that the user gave.
        text: Its text.
        file: The path by which it can be opened; empty if that is ``path``.
    """

    path: str
    text: str = field(repr=False)
    file: str = ""

    @cached_property
    def line_starts(self) -> list[int]:
        """The offsets at which lines of the file begin."""
        return [0, *(end.end() for end in LINE_END.finditer(self.text))]

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line end; empty beyond the file."""
        if not 1 <= line <= len(self.line_starts):
            return ""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def span_of_word(self, span: Span, word: str) -> Span:
        """The span of the first whole-word occurrence of a word in a span; the span itself if the word is not in it."""
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)").search(self.text, span.start, span.end)
        return self.span(*found.span()) if found else span

    def span(self, start: int, end: int) -> Span:
        """The span of the file from ``start`` to just before ``end``."""
        line, column = self.line_and_column(start)
        end_line, end_column = self.line_and_column(max(start, end))
        return Span(self.path, start, end, line, column, end_line, end_column)
