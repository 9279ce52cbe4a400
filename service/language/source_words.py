"""Finds single words within a node's span: nodes have spans, their words do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from bombsight.dsl.source import Source, Span

VARIABLE_LEAD = re.compile(
    r"(?:(?:let|for\s+each|for|choose|draw|move|remove\s+each|remove|rows|columns|lowest|highest)(?=\W)"
    r"|(?:count|any|first)\s*\()\s*"
)
"""The text before a variable's name in its declaration, or before the element in a removal."""


class SourceWords:
    """Word search in the texts of some files."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        """Make a word search in sources, given by their paths."""
        self.sources = sources

    def text_of(self, span: Span) -> str:
        """The source text of a span; empty if the file is unknown."""
        source = self.sources.get(span.path)
        return source.text[span.start : span.end] if source is not None else ""

    def find(self, span: Span, name: str, start: int | None = None) -> Span | None:
        """Find the span of the first occurrence of a word in a span; None if there is none."""
        source = self.sources.get(span.path)
        if source is None or not name:
            return None
        match = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").search(
            source.text, span.start if start is None else start, span.end
        )
        return source.span(match.start(), match.end()) if match else None

    def find_in_order(self, span: Span, names: Iterable[str], start: int | None = None) -> Iterator[tuple[str, Span]]:
        """Find words in a span, each behind the word before it, and yield those found with their spans."""
        for name in names:
            word_span = self.find(span, name, start)
            if word_span is not None:
                start = word_span.end
                yield name, word_span

    def find_variable(self, span: Span, name: str) -> Span | None:
        """Find the span of a variable's name in the span of the node that declares it."""
        source = self.sources.get(span.path)
        if source is None:
            return None
        if re.compile(rf"{re.escape(name)}\s*:").match(source.text, span.start, span.end):
            return span.first_characters(len(name))
        summed = re.compile(rf"(?:sum|min|max)\s*\(.*?\bfor\s+(?={re.escape(name)}\b)", re.DOTALL)
        lead = VARIABLE_LEAD.match(source.text, span.start, span.end) or summed.match(source.text, span.start, span.end)
        if lead is not None:
            return self.find(span, name, lead.end())
        last = span.last_characters(len(name))  # `given add ... as name`
        return last if self.text_of(last) == name else None

    def find_item_name(self, span: Span, name: str) -> Span | None:
        """Find the span of an item's name after its keyword: of ``K-1`` in ``table K-1``."""
        source = self.sources.get(span.path)
        if source is None:
            return None
        keyword = re.compile(r"\w+\s+").match(source.text, span.start, span.end)
        return self.find(span, name, keyword.end() if keyword else None)

    def find_text(self, span: Span, text: str) -> Span | None:
        """Find the span of a text literal's content in a span; None if it is not there."""
        source = self.sources.get(span.path)
        quote_start = source.text.find(f'"{text}"', span.start, span.end) if source is not None else -1
        return (
            source.span(quote_start + 1, quote_start + 1 + len(text))
            if source is not None and quote_start >= 0
            else None
        )
