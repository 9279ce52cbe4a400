"""Selection ranges: the nested parts of a file around an offset, for an editor's "expand selection"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import walk
from bombsight.service.language.outline import outline
from bombsight.service.language.workspace import Workspace

WORD_PATTERN = re.compile(r"[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*")


def selection_ranges(space: Workspace, path: Path, offset: int) -> tuple[Span, ...]:
    """List the nested spans around an offset, from the word out to expression, item, chapter and file."""
    source = space.source(path)
    item = space.item_at(path, offset)
    candidates = [*ranges_on_line(source, offset), *(chapter.span for chapter in outline(space, path))]
    if item is not None:
        candidates += [node.span for node in walk(item) if node.span.path == item.span.path]
    candidates.append(source.span(0, len(source.text)))
    around = {(span.start, span.end): span for span in candidates if span.start <= offset <= span.end}
    nested: list[Span] = []
    for span in sorted(around.values(), key=lambda span: (span.end - span.start, -span.start)):
        if not nested or (span.start <= nested[-1].start and nested[-1].end <= span.end):
            nested.append(span)
    return tuple(nested)


def ranges_on_line(source: Source, offset: int) -> Iterator[Span]:
    """Yield the spans around an offset on its line: the word, the text literal or comment, the line."""
    number = source.line_and_column(offset)[0]
    start, line = source.line_starts[number - 1], source.line_text(number)
    column = offset - start
    for word in WORD_PATTERN.finditer(line):
        if word.start() <= column <= word.end():
            yield source.span(start + word.start(), start + word.end())
    for quoted in TEXT_OR_COMMENT.finditer(line):
        if quoted.start() < column < quoted.end():
            content = quoted[0].strip('"') if quoted[0].startswith('"') else quoted[0].lstrip("# ")
            content_start = start + quoted.start() + quoted[0].index(content)
            yield source.span(content_start, content_start + len(content))
            yield source.span(start + quoted.start(), start + quoted.end())
    indent = len(line) - len(line.lstrip())
    if line.strip() and column >= indent:
        yield source.span(start + indent, start + len(line.rstrip()))
