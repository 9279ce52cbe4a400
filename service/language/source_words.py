"""Words of a text within the place of a node: nodes know where they stand, not where each of their words does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from bombsight.dsl.source import Source, Span

VARIABLE_LEAD = re.compile(
    r"(?:(?:let|for\s+each|for|choose|draw|move|remove\s+each|remove|rows|columns)(?=\W)|(?:count|any|first)\s*\()\s*"
)
"""What stands before the name of a variable where it comes to be, and before that of an element that is removed."""


class SourceWords:
    """The words of some files."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources

    def text_of(self, span: Span) -> str:
        """What stands at a place; empty where no file holds it."""
        source = self.sources.get(span.path)
        return source.text[span.start : span.end] if source is not None else ""

    def find(self, span: Span, name: str, start: int | None = None) -> Span | None:
        """Where a word stands first within a place; None where it does not.

        Args:
            span: The place.
            name: The word.
            start: Where to begin, if not at the beginning.
        """
        source = self.sources.get(span.path)
        if source is None or not name:
            return None
        match = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").search(
            source.text, span.start if start is None else start, span.end
        )
        return source.span(match.start(), match.end()) if match else None

    def find_each(self, span: Span, names: Iterable[str], start: int | None = None) -> Iterator[tuple[str, Span]]:
        """Words that stand in this order within a place, each with its own place."""
        for name in names:
            word_span = self.find(span, name, start)
            if word_span is not None:
                start = word_span.end
                yield name, word_span

    def find_variable(self, span: Span, name: str) -> Span | None:
        """Where the name of a variable stands in the node that gives it, or in one that begins likewise."""
        source = self.sources.get(span.path)
        if source is None:
            return None
        if re.compile(rf"{re.escape(name)}\s*:").match(source.text, span.start, span.end):
            return span.first_characters(len(name))
        summed = re.compile(rf"sum\s*\(.*?\bfor\s+(?={re.escape(name)}\b)", re.DOTALL)
        lead = VARIABLE_LEAD.match(source.text, span.start, span.end) or summed.match(source.text, span.start, span.end)
        if lead is not None:
            return self.find(span, name, lead.end())
        last = span.last_characters(len(name))  # `given add ... as name`
        return last if self.text_of(last) == name else None

    def find_item_name(self, span: Span, name: str) -> Span | None:
        """The place of a name that is written behind the first word of an item: ``table K-1``."""
        source = self.sources.get(span.path)
        if source is None:
            return None
        keyword = re.compile(r"\w+\s+").match(source.text, span.start, span.end)
        return self.find(span, name, keyword.end() if keyword else None)

    def find_text(self, span: Span, text: str) -> Span | None:
        """Where a text stands first within a place, its quotes not counted; None where it does not."""
        source = self.sources.get(span.path)
        quote_start = source.text.find(f'"{text}"', span.start, span.end) if source is not None else -1
        return (
            source.span(quote_start + 1, quote_start + 1 + len(text))
            if source is not None and quote_start >= 0
            else None
        )
