"""The words of a file by what they are, for colouring: names by what they mean, the others by what they look like."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.compiler.resolve.manifest import LINES
from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl.source import Source, Span
from bombsight.dsl.words import words
from bombsight.service.language.declarations import Occurrence
from bombsight.service.language.names import in_file, occurrences
from bombsight.service.language.symbol_index import Occurrences
from bombsight.service.language.workspace import Workspace

KIND_OF = {
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
    "overlay": "namespace",
    "game": "namespace",
}
"""What each kind of name is told as, in the words of the Language Server Protocol."""

KINDS = (*dict.fromkeys(KIND_OF.values()), "type", "keyword", "number", "string", "comment")
"""All that a token can be."""

MODIFIERS = ("declaration", "readonly", "defaultLibrary")
"""What can be said of one besides: that it gives a thing its name, that play never changes it, that it is built in."""

READONLY = ("option", "column")
"""What play never changes, though it is read like a field."""

LEXED = re.compile(r'(?P<comment>#[^\n]*)|(?P<string>"[^"\n]*"?)|(?P<number>(?:\d+d\d+|d66|\d+)(?!\w))|(?P<word>\w+)')
"""What the words of a text look like, whatever they mean."""

TYPES = ("text",)
"""Types that no name stands for."""

ANSWERS = re.compile(r" *(?:answer|offered)\b")
"""The lines of examples whose words are what is answered."""


@frozen
class Token:
    """A stretch of one line.

    Attributes:
        span: Where it stands.
        kind: One of :data:`KINDS`.
        modifiers: Some of :data:`MODIFIERS`.
    """

    span: Span
    kind: str
    modifiers: tuple[str, ...] = ()


def tokens(space: Workspace, path: Path) -> tuple[Token, ...]:
    """The tokens of a file, in their order, none within another.

    What cannot be read is told as far as it can be seen by itself: words of the language, texts, numbers.

    Args:
        space: The rules.
        path: The file.

    Raises:
        KeyError: The file is none of these.
    """
    source = space.source(path)
    index = occurrences(space)
    named = names_in(index, source)
    return tuple(Token(in_file(index, each.span), each.kind, each.modifiers) for each in lexed(source, named))


def names_in(index: Occurrences, source: Source) -> list[Occurrence]:
    """The names in a file in their order, none within another."""
    items = [item for item in index.written.values() if item.span.path == source.path]
    around = {id(item): item for each in items for item in (each, *index.beside((each,)))}
    first: dict[int, Occurrence] = {}
    for item in around.values():
        for each in index.of(item):
            known = first.get(each.span.start)
            if each.span.path == source.path and (known is None or rank(each) > rank(known)):
                first[each.span.start] = each
    found: list[Occurrence] = []
    for _, each in sorted(first.items()):
        if not found or found[-1].span.end <= each.span.start:
            found.append(each)
    return found


def rank(each: Occurrence) -> tuple[bool, bool]:
    """Which of several things that a word stands for it is told as: the greatest."""
    return each.meaning.kind != "choice", each.declares


def lexed(source: Source, named: Sequence[Occurrence]) -> Iterator[Token]:
    """The tokens of a text, with the names that it is known to have."""
    starts = [each.span.start for each in named]
    at = 0
    for found in LEXED.finditer(source.text):
        begin, end = found.span()
        while at < len(named) and named[at].span.end <= begin:
            yield token_of(named[at])
            at += 1
        inside = named[at : bisect_left(starts, end)]
        if found.lastgroup == "string":
            for each in inside:
                yield from piece(source, begin, each.span.start, "string")
                yield token_of(each)
                begin = each.span.end
            at += len(inside)
            yield from piece(source, begin, end, "string")
        elif not inside:
            yield from plain(source, found)
    yield from map(token_of, named[at:])


def token_of(name: Occurrence) -> Token:
    """The token of a name."""
    kind = name.meaning.kind
    said = (name.declares, kind in READONLY)
    modifiers = tuple(word for word, holds in zip(MODIFIERS, said, strict=False) if holds)
    return Token(name.span, KIND_OF[kind], modifiers)


def piece(source: Source, begin: int, end: int, kind: str) -> Iterator[Token]:
    """A token, where it is not empty."""
    if begin < end:
        yield Token(source.span(begin, end), kind)


def plain(source: Source, found: re.Match[str]) -> Iterator[Token]:
    """The token of what is no name that is known; nothing for a word that nobody knows."""
    kind, text = found.lastgroup, found[0]
    begin, end = found.span()
    if kind != "word":
        yield from piece(source, begin, end, kind or "")
    elif text in BUILTINS and source.text.startswith("(", end):
        yield Token(source.span(begin, end), "function", ("defaultLibrary",))
    elif source.text[begin - 1 : begin] == ".":
        yield from piece(source, begin, end, "property")
    elif text in TYPES and source.text[:begin].rstrip(" ").endswith(":"):
        yield from piece(source, begin, end, "type")
    elif text in words() or text in LINES:
        yield from piece(source, begin, end, "keyword")
    elif kind_by_line(source, begin):
        yield from piece(source, begin, end, kind_by_line(source, begin))


def kind_by_line(source: Source, begin: int) -> str:
    """What a word is that the line alone tells: of an answer, or a head of a grid; else nothing."""
    line = source.text[source.text.rfind("\n", 0, begin) + 1 : begin]
    if ANSWERS.match(line):
        return "enumMember"
    return "property" if line.lstrip().startswith("|") else ""
