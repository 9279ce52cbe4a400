"""Semantic tokens for highlighting: names by their meaning, all others by their spelling."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.compiler.resolve.manifest import MANIFEST_LINES
from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import language_words
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.name_lookup import openable_span, symbol_index_of
from bombsight.service.language.symbol_index import SymbolIndex
from bombsight.service.language.workspace import Workspace

TOKEN_KIND_OF_NAME = {
    "table": "class",
    "procedure": "function",
    "define": "function",
    "note": "function",
    "reroll": "function",
    "enum": "enum",
    "value": "enumMember",
    "record": "struct",
    "member": "property",
    "field": "property",
    "column": "property",
    "part": "property",
    "option": "property",
    "parameter": "parameter",
    "variable": "variable",
    "choice": "variable",
    "answer": "enumMember",
    "modifier": "decorator",
    "exception": "decorator",
    "step": "decorator",
    "short": "macro",
    "board": "namespace",
    "luck": "namespace",
    "overlay": "namespace",
    "game": "namespace",
}
"""The token type of each kind of name, in the terms of the Language Server Protocol."""

TOKEN_KINDS = (*dict.fromkeys(TOKEN_KIND_OF_NAME.values()), "type", "keyword", "number", "string", "comment")
"""All token types."""

TOKEN_MODIFIERS = ("declaration", "readonly", "defaultLibrary")
"""All token modifiers: a declaration, a name that play never changes, a built-in name."""

READONLY_KINDS = ("option", "column")
"""The kinds of names that play never changes, though they are read like fields."""

LEXEME = re.compile(r'(?P<comment>#[^\n]*)|(?P<string>"[^"\n]*"?)|(?P<number>(?:\d+d\d+|d66|\d+)(?!\w))|(?P<word>\w+)')
"""The lexical classes of words: comment, text, number, word."""

NAMELESS_TYPES = ("text",)
"""Types without a declared name."""

ANSWER_LINE = re.compile(r" *(?:answer|offered)\b")
"""The lines of examples that hold answers."""


@frozen
class SemanticToken:
    """A semantic token, on one line.

    Attributes:
        span: Its span.
        kind: One of :data:`TOKEN_KINDS`.
        modifiers: Some of :data:`TOKEN_MODIFIERS`.
    """

    span: Span
    kind: str
    modifiers: tuple[str, ...] = ()


def semantic_tokens(space: Workspace, path: Path) -> tuple[SemanticToken, ...]:
    """Make the semantic tokens (for highlighting) of a file, ordered and not nested.

    Items with syntax errors get the tokens that need no resolution: keywords, texts, numbers.
    """
    source = space.source(path)
    index = symbol_index_of(space)
    names = names_in(index, source)
    return tuple(
        SemanticToken(openable_span(index, each.span), each.kind, each.modifiers) for each in tokenize(source, names)
    )


def names_in(index: SymbolIndex, source: Source) -> list[Occurrence]:
    """Collect the name occurrences in a file in text order, without nested ones, and one for each word."""
    items = [item for item in index.written_items.values() if item.span.path == source.path]
    related = {id(item): item for each in items for item in (each, *index.related_items((each,)))}
    best_by_start: dict[int, Occurrence] = {}
    for item in related.values():
        for each in index.occurrences_in(item):
            best = best_by_start.get(each.span.start)
            if each.span.path == source.path and (best is None or occurrence_rank(each) > occurrence_rank(best)):
                best_by_start[each.span.start] = each
    names: list[Occurrence] = []
    for _, each in sorted(best_by_start.items()):
        if not names or names[-1].span.end <= each.span.start:
            names.append(each)
    return names


def occurrence_rank(occurrence: Occurrence) -> tuple[bool, bool]:
    """The sort key that selects one of several occurrences of the same word: the greatest wins."""
    return occurrence.meaning.kind != "choice", occurrence.declares


def tokenize(source: Source, names: Sequence[Occurrence]) -> Iterator[SemanticToken]:
    """Yield the semantic tokens of a text, given its name occurrences."""
    starts = [each.span.start for each in names]
    next_name = 0
    for match in LEXEME.finditer(source.text):
        begin, end = match.span()
        while next_name < len(names) and names[next_name].span.end <= begin:
            yield token_of(names[next_name])
            next_name += 1
        inner_names = names[next_name : bisect_left(starts, end)]
        if match.lastgroup == "string":
            for each in inner_names:
                yield from make_token(source, begin, each.span.start, "string")
                yield token_of(each)
                begin = each.span.end
            next_name += len(inner_names)
            yield from make_token(source, begin, end, "string")
        elif not inner_names:
            yield from token_of_word(source, match)
    yield from map(token_of, names[next_name:])


def token_of(name: Occurrence) -> SemanticToken:
    """Make the semantic token of a name occurrence."""
    kind = name.meaning.kind
    flags = (name.declares, kind in READONLY_KINDS)
    modifiers = tuple(word for word, holds in zip(TOKEN_MODIFIERS, flags, strict=False) if holds)
    return SemanticToken(name.span, TOKEN_KIND_OF_NAME[kind], modifiers)


def make_token(source: Source, begin: int, end: int, kind: str) -> Iterator[SemanticToken]:
    """Yield a semantic token for a range on one line, unless the range is empty.

    Args:
        source: The file.
        begin: Its first offset.
        end: The offset after it.
        kind: Its type.
    """
    if begin < end:
        yield SemanticToken(source.span(begin, end), kind)


def token_of_word(source: Source, match: re.Match[str]) -> Iterator[SemanticToken]:
    """Yield the semantic token of a word that is no resolved name; none for an unknown word."""
    kind, text = match.lastgroup, match[0]
    begin, end = match.span()
    if kind != "word":
        yield from make_token(source, begin, end, kind or "")
    elif text in BUILTINS and source.text.startswith("(", end):
        yield SemanticToken(source.span(begin, end), "function", ("defaultLibrary",))
    elif source.text[begin - 1 : begin] == ".":
        yield from make_token(source, begin, end, "property")
    elif text in NAMELESS_TYPES and source.text[:begin].rstrip(" ").endswith(":"):
        yield from make_token(source, begin, end, "type")
    elif text in language_words() or text in MANIFEST_LINES:
        yield from make_token(source, begin, end, "keyword")
    elif kind_by_line(source, begin):
        yield from make_token(source, begin, end, kind_by_line(source, begin))


def kind_by_line(source: Source, begin: int) -> str:
    """Guess the token type of an unresolved word from its line (an answer, a grid head); else empty."""
    line = source.text[source.text.rfind("\n", 0, begin) + 1 : begin]
    if ANSWER_LINE.match(line):
        return "enumMember"
    return "property" if line.lstrip().startswith("|") else ""
