"""Names within what an overlay quotes: they mean there what they mean in the lines that are quoted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from bombsight.compiler.resolve.mentions import Mention
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children
from bombsight.service.language.source_words import SourceWords


def mentions_in_quotations(
    pairs: Iterable[tuple[ast.Node, ast.Node]], mentions: Iterable[Mention], words: SourceWords
) -> Iterator[Mention]:
    """What names in quotations mean.

    Args:
        pairs: Lines quoted, or put in the place of others, each with the one that stood there.
        mentions: What the names in those mean, at their own places.
        words: The files.
    """
    by_file: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_file.setdefault(mention.span.path, []).append(mention)
    for quotation, line in pairs:
        line_mentions = [
            each
            for each in by_file.get(line.span.path, ())
            if line.span.start <= each.span.start and each.span.end <= line.span.end
        ]
        if not line_mentions:
            continue
        node_pairs = [*matching_nodes(quotation, line)]
        for mention in line_mentions:
            place = next(
                (found for twin in node_pairs if (found := span_in_quotation(mention.span, *twin, words)) is not None),
                None,
            )
            if place is not None:
                yield evolve(mention, span=place)


def matching_nodes(quotation: ast.Node, line: ast.Node) -> Iterator[tuple[ast.Node, ast.Node]]:
    """Parts of two trees in the same places, the inner ones first; of expressions those that say the same."""
    child_nodes = children(quotation), children(line)
    if len(child_nodes[0]) == len(child_nodes[1]):
        for pair in zip(*child_nodes, strict=True):
            yield from matching_nodes(*pair)
    if quotation == line or (type(quotation) is type(line) and not isinstance(quotation, ast.BaseExpr)):
        yield quotation, line


def span_in_quotation(place: Span, quotation: ast.Node, line: ast.Node, words: SourceWords) -> Span | None:
    """The place in a quotation of what stands at a place in the line quoted; None where these are not its parts.

    A name is all of its node, the beginning or the end of it, or stands in its text.
    """
    here, there = line.span, quotation.span
    length = place.end - place.start
    if place == here:
        return there
    if place.end == here.end and place.start > here.start:
        return there.last_characters(length)
    if place.start == here.start and place.end < here.end:
        return there.first_characters(length)
    text = getattr(line, "text", None) or getattr(line, "ask", None) or getattr(line, "title", None)
    if isinstance(text, str) and isinstance(line, ast.BaseStmt | ast.Branch | ast.Beside | ast.Mark):
        begin, anew = words.find_text(here, text), words.find_text(there, text)
        if begin is not None and anew is not None and begin.start <= place.start and place.end <= begin.end:
            source = words.sources[there.path]
            start = anew.start + place.start - begin.start
            return source.span(start, start + length)
    return None
