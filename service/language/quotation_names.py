"""Resolves names inside an overlay's quotations as the quoted lines resolve them."""

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
    """Map the mentions (resolved names) in quoted lines of the rules to the quotations of the lines in overlays.

    Args:
        pairs: Quoted or inserted lines, each with its counterpart in the item.
        mentions: The mentions in the items.
        words: The words of the files.
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
    """Pair the nodes at equal positions in the trees of a quotation and a rules line; expressions only if equal."""
    child_nodes = children(quotation), children(line)
    if len(child_nodes[0]) == len(child_nodes[1]):
        for pair in zip(*child_nodes, strict=True):
            yield from matching_nodes(*pair)
    if quotation == line or (type(quotation) is type(line) and not isinstance(quotation, ast.BaseExpr)):
        yield quotation, line


def span_in_quotation(place: Span, quotation: ast.Node, line: ast.Node, words: SourceWords) -> Span | None:
    """Map a span in a node of a quoted line to the same word in the quotation; None if it cannot be found.

    A name is the whole node, its beginning or its end, or stands in its text.

    Args:
        place: The span.
        quotation: The node in the quotation.
        line: The matching node in the quoted line.
        words: The words of the files.
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
